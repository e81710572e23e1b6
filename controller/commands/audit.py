"""``cutcard audit``: who asked, decided and released what, and whether it is as it was written."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from controller.errors import UsageError
from controller.records import journal_file
from controller.records.journal_file import JournalError
from controller.security import audit
from controller.security.audit import AuditBrokenError, AuditLine

HELP = "look at a journal's audit, and verify that nobody has changed it"
EXAMPLES = """\
Every line of the audit is chained to the one before it by a hash. Whoever notes the last line's
hash, the head, can later prove that nothing up to there was changed or taken away:

  cutcard audit verify journal.sqlite                 prints the head
  cutcard audit verify journal.sqlite --head HASH     the line noted then must still be there
  cutcard audit show journal.sqlite                   every line, oldest first; needs no key

exit status: 0 when the audit is as it was written; 1 when it is not; 2 when the file cannot be
used."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``verify`` and ``show``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="verify|show", required=True)
    verify = parts.add_parser("verify", help="check the chain from the first line to the last")
    verify.add_argument("journal", type=Path, metavar="JOURNAL")
    verify.add_argument("--head", metavar="HASH", help="the hash of a line that must be there")
    show = parts.add_parser("show", help="print the lines, checking the chain on the way")
    show.add_argument("journal", type=Path, metavar="JOURNAL")
    show.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Go through the audit; a broken chain is said in one line."""
    try:
        return _verify(args) if args.part == "verify" else _show(args)
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
    if not found:
        raise AuditBrokenError(f"no line has the hash {args.head}: lines were taken away after it")
    print(f"{count} lines, each as it was written; head {head}")
    return 0


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
    with closing(journal_file.open_to_read(path, None)) as db:
        try:
            yield from audit.verified(db)
        except sqlite3.Error as error:
            raise journal_file.complaint(error, path) from error
