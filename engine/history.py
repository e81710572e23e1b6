"""A table that can take back: the deal's events are kept, and one a person gave can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from engine import saved
from engine.answers import Answer
from engine.games import Game
from engine.law import Book
from engine.log import PEOPLES_WORDS, LogError
from engine.room import Room
from engine.saved import Saved, SavedError, Taken, encode
from engine.table import Numbers, Table

CARDS_MOVED = "cards have moved since: call the floor"
NOTHING_LEFT = "nothing of this deal is left to take back"
TRUE_BETWEEN = (
    "opening", "seats", "button", "small_seat", "big_seat", "redeal", "shuffled", "cut",
)  # fmt: skip
MOST_KEPT = 500  # a deal has a hundred; cards shuffled over the antennas all night, any number


class Played(NamedTuple):
    """A deal that is over: the room it began in, and what was taken since."""

    start: bytes
    taken: list[Taken]


class History:
    """A table and the way it came to its state since the deal began."""

    def __init__(self, rulebook: str | Book | None = None, game: Game | None = None) -> None:
        self._book, self._game = rulebook, game
        self.table = Table(rulebook, game)  # another object after an undo: ask for it anew
        self._taken: list[Taken] = []
        self._before: Played | None = None  # what was over when this deal began
        self.differs = False  # restored, and the last deal would come out otherwise today
        self._begin()

    @property
    def opening(self) -> dict[str, Any]:
        """The last ``open`` event."""
        return self.table.room.opening

    @property
    def last_taken(self) -> Mapping[str, Any] | None:
        """The event that an ``undo`` would take back, if it is a person's."""
        at = self._last_word()
        return self._taken[at].event if at is not None else None

    def taken_from(self, source: str) -> list[Mapping[str, Any]]:
        """What counts in this deal of all that a source has said."""
        return [one.event for one in self._taken if one.event.get("src") == source]

    def apply(self, event: Mapping[str, Any]) -> list[Answer]:
        """Take one event, ``undo`` among them, and answer it."""
        word, room = event.get("e"), self.table.room
        before = room.last_ruling, room.last_doubt
        start = encode(self.table.room_for_next_deal()) if word == "hand" else None
        answers = self.table.apply(event)
        told = answers
        if answers and answers[-1]["o"] == "reject":
            event, start = {"e": "tick", "t": event["t"]}, None  # but time may have passed
            answers = answers[:-1]
        if answers or event["e"] != "tick" or self.table.ran_out:
            self._remember(event, answers, before, start)
        return [*answers, *self._undo(told[-1:])] if word == "undo" else told

    def _remember(
        self,
        event: Mapping[str, Any],
        answers: list[Answer],
        before: Numbers,
        start: bytes | None,
    ) -> None:
        word = event["e"]
        if word == "open":
            self._begin()
            return
        if start is not None:
            self._before = self._played()
            self._start, self._taken = start, []
            self._why = NOTHING_LEFT
        ran_out = self.table.ran_out
        if ran_out is not None and word != "tick":  # that is no part of what was done then
            self._keep({"e": "tick", "t": event["t"]}, before, ran_out[0])
            before = ran_out
        self._keep(event, before, self.table.room.last_ruling, quiet=not answers)
        if not answers and len(self._taken) > MOST_KEPT:
            self._forget()

    def _keep(
        self, event: Mapping[str, Any], before: Numbers, last: int, *, quiet: bool = False
    ) -> None:
        """One event with the numbers of the rulings that it brought."""
        rulings = tuple(range(before[0] + 1, last + 1))
        self._taken.append(Taken(dict(event), before[0], rulings, quiet, before[1]))

    def _last_word(self) -> int | None:
        """The place of the last event that was more than time that passed."""
        words = (k for k, one in enumerate(self._taken) if one.event["e"] != "tick")
        return max(words, default=None)

    def _begin(self) -> None:
        """From here on, and not from before, things can be taken back."""
        self._start = encode(self.table.room)
        self._before = None
        self._why = NOTHING_LEFT
        self._taken = []

    def _played(self) -> Played:
        """The deal that is over, and what came after it; one whose successor was undone goes on."""
        before = self._before
        if before is not None and not any(one.event["e"] == "hand" for one in self._taken):
            return Played(before.start, [*before.taken, *self._taken])
        return Played(self._start, self._taken)

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
        at = self._last_word()
        if at is None:
            return [{**refusal[0], "why": self._why}]
        last = self._taken[at].event
        if last["e"] not in PEOPLES_WORDS:
            return [{**refusal[0], "why": CARDS_MOVED}]
        gone = [number for one in self._taken[at:] for number in one.rulings]
        del self._taken[at:]
        left, self.table = self.table, self._played_again()
        room = self.table.room
        # A number is never given twice.
        room.last_ruling, room.last_doubt = before = left.room.last_ruling, left.room.last_doubt
        undone: Answer = {"o": "undone", "event": last, "rulings": gone}
        brought = self.table.apply({"e": "tick", "t": left.room.t})  # time does not come back
        if brought or self.table.ran_out:
            self._keep({"e": "tick", "t": left.room.t}, before, room.last_ruling)
        told = [undone, *self._doubts_changed(left)]
        told += [answer for answer in brought if answer["o"] not in ("expect", "doubt")]
        expected = self.table.expected
        return [*told, expected] if expected and expected != left.expected else told

    def _doubts_changed(self, left: Table) -> list[Answer]:
        """Doubts that went with what was undone are over; those that it had ended are open."""
        were = {doubt["id"]: doubt for doubt in left.doubts()}
        now = {doubt["id"]: doubt for doubt in self.table.doubts()}
        over: list[Any] = [
            {"o": "doubt", "id": number, "about": doubt["about"], "over": True}
            for number, doubt in were.items()
            if number not in now
        ]
        return over + [doubt for number, doubt in now.items() if were.get(number) != doubt]

    def _played_again(self) -> Table:
        before = self._before
        start = self._start if before is None else before.start
        table = Table.from_room(saved.read_room(start), self._book, self._game)
        for taken in (*(before.taken if before is not None else ()), *self._taken):
            table.room.last_ruling = taken.before  # undone rulings between have used up numbers
            if taken.doubts >= 0:
                table.room.last_doubt = taken.doubts
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
                room.last_doubt,
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
        room = history.table.room
        room.t, room.last_ruling = was.t, was.last_ruling
        room.last_doubt = max(room.last_doubt, was.last_doubt)
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
