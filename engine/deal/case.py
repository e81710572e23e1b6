"""A case: a fault, and all that it touches."""

from dataclasses import dataclass, field

from engine.betting.sentences import Said
from engine.betting.underway import Outcome
from engine.log import Act


@dataclass(slots=True)
class Case:
    """A fault and what it touches."""

    fault: str
    seats: list[int] = field(default_factory=list)
    card: str | None = None
    cards: list[str] = field(default_factory=list)
    zone: str | None = None
    facts: set[str] = field(default_factory=set)
    street: str = "flop"
    clause: str = ""  # the duty broken, where the book has no line of its own
    instead: str | None = None  # the card that took its place while the floor was awaited
    outcome: Outcome | None = None  # what a wager came to
    said: Said = field(default_factory=list)  # phrases, where the fault has words of its own
    act: Act | None = None  # what a player did
    follows: int = 0  # the ruling that this one takes the place of

    @property
    def seat(self) -> int | None:
        """The seat it is about."""
        return self.seats[0] if self.seats else None
