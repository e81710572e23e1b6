"""One log through the engine: what is answered to each event, as ``cutcard replay`` prints it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from engine import LogError, Table
from engine.history import History

Event: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]
Player: TypeAlias = Table | History


class Answered(NamedTuple):
    """An event and the lines printed for it."""

    event: Event
    lines: bytes

    @property
    def rejected(self) -> bool:
        return b'{"o":"reject"' in self.lines


def player(log: Iterable[Event]) -> Player:
    """A table; one with a memory, which costs time at each deal, only where a log takes back."""
    return History() if any(event["e"] == "undo" for event in log) else Table()


def answers(to: Player, event: Event) -> list[Answer]:
    """The answers to one event; a line that is not valid gets its complaint."""
    try:
        return to.apply(event)
    except LogError as error:
        return [{"o": "error", "why": str(error)}]


def lines(of: Iterable[Answer]) -> bytes:
    """Answers as ``cutcard replay`` writes them."""
    return b"".join(msgspec.json.encode(answer) + b"\n" for answer in of)


def play(log: list[Event]) -> Iterator[Answered]:
    """Every event of a log, answered by a new table."""
    table = player(log)
    for event in log:
        yield Answered(event, lines(answers(table, event)))
