"""Every side of a pot against PokerKit's hands: thousands of deals, each better or equal alike."""

import random
from itertools import pairwise
from typing import Any

import pokerkit
import pytest

from engine.cards import DECK
from engine.worth import scale

DEALS = 4_000
SIDES = [  # side, cards that must play, hole cards, board cards, PokerKit's hand
    ("high", None, 2, 5, "StandardHighHand"),
    ("low8", None, 7, 0, "EightOrBetterLowHand"),
    ("low8", None, 2, 5, "EightOrBetterLowHand"),
    ("low_a5", None, 5, 0, "RegularLowHand"),
    ("low_a5", None, 7, 0, "RegularLowHand"),
    ("low_27", None, 5, 0, "StandardLowHand"),
    ("low_27", None, 7, 0, "StandardLowHand"),
    ("high", 2, 4, 5, "OmahaHoldemHand"),
    ("high", 2, 4, 3, "OmahaHoldemHand"),
    ("low8", 2, 4, 5, "OmahaEightOrBetterLowHand"),
]


def theirs(kind: Any, hole: list[str], board: list[str]) -> Any:
    """Let PokerKit find the best hand; None where none qualifies."""
    return kind.from_game_or_none("".join(hole), "".join(board))


@pytest.mark.parametrize(("side", "uses", "hole", "board", "kind"), SIDES)
def test_hands_stand_in_pokerkits_order(
    side: str, uses: int | None, hole: int, board: int, kind: str
) -> None:
    chance = random.Random(f"{side} {uses} {hole} {board}")
    ours, hand_of = scale(side, uses), getattr(pokerkit, kind)
    # Fewer high cards where lows are compared, so that more of them are close.
    deck = [card for card in DECK if side == "high" or card[0] not in "9JQ"]
    found = []
    for _ in range(DEALS):
        cards = chance.sample(deck, hole + board)
        own, common = cards[:hole], cards[hole:]
        rank, hand = ours.rank(own, common), theirs(hand_of, own, common)
        assert (rank == 0) == (hand is None)
        if hand is None:
            continue
        found.append((rank, hand))
        value = ours.best(own, common)
        assert hand_of("".join(value.cards)) == hand
        assert uses is None or len(set(value.cards) & set(own)) == uses
    assert len(found) > DEALS / 10
    found.sort(key=lambda pair: pair[0])
    for (low, worse), (high, better) in pairwise(found):
        assert (low < high) == (worse < better)
        assert (low == high) == (worse == better)
