"""What lies face up in stud: the card that must open, and the board that speaks first."""

from collections.abc import Sequence

from engine.cards import RANKS, SUITS
from engine.worth.high import rank_high
from engine.worth.low import rank_a5

ACE_LOW = "A" + RANKS[:-1]


def card_order(card: str, *, ace_low: bool = False) -> tuple[int, int]:
    """One card against another: by rank, then spades, hearts, diamonds, clubs."""
    return (ACE_LOW if ace_low else RANKS).index(card[0]), -SUITS.index(card[1])


def high_board(cards: Sequence[str]) -> int:
    """How high a board is; suits do not count."""
    return rank_high(cards) if cards else 0


def low_board(cards: Sequence[str]) -> int:
    """How low a board is, the lower the better: aces are low, straights and flushes nothing."""
    return rank_a5(cards) if cards else 0


def has_pair(cards: Sequence[str]) -> bool:
    """Whether two of the cards have one rank."""
    return len({card[0] for card in cards}) < len(cards)
