"""Boards in bulk: what they mean for a hand, and how many there are of each kind (numpy)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.equity import tables
from engine.equity.tables import NO_SUIT, Index

# Cards are numbers here: four times the rank (deuce 0, ace 12) plus the suit.
Cards = NDArray[np.int64]

PLAIN = 4 * (NO_SUIT + 1) - 1  # the flush index of a board that gives nobody a flush


class Boards(NamedTuple):
    """Some kinds of boards: what a hand looks up for each, and how many boards it stands for."""

    size: int  # cards on each board
    ranks: Index  # the place of its ranks in ``multisets(size)``
    flush: Index  # suit times (NO_SUIT + 1) plus the place in ``suit_sets``, or PLAIN
    weight: NDArray[np.float64]


def dealt(cards: Cards) -> Boards:
    """Class boards that are dealt out card by card, one in each row."""
    ranks = tables.place(np.sort((cards >> 2).astype(np.int8), axis=1))
    bits = np.left_shift(1, cards >> 2)
    flush = np.full(len(cards), PLAIN, dtype=np.intp)
    for suit in range(4):
        mask = np.where(cards & 3 == suit, bits, 0).sum(axis=1)
        place = tables.suit_set_places()[mask]
        flush = np.where(place < NO_SUIT, suit * (NO_SUIT + 1) + place, flush)
    return Boards(cards.shape[1], ranks, flush, np.ones(len(cards)))


def completed(board: Sequence[int], unseen: Sequence[int]) -> Boards:
    """Deal every way to complete a board that lacks two cards or fewer."""
    rest = np.array(unseen, dtype=np.int64)
    missing = 5 - len(board)
    known = np.array(board, dtype=np.int64)
    if missing == 0:
        return dealt(known[None, :])
    if missing == 1:
        last = rest[:, None]
    else:
        first, second = np.triu_indices(len(rest), 1)
        last = np.column_stack([rest[first], rest[second]])
    return dealt(np.column_stack([np.tile(known, (len(last), 1)), last]))


def next_cards(board: Sequence[int], unseen: Sequence[int]) -> Boards:
    """Deal each unseen card once, as the turn or the river."""
    known = np.tile(np.array(board, dtype=np.int64), (len(unseen), 1))
    return dealt(np.column_stack([known, np.array(unseen, dtype=np.int64)]))


def all_five(unseen: Sequence[int], flushes_from: Sequence[int]) -> Iterator[Boards]:
    """Count all boards of five by kind, in slices.

    ``flushes_from`` tells for each suit how many cards of it on the board may give a flush to
    someone (6 for never): those boards are told apart by that suit, all others by rank alone.
    """
    left = np.zeros((4, 13), dtype=np.int64)
    for card in unseen:
        left[card & 3, card >> 2] = 1
    plain = _ways(left.sum(axis=0), 5)
    for suit in range(4):
        for slice_ in _suited(left, suit, flushes_from[suit]):
            counted = np.bincount(slice_.ranks.ravel(), slice_.weight.ravel(), len(plain))
            plain -= counted
            yield slice_
    some = np.flatnonzero(plain)
    yield Boards(5, some, np.array([PLAIN]), plain[some])


def _suited(left: NDArray[np.int64], suit: int, fewest: int) -> Iterator[Boards]:
    """Count the boards with at least so many cards of a suit: suit sets times other ranks."""
    sets = tables.suit_sets()
    gone = sum(1 << r for r in range(13) if not left[suit, r])
    others = left.sum(axis=0) - left[suit]
    for size, part in ((3, tables.THREES), (4, tables.FOURS), (5, tables.FIVES)):
        here = np.flatnonzero(sets[part] & gone == 0)
        if size < fewest or not len(here):
            continue
        ranks = _with_other_ranks(size)[here]
        flush = suit * (NO_SUIT + 1) + part.start + here[:, None]
        weight = np.broadcast_to(_ways(others, 5 - size), ranks.shape)
        yield Boards(5, ranks, flush, weight)


@cache
def _with_other_ranks(size: int) -> Index:
    """Tell for each suit set of a size, and each multiset of the other ranks, the whole board's."""
    part = {3: tables.THREES, 4: tables.FOURS, 5: tables.FIVES}[size]
    held = tables.suit_sets()[part, None] >> np.arange(13) & 1
    ranks = tables.place(np.nonzero(held)[1].reshape(len(held), size).astype(np.int8))[:, None]
    for more in range(5 - size):
        # Every multiset of the other ranks is added card by card.
        column = tables.multisets(5 - size)[:, more]
        ranks = tables.adding(size + more)[ranks, column]
    return ranks


def _ways(left: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    """Count the ways to deal every multiset of that size from what is left of each rank."""
    if size == 0:
        return np.ones(1)
    # The first card of a rank may be any that is left, the second any but that one, and so on.
    still = np.maximum(left - np.arange(size)[:, None], 0).astype(np.float64).ravel()
    columns, orders = _choices(size)
    ways: NDArray[np.float64] = still[columns[0]]
    for column in columns[1:]:
        ways *= still[column]
    ways /= orders
    return ways


@cache
def _choices(size: int) -> tuple[Index, NDArray[np.float64]]:
    """Tell for every card of each multiset which of its rank it is, and how many orders it has."""
    rows = tables.multisets(size).astype(np.intp)
    earlier = np.array([(rows[:, :col] == rows[:, col, None]).sum(axis=1) for col in range(size)])
    return earlier * 13 + rows.T, np.prod(earlier + 1.0, axis=0)
