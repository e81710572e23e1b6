"""``cutcard replay``: runs a table log, a journal or recorded hands through the engine."""

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller import game_file, recorded
from controller.errors import UsageError
from controller.output import is_followed
from controller.records import journal_tool, recovery
from controller.records.journal import JournalReader
from controller.records.journal_file import looks_like_journal
from controller.records.recovery import Start
from controller.tablelog import BOOK_HELP, bad_line, decode, lines, mentions_undo, rulebook
from engine.answers import Answer
from engine.games import Game
from engine.history import History
from engine.law import Book
from engine.log import LogError
from engine.parsing import event_in
from engine.table import Table

HELP = "replay a table log, a journal, or the hands of a .phh or .phhs file, through the engine"
BLOCK = 256  # answers that are written at once into a file
FEW_COLLECTIONS = 50_000
EXIT = """\
exit status: 0 when all was replayed; 1 when hands end with other stacks than recorded, or a journal
is answered otherwise than it was at the table; 2 when the file cannot be used."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXIT
    parser.add_argument(
        "file", metavar="FILE", help="a table log (-: standard input), a journal, .phh, .phhs"
    )
    parser.add_argument("--rulebook", metavar="NAME", help=BOOK_HELP)
    parser.add_argument("--game", metavar="FILE", help=game_file.HELP)
    parser.add_argument("--json", action="store_true", help="hands: one JSON object a hand")
    journal_tool.key_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Replay a file of any of the kinds."""
    book, game = rulebook(args.rulebook), game_file.game(args.game)
    if args.file.endswith((".phh", ".phhs")):
        if game is not None:
            raise UsageError("--game: recorded hands name their own game")
        return recorded.replay(args.file, book, as_json=args.json)
    if looks_like_journal(Path(args.file)):
        with journal_tool.reading(Path(args.file), args.key) as journal:
            return _replay_journal(journal, book, game)
    return _replay_log(args.file, book, game)


def _replay_log(name: str, book: Book | None, game: Game | None) -> int:
    answered = _answered if mentions_undo(name) else _answered_straight
    gc.freeze()  # what is loaded by now lives to the end, and need not be looked through again
    gc.set_threshold(FEW_COLLECTIONS)  # answers are written and gone, and hold no circles
    if is_followed():
        tell = _printer()
        for answers in answered(name, book, game):
            tell(answers)
    else:
        _write_in_blocks(answered(name, book, game))
    sys.stdout.flush()
    return 0


def _write_in_blocks(answered: Iterator[list[Answer]]) -> None:
    """Nobody waits for a single answer: many are encoded at once, and all before an error."""
    write, encode_lines = sys.stdout.buffer.write, msgspec.json.Encoder().encode_lines
    block: list[Answer] = []
    try:
        for answers in answered:
            block += answers
            if len(block) > BLOCK:
                write(encode_lines(block))
                block.clear()
    finally:
        write(encode_lines(block))


def _answered(name: str, book: Book | None, game: Game | None) -> Iterator[list[Answer]]:
    """The answers to each line, of a table that can go back."""
    history = History(book, game)
    for number, line in lines(name):
        event: Any = decode(number, line)
        try:
            yield history.apply(event)
        except LogError as error:
            raise bad_line(number, error.field, error.expected, error.got) from error


def _answered_straight(name: str, book: Book | None, game: Game | None) -> Iterator[list[Answer]]:
    """The same where nothing is taken back: nothing need be remembered, nor read twice."""
    apply = Table(book, game).apply
    for number, line in lines(name):
        event = event_in(line)
        try:
            answers = apply(event if event is not None else decode(number, line))
        except LogError as error:
            raise bad_line(number, error.field, error.expected, error.got) from error
        if answers:
            if event is not None and answers[-1]["o"] == "reject":
                answers[-1]["event"] = decode(number, line)  # as it was written
            yield answers


def _replay_journal(journal: JournalReader, book: Book | None, game: Game | None) -> int:
    start = recovery.oldest(journal)
    otherwise = book is not None or game is not None
    if otherwise and start.seq:
        raise UsageError("the journal's beginning was cut: only its own book and game can go on")
    differs, tell = 0, _printer()
    beginning = Start(History(book, game), 0) if otherwise else start
    for played in recovery.replayed(journal, beginning):
        tell(played.answers)
        if not otherwise and not played.same:
            print(f"event {played.record.seq}: answered otherwise at the table", file=sys.stderr)
            differs += 1
    return 1 if differs else 0


def _printer() -> Callable[[list[Answer]], None]:
    out, followed = sys.stdout.buffer, is_followed()
    encode_lines = msgspec.json.Encoder().encode_lines

    def tell(answers: list[Answer]) -> None:
        out.write(encode_lines(answers))
        if followed:
            out.flush()  # whoever follows a live table sees each answer at once

    return tell
