"""What a game is made of: rounds of cards, of betting, and the showdown."""

from dataclasses import dataclass
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
    streets: tuple[str, ...] = ()  # the betting rounds by name, in order

    def __post_init__(self) -> None:
        names = tuple(each.name for each in self.rounds if isinstance(each, Betting))
        object.__setattr__(self, "streets", names)
        if not self.rounds or not isinstance(self.rounds[0], ToSeats):
            raise GameError(f"{self.name}: expected cards to the seats first")
        if not isinstance(self.rounds[-1], Showdown):
            raise GameError(f"{self.name}: expected a showdown last")

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

    @property
    def starting_cards(self) -> int:
        """How many cards a starting hand has."""
        return len(self.starting.faces)

    @property
    def hand_cards(self) -> int:
        """How many cards a player holds at the showdown."""
        thrown = sum(each.cards for each in self.rounds if isinstance(each, Discarding))
        return self.starting_cards - thrown

    @property
    def board_cards(self) -> int:
        """How many cards the whole board has."""
        return sum(each.cards for each in self.rounds if isinstance(each, ToBoard))


def board(name: str, cards: int, size: Size = "small") -> tuple[Round, ...]:
    """A street of a board game: its cards, and the betting on them."""
    return (ToBoard(name, cards), Betting(name, size=size))
