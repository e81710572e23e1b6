"""The games that PHH and the engine share: PHH writes game and betting structure as one word."""

from itertools import accumulate
from typing import NamedTuple

from engine.games import GAMES, Game
from engine.games.rounds import ToBoard


class Variant(NamedTuple):
    """What a PHH word stands for at the table."""

    game: str
    structure: str


VARIANTS = {
    "NT": Variant("holdem", "no_limit"),
    "FT": Variant("holdem", "limit"),
    "PO": Variant("omaha", "pot_limit"),
    "FO/8": Variant("omaha8", "limit"),
    "F7S": Variant("stud7", "limit"),
    "F7S/8": Variant("stud8", "limit"),
    "FR": Variant("razz", "limit"),
    "N2L1D": Variant("lowball_27", "no_limit"),
    "F2L3D": Variant("triple_27", "limit"),
}
WORDS = {variant: word for word, variant in VARIANTS.items()}


class Layout(NamedTuple):
    """How a game's cards come: how many to a hand, and the board at the end of each street."""

    hole: int
    board: tuple[int, ...]  # 0, 3, 4, 5 where there are a flop, a turn and a river


def layout(game: Game) -> Layout:
    """Derive from its declaration how a game's cards come."""
    boards = (each.cards for each in game.rounds if isinstance(each, ToBoard))
    return Layout(game.starting_cards, tuple(accumulate(boards, initial=0)))


def is_played(word: str) -> bool:
    """Whether the engine plays what a PHH word stands for."""
    return word in VARIANTS and VARIANTS[word].game in GAMES
