"""A table that can take back: the deal's events are kept, and one a person gave can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine import saved
from engine.answers import Answer
from engine.deal.deal import Deal
from engine.games import Game
from engine.law import Book
from engine.log import PEOPLES_WORDS, LogError
from engine.room import Room
from engine.saved import Saved, SavedError, Taken, encode
from engine.table import Table

CARDS_MOVED = "cards have moved since: call the floor"
NOTHING_LEFT = "nothing of this deal is left to take back"
TRUE_BETWEEN = (
    "opening", "seats", "button", "small_seat", "big_seat", "redeal", "shuffled", "cut",
)  # fmt: skip
MOST_KEPT = 500  # a deal has a hundred; cards shuffled over the antennas all night, any number


class History:
    """A table and the way it came to its state since the deal began."""

    def __init__(self, rulebook: str | Book | None = None, game: Game | None = None) -> None:
        self._book, self._game = rulebook, game
        self.table = Table(rulebook, game)  # another object after an undo: ask for it anew
        self._taken: list[Taken] = []
        self._last_deal: Deal | None = None  # over when this one began; to be shown again
        self.differs = False  # restored, and the last deal would come out otherwise today
        self._begin()

    @property
    def opening(self) -> dict[str, Any]:
        """The last ``open`` event."""
        return self.table.room.opening

    @property
    def last_taken(self) -> Mapping[str, Any] | None:
        """The event that an ``undo`` would take back, if it is a person's."""
        return self._taken[-1].event if self._taken else None

    def apply(self, event: Mapping[str, Any]) -> list[Answer]:
        """Take one event, ``undo`` among them, and answer it."""
        word, room = event.get("e"), self.table.room
        before = room.last_ruling
        start = (encode(room), self.table.deal) if word == "hand" else None
        answers = self.table.apply(event)
        told = answers
        if answers and answers[-1]["o"] == "reject":
            event, start = {"e": "tick", "t": event["t"]}, None  # but time may have passed
            answers = answers[:-1]
        if answers or event["e"] != "tick":
            self._remember(event, answers, before, start)
        return [*answers, *self._undo(told[-1:])] if word == "undo" else told

    def _remember(
        self,
        event: Mapping[str, Any],
        answers: list[Answer],
        before: int,
        start: tuple[bytes, Deal] | None,
    ) -> None:
        word = event["e"]
        if word == "open":
            self._begin()
            return
        if start is not None:
            self._start, self._last_deal = start
            self._why, self._taken = NOTHING_LEFT, []
        rulings: tuple[int, ...] = ()
        if self.table.room.last_ruling != before:
            rulings = tuple(answer["id"] for answer in answers if answer["o"] == "ruling")
        self._taken.append(Taken(dict(event), before, rulings, not answers))
        if not answers and len(self._taken) > MOST_KEPT:
            self._forget()

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
        table = Table.from_room(saved.read_room(self._start), self._book, self._game)
        if self._last_deal is not None:
            table.deal = self._last_deal.copied_to(table.room)
        for taken in self._taken:
            table.room.last_ruling = taken.before  # undone rulings between have used up numbers
            table.apply(taken.event)
        return table

    # On disk

    def saved(self) -> bytes:
        """The table's whole state. It holds faces: nothing but a sealed journal may have it.

        The finished deal before this one is not in it: undo ``hand`` after a restart, and the felt
        is empty until the next one.
        """
        room = self.table.room
        return encode(
            Saved(
                msgspec.Raw(self._start),
                self._taken,
                room.t,
                room.last_ruling,
                self._why,
                None if self.table.deal_on else room,
            )
        )

    @classmethod
    def restored(
        cls, data: bytes, rulebook: str | Book | None = None, game: Game | None = None
    ) -> History:
        """A table as it was saved, or a ``SavedError`` that says why it cannot be."""
        was = saved.read(data)
        history = cls(rulebook, game)
        history._start, history._why = bytes(was.room), was.why
        history._taken = list(was.taken)
        try:
            history._come_back(was.over)
        except LogError as error:  # not its text: that would name a face
            raise SavedError(f"not playable: expected {error.expected} as {error.field}") from None
        history.table.room.t, history.table.room.last_ruling = was.t, was.last_ruling
        return history

    def _come_back(self, over: Room | None) -> None:
        """Play the deal again; one that was over stays as it came out, whatever is ruled today."""
        try:
            self.table = self._played_again()
        except LogError:
            if over is None:
                raise
        if over is None or (not self.table.deal_on and _same_between(self.table.room, over)):
            return
        self.table = Table.from_room(over, self._book, self._game)
        self._begin()
        self.differs = True


def _same_between(one: Room, other: Room) -> bool:
    """Whether the next deal begins alike."""
    return all(getattr(one, name) == getattr(other, name) for name in TRUE_BETWEEN)
