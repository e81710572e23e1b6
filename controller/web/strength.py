"""What a hand is called on television: "Ace-high flush", "Kings full of tens", "Eight-six low"."""

from collections.abc import Sequence

from engine.evaluate import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    Hand,
    HandError,
    best_ace_to_five,
    best_high,
    best_omaha_high,
    best_omaha_low,
    card_values,
)  # fmt: skip
from engine.handnames import many, one

ACE = 14
FLOP = 3
HOLDEM_CARDS, OMAHA_CARDS = 2, 4
_HIGH = {
    HIGH_CARD: "{one} high",
    PAIR: "Pair of {many}",
    TWO_PAIR: "Two pair, {many} and {others}",
    TRIPS: "Three {many}",
    STRAIGHT: "{one}-high straight",
    FLUSH: "{one}-high flush",
    FULL_HOUSE: "{many} full of {others}",
    QUADS: "Four {many}",
    STRAIGHT_FLUSH: "{one}-high straight flush",
}


def high(hand: Hand) -> str:
    """A high hand in a viewer's words."""
    category, values = hand.rank >> 20, card_values(hand.rank)
    if category == STRAIGHT_FLUSH and values[0] == ACE:
        return "Royal flush"
    others = many(values[1]) if len(values) > 1 else ""
    return _capital(_HIGH[category].format(one=one(values[0]), many=many(values[0]), others=others))


def low(hand: Hand) -> str:
    """A low hand by its two highest cards, as players say it."""
    first, second = sorted((_low_value(card) for card in hand.cards), reverse=True)[:2]
    return "Wheel" if first == len(hand.cards) else _capital(f"{one(first)}-{one(second)} low")


def strength(game: str, hole: Sequence[str], board: Sequence[str]) -> str:
    """What a player holds by now, from the flop on; with the low where the game has one."""
    if len(board) < FLOP:
        return ""
    try:
        best, worst = _both(game, hole, board)
    except HandError:
        return ""  # a card is unread, missing or too many: nothing is better than a guess
    return " · ".join([high(best), *([low(worst)] if worst else [])])


def of_five(cards: Sequence[str], side: str = "high") -> str:
    """What the five cards of a winner are called; nothing where they are not known."""
    try:
        found = best_ace_to_five(cards) if side == "low" else best_high(cards)
    except HandError:
        return ""
    if found is None:
        return ""
    return low(found) if side == "low" else high(found)


def _both(game: str, hole: Sequence[str], board: Sequence[str]) -> tuple[Hand, Hand | None]:
    eight = game.endswith("8")
    if len(hole) == OMAHA_CARDS:
        return best_omaha_high(hole, board), best_omaha_low(hole, board) if eight else None
    if len(hole) != HOLDEM_CARDS:
        raise HandError(f"two or four cards make a hand here, not {len(hole)}")
    cards = [*hole, *board]
    return best_high(cards), best_ace_to_five(cards, qualified=True) if eight else None


def _low_value(card: str) -> int:
    return "A23456789TJQK".index(card[0]) + 1


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
