"""Lookup tables for hands and boards in bulk, built when first asked for (numpy).

Two facts make a board small. Without a flush only its ranks matter, and there are no more than
6,188 ways to pick five ranks with repetition. And only one suit can give anyone a flush: the one
with three or more cards on the board, of which there are 2,288 sets. Every table is indexed by
one of those two.
"""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.worth.high import rank_flush, rank_multiset
from engine.worth.low import LOW_BITS, eight_or_better

Ranks = NDArray[np.uint16]  # hand classes, 0 for none, 1 for the worst to 7,462 for the best
Lows = NDArray[np.uint8]  # eight-or-better lows, 0 for none, higher is better
Index = NDArray[np.intp]

NO_SUIT = 2288  # the place, behind all sets of three to five suited cards, for "no flush here"
THREES, FOURS, FIVES = slice(0, 286), slice(286, 1001), slice(1001, NO_SUIT)


@cache
def multisets(size: int) -> NDArray[np.int8]:
    """List every choice of ranks with repetition, each row ascending, in the order of ``place``."""
    if size == 0:
        return np.zeros((1, 0), dtype=np.int8)
    smaller = multisets(size - 1)
    parts = []
    for top in range(13):
        below = smaller[: comb(top + size - 1, size - 1)]
        parts.append(np.column_stack([below, np.full(len(below), top, dtype=np.int8)]))
    return np.concatenate(parts)


@cache
def rank_counts(size: int) -> NDArray[np.uint8]:
    """Count each of the thirteen ranks in every multiset."""
    same = multisets(size)[:, :, None] == np.arange(13, dtype=np.int8)
    counts: NDArray[np.uint8] = same.sum(axis=1, dtype=np.uint8)
    return counts


@cache
def _place_terms(size: int) -> Index:
    """Tell what each rank in each column adds to the place of an ascending row."""
    terms = [[comb(rank + col, col + 1) for rank in range(13)] for col in range(size)]
    return np.array(terms, dtype=np.intp)


def place(rows: NDArray[np.int8]) -> Index:
    """Find ascending rows of ranks in ``multisets``."""
    terms = _place_terms(rows.shape[-1])
    found: Index = terms[0][rows[..., 0]]
    for col in range(1, rows.shape[-1]):
        found += terms[col][rows[..., col]]
    return found


@cache
def adding(size: int) -> Index:
    """Tell for each multiset and each rank where the multiset with that rank added stands."""
    rows = multisets(size)[:, None, :]
    rank = np.arange(13, dtype=np.int8)[None, :, None]
    # Inserting into an ascending row: each column is the old one, its left neighbour or the rank.
    grown = np.empty((len(rows), 13, size + 1), dtype=np.int8)
    grown[..., :size] = np.minimum(rows, rank)
    grown[..., size] = rank[..., 0]
    np.maximum(grown[..., 1:], rows, out=grown[..., 1:])
    return place(grown)


@cache
def without_one(size: int) -> list[Index]:
    """Tell for each multiset where it stands after losing its first, second, ... card."""
    rows = multisets(size)
    return [place(np.delete(rows, col, axis=1)) for col in range(size)]


@cache
def _classes() -> NDArray[np.int64]:
    """List the 7,462 five-card ranks in ascending order."""
    suited = set(_suited_fives().values())
    plain = {int(rank) for rank in _packed_fives() if rank}
    return np.array(sorted(suited | plain), dtype=np.int64)


@cache
def _packed_fives() -> NDArray[np.int64]:
    """Rank every five ranks without a flush; 0 for five of a kind."""
    counted: list[list[int]] = rank_counts(5).tolist()
    return np.array([rank_multiset(c) if max(c) < 5 else 0 for c in counted], dtype=np.int64)


@cache
def _suited_fives() -> dict[int, int]:
    """Rank every five suited cards by their mask."""
    return {mask: rank_flush(mask) for mask in range(8192) if mask.bit_count() == 5}


def _dense(packed: NDArray[np.int64]) -> Ranks:
    """Give ranks the numbers 1 to 7,462, and leave 0 where there is none."""
    found = np.searchsorted(_classes(), packed) + 1
    return np.where(packed > 0, found, 0).astype(np.uint16)


@cache
def plain_ranks() -> Ranks:
    """Class every five ranks, without a flush."""
    return _dense(_packed_fives())


@cache
def two_and_three() -> Ranks:
    """Class every two ranks in the hand (rows) with every three on the board (columns)."""
    first, second = adding(3), adding(4)
    return np.stack([plain_ranks()[second[first[:, a], b]] for a, b in multisets(2)])


@cache
def holdem_ranks(board: int) -> Ranks:
    """Class every two ranks in the hand with every board of that many ranks."""
    if board == 3:
        return two_and_three()
    best = _leaving_one_out(holdem_ranks(board - 1), board)
    # What leaves out no card of the board plays one card of the hand with four, or the board.
    if board == 5:
        return np.maximum(best, plain_ranks(), out=best)
    with_one = plain_ranks()[adding(4)]
    for row, (a, b) in zip(best, multisets(2), strict=True):
        np.maximum(row, with_one[:, a], out=row)
        np.maximum(row, with_one[:, b], out=row)
    return best


@cache
def omaha_ranks(board: int) -> Ranks:
    """Class every two ranks in the hand with the best three of every board of that many ranks."""
    if board == 3:
        return two_and_three()
    return _leaving_one_out(omaha_ranks(board - 1), board)


def _leaving_one_out(smaller: Ranks, board: int) -> Ranks:
    """Class boards of that many ranks by the best that is left after losing a card."""
    fewer, *others = without_one(board)
    best: Ranks = smaller.take(fewer, axis=1)
    for fewer in others:
        np.maximum(best, smaller.take(fewer, axis=1), out=best)
    return best


@cache
def suit_sets() -> Index:
    """List the sets of three, four and five ranks of one suit as 13-bit masks, threes first."""
    sets = [sum(1 << r for r in ranks) for k in (3, 4, 5) for ranks in combinations(range(13), k)]
    return np.array(sets, dtype=np.intp)


@cache
def suit_set_masks() -> Index:
    """List the suit sets, and an empty one at ``NO_SUIT``."""
    return np.append(suit_sets(), 0)


@cache
def suit_set_places() -> Index:
    """Tell where each 13-bit mask stands in ``suit_sets``; ``NO_SUIT`` where it does not."""
    places = np.full(8192, NO_SUIT, dtype=np.intp)
    places[suit_sets()] = np.arange(NO_SUIT)
    return places


@cache
def flush_ranks() -> Ranks:
    """Class every 13-bit mask of five to seven suited ranks; 0 for fewer."""
    best = _dense(np.array([_suited_fives().get(mask, 0) for mask in range(8192)], dtype=np.int64))
    sizes = np.array([mask.bit_count() for mask in range(8192)])
    for size in (6, 7):  # the best five of them are the best that is left after losing one
        masks = np.flatnonzero(sizes == size)
        for r in range(13):
            best[masks] = np.maximum(best[masks], best[masks & ~(1 << r)])
    return best


@cache
def holdem_flushes(hole: int) -> Ranks:
    """Class every suit set on the board with the ranks of that suit in the hand (a mask)."""
    ranks: Ranks = flush_ranks()[suit_set_masks() | hole]
    return ranks


@cache
def omaha_flushes(two: int) -> Ranks:
    """Class the best three of every suit set with two suited cards of the hand (a mask)."""
    best = np.zeros(NO_SUIT + 1, dtype=np.uint16)
    best[THREES] = flush_ranks()[suit_sets()[THREES] | two]
    for larger in (FOURS, FIVES):
        best[larger] = best[_suit_sets_without_one(larger.start, larger.stop)].max(axis=0)
    return best


@cache
def omaha_flush_table() -> Ranks:
    """Row up ``omaha_flushes`` by the place of the two ranks; nothing for two of a rank."""
    return np.stack([omaha_flushes((1 << a) | (1 << b)) for a, b in multisets(2).tolist()])


@cache
def _suit_sets_without_one(start: int, stop: int) -> Index:
    """Tell for some suit sets of one size where they stand after losing any of their cards."""
    sets, places = suit_sets()[start:stop], suit_set_places()
    # A rank that the set does not hold leaves it as large as it was: those go to NO_SUIT.
    left = [np.where(sets >> r & 1, places[sets & ~(1 << r)], NO_SUIT) for r in range(13)]
    return np.sort(np.stack(left), axis=0)[: sets[0].item().bit_count()]


# A low is a mask of five ranks, ace to eight in bits 0 to 7: the smaller mask is the better low.
@cache
def low_bits() -> NDArray[np.uint8]:
    """Give each rank its bit in a low; none above the eight."""
    return np.array(LOW_BITS, dtype=np.uint8)


@cache
def board_low_masks(board: int) -> NDArray[np.uint8]:
    """Gather the low ranks of every board of that many ranks."""
    masks: NDArray[np.uint8] = np.bitwise_or.reduce(low_bits()[multisets(board)], axis=1)
    return masks


@cache
def holdem_lows(hole: int) -> Lows:
    """Value the low of a hand (a mask) with every mask of low ranks on the board."""
    return np.array([eight_or_better(hole | board) for board in range(256)], dtype=np.uint8)


@cache
def omaha_lows(two: int) -> Lows:
    """Value the low of exactly two cards of the hand with every mask of the board."""
    if two.bit_count() != 2:
        return np.zeros(256, dtype=np.uint8)
    # Cards of the board that pair the hand are no use, and of the others the three lowest play.
    return np.array([eight_or_better(two | _three_lowest(b & ~two)) for b in range(256)], np.uint8)


@cache
def omaha_low_table() -> Lows:
    """Row up ``omaha_lows`` by the mask of the two cards."""
    return np.stack([omaha_lows(two) for two in range(256)])


def _three_lowest(mask: int) -> int:
    """Keep the three lowest ranks of a mask."""
    while mask.bit_count() > 3:
        mask &= ~(1 << mask.bit_length() - 1)
    return mask


def best_rows(rows: list[NDArray[np.uint16]]) -> Ranks:
    """Take the best of several rows, place by place."""
    best = rows[0]
    for row in rows[1:]:
        best = np.maximum(best, row)
    return best
