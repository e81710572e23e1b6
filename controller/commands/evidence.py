"""``cutcard evidence``: the pictures that prove exposed cards, for whoever has the table's key."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import UsageError
from controller.records import journal_tool
from controller.records.evidence import Evidence, EvidenceError
from controller.records.journal import JournalReader
from controller.security.vault import write_secret

HELP = "list and open the pictures that prove exposed cards"
EXAMPLES = """\
The camera's pictures of an exposed or flashed card lie sealed beside the journal:

  cutcard evidence list journal.sqlite                       which events have any; names no card
  cutcard evidence show journal.sqlite 1204 --out FOLDER     writes them, in the clear"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``list`` and ``show``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="list|show", required=True)
    listed = parts.add_parser("list", help="a line for each event that pictures prove")
    show = parts.add_parser("show", help="open one event's pictures")
    for part in (listed, show):
        part.add_argument("journal", type=Path, metavar="JOURNAL")
        journal_tool.key_argument(part)
    show.add_argument("seq", type=int, metavar="SEQ", help="the event's number")
    show.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="where to put them")


def run(args: argparse.Namespace) -> int:
    """List the evidence, or open some."""
    with _evidence(args) as (evidence, journal):
        return _list(evidence, journal) if args.part == "list" else _show(evidence, args)


@contextmanager
def _evidence(args: argparse.Namespace) -> Iterator[tuple[Evidence, JournalReader]]:
    try:
        with journal_tool.reading(args.journal, args.key) as journal:
            yield Evidence(args.journal, journal.vault), journal
    except EvidenceError as error:
        raise UsageError(str(error)) from error


def _list(evidence: Evidence, journal: JournalReader) -> int:
    for seq in evidence.numbers():
        record = next(journal.records(since=seq - 1), None)
        if record is not None and record.seq == seq:
            what = "flash" if record.event["e"] == "flash" else "exposed card"
            print(f"{seq}  {record.at}  hand {record.hand}  {record.event['zone']}  {what}")
    return 0


def _show(evidence: Evidence, args: argparse.Namespace) -> int:
    pictures = evidence.pictures(args.seq)
    try:
        args.out.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{args.out}: {error.strerror}") from error
    for number, picture in enumerate(pictures, 1):
        path = args.out / f"{args.seq}-{number}.jpg"
        write_secret(path, picture)
        print(path)
    return 0
