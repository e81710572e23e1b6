"""The joker: the lowest card that a low hand lacks, or an ace, a straight or a flush for high."""

from collections.abc import Callable, Sequence

from engine.cards import DECK, JOKER, RANKS
from engine.worth.keys import FLUSH, STRAIGHT, STRAIGHT_FLUSH, Value, packed

ACE_TO_KING = RANKS[-1] + RANKS[:-1]
FIVE_ACES = packed(STRAIGHT_FLUSH + 1, (14,))  # four and the joker: nothing beats them
FILLED = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
Rank = Callable[[Sequence[str]], int]


def stands_for(side: str, rank: Rank, cards: Sequence[str]) -> str:
    """The card that the joker of a hand is (uspa.2.2.joker)."""
    others = [card for card in cards if card != JOKER]
    free = [card for card in DECK if card not in others]
    if side == "high":
        free = [c for c in free if c[0] == "A" or rank([*others, c]) >> 20 in FILLED]
    elif side != "low_27":  # straights and flushes do not matter: the lowest rank it lacks
        ranks = {card[0] for card in others}
        lowest = next(r for r in ACE_TO_KING if r not in ranks)
        free = [card for card in free if card[0] == lowest]
    return max(free, key=lambda card: rank([*others, card]), default="")


def rank_with(side: str, rank: Rank, cards: Sequence[str]) -> int:
    """Rank a hand with the joker in it."""
    card = stands_for(side, rank, cards)
    if not card or (side == "high" and _aces(cards) == 4):
        return FIVE_ACES
    return rank([card if each == JOKER else each for each in cards])


def best_with(
    side: str, rank: Rank, best: Callable[[Sequence[str]], Value], cards: Sequence[str]
) -> Value:
    """Name a hand with the joker in it, and the cards that make it."""
    if side == "high" and _aces(cards) == 4:
        aces = [card for card in cards if card[0] == "A"]
        return Value("five aces", (*aces, JOKER))
    card = stands_for(side, rank, cards)
    value = best([card if each == JOKER else each for each in cards])
    return Value(value.name, tuple(JOKER if each == card else each for each in value.cards))


def _aces(cards: Sequence[str]) -> int:
    return sum(card[0] == "A" for card in cards)
