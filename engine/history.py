"""A table that can take back: the deal's events are kept, and one a person gave can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from engine.law import Book
from engine.table import Answer, Table

# What a person says can be said wrongly; what a sensor saw lies on the felt.
PEOPLES_WORDS = frozenset(
    "act show muck declare look sit leave away back hand shuffle cut report floor chips "
    "clock".split()
)

CARDS_MOVED = "cards have moved since: call the floor"
NOTHING_LEFT = "nothing of this deal is left to take back"
MOST_KEPT = 500  # a deal has a hundred; cards shuffled over the antennas all night, any number


@dataclass(frozen=True, slots=True)
class Kept:
    """An event of the deal that was taken, and where the rulings stood before it."""

    event: dict[str, Any]
    before: int  # the last ruling's number until then
    rulings: tuple[int, ...]  # those it brought


class History:
    """A table and the way it came to its state since the deal began."""

    def __init__(self, rulebook: str | Book | None = None) -> None:
        self.opening: dict[str, Any] = {}  # the last ``open`` event
        self.table = Table(rulebook)  # another object after an undo: ask for it anew each time
        self._begin(_copied(self.table))

    def apply(self, event: Mapping[str, Any]) -> list[Answer]:
        """Take one event, ``undo`` among them, and answer it."""
        word = event.get("e")
        start = _copied(self.table) if word == "hand" else None
        before = self.table.last_ruling
        answers = self.table.apply(event)
        if word == "undo":
            return self._undo(answers)
        if word == "tick" or any(answer["o"] == "reject" for answer in answers):
            return answers  # nothing has changed
        if word == "open":
            self.opening = dict(event)
            self._begin(_copied(self.table))
            return answers
        if start is not None:
            self._begin(start)
        rulings = tuple(answer["id"] for answer in answers if answer["o"] == "ruling")
        self._kept.append(Kept(dict(event), before, rulings))
        if len(self._kept) > MOST_KEPT and word not in PEOPLES_WORDS:
            self._begin(_copied(self.table), CARDS_MOVED)
        return answers

    def _begin(self, start: Table, why: str = NOTHING_LEFT) -> None:
        """From here on, and not from before, things can be taken back."""
        self._start, self._why = start, why
        self._kept: list[Kept] = []

    def _undo(self, refusal: list[Answer]) -> list[Answer]:
        """Go back to before the last event; the table itself, without a memory, has refused."""
        if not self.table.opened:
            return refusal
        if not self._kept:
            return [{**refusal[0], "why": self._why}]
        last = self._kept[-1]
        if last.event["e"] not in PEOPLES_WORDS:
            return [{**refusal[0], "why": CARDS_MOVED}]
        self._kept.pop()
        left, self.table = self.table, self._played_again()
        self.table.t = left.t
        self.table.last_ruling = left.last_ruling  # a number once given is never given again
        undone: Answer = {"o": "undone", "event": last.event, "rulings": list(last.rulings)}
        expected = self.table.expected
        return [undone, expected] if expected and expected != left.expected else [undone]

    def _played_again(self) -> Table:
        table = _copied(self._start)
        for kept in self._kept:
            table.last_ruling = kept.before  # undone rulings between have used up numbers
            table.apply(kept.event)
        return table


def _copied(table: Table) -> Table:
    """A table of its own; the book and the game never change and are shared."""
    return deepcopy(table, {id(part): part for part in (table.book, table.game)})
