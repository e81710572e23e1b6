"""Chips in the betting spots: what comes to those that lay there, named or asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.views import Spot
from vision.sightings import ChipsSeen

SURE = 0.5  # below it the dealer is asked, though each chip has a name
MOST = 4  # so many amounts can be offered at a glance

Chips = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What came to a spot and may be several amounts: the dealer says which."""

    seat: int
    choices: tuple[Chips, ...]  # each the chips of one amount, the least first

    def allows(self, chips: Counter[int]) -> bool:
        """Whether these chips are one of the amounts, and no more has come since."""
        return sum(chips.elements()) in map(sum, self.choices)


class Bets:
    """The chips of each spot as they were last known; none is known while some are guessed."""

    def __init__(self) -> None:
        self._spots: dict[int, Counter[int] | None] = {}
        self._pulled: dict[int, Counter[int]] = {}  # of the round before, perhaps still there
        self.asked: dict[int, Asked] = {}

    def restore(self, spots: Mapping[int, Spot]) -> None:
        """The table was away: what lies in the spots is what the journal knows of them."""
        for seat, spot in spots.items():
            self._spots[seat] = Counter(spot.chips) if spot.chips is not None else None
            if spot.before and not spot.chips:
                self._pulled[seat] = Counter(spot.before)

    def pushed(self, seen: ChipsSeen) -> list[int]:
        """The chips that came to a spot, highest first; none if any left it, or cannot be named.

        The first word of a spot is what lay there before anybody looked.
        """
        seat, now = seen.seat, Counter(seen.chips)
        before, pulled = self._spots.get(seat), self._pulled.pop(seat, None)
        asked = self.asked.pop(seat, None)
        if before is None or (seen.exact and now == pulled):
            self._spots[seat] = now if seen.exact else None
            return []
        named = seen.exact and seen.sure >= SURE and not before - now
        if named and (asked is None or asked.allows(now - before)):
            self._spots[seat] = now
            return sorted((now - before).elements(), reverse=True)
        if choices := _choices(before, seen):
            self.asked[seat] = Asked(seat, choices)
        elif seen.exact:
            self._spots[seat] = now
        elif seen.high < sum(before.elements()):
            self._spots[seat] = None  # some were taken away, and nobody knows which are left
        return []

    def said(self, seat: int, chips: Chips | None) -> None:
        """A person says which chips came to a spot, or, without them, what they are taken for."""
        asked = self.asked.pop(seat, None)
        known = self._spots.get(seat)
        if asked is not None:
            self._spots[seat] = known + Counter(chips) if chips and known is not None else None

    def forget_asked(self) -> None:
        """The round is over: nobody need say any more what was in it."""
        for seat in self.asked:
            self._spots[seat] = None
        self.asked.clear()


def _choices(before: Counter[int], seen: ChipsSeen) -> tuple[Chips, ...]:
    """What may have come: from the least to the most, in steps of the smallest chip among it."""
    had, total = sum(before.elements()), sum(seen.chips)
    if seen.low <= had and not (seen.exact and total > had):
        return ()  # perhaps nothing came, or some of it was taken away
    new = sorted((Counter(seen.chips) - before).elements(), reverse=True) or list(seen.chips)
    step = min(new, default=0)
    least, most = seen.low - had, seen.high - had
    amounts = {least, total - had, most}
    if step and (most - least) % step == 0 and (most - least) // step < MOST:
        amounts |= set(range(least, most, step))
    return tuple(_of(amount, new) for amount in sorted(amounts) if amount > 0)


def _of(amount: int, chips: list[int]) -> Chips:
    """Chips of that amount, as much as can be those that seem to have come."""
    left, taken = amount, list[int]()
    for chip in chips:
        if chip <= left:
            taken.append(chip)
            left -= chip
    unit = min(chips, default=left)
    while unit and left >= unit:  # the stack is higher than it seemed
        taken.append(unit)
        left -= unit
    return (*taken, left) if left else tuple(taken)
