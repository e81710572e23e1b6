"""``cutcard audit``: who asked, decided and released what, and whether it is as it was written."""

import argparse
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from controller.errors import UsageError
from controller.records import journal_file
from controller.records.chain import Link
from controller.records.journal_file import JournalDamagedError, JournalError
from controller.records.journal_reader import JournalReader
from controller.records.journal_tool import KEY_NAME, key_argument, reading
from controller.security import audit
from controller.security.audit import AuditBrokenError, AuditLine
from controller.table_clock import iso

LETTERS = 32  # of a head on paper: enough that nobody makes another one like it

HELP = "look at a journal's audit, and verify that nobody has changed journal or audit"
EXAMPLES = """\
Every commit of a table is a link of one chain, made with the table's key: it goes over events,
audit, desk and hands that wait for their broadcast. Whoever notes the last link, the head, can
later prove that nothing up to there was changed, put back or taken away. The broker keeps the
newest head (topic anchor); for paper there is ``head``.

  cutcard audit head journal.sqlite --key table.key      a few lines to print and sign
  cutcard audit verify journal.sqlite --key table.key    the whole chain; prints the head
  cutcard audit verify journal.sqlite --key table.key --head HEAD
                                                         the link noted then must still be there
  cutcard audit verify journal.sqlite                    without the key: that the audit's lines
                                                         follow from each other, and no more
  cutcard audit show journal.sqlite                      every line, oldest first; needs no key

exit status: 0 when all is as it was written; 1 when it is not; 2 when the file cannot be used."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``verify``, ``head`` and ``show``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="verify|head|show", required=True)
    verify = parts.add_parser("verify", help="check the chain from the first line to the last")
    verify.add_argument("journal", type=Path, metavar="JOURNAL")
    verify.add_argument("--head", metavar="HEAD", help="a head noted before, which must be there")
    key_argument(verify)
    head = parts.add_parser("head", help="the chain's last link, to be kept where the file is not")
    head.add_argument("journal", type=Path, metavar="JOURNAL")
    key_argument(head)
    show = parts.add_parser("show", help="print the lines, checking the chain on the way")
    show.add_argument("journal", type=Path, metavar="JOURNAL")
    show.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Go through the audit; a broken chain is said in one line."""
    try:
        return {"verify": _verify, "head": _head, "show": _show}[args.part](args)
    except AuditBrokenError as error:
        print(f"{args.journal}: {error}", file=sys.stderr)
        return 1
    except JournalError as error:
        raise UsageError(str(error)) from error


def _verify(args: argparse.Namespace) -> int:
    count, head, found = 0, audit.START, args.head in (None, audit.START)
    for line in _lines(args.journal):
        count, head = line.n, line.hash
        found = found or line.hash == args.head
    key = args.key or args.journal.with_name(KEY_NAME)
    if not (args.key or key.exists()):
        if not found:
            raise AuditBrokenError(f"no line has the hash {args.head}: it was taken away after it")
        print(f"{count} lines, each as it was written; head {head}")
        print("without --key nothing is known of events, desk and releases", file=sys.stderr)
        return 0
    with reading(args.journal, key) as journal:
        if not journal.chained:
            print(f"{count} lines, each as it was written; head {head}; no chain: an older version")
            return 0
        last = _verified(journal)
        if not found and not _has(journal, _plain(args.head)):
            raise AuditBrokenError(f"no link has the head {args.head}: some were taken away")
    print(
        f"{last.seq} events and {count} lines of audit, each as it was written; "
        f"head {last.n}-{_spaced(last.proof)}"
    )
    return 0


def _verified(journal: JournalReader) -> Link:
    try:
        return journal.verify()
    except JournalDamagedError as error:
        raise AuditBrokenError(str(error).removeprefix(f"{journal.path}: ")) from None


def _has(journal: JournalReader, head: str) -> bool:
    """Whether a link is there that was noted as NUMBER-PROOF."""
    n, _, proof = head.partition("-")
    link = journal.link(int(n)) if n.isdigit() else None
    return link is not None and link.proof.hex()[:LETTERS] == proof


def _head(args: argparse.Namespace) -> int:
    with reading(args.journal, args.key) as journal:
        last = _verified(journal)
    print(f"table    {journal.table}")
    print(f"when     {iso(time.time())}")
    print(f"events   {last.seq}")
    print(f"audit    {last.line} lines")
    print(f"head     {last.n}-{_spaced(last.proof)}")
    return 0


def _spaced(proof: bytes) -> str:
    """A proof as a person can read it aloud: groups of four letters."""
    text = proof.hex()[:LETTERS]
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def _plain(head: str) -> str:
    return "".join(head.split()).lower()


def _show(args: argparse.Namespace) -> int:
    for line in _lines(args.journal):
        entry = line.entry
        if args.json:
            print(msgspec.json.encode(line).decode())
        else:
            who = f"{entry.role} {entry.by}".strip()
            what = msgspec.json.encode(entry.what).decode() if entry.what else ""
            print(f"{line.n}  {entry.at}  {entry.kind}  {who}  {what}".rstrip())
    return 0


def _lines(path: Path) -> Iterator[AuditLine]:
    with closing(journal_file.open_to_read(path, None).db) as db:
        try:
            yield from audit.verified(db)
        except sqlite3.Error as error:
            raise journal_file.complaint(error, path) from error
