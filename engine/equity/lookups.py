"""What one hand looks up for a board: its class, its flushes, its low (numpy)."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from engine.equity import tables
from engine.equity.boards import Boards, Cards
from engine.equity.spots import Form
from engine.equity.tables import NO_SUIT, Lows, Ranks


class Seat(NamedTuple):
    """One known hand: a row for the ranks of the board, one for its suit set, one for the low."""

    high: Ranks
    flush: Ranks
    low: Lows | None

    def ranks_on(self, some: Boards) -> Ranks:
        """Class the hand on each board."""
        return np.maximum(self.high[some.ranks], self.flush[some.flush])

    def lows_on(self, some: Boards) -> Lows:
        """Value the low of the hand on each board."""
        assert self.low is not None  # only asked for where the game has a low
        return self.low[some.ranks]


class DrawnSeat(NamedTuple):
    """A hand of which each board has its own: one row of cards for each board."""

    game: Form
    cards: Cards
    low: Lows | None  # not None where the game has a low

    def ranks_on(self, some: Boards) -> Ranks:
        """Class the hand on each board."""
        suit, set_ = np.divmod(some.flush, NO_SUIT + 1)
        suited = self.cards & 3 == suit[:, None]
        ranks = self.cards >> 2
        if self.game.uses is None:
            mask = np.where(suited, np.left_shift(1, ranks), 0).sum(axis=1)
            flush = tables.flush_ranks()[tables.suit_set_masks()[set_] | mask]
            plain = tables.holdem_ranks(5)[_pairs(ranks), some.ranks]
            return tables.best_rows([plain, flush])
        best = np.zeros(len(ranks), dtype=np.uint16)
        for one, other in combinations(range(self.game.hole), 2):
            pair = _pairs(ranks[:, [one, other]])
            np.maximum(best, tables.omaha_ranks(5)[pair, some.ranks], out=best)
            set_here = np.where(suited[:, one] & suited[:, other], set_, NO_SUIT)
            np.maximum(best, tables.omaha_flush_table()[pair, set_here], out=best)
        return best

    def lows_on(self, some: Boards) -> Lows:
        """Value the low of the hand on each board."""
        board = tables.board_low_masks(5)[some.ranks]
        bits = tables.low_bits()[self.cards >> 2]
        if self.game.uses is None:
            low: Lows = tables.holdem_lows(0)[board | bits[:, 0] | bits[:, 1]]
            return low
        best = np.zeros(len(bits), dtype=np.uint8)
        for one, other in combinations(range(self.game.hole), 2):
            low = tables.omaha_low_table()[bits[:, one] | bits[:, other], board]
            # Two of a rank leave one bit, for which the table has no low, as it should.
            np.maximum(best, low, out=best)
        return best


def drawn(game: Form, cards: Cards) -> DrawnSeat:
    """Hold other cards on each board."""
    return DrawnSeat(game, cards, np.zeros(0, dtype=np.uint8) if game.low else None)


def _pairs(ranks: Cards) -> Cards:
    """Find rows of two ranks among the pairs."""
    low, high = ranks.min(axis=1), ranks.max(axis=1)
    found: Cards = high * (high + 1) // 2 + low
    return found


def holding(game: Form, hole: Sequence[int], board: int) -> Seat:
    """Look up all that a hand needs for boards of that many cards."""
    low = _low_row(game, hole, board) if game.low else None
    if game.uses is None:
        return Seat(tables.holdem_ranks(board)[_pair(hole)], _holdem_flushes(hole), low)
    pairs = list(combinations(hole, 2))
    high = tables.best_rows([tables.omaha_ranks(board)[_pair(two)] for two in pairs])
    return Seat(high, _omaha_flushes(pairs), low)


def _pair(two: Sequence[int]) -> int:
    """Find two cards among the pairs of ranks."""
    low, high = sorted(card >> 2 for card in two)
    return high * (high + 1) // 2 + low


def _suit_mask(cards: Sequence[int], suit: int) -> int:
    """Gather the ranks of one suit into a mask."""
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)


def _holdem_flushes(hole: Sequence[int]) -> Ranks:
    """Row up the flushes of two cards in each suit."""
    return np.concatenate([tables.holdem_flushes(_suit_mask(hole, suit)) for suit in range(4)])


def _omaha_flushes(pairs: Sequence[Sequence[int]]) -> Ranks:
    """Row up the flushes of the suited pairs of a hand."""
    flush = np.zeros(4 * (NO_SUIT + 1), dtype=np.uint16)
    for one, other in pairs:
        if one & 3 == other & 3:
            suit = one & 3
            row = flush[suit * (NO_SUIT + 1) : (suit + 1) * (NO_SUIT + 1)]
            np.maximum(row, tables.omaha_flushes(_suit_mask((one, other), suit)), out=row)
    return flush


def _low_row(game: Form, hole: Sequence[int], board: int) -> Lows:
    """Row up the lows of a hand by the ranks of the board."""
    masks = tables.board_low_masks(board)
    if game.uses is None:
        return tables.holdem_lows(_low_bits(hole))[masks]
    best = np.zeros(256, dtype=np.uint8)
    for two in combinations(hole, 2):
        np.maximum(best, tables.omaha_lows(_low_bits(two)), out=best)
    return best[masks]


def _low_bits(cards: Sequence[int]) -> int:
    """Gather the low ranks of some cards."""
    return int(np.bitwise_or.reduce(tables.low_bits()[[card >> 2 for card in cards]]))
