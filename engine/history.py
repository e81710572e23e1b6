"""A table that can take back: the deal's events are kept, and one a person gave can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.answers import Answer
from engine.deal.deal import Deal
from engine.games import Game
from engine.law import Book
from engine.log import PEOPLES_WORDS
from engine.room import Room
from engine.table import Table

CARDS_MOVED = "cards have moved since: call the floor"
NOTHING_LEFT = "nothing of this deal is left to take back"
MOST_KEPT = 500  # a deal has a hundred; cards shuffled over the antennas all night, any number

encode = msgspec.msgpack.encode
_room = msgspec.msgpack.Decoder(Room)


class Taken(msgspec.Struct, frozen=True):
    """An event of the deal that was taken, and where the rulings stood before it."""

    event: dict[str, Any]
    before: int  # the last ruling's number until then
    rulings: tuple[int, ...]  # those it brought
    quiet: bool = False  # nothing was answered


class Saved(msgspec.Struct, frozen=True):
    """A table as it is saved: the room at the deal's beginning, and what was taken since."""

    room: msgspec.Raw
    taken: list[Taken]
    t: float
    last_ruling: int
    why: str  # what is said when nothing is left to take back


_saved = msgspec.msgpack.Decoder(Saved)


class History:
    """A table and the way it came to its state since the deal began."""

    def __init__(self, rulebook: str | Book | None = None, game: Game | None = None) -> None:
        self._book, self._game = rulebook, game
        self.table = Table(rulebook, game)  # another object after an undo: ask for it anew
        self._taken: list[Taken] = []
        self._last_deal: Deal | None = None  # over when this one began; to be shown again
        self._begin()

    @property
    def opening(self) -> dict[str, Any]:
        """The last ``open`` event."""
        return self.table.room.opening

    def apply(self, event: Mapping[str, Any]) -> list[Answer]:
        """Take one event, ``undo`` among them, and answer it."""
        word = event.get("e")
        before = self.table.room.last_ruling
        start = (encode(self.table.room), self.table.deal) if word == "hand" else None
        answers = self.table.apply(event)
        if word == "undo":
            return self._undo(answers)
        if word == "tick" or any(answer["o"] == "reject" for answer in answers):
            return answers  # nothing has changed
        if word == "open":
            self._begin()
            return answers
        if start is not None:
            self._start, self._last_deal = start
            self._why, self._taken = NOTHING_LEFT, []
        rulings = tuple(answer["id"] for answer in answers if answer["o"] == "ruling")
        self._taken.append(Taken(dict(event), before, rulings, quiet=not answers))
        if len(self._taken) > MOST_KEPT and not answers:
            self._forget()
        return answers

    def _begin(self) -> None:
        """From here on, and not from before, things can be taken back."""
        self._start = encode(self.table.room)
        self._last_deal = None
        self._why = NOTHING_LEFT
        self._taken = []

    def _forget(self) -> None:
        """A card moved to and fro with nothing to say of it: only where it came to rest matters."""
        last: dict[str, int] = {}
        for k, one in enumerate(self._taken):
            if one.event["e"] == "card" and one.quiet:
                last[one.event["card"]] = k
        resting = set(last.values())
        self._taken = [
            one
            for k, one in enumerate(self._taken)
            if k in resting or one.event["e"] != "card" or not one.quiet
        ]

    def _undo(self, refusal: list[Answer]) -> list[Answer]:
        """Go back to before the last event; the table itself, without a memory, has refused."""
        if not self.table.opened:
            return refusal
        if not self._taken:
            return [{**refusal[0], "why": self._why}]
        last = self._taken[-1]
        if last.event["e"] not in PEOPLES_WORDS:
            return [{**refusal[0], "why": CARDS_MOVED}]
        self._taken.pop()
        left, self.table = self.table, self._played_again()
        self.table.room.t = left.room.t
        self.table.room.last_ruling = left.room.last_ruling  # a number is never given twice
        undone: Answer = {"o": "undone", "event": last.event, "rulings": list(last.rulings)}
        expected = self.table.expected
        return [undone, expected] if expected and expected != left.expected else [undone]

    def _played_again(self) -> Table:
        table = Table.from_room(_room.decode(self._start), self._book, self._game)
        if self._last_deal is not None:
            table.deal = self._last_deal.copied_to(table.room)
        for taken in self._taken:
            table.room.last_ruling = taken.before  # undone rulings between have used up numbers
            table.apply(taken.event)
        return table

    # On disk

    def saved(self) -> bytes:
        """The table's whole state. It holds faces: nothing but a sealed journal may have it."""
        room = self.table.room
        return encode(
            Saved(msgspec.Raw(self._start), self._taken, room.t, room.last_ruling, self._why)
        )

    @classmethod
    def restored(
        cls, data: bytes, rulebook: str | Book | None = None, game: Game | None = None
    ) -> History:
        """A table as it was saved; a ``msgspec.DecodeError`` where that cannot be read."""
        saved = _saved.decode(data)
        history = cls(rulebook, game)
        history._start, history._why = bytes(saved.room), saved.why
        history._taken = list(saved.taken)
        history.table = history._played_again()
        history.table.room.t, history.table.room.last_ruling = saved.t, saved.last_ruling
        return history
