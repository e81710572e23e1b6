"""One interface for every way to compare hands: a side of the pot, and which cards may play."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from engine.cards import JOKER
from engine.worth import high, joker, low
from engine.worth.keys import HandError, Value, check_cards
from engine.worth.omaha import best_using, rank_using

Cards = Sequence[str]
MOST = 7  # cards of which any five may play


class Scale(Protocol):
    """A way to compare hands."""

    def rank(self, hole: Cards, board: Cards) -> int:
        """Rank a hand, higher is better on every side; 0 where none qualifies.

        Nothing is checked here: the caller vouches for the cards.
        """

    def best(self, hole: Cards, board: Cards) -> Value:
        """Name a hand, and pick the cards that play; none where no hand qualifies."""


class _Side(NamedTuple):
    """How one side of the pot ranks up to seven cards, and five by their keys, and names them."""

    rank: Callable[[Cards], int]
    five: Callable[[int], int]
    best: Callable[[Cards], Value]


_SIDES = {
    "high": _Side(high.rank_high, high.five_high, high.best_high),
    "low8": _Side(low.rank_low8, low.five_low8, low.best_low8),
    "low_a5": _Side(low.rank_a5, low.five_a5, low.best_a5),
    "low_27": _Side(low.rank_27, low.five_27, low.best_27),
}
SIDES = tuple(_SIDES)


@cache
def scale(side: str, uses: int | None = None) -> Scale:
    """Find the scale of a side; ``uses``: how many hole cards must play, None for any."""
    if side not in _SIDES:
        raise HandError(f"{side!r} is no side of a pot: one of {', '.join(SIDES)}")
    return _AnyCards(side) if uses is None else _SomeCards(_SIDES[side], uses)


class _AnyCards:
    """Any five cards of hand and board play."""

    __slots__ = ("_best", "_rank", "_side")

    def __init__(self, side: str) -> None:
        self._side = side
        self._rank, self._best = _SIDES[side].rank, _SIDES[side].best

    def rank(self, hole: Cards, board: Cards) -> int:
        if JOKER in hole:
            return joker.rank_with(self._side, self._rank, [*hole, *board])
        return self._rank([*hole, *board])

    def best(self, hole: Cards, board: Cards) -> Value:
        cards = [*hole, *board]
        if not 1 <= len(cards) <= MOST:
            raise HandError(f"a hand has one to seven cards, not {len(cards)}")
        check_cards([card for card in cards if card != JOKER])
        if JOKER in hole:
            return joker.best_with(self._side, self._rank, self._best, cards)
        return self._best(cards)


class _SomeCards:
    """Just so many cards of the hand play."""

    __slots__ = ("_best", "_five", "_uses")

    def __init__(self, side: _Side, uses: int) -> None:
        self._five, self._best, self._uses = side.five, side.best, uses

    def rank(self, hole: Cards, board: Cards) -> int:
        return rank_using(self._uses, self._five, hole, board)

    def best(self, hole: Cards, board: Cards) -> Value:
        for what, cards, least in (("hand", hole, self._uses), ("board", board, 5 - self._uses)):
            if len(cards) < least:
                raise HandError(f"{least} cards of the {what} must play, it has {len(cards)}")
        check_cards([*hole, *board])
        return self._best(best_using(self._uses, self._five, hole, board))
