"""Cards as numbers that can be added up, and ranks as numbers that can be compared.

A rank is one number, higher is better, and equal numbers tie: the category (high card 0 to
straight flush 8) in front, then up to five card values of four bits each (two is 2, ace is 14).
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import DECK, RANKS, SUITS

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

# How often each card value of a rank stands in the five cards, by category.
FIVE = (1, 1, 1, 1, 1)
SHAPES = {
    HIGH_CARD: FIVE,
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    TRIPS: (3, 1, 1),
    FULL_HOUSE: (3, 2),
    QUADS: (4, 1),
}

# One number per card, so that a sum over a hand counts every rank (three bits each) and, above
# them, every suit (four bits each). A suit counted five times or more then shows in FLUSHED.
_SUIT_SHIFT = 39
COUNTS = (1 << _SUIT_SHIFT) - 1
KEYS = {
    card: (1 << 3 * RANKS.index(card[0])) + (1 << (_SUIT_SHIFT + 4 * SUITS.index(card[1])))
    for card in DECK
}
THREE_OF_EACH_SUIT = 0x3333 << _SUIT_SHIFT
FLUSHED = 0x8888 << _SUIT_SHIFT


class Value(NamedTuple):
    """What a hand is called, and the cards that play."""

    name: str
    cards: tuple[str, ...]


class HandError(ValueError):
    """Cards that cannot be a hand."""


def check_cards(cards: Sequence[str]) -> None:
    """Refuse a card that is not in the deck, and the same card twice."""
    for card in cards:
        if card not in KEYS:
            raise HandError(f"{card!r} is no card: write the rank and the suit, as in Ah or Tc")
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise HandError(f"{twice} stands there twice: each card is in the deck once")


def counts_of(key: int) -> list[int]:
    """Count the cards of each rank in a sum of keys, deuces first."""
    return [key >> 3 * r & 7 for r in range(13)]


def packed(category: int, values: Sequence[int]) -> int:
    """Put a category and up to five card values into one rank."""
    rank = category
    for value in values:
        rank = rank << 4 | value
    return rank << 4 * (5 - len(values))


def card_values(rank: int) -> tuple[int, ...]:
    """Take the card values out of a rank: 14 for an ace, none for a card that is missing."""
    nibbles = [rank >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    return tuple([value for value in nibbles if value])


def flush_suit(cards: Sequence[str]) -> str:
    """Name the suit that at least five of the cards share."""
    suits = [card[1] for card in cards]
    return next(suit for suit in SUITS if suits.count(suit) >= 5)


def cards_of(rank: int, cards: Sequence[str]) -> tuple[str, ...]:
    """Pick the cards that make a rank, the ones that name it first."""
    category, values = rank >> 20, card_values(rank)
    if category in (FLUSH, STRAIGHT_FLUSH):
        suit = flush_suit(cards)
        cards = [card for card in cards if card[1] == suit]
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        values = tuple(range(values[0], values[0] - 5, -1))
    by_face: dict[str, list[str]] = {}
    for card in cards:
        by_face.setdefault(card[0], []).append(card)
    picked: list[str] = []
    for value, count in zip(values, SHAPES.get(category, FIVE), strict=False):
        # The ace of a wheel has value 1, and -1 is the ace again.
        picked += by_face[RANKS[value - 2]][:count]
    return tuple(picked)
