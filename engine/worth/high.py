"""High hands: how one to seven cards rank, and the five of them that play."""

from collections.abc import Sequence
from functools import cache

from engine.cards import RANKS
from engine.worth.keys import (
    COUNTS,
    FLUSH,
    FLUSHED,
    FULL_HOUSE,
    HIGH_CARD,
    KEYS,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_EACH_SUIT,
    TRIPS,
    TWO_PAIR,
    Value,
    card_values,
    cards_of,
    counts_of,
    flush_suit,
    packed,
)
from engine.worth.names import high_name


def rank_high(cards: Sequence[str]) -> int:
    """Rank one to seven distinct cards as a high hand; the caller vouches for the cards."""
    key = sum(map(KEYS.__getitem__, cards))
    if (key + THREE_OF_EACH_SUIT) & FLUSHED:
        return _rank_suited(cards)
    return _rank_counts(key & COUNTS)


def five_high(key: int) -> int:
    """Rank five cards, or fewer, by the sum of their keys."""
    if (key + THREE_OF_EACH_SUIT) & FLUSHED:
        return _rank_five_suited(key & COUNTS)
    return _rank_counts(key & COUNTS)


def best_high(cards: Sequence[str]) -> Value:
    """Name a high hand, and the cards that make it."""
    rank = rank_high(cards)
    return Value(_name(rank), cards_of(rank, cards))


@cache
def _name(rank: int) -> str:
    return high_name(rank >> 20, card_values(rank))


@cache
def rank_flush(mask: int) -> int:
    """Rank five to seven cards of one suit, given as a 13-bit set of ranks."""
    if top := straight_top(mask):
        return packed(STRAIGHT_FLUSH, (top,))
    return packed(FLUSH, [r + 2 for r in range(12, -1, -1) if mask >> r & 1][:5])


def straight_top(mask: int) -> int:
    """Find the top card of the best straight in a 13-bit set of ranks; 0 where there is none."""
    wheel = mask << 1 | mask >> 12  # the ace also stands below the deuce
    run = wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4
    return run.bit_length() + 4 if run else 0


def rank_multiset(counts: Sequence[int]) -> int:
    """Rank cards of which only the number of each rank matters, deuces first."""
    by_count: list[list[int]] = [[], [], [], [], []]
    mask = 0
    for r in range(12, -1, -1):
        if counts[r]:
            by_count[counts[r]].append(r + 2)
            mask |= 1 << r
    _, _, pairs, trips, quads = by_count
    if quads:
        return packed(QUADS, [quads[0], *_others(counts, quads[:1], 1)])
    if trips and len(trips) + len(pairs) > 1:
        return packed(FULL_HOUSE, [trips[0], max(trips[1:2] + pairs[:1])])
    if top := straight_top(mask):
        return packed(STRAIGHT, (top,))
    if trips:
        return packed(TRIPS, trips + _others(counts, trips, 2))
    if len(pairs) > 1:
        return packed(TWO_PAIR, pairs[:2] + _others(counts, pairs[:2], 1))
    if pairs:
        return packed(PAIR, pairs + _others(counts, pairs, 3))
    return packed(HIGH_CARD, _others(counts, (), 5))


def _others(counts: Sequence[int], used: Sequence[int], wanted: int) -> list[int]:
    """List the highest card values that are not used yet."""
    return [r + 2 for r in range(12, -1, -1) if counts[r] and r + 2 not in used][:wanted]


@cache
def _rank_counts(key: int) -> int:
    """Rank a hand without a flush; remembered, for there are under 100,000 of them."""
    return rank_multiset(counts_of(key))


@cache
def _rank_five_suited(key: int) -> int:
    """Rank five cards that are all of one suit, so that their ranks alone tell them."""
    return rank_flush(sum(1 << r for r, count in enumerate(counts_of(key)) if count))


def _rank_suited(cards: Sequence[str]) -> int:
    """Rank a hand that holds five cards of a suit; with at most seven cards nothing beats it."""
    # Four of a kind or a full house beside a flush would take eight cards.
    suit = flush_suit(cards)
    return rank_flush(sum(1 << RANKS.index(card[0]) for card in cards if card[1] == suit))
