"""Cards thrown away and, where players draw, replaced: who asked for how many, and what came."""

from __future__ import annotations

from typing import NamedTuple

AT_ONCE = 4  # a fifth card comes after the others have drawn (uspa.3.2.8.5.1.10a, 3.2.10.5.5a)


class Due(NamedTuple):
    """What an exchange waits for: a request, discards, a card, or a card after all others."""

    what: str
    seat: int
    cards: int = 1


class Exchange:
    """One round of discards: a fixed number each, or as many as each likes, replaced in turn."""

    __slots__ = ("again", "asked", "asked_at", "came", "dealt", "last", "named", "order",
                 "replaces", "short", "thrown")  # fmt: skip

    def __init__(self, order: list[int], *, replaces: bool, fixed: int | None = None) -> None:
        self.order = order  # clockwise from the button's left
        self.replaces = replaces
        self.asked: dict[int, int] = dict.fromkeys(order, fixed) if fixed is not None else {}
        self.asked_at: dict[int, int] = {}  # how many cards had left the deck by then
        self.thrown: dict[int, int] = {}
        self.named: dict[int, list[str]] = {}  # discards that were told by name
        self.short: dict[int, int] = {}  # cards that a starting hand lacked: they come as well
        self.came: dict[int, int] = {}
        self.again: list[int] = []  # seats that get a card when all have drawn, for one exposed
        self.dealt = 0  # cards that left the deck for it, burns included
        self.last: int | None = None  # the seat that got the last card; none after a burn

    def wants(self, seat: int) -> int:
        """How many cards a seat gets in all, but for one that replaces another."""
        return self.asked.get(seat, 0) + self.short.get(seat, 0) if self.replaces else 0

    def owed(self, seat: int) -> int:
        """How many discards of a seat are still to come."""
        return self.asked.get(seat, 0) - self.thrown.get(seat, 0)

    def lacks(self, seat: int) -> int:
        """How many cards a seat is still to get in its turn."""
        return min(self.wants(seat), AT_ONCE) - self.came.get(seat, 0)

    def to_ask(self, live: list[int]) -> int | None:
        """Whose turn it is to say how many."""
        return next((seat for seat in self.order if seat in live and seat not in self.asked), None)

    def due(self, live: list[int]) -> Due | None:
        """What comes next; None when all is done."""
        for seat in self.order:
            if seat not in live:
                continue
            if seat not in self.asked:
                return Due("draw", seat)
            if self.owed(seat) > 0:
                return Due("discard", seat, self.owed(seat))
            if self.lacks(seat) > 0:
                return Due("card", seat, self.lacks(seat))
        return self._late(live)

    def _late(self, live: list[int]) -> Due | None:
        for seat in self.order:
            if seat in live and self.came.get(seat, 0) < self.wants(seat):
                return Due("late", seat)
        return next((Due("late", seat) for seat in self.again if seat in live), None)

    def next_card(self, live: list[int]) -> Due | None:
        """The seat that gets the next card, whatever discards are still on their way."""
        for seat in self.order:
            if seat in live and (seat not in self.asked or self.lacks(seat) > 0):
                return Due("card", seat)
        return self._late(live)

    def ask(self, seat: int, count: int) -> None:
        """A seat says how many."""
        self.asked[seat] = count
        self.asked_at[seat] = self.dealt

    def throw(self, seat: int) -> None:
        """One card of a seat is gone."""
        self.thrown[seat] = self.thrown.get(seat, 0) + 1

    def get(self, seat: int) -> None:
        """A seat got a card."""
        late = self.came.get(seat, 0) >= self.wants(seat)
        if late and seat in self.again:
            self.again.remove(seat)
        else:
            self.came[seat] = self.came.get(seat, 0) + 1
        self.dealt += 1
        self.last = seat

    def burn(self) -> None:
        """A card was burned for it."""
        self.dealt += 1
        self.last = None

    def wants_second_burn(self, seat: int) -> bool:
        """Whether a fifth card would follow the seat's other four (uspa.3.2.8.5.1.10b)."""
        return self.last == seat and self.came.get(seat, 0) == AT_ONCE < self.wants(seat)

    def settled(self, seat: int, live: list[int]) -> str:
        """Why a request can no longer be changed; nothing where it can."""
        if self.dealt > self.asked_at.get(seat, 0):
            return "dealt"
        later = self.order[self.order.index(seat) + 1 :]
        return "next_asked" if any(s in self.asked for s in later if s in live) else ""
