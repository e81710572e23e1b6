"""Hands of which just so many cards play, with the rest of the board's: two and three in Omaha."""

from collections.abc import Callable, Sequence
from itertools import combinations

from engine.worth.keys import KEYS

Five = Callable[[int], int]  # ranks five cards by the sum of their keys


def rank_using(uses: int, five: Five, hole: Sequence[str], board: Sequence[str]) -> int:
    """Rank the best five cards; 0 where there are too few, or none of them qualify."""
    return _best(five, _sums(hole, uses), _sums(board, 5 - uses))[0]


def best_using(uses: int, five: Five, hole: Sequence[str], board: Sequence[str]) -> tuple[str, ...]:
    """Pick the best five cards, those of the hand first."""
    _, at, on = _best(five, _sums(hole, uses), _sums(board, 5 - uses))
    own, common = list(combinations(hole, uses)), list(combinations(board, 5 - uses))
    return own[at] + common[on]


def _best(five: Five, own: list[int], common: list[int]) -> tuple[int, int, int]:
    """Find the best of all sums: its rank, and which of each it is made of."""
    best, at, on = 0, 0, 0
    for i, some in enumerate(own):
        for j, rest in enumerate(common):
            rank = five(some + rest)
            if rank > best:
                best, at, on = rank, i, j
    return best, at, on


def _sums(cards: Sequence[str], count: int) -> list[int]:
    """Add up every choice of so many cards."""
    return list(map(sum, combinations([KEYS[card] for card in cards], count)))
