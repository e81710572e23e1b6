"""What a hand is called on television: "Ace-high flush", "Kings full of tens", "Eight-six low"."""

from collections import Counter
from collections.abc import Sequence

from engine.worth import HandError, scale
from engine.worth.names import many, one

RANKS = "23456789TJQKA"
ACE, WHEEL = 14, (14, 5, 4, 3, 2)
FIVE, FLOP = 5, 3
USES = {2: None, 4: 2}  # how many must play, by the cards in a hand
NAMES = {  # by how often each rank stands in the five
    (4, 1): "Four {many}",
    (3, 2): "{many} full of {others}",
    (3, 1, 1): "Three {many}",
    (2, 2, 1): "Two pair, {many} and {others}",
    (2, 1, 1, 1): "Pair of {many}",
}


def high(five: Sequence[str]) -> str:
    """Five cards that play, as a high hand, in a viewer's words."""
    counted = Counter(RANKS.index(card[0]) + 2 for card in five)
    ordered = sorted(counted.items(), key=lambda held: (held[1], held[0]), reverse=True)
    values = tuple(value for value, _ in ordered)
    shape = tuple(number for _, number in ordered)
    name = NAMES.get(shape) or _unpaired(five, values)
    top = 5 if values == WHEEL and "straight" in name else values[0]
    others = many(values[1]) if len(values) > 1 else ""
    return _capital(name.format(one=one(top), many=many(top), others=others))


def _unpaired(five: Sequence[str], values: tuple[int, ...]) -> str:
    straight = values == WHEEL or (len(values) == FIVE and values[0] - values[-1] == FIVE - 1)
    flush = len(five) == FIVE and len({card[1] for card in five}) == 1
    if straight and flush:
        return "Royal flush" if values[:2] == (ACE, ACE - 1) else "{one}-high straight flush"
    return "{one}-high straight" if straight else "{one}-high flush" if flush else "{one} high"


def low(five: Sequence[str]) -> str:
    """Five cards that play, as a low, by the two highest, as players say it."""
    first, second, *_ = sorted((_low_value(card) for card in five), reverse=True)
    return "Wheel" if first == FIVE else _capital(f"{one(first)}-{one(second)} low")


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
    if len(cards) != FIVE or any(card[0] not in RANKS for card in cards):
        return ""
    return low(cards) if side == "low" else high(cards)


def _both(game: str, hole: Sequence[str], board: Sequence[str]) -> tuple[Sequence[str], ...]:
    """The cards that play for the high, and for the low where there is one."""
    if len(hole) not in USES:
        raise HandError(f"two or four cards make a hand here, not {len(hole)}")
    sides = ("high", "low8") if game.endswith("8") else ("high",)
    best = [scale(side, USES[len(hole)]).best(hole, board).cards for side in sides]
    return best[0], best[1] if len(best) > 1 else ()


def _low_value(card: str) -> int:
    return "A23456789TJQK".index(card[0]) + 1


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
