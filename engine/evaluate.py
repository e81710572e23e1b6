"""What a hand of cards is worth: its rank, its plain name and the five cards that make it.

A rank is one number, higher is better, and equal numbers tie: the category (high card 0 to
straight flush 8) in front, then up to five card values of four bits each (two is 2, ace is 14).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.cards import RANKS
from engine.handnames import high_name, low_name

SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

# How often each card value of a rank stands in the five cards, by category.
SHAPES = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    TRIPS: (3, 1, 1),
    FULL_HOUSE: (3, 2),
    QUADS: (4, 1),
}

# One number per card, so that a sum over a hand counts every rank (three bits each) and, above
# them, every suit (four bits each). A suit counted five times or more then shows in _FLUSHED.
_SUIT_SHIFT = 39
_COUNTS = (1 << _SUIT_SHIFT) - 1
_KEYS = {
    rank + suit: (1 << 3 * r) + (1 << (_SUIT_SHIFT + 4 * s))
    for r, rank in enumerate(RANKS)
    for s, suit in enumerate(SUITS)
}
_THREE_OF_EACH_SUIT = 0x3333 << _SUIT_SHIFT
_FLUSHED = 0x8888 << _SUIT_SHIFT


# A low rank is counted down from here, so that a better low has the higher rank too.
_LOW_ZERO = 9 << 20


class HandError(ValueError):
    """Cards that cannot be a hand."""


class Hand(NamedTuple):
    """The worth of some cards; compare hands by ``rank``."""

    rank: int
    name: str
    cards: tuple[str, ...]


def check_cards(cards: Sequence[str]) -> None:
    """Refuse a card that is not in the deck, and the same card twice."""
    for card in cards:
        if card not in _KEYS:
            raise HandError(f"{card!r} is no card: write the rank and the suit, as in Ah or Tc")
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise HandError(f"{twice} stands there twice: each card is in the deck once")


def rank_high(cards: Sequence[str]) -> int:
    """Rank one to seven distinct cards as a high hand; the caller vouches for the cards."""
    key = sum(map(_KEYS.__getitem__, cards))
    if (key + _THREE_OF_EACH_SUIT) & _FLUSHED:
        return _rank_flush(cards)
    return _rank_counts(key & _COUNTS)


def best_high(cards: Sequence[str]) -> Hand:
    """Rank one to seven cards as a high hand, with its name and the cards that make it."""
    _check_hand(cards)
    rank = rank_high(cards)
    return Hand(rank, high_name(rank >> 20, card_values(rank)), _cards_of(rank, cards))


def best_ace_to_five(cards: Sequence[str], *, qualified: bool = False) -> Hand | None:
    """Rank a low hand, aces low, straights and flushes no matter; qualified: eight or better."""
    _check_hand(cards)
    return _best_low(combinations(cards, min(5, len(cards))), _ace_to_five, qualified)


def best_deuce_to_seven(cards: Sequence[str]) -> Hand:
    """Rank a low hand, aces high, straights and flushes against it."""
    _check_hand(cards)
    hand = _best_low(combinations(cards, min(5, len(cards))), _deuce_to_seven, False)
    assert hand is not None  # only a qualifier leaves a player without a low
    return hand


def best_omaha_high(hole: Sequence[str], board: Sequence[str]) -> Hand:
    """Rank the best high hand of exactly two hole cards and three of the board."""
    _check_omaha(hole, board)
    return best_high(max(_two_and_three(hole, board), key=rank_high))


def best_omaha_low(hole: Sequence[str], board: Sequence[str]) -> Hand | None:
    """Rank the best eight-or-better low of two hole cards and three of the board, if any."""
    _check_omaha(hole, board)
    return _best_low(_two_and_three(hole, board), _ace_to_five, True)


def card_values(rank: int) -> tuple[int, ...]:
    """Take the card values out of a rank: 14 for an ace, none for a card that is missing."""
    nibbles = (rank >> shift & 15 for shift in (16, 12, 8, 4, 0))
    return tuple(value for value in nibbles if value)


def packed(category: int, values: Sequence[int]) -> int:
    """Put a category and up to five card values into one rank."""
    rank = category
    for value in values:
        rank = rank << 4 | value
    return rank << 4 * (5 - len(values))


def straight_top(mask: int) -> int:
    """Find the top card of the best straight in a 13-bit set of ranks; 0 where there is none."""
    wheel = mask << 1 | mask >> 12  # the ace also stands below the deuce
    run = wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4
    return run.bit_length() + 4 if run else 0


_WHEELS = (packed(STRAIGHT, (5,)), packed(STRAIGHT_FLUSH, (5,)))


@cache
def rank_flush(mask: int) -> int:
    """Rank five to seven cards of one suit, given as a 13-bit set of ranks."""
    if top := straight_top(mask):
        return packed(STRAIGHT_FLUSH, (top,))
    return packed(FLUSH, [r + 2 for r in range(12, -1, -1) if mask >> r & 1][:5])


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


def _check_hand(cards: Sequence[str]) -> None:
    """Refuse what no hand can be."""
    if not 1 <= len(cards) <= 7:
        raise HandError(f"a hand has one to seven cards, not {len(cards)}")
    check_cards(cards)


def _check_omaha(hole: Sequence[str], board: Sequence[str]) -> None:
    """Refuse a hole or a board that Omaha does not deal."""
    if len(hole) != 4:
        raise HandError(f"an Omaha hand has four hole cards, not {len(hole)}")
    if not 3 <= len(board) <= 5:
        raise HandError(f"an Omaha hand needs a board of three to five cards, not {len(board)}")
    check_cards([*hole, *board])


def _two_and_three(hole: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Deal out every five cards that Omaha allows."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


def _best_low(
    fives: Iterable[tuple[str, ...]],
    badness_of: Callable[[Sequence[str]], int],
    qualified: bool,
) -> Hand | None:
    """Pick the five cards that are the least bad; None where they must qualify and do not."""
    cards = min(fives, key=badness_of)
    badness = badness_of(cards)
    category, values = badness >> 20, card_values(badness)
    if qualified and (category or values[0] > 8 or len(values) < 5):
        return None
    # Sorted by what the name calls first: the pair or trips, then the cards downwards.
    places = {RANKS[(value - 2) % 13]: place for place, value in enumerate(values)}
    in_order = sorted(cards, key=lambda card: places.get(card[0], 0))
    return Hand(_LOW_ZERO - badness, low_name(category, values), tuple(in_order))


def _ace_to_five(cards: Sequence[str]) -> int:
    """Tell how bad a low hand is where the ace is the lowest card: 0 to 8 of a category first."""
    counts = [0] * 15
    for card in cards:
        counts[1 if card[0] == "A" else RANKS.index(card[0]) + 2] += 1
    values = sorted((v for v in range(15) if counts[v]), key=lambda v: (-counts[v], -v))
    shape = tuple(counts[v] for v in values)
    category = next(c for c, whole in SHAPES.items() if whole[: len(shape)] == shape)
    return packed(category, values)


def _deuce_to_seven(cards: Sequence[str]) -> int:
    """Tell how bad a low hand is where it counts as a high hand, but for the wheel."""
    rank = rank_high(cards)
    if rank in _WHEELS:  # the ace is high only, so that it makes no straight with the five
        return packed(FLUSH if rank >> 20 == STRAIGHT_FLUSH else HIGH_CARD, (14, 5, 4, 3, 2))
    return rank


def _others(counts: Sequence[int], used: Sequence[int], wanted: int) -> list[int]:
    """List the highest card values that are not used yet."""
    return [r + 2 for r in range(12, -1, -1) if counts[r] and r + 2 not in used][:wanted]


@cache
def _rank_counts(key: int) -> int:
    """Rank a hand without a flush; remembered, for there are under 100,000 of them."""
    return rank_multiset([key >> 3 * r & 7 for r in range(13)])


def _rank_flush(cards: Sequence[str]) -> int:
    """Rank a hand that holds five cards of a suit; with at most seven cards nothing beats it."""
    # Four of a kind or a full house beside a flush would take eight cards.
    suit = _flush_suit(cards)
    return rank_flush(sum(1 << RANKS.index(card[0]) for card in cards if card[1] == suit))


def _flush_suit(cards: Sequence[str]) -> str:
    """Name the suit that at least five of the cards share."""
    suits = [card[1] for card in cards]
    return next(suit for suit in SUITS if suits.count(suit) >= 5)


def _cards_of(rank: int, cards: Sequence[str]) -> tuple[str, ...]:
    """Pick the cards that make a rank, the ones that name it first."""
    category, values = rank >> 20, card_values(rank)
    if category in (FLUSH, STRAIGHT_FLUSH):
        suit = _flush_suit(cards)
        cards = [card for card in cards if card[1] == suit]
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        values = tuple(range(values[0], values[0] - 5, -1))
    shape = SHAPES.get(category, (1, 1, 1, 1, 1))
    picked: list[str] = []
    for value, count in zip(values, shape, strict=False):
        face = RANKS[value - 2]  # the ace of a wheel has value 1, and -1 is the ace again
        picked += [card for card in cards if card[0] == face][:count]
    return tuple(picked)
