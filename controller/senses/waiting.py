"""What happened and is not yet told: it goes out in the order in which it happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Event = dict[str, Any]
Make = Callable[[], list[Event]]
_AGAIN = 0.05  # seconds until it is looked at again whether something earlier was decided
_numbers = count()


@dataclass(slots=True, eq=False)
class Item:
    """Something that happened, and what it becomes when its turn has come."""

    since: float  # when it happened
    told: float  # when that came to be known
    ready: float  # when no more need be known of it
    make: Make
    drawn: float | None = None  # of a card: when the shoe gave it
    heeds_draws: bool = False  # whether a card in the air may come before it
    number: int = field(default_factory=lambda: next(_numbers))


@dataclass(frozen=True, slots=True)
class Undecided:
    """What is known to have happened, though not yet what it was."""

    since: float | None = None  # an antenna reads a card from then on
    drawn: tuple[float, ...] = ()  # when the cards that are in the air left the shoe

    def before(self, item: Item) -> bool:
        """Whether it may have happened before this item."""
        if self.since is not None and self.since < item.since:
            return True
        limit = item.since if item.heeds_draws else item.drawn
        return limit is not None and any(draw < limit for draw in self.drawn)


class Waiting:
    """The items by their order; the first one holds up all others, though never for long."""

    def __init__(self, hold: float, together: float) -> None:
        self._hold, self._together = hold, together
        self._items: list[Item] = []
        self._held_at: float | None = None  # when something undecided last held the first one up

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __contains__(self, item: object) -> bool:
        return item in self._items

    def add(self, item: Item) -> None:
        """Put it in its place."""
        self._items.append(item)

    def drop(self, item: Item | None) -> None:
        """Forget it, if it still waits."""
        if item in self._items:
            self._items.remove(item)

    def next(self, t: float, undecided: Undecided) -> Item | None:
        """Take the first item if its turn has come."""
        first, self._held_at = self._first(), None
        if first is None or first.ready > t:
            return None
        if undecided.before(first) and t < first.told + self._hold:
            self._held_at = t
            return None
        self._items.remove(first)
        return first

    def due(self) -> float | None:
        """When the first item should be looked at again."""
        first = self._first()
        if first is None:
            return None
        if self._held_at is None:
            return first.ready
        return min(first.told + self._hold, self._held_at + _AGAIN)

    def _first(self) -> Item | None:
        """The earliest; but cards that lie down together come as the shoe gave them."""
        if not self._items:
            return None
        first = min(self._items, key=lambda item: (item.since, item.number))
        if first.drawn is None:
            return first
        drawn = [
            (item.drawn, item.number, item)
            for item in self._items
            if item.drawn is not None and item.since - first.since <= self._together
        ]
        return min(drawn)[-1]
