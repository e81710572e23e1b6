"""``cutcard export``: writes a played table log as a hand history others can read."""

import argparse
import sys
from pathlib import Path

from controller.errors import UsageError
from controller.tablelog import bad_line, check_rulebook, decode, lines
from engine import phh
from engine.log import LogError
from engine.phh import Hand, Record, Recorder

HELP = "write the hands of a table log as PHH, the poker hand history format"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("log", metavar="LOG", help="a table log (-: standard input)")
    parser.add_argument("--rulebook", metavar="NAME", help="instead of the one the log names")
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
    check_rulebook(args.rulebook)
    records = _records(args.log, args.rulebook)
    hands = [record.hand for record in records if record.hand is not None]
    for record in records:
        if record.hand is None:
            print(f"hand {record.number}: left out, {record.left_out}", file=sys.stderr)
    _write(args.phh, hands)
    return 0


def _records(name: str, rulebook: str | None) -> list[Record]:
    recorder = Recorder(rulebook)
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
