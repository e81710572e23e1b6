"""Who takes the pot, and how much of it, over many boards at once (numpy).

A set of hands is a mask with one bit for each, so that counting boards by mask tells all: who
won alone, who split with how many.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.equity.boards import Boards
from engine.equity.tables import Index, Lows, Ranks

Masks = NDArray[np.uint16]


class Held(Protocol):
    """A hand that can be valued on boards."""

    @property
    def low(self) -> Lows | None:
        """Be None where the game has no low."""

    def ranks_on(self, some: Boards) -> Ranks:
        """Class the hand on each board."""

    def lows_on(self, some: Boards) -> Lows:
        """Value the low of the hand on each board."""


class Winners(NamedTuple):
    """Who wins each board: the high hands, and the lows (no one where no low qualifies)."""

    high: Masks
    low: Masks | None


def winners(some: Boards, seats: Sequence[Held]) -> Winners:
    """Find the best hands on each board."""
    high = _best([seat.ranks_on(some) for seat in seats])
    if seats[0].low is None:
        return Winners(high, None)
    lows = [seat.lows_on(some) for seat in seats]
    low = _best(lows)
    low[~np.logical_or.reduce([row > 0 for row in lows])] = 0
    return Winners(high, np.broadcast_to(low, high.shape))


def _best(values: Sequence[NDArray[np.unsignedinteger]]) -> Masks:
    """Mark the highest of each column."""
    top: NDArray[np.unsignedinteger] = values[0]
    for row in values[1:]:
        top = np.maximum(top, row)
    masks: Masks = (values[0] == top).astype(np.uint16)
    for bit, row in enumerate(values[1:], start=1):
        masks |= (row == top).astype(np.uint16) << bit
    return masks


class Outcomes:
    """Boards counted by who takes what."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.boards = 0
        self._takers = np.zeros(1 << seats)  # anyone who gets a chip
        self._whole = np.zeros(1 << seats)  # winners of an undivided pot
        self._high_half = np.zeros(1 << seats)  # winners of the half for the high
        self._low_half = np.zeros(1 << seats)  # winners of the half for the low

    def add(self, some: Boards, seats: Sequence[Held]) -> None:
        """Count some boards."""
        high, low = winners(some, seats)
        weight = np.broadcast_to(some.weight, high.shape).ravel()
        self.boards += round(weight.sum())
        if low is None:
            self._whole += self._counted(high, weight)
            self._takers = self._whole
            return
        split = low > 0
        self._takers += self._counted(high | low, weight)
        self._whole += self._counted(np.where(split, 0, high), weight)
        self._high_half += self._counted(np.where(split, high, 0), weight)
        self._low_half += self._counted(low, weight)
        # Mask 0 stands for boards that the line in question does not count.
        self._whole[0] = self._high_half[0] = self._low_half[0] = 0

    def _counted(self, masks: Masks, weight: NDArray[np.float64]) -> NDArray[np.float64]:
        """Add up the boards of each mask."""
        return np.bincount(masks.ravel(), weight, 1 << self.seats).astype(np.float64, copy=False)

    def of(self, seat: int) -> tuple[int, int, Fraction, Fraction]:
        """Tell the boards a hand wins alone and splits, and what high and low bring of the pot."""
        masks = np.arange(1 << self.seats)
        here = masks[masks >> seat & 1 == 1]
        wins = round(self._takers[1 << seat])
        ties = round(self._takers[here].sum()) - wins
        high = self._part(here, 2 * self._whole + self._high_half)
        return wins, ties, high, self._part(here, self._low_half)

    def _part(self, masks: Index, halves: NDArray[np.float64]) -> Fraction:
        """Tell the part of the pot that one hand takes of so many halves by mask."""
        # In parts that two to ten hands and both halves divide without remainder.
        takers = sum(masks >> other & 1 for other in range(self.seats))
        parts = (halves[masks].round().astype(np.int64) * 2520 // takers).sum()
        return Fraction(int(parts), 5040 * max(self.boards, 1))


def shares_of(won: Winners, seats: int) -> NDArray[np.float64]:
    """Tell the part of the pot that each hand (column) takes on each board (row)."""
    high = _split(won.high, seats)
    if won.low is None:
        return high
    low = _split(won.low, seats)
    return np.where(won.low[:, None] > 0, (high + low) / 2, high)


def _split(masks: Masks, seats: int) -> NDArray[np.float64]:
    """Split one pot among the hands of each mask."""
    taken: NDArray[np.float64] = (masks[:, None] >> np.arange(seats) & 1).astype(np.float64)
    taken /= np.maximum(taken.sum(axis=1, keepdims=True), 1)
    return taken
