"""What a player holds by now, as the engine names it; a page says it in a viewer's words."""

from collections.abc import Sequence

from engine.worth import HandError, scale

FLOP = 3
USES = {2: None, 4: 2}  # how many must play, by the cards in a hand


def strength(game: str, hole: Sequence[str], board: Sequence[str]) -> list[str]:
    """The names of the hand from the flop on: the high, and the low where there is one."""
    if len(board) < FLOP or len(hole) not in USES:
        return []
    sides = ("high", "low8") if game.endswith("8") else ("high",)
    try:
        best = [scale(side, USES[len(hole)]).best(hole, board) for side in sides]
    except HandError:
        return []  # a card is unread, missing or too many: nothing is better than a guess
    return [one.name for one in best if one.cards]
