"""Hands without a board, stud's and draw's: ranked in bulk by their five to seven cards (numpy).

As on boards, only two facts matter: the ranks, of which there are 50,388 ways to hold seven, and
the one suit of which there may be five.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from engine.cards import RANKS, SUITS
from engine.equity import tables
from engine.equity.boards import PLAIN, Boards, Cards
from engine.equity.spots import Form
from engine.equity.tables import Index, Lows, Ranks
from engine.games.rounds import Side
from engine.worth import scale

MADE = 5  # cards that make a hand
FOUR_SUITS, ONE_SUIT = SUITS + SUITS[0], SUITS[0] * MADE  # five of a rank are then no hand


class ClosedSeat(NamedTuple):
    """A hand of which each deal has its own: one row of cards for each."""

    game: Form
    cards: Cards
    low: Lows | None  # not None where the game has a low

    def ranks_on(self, some: Boards) -> Ranks:
        """Class the hand in each deal."""
        size = self.cards.shape[1]
        at = tables.place(np.sort((self.cards >> 2).astype(np.int8), axis=1))
        plain = plain_ranks(self.game.side, size)[at]
        if self.game.side == "low_a5":
            return plain
        if self.game.side == "low_27":
            suited = (self.cards & 3 == self.cards[:, :1] & 3).all(axis=1)
            return np.where(suited, low_27()[1][at], plain)
        return np.maximum(plain, self._flushes())

    def _flushes(self) -> Ranks:
        bits = np.left_shift(1, self.cards >> 2)
        suits = [np.where(self.cards & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)]
        return tables.best_rows([tables.flush_ranks()[mask] for mask in suits])

    def lows_on(self, some: Boards) -> Lows:
        """Value the low of the hand in each deal."""
        bits = tables.low_bits()[self.cards >> 2]
        low: Lows = tables.holdem_lows(0)[np.bitwise_or.reduce(bits, axis=1)]
        return low


def closed(game: Form, cards: Cards) -> ClosedSeat:
    """Hold other cards in each deal."""
    return ClosedSeat(game, cards, np.zeros(0, dtype=np.uint8) if game.low else None)


def no_boards(deals: int) -> Boards:
    """So many deals without a card in the middle."""
    nothing: Index = np.zeros(deals, dtype=np.intp)
    return Boards(0, nothing, np.full(deals, PLAIN, dtype=np.intp), np.ones(deals))


@cache
def plain_ranks(side: Side, size: int) -> Ranks:
    """Class every choice of so many ranks by its best five, without a flush."""
    if size == MADE:
        if side == "low_a5":
            return low_a5()
        return low_27()[0] if side == "low_27" else tables.plain_ranks()
    fewer = plain_ranks(side, size - 1)
    return tables.best_rows([fewer[left] for left in tables.without_one(size)])


@cache
def low_a5() -> Ranks:
    """Class every five ranks as an ace-to-five low."""
    return _dense([_rank("low_a5", row, FOUR_SUITS) for row in tables.multisets(MADE).tolist()])


@cache
def low_27() -> tuple[Ranks, Ranks]:
    """Class every five ranks as a deuce-to-seven low, of several suits and of one."""
    rows = tables.multisets(MADE).tolist()
    both = [_rank("low_27", row, suits) for suits in (FOUR_SUITS, ONE_SUIT) for row in rows]
    classed = _dense(both)
    return classed[: len(rows)], classed[len(rows) :]


def _rank(side: Side, row: list[int], suits: str) -> int:
    """Rank five ranks in these suits; 0 for what no deck has."""
    cards = [RANKS[rank] + suit for rank, suit in zip(row, suits, strict=True)]
    return scale(side).rank(cards, []) if len(set(cards)) == MADE else 0


def _dense(ranks: list[int]) -> Ranks:
    """Give ranks the numbers from 1 up, and leave 0 where there is none."""
    found = np.unique(np.array([0, *ranks], dtype=np.int64), return_inverse=True)[1]
    return found[1:].astype(np.uint16)
