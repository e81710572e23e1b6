"""``cutcard replay``: runs a table log or recorded hands through the engine."""

import argparse
import sys

import msgspec

from controller import recorded
from controller.tablelog import BOOK_HELP, bad_line, decode, lines, rulebook
from engine.log import LogError
from engine.rulebook import Book
from engine.table import Table

HELP = "replay a table log, or the hands of a .phh or .phhs file, through the rules engine"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a table log (-: standard input), .phh, .phhs")
    parser.add_argument("--rulebook", metavar="NAME", help=BOOK_HELP)
    parser.add_argument("--json", action="store_true", help="hands: one JSON object a hand")


def run(args: argparse.Namespace) -> int:
    """Replay a file of either kind."""
    book = rulebook(args.rulebook)
    if args.file.endswith((".phh", ".phhs")):
        return recorded.replay(args.file, book, as_json=args.json)
    return _replay_log(args.file, book)


def _replay_log(name: str, book: Book | None) -> int:
    table = Table(book)
    out = sys.stdout.buffer
    for number, line in lines(name):
        event = decode(number, line)
        try:
            answers = table.apply(event)
        except LogError as error:
            raise bad_line(number, error.field, error.expected, error.got) from error
        for answer in answers:
            out.write(msgspec.json.encode(answer) + b"\n")
            out.flush()  # whoever follows a live table sees each answer at once
    return 0
