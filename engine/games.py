"""Games as declarations: what each street deals and who opens it. One engine reads them all."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Street:
    """One round of cards and the betting that follows it."""

    name: str
    passes: tuple[Literal["down", "up"], ...] = ()  # a card to each player, once a pass
    board: int = 0
    burn: bool = False
    opens: Literal["after_blinds", "left_of_button"] = "left_of_button"
    bet: Literal["small", "big"] = "small"


@dataclass(frozen=True, slots=True)
class Game:
    """A form of poker."""

    name: str
    streets: tuple[Street, ...]
    wins: Literal["high"] = "high"

    @property
    def starting_cards(self) -> int:
        """How many cards a starting hand has."""
        return len(self.streets[0].passes)

    @property
    def board_cards(self) -> int:
        """How many cards the whole board has."""
        return sum(street.board for street in self.streets)


HOLDEM = Game(
    "holdem",
    (
        Street("preflop", passes=("down", "down"), opens="after_blinds"),
        Street("flop", board=3, burn=True),
        Street("turn", board=1, burn=True, bet="big"),
        Street("river", board=1, burn=True, bet="big"),
    ),
)

GAMES = {game.name: game for game in (HOLDEM,)}
