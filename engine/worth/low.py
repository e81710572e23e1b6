"""Low hands: eight or better, ace to five, deuce to seven. A better low has the higher rank."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from engine.cards import RANKS
from engine.worth.high import five_high
from engine.worth.keys import (
    COUNTS,
    FLUSH,
    HIGH_CARD,
    KEYS,
    SHAPES,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Value,
    card_values,
    cards_of,
    counts_of,
    packed,
)
from engine.worth.names import low_name

# Ace to eight in bits 0 to 7, by rank from the deuce to the ace: the smaller of two sets of five
# is the better low.
LOW_BITS = tuple(1 << (r + 1) if r < 7 else int(r == 12) for r in range(13))

_WORST = 9 << 20  # the other lows are counted down from here by how bad they are
_WHEELS = {
    packed(STRAIGHT, (5,)): packed(HIGH_CARD, (14, 5, 4, 3, 2)),
    packed(STRAIGHT_FLUSH, (5,)): packed(FLUSH, (14, 5, 4, 3, 2)),
}


def eight_or_better(mask: int) -> int:
    """Rank the five lowest of a set of ``LOW_BITS``; 0 where there are not so many."""
    while mask.bit_count() > 5:
        mask &= ~(1 << mask.bit_length() - 1)
    return 255 - mask if mask.bit_count() == 5 else 0


def rank_low8(cards: Sequence[str]) -> int:
    """Rank an ace-to-five low that must be eight or better; 0 where it is not."""
    return _low8(sum(map(KEYS.__getitem__, cards)) & COUNTS)


def five_low8(key: int) -> int:
    """Rank an eight-or-better low by the sum of its keys."""
    return _low8(key & COUNTS)


def best_low8(cards: Sequence[str]) -> Value:
    """Name an eight-or-better low, and the cards that make it."""
    rank = rank_low8(cards)
    if not rank:
        return Value("no low", ())
    values = [bit + 1 for bit in range(7, -1, -1) if (255 - rank) >> bit & 1]
    return _value(packed(HIGH_CARD, values), cards)


def rank_a5(cards: Sequence[str]) -> int:
    """Rank a low where aces are low, and straights and flushes do not matter."""
    return _ace_to_five(sum(map(KEYS.__getitem__, cards)) & COUNTS)


def five_a5(key: int) -> int:
    """Rank an ace-to-five low by the sum of its keys."""
    return _ace_to_five(key & COUNTS)


def best_a5(cards: Sequence[str]) -> Value:
    """Name an ace-to-five low, and the cards that make it."""
    return _value(_WORST - rank_a5(cards), cards)


def rank_27(cards: Sequence[str]) -> int:
    """Rank a low where aces are high, and straights and flushes count against it."""
    return max(five_27(sum(map(KEYS.__getitem__, five))) for five in _fives(cards))


def five_27(key: int) -> int:
    """Rank five cards as a deuce-to-seven low by the sum of their keys."""
    rank = five_high(key)
    # The ace is high only, so that it makes no straight with the five.
    return _WORST - _WHEELS.get(rank, rank)


def best_27(cards: Sequence[str]) -> Value:
    """Name a deuce-to-seven low, and the cards that make it."""
    five = max(_fives(cards), key=rank_27)
    return _value(_WORST - rank_27(five), five)


def _fives(cards: Sequence[str]) -> list[tuple[str, ...]]:
    return list(combinations(cards, min(5, len(cards))))


def _value(badness: int, cards: Sequence[str]) -> Value:
    return Value(low_name(badness >> 20, card_values(badness)), cards_of(badness, cards))


@cache
def _low8(key: int) -> int:
    counts = counts_of(key)
    return eight_or_better(sum(bit for bit, n in zip(LOW_BITS, counts, strict=True) if n))


@cache
def _ace_to_five(key: int) -> int:
    """Rank the best five by the counts of all cards; remembered, for there are not that many."""
    values: list[int] = []
    for r, count in enumerate(counts_of(key)):
        values += [1 if RANKS[r] == "A" else r + 2] * count
    return _WORST - min(map(_badness, combinations(values, min(5, len(values)))))


def _badness(five: Sequence[int]) -> int:
    """Tell how bad some values are: pairs and more first, then the cards downwards."""
    values = sorted(set(five), key=lambda value: (-five.count(value), -value))
    shape = tuple(five.count(value) for value in values)
    category = next(c for c, whole in SHAPES.items() if whole[: len(shape)] == shape)
    return packed(category, values)
