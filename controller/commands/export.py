"""``cutcard export``: writes a played table log as a hand history others can read."""

import argparse
import sys
from pathlib import Path

from controller.errors import UsageError
from controller.tablelog import BOOK_HELP, bad_line, decode, lines, rulebook
from engine import phh
from engine.log import LogError
from engine.phh import Hand, Record, Recorder
from engine.rulebook import Book

HELP = "write the hands of a table log as PHH, the poker hand history format"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("log", metavar="LOG", help="a table log (-: standard input)")
    parser.add_argument("--rulebook", metavar="NAME", help=BOOK_HELP)
    parser.add_argument(
        "--phh",
        metavar="OUT",
        nargs="?",
        const="-",
        required=True,
        help="write PHH to OUT.phh (one hand) or OUT.phhs; to standard output without a name",
    )


def run(args: argparse.Namespace) -> int:
    """Play the log, write down its hands, and say on standard error which are left out."""
    records = _records(args.log, rulebook(args.rulebook))
    hands = [record.hand for record in records if record.hand is not None]
    for record in records:
        if record.hand is None:
            print(f"hand {record.number}: left out, {record.left_out}", file=sys.stderr)
    _write(args.phh, hands)
    return 0


def _records(name: str, book: Book | None) -> list[Record]:
    recorder = Recorder(book)
    records: list[Record] = []
    for number, line in lines(name):
        event = decode(number, line)
        try:
            records += recorder.apply(event)
        except LogError as error:
            raise bad_line(number, error.field, error.expected, error.got) from error
    return records + recorder.close()


def _write(out: str, hands: list[Hand]) -> None:
    if out.endswith(".phh") and len(hands) != 1:
        raise UsageError(f"{out}: a .phh file holds one hand, the log has {len(hands)}: use .phhs")
    text = phh.dumps(hands, many=len(hands) != 1 or out.endswith(".phhs"))
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror}") from error
