"""Which cards a made-up player keeps where he may draw others, and which he throws away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from engine.cards import JOKER, SUITS, UNREAD
from engine.games import Game
from engine.games.rounds import Side
from engine.worth import HandError, scale

# Ranks that a low hand is made of, the best first: above these a card is thrown away.
LOW: dict[Side, str] = {"low_a5": "A2345678", "low_27": "23456789"}
STRAIGHT = scale("high").rank(["5s", "4h", "3d", "2c", "As"], [])  # the least that stands pat
HIGHEST = "AKQJT98765432"


def kept(game: Game, hole: Sequence[str]) -> list[str]:
    """The cards of a closed hand that he plays on with."""
    ranks = LOW.get(game.wins[0])
    return _low(hole, ranks) if ranks is not None else _high(hole)


def thrown(game: Game, hole: Sequence[str], board: Sequence[str], count: int) -> list[str]:
    """So many cards, without which the rest is worth most."""
    rank = scale(game.wins[0], game.uses).rank

    def worth(rest: tuple[str, ...]) -> int:
        try:
            return rank(rest, board)
        except (HandError, KeyError, ValueError, IndexError):
            return 0  # too few cards to tell, or one that nobody can read

    best = max(combinations(hole, len(hole) - count), key=worth)
    return list((Counter(hole) - Counter(best)).elements())


def _low(hole: Sequence[str], ranks: str) -> list[str]:
    """One of each low rank; a joker is the lowest that is missing."""
    chosen = {card[0]: card for card in hole if card[0] in ranks and card != JOKER}
    return [*chosen.values(), *(card for card in hole if card == JOKER)]


def _high(hole: Sequence[str]) -> list[str]:
    """A made hand, pairs, four of a suit, or the two highest; a joker always stays."""
    joker, cards = [c for c in hole if c == JOKER], [c for c in hole if c not in (JOKER, UNREAD)]
    if len(cards) + len(joker) == len(hole) and scale("high").rank(hole, []) >= STRAIGHT:
        return list(hole)
    count = Counter(card[0] for card in cards)
    pairs = [card for card in cards if count[card[0]] > 1]
    suited = max(([card for card in cards if card[1] == suit] for suit in SUITS), key=len)
    if not pairs and len(suited) + len(joker) == len(hole) - 1:
        return suited + joker
    return (pairs or sorted(cards, key=lambda card: HIGHEST.index(card[0]))[:2]) + joker
