"""The starting deal as a plan: which seat is due the next card."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import SEAT_ZONES
from engine.log import Face


class Slot(NamedTuple):
    """One card that is due."""

    seat: int
    zone: str
    face: Face
    round: int


@lru_cache(maxsize=256)
def _slots(order: tuple[int, ...], faces: tuple[Face, ...]) -> tuple[Slot, ...]:
    """The places of a deal; the same few orders come round all evening."""
    return tuple(
        Slot(seat, SEAT_ZONES[seat], face, number)
        for number, face in enumerate(faces)
        for seat in order
    )


class StartingDeal:
    """The order in which the starting hands are dealt, and how far the dealer is."""

    __slots__ = ("added", "catch_up", "faces", "missed", "order", "passed", "plan", "pos", "slots",
                 "whys")  # fmt: skip

    def __init__(self, order: list[int], faces: tuple[Face, ...]) -> None:
        self.order, self.faces = order, faces
        self.plan = _slots(tuple(order), faces)  # as it was at first
        self.slots: Sequence[Slot] = self.plan  # and as it is; other ones where it was changed
        self.whys: tuple[str, ...] = ()  # by which clause each card of the plan is its seat's
        self.pos = 0
        self.added: tuple[int, int] | None = None  # where the last stranger came, and who
        self.missed: list[Slot] = []  # places passed over, still without their card
        self.catch_up = False  # they get it at the end: the floor lets the order be
        self.passed: set[int] = set()  # seats that get theirs then

    @property
    def due(self) -> Slot | None:
        """The next card's place, or None when the deal is done."""
        return self.slots[self.pos] if self.pos < len(self.slots) else None

    @property
    def next_pass(self) -> int:
        """Which pass of cards is going round."""
        due = self.due
        return len(self.faces) if due is None else due.round

    def skip_to(self, seat: int) -> bool:
        """The dealer went on at another seat: follow him, and remember who was passed over."""
        for k in range(self.pos, len(self.slots)):
            if self.slots[k].seat == seat:
                self.missed += list(self.slots[self.pos : k])
                self.pos = k + 1
                return True
        return False

    def fill_missed(self, seat: int) -> bool:
        """A card came to a seat that had been passed over."""
        for slot in self.missed:
            if slot.seat == seat:
                self.missed.remove(slot)
                return True
        return False

    def give_back(self, owner: int, holder: int) -> None:
        """A card dealt out of order went to its owner: the seat it left is due one again."""
        at = next((k for k in range(self.pos - 1, -1, -1) if self.slots[k].seat == holder), None)
        own = next((slot for slot in self.missed if slot.seat == owner), None)
        if at is None or own is None:
            return
        self.missed.remove(own)
        if at == self.pos - 1:  # nothing was dealt since: go on where the order broke
            first = self.slots.index(own)
            self.missed = [slot for slot in self.missed if slot not in self.slots[first:at]]
            self.pos = first + 1
        else:
            self.missed.append(self.slots[at])

    def pass_on(self, holder: int, owner: int) -> None:
        """A card went on to another seat: that place is filled, the one it left comes next."""
        left = next((s for s in reversed(self.slots[: self.pos]) if s.seat == holder), None)
        due = next((k for k, s in enumerate(self.slots) if k >= self.pos and s.seat == owner), None)
        if left is not None and due is not None:
            slots = list(self.slots)
            del slots[due]
            slots.insert(self.pos, left)
            self.slots = slots

    def recall(self, seat: int) -> None:
        """A seat that was passed over gets its cards now, before the deal goes on."""
        back = [slot for slot in self.missed if slot.seat == seat]
        self.missed = [slot for slot in self.missed if slot.seat != seat]
        self.slots = [*self.slots[: self.pos], *back, *self.slots[self.pos :]]

    def recall_missed(self) -> bool:
        """Everybody else has his cards: those passed over are due; False where there are none."""
        if not self.catch_up or not self.missed or self.pos < len(self.slots):
            return False
        self.passed |= {slot.seat for slot in self.missed}
        self.slots = [*self.slots, *self.missed]
        self.missed = []
        return True

    def drop(self, seat: int) -> None:
        """A seat is left out of what remains of the deal."""
        ahead = [slot for slot in self.slots[self.pos :] if slot.seat != seat]
        self.slots = [*self.slots[: self.pos], *ahead]
        self.missed = [slot for slot in self.missed if slot.seat != seat]

    def close(self) -> None:
        """The deal is let stand as it is: no further card is due."""
        self.slots = self.slots[: self.pos]
        self.missed = []

    def add(self, seat: int, *, whole: bool = False) -> None:
        """A seat that should not be there is dealt in (hilton.A9.10), a ``whole`` hand at last."""
        later = list(range(self.next_pass + 1, len(self.faces)))
        at = {n: self._place(n) for n in later}
        slots = list(self.slots)
        for n in reversed(later):
            slots.insert(at[n], Slot(seat, SEAT_ZONES[seat], self.faces[n], n))
        if whole:  # the passes that went by without it come when all others have theirs
            slot = Slot(seat, SEAT_ZONES[seat], self.faces[-1], len(self.faces) - 1)
            slots += [slot] * (len(self.faces) - 1 - len(later))
        self.slots = slots
        self.added = (self.pos, seat)

    def _place(self, number: int) -> int:
        """Where in a later pass the added seat comes, in the dealer's own order."""
        before = self.slots[self.pos - 1].seat if self.pos else self.order[-1]
        if self.added is not None and self.added[0] == self.pos:
            before = self.added[1]  # the stranger who came just before
        for k, slot in enumerate(self.slots):
            if slot.round == number and slot.seat == before:
                return k + 1
        return next(k for k, slot in enumerate(self.slots) if slot.round == number)

    @property
    def whole(self) -> bool:
        """Whether every seat has all its cards."""
        return self.pos >= len(self.slots) and not self.missed

    def short(self) -> list[int]:
        """The seats that still lack a card."""
        return [slot.seat for slot in (*self.missed, *self.slots[self.pos :])]
