"""What a game is made of: rounds of cards, of betting, and the showdown."""

from dataclasses import dataclass, field
from typing import Literal

Face = Literal["down", "up"]
DOWN: Face = "down"
UP: Face = "up"
First = Literal["after_blinds", "left_of_button"]
Size = Literal["small", "big"]
Side = Literal["high", "low8"]


@dataclass(frozen=True, slots=True)
class ToSeats:
    """A card to each player, once for each face named."""

    name: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class ToBoard:
    """Cards face up in the middle, after a burn."""

    name: str
    cards: int
    burn: bool = True


@dataclass(frozen=True, slots=True)
class Discarding:
    """Each player throws away so many of his cards."""

    name: str
    cards: int


@dataclass(frozen=True, slots=True)
class Betting:
    """A round of betting: who opens it, and how large its bet is at fixed limit."""

    name: str
    first: First = "left_of_button"
    size: Size = "small"


@dataclass(frozen=True, slots=True)
class Showdown:
    """The hands that are left are shown."""

    name: str = "showdown"


Round = ToSeats | ToBoard | Discarding | Betting | Showdown


class GameError(ValueError):
    """A declaration that is no game: what was expected, what came."""


@dataclass(frozen=True, slots=True)
class Game:
    """A form of poker."""

    name: str
    rounds: tuple[Round, ...]
    wins: tuple[Side, ...] = ("high",)
    uses: int | None = None  # how many hole cards must play; None: any number
    # Said by the rounds, and asked for at every card:
    streets: tuple[str, ...] = field(init=False)  # the betting rounds by name, in order
    starting_cards: int = field(init=False)  # how many cards a starting hand has
    hand_cards: int = field(init=False)  # how many a player holds at the showdown
    board_cards: int = field(init=False)  # how many the whole board has

    def __post_init__(self) -> None:
        if not self.rounds or not isinstance(self.rounds[0], ToSeats):
            raise GameError(f"{self.name}: expected cards to the seats first")
        if not isinstance(self.rounds[-1], Showdown):
            raise GameError(f"{self.name}: expected a showdown last")
        thrown = sum(each.cards for each in self.rounds if isinstance(each, Discarding))
        starting = len(self.starting.faces)
        said = {
            "streets": tuple(each.name for each in self.rounds if isinstance(each, Betting)),
            "starting_cards": starting,
            "hand_cards": starting - thrown,
            "board_cards": sum(each.cards for each in self.rounds if isinstance(each, ToBoard)),
        }
        for name, value in said.items():
            object.__setattr__(self, name, value)

    @property
    def starting(self) -> ToSeats:
        """The round that deals the starting hands."""
        first = self.rounds[0]
        assert isinstance(first, ToSeats)
        return first

    @property
    def first_betting(self) -> Betting:
        """The first betting round."""
        return next(each for each in self.rounds if isinstance(each, Betting))


def board(name: str, cards: int, size: Size = "small") -> tuple[Round, ...]:
    """A street of a board game: its cards, and the betting on them."""
    return (ToBoard(name, cards), Betting(name, size=size))
