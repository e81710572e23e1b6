"""``cutcard export``: writes what was played as files that others can read."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller.errors import UsageError
from controller.records import hand_list, journal_tool, recovery
from controller.records.hand_list import HandRow
from controller.records.journal import JournalReader
from controller.records.journal_file import looks_like_journal
from controller.tablelog import BOOK_HELP, bad_line, decode, lines, rulebook
from engine import phh
from engine.log import LogError
from engine.phh import HandHistory, Record, Recorder

HELP = "write a table log's or a journal's hands as PHH, a journal's also as log or list"
COLUMNS = ("hand", "began", "ended", "result", "players", "pot", "rulings")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("log", metavar="FILE", help="a table log (-: standard input), or a journal")
    parser.add_argument("--rulebook", metavar="NAME", help=BOOK_HELP)
    journal_tool.key_argument(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    name: dict[str, Any] = {"metavar": "OUT", "nargs": "?", "const": "-"}
    what.add_argument(
        "--phh",
        **name,
        help="write PHH to OUT.phh (one hand) or OUT.phhs; to standard output without a name",
    )
    what.add_argument(
        "--log", dest="as_log", **name, help="a journal: its table log, faces and all"
    )
    what.add_argument("--hands", **name, help="a journal: its hands, a line each (CSV)")


def run(args: argparse.Namespace) -> int:
    """Write what is asked for, and say on standard error what is left out."""
    if looks_like_journal(Path(args.log)):
        with journal_tool.reading(Path(args.log), args.key) as journal:
            return _from_journal(journal, args)
    if args.phh is None:
        raise UsageError(f"{args.log}: expected a journal for --log or --hands, got a table log")
    recorder = Recorder(rulebook(args.rulebook))
    return _write_hands(args.phh, _recorded(recorder, _events(args.log)))


def _from_journal(journal: JournalReader, args: argparse.Namespace) -> int:
    if args.rulebook is not None:
        raise UsageError(
            "--rulebook: a journal is exported as it was ruled: export its --log first"
        )
    if journal.first > 1:
        print(f"events before {journal.first}: left out, cut by retention", file=sys.stderr)
    if args.as_log is not None:
        events = (msgspec.json.encode(record.event) for record in journal.records())
        return _write(args.as_log, (event.decode() + "\n" for event in events))
    if args.hands is not None:
        return _write(args.hands, _listed(hand_list.rows(journal.records())))
    start = recovery.oldest(journal)
    first = min(journal.numbers(most=journal.last), default=1)
    recorder = Recorder(history=start.history, hands=first - 1)
    played = ((record.seq, record.event) for record in journal.records(since=start.seq))
    return _write_hands(args.phh, _recorded(recorder, played))


def _listed(rows: Iterable[HandRow]) -> Iterator[str]:
    """The hands as CSV, the players by their seats; no field of these needs quotes."""
    yield ",".join(COLUMNS) + "\n"
    for row in rows:
        seats = " ".join(map(str, row.players))
        fields = (row.hand, row.began, row.ended, row.result, seats, row.pot, row.rulings)
        yield ",".join(map(str, fields)) + "\n"


def _events(name: str) -> Iterator[tuple[int, dict[str, object]]]:
    for number, line in lines(name):
        yield number, decode(number, line)


def _recorded(
    recorder: Recorder, events: Iterable[tuple[int, dict[str, object]]]
) -> Iterator[Record]:
    for number, event in events:
        try:
            yield from recorder.apply(event)
        except LogError as error:
            raise bad_line(number, error.field, error.expected, error.got) from error
    yield from recorder.close()


def _write_hands(out: str, records: Iterable[Record]) -> int:
    hands: list[HandHistory] = []
    for record in records:
        if record.hand is None:
            print(f"hand {record.number}: left out, {record.left_out}", file=sys.stderr)
        else:
            hands.append(record.hand)
    if out.endswith(".phh") and len(hands) != 1:
        raise UsageError(f"{out}: a .phh file holds one hand, the log has {len(hands)}: use .phhs")
    return _write(out, [phh.dumps(hands, many=len(hands) != 1 or out.endswith(".phhs"))])


def _write(out: str, parts: Iterable[str]) -> int:
    if out == "-":
        sys.stdout.writelines(parts)
        return 0
    try:
        with Path(out).open("w", encoding="utf-8") as file:
            file.writelines(parts)
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror}") from error
    return 0
