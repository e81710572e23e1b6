"""The steps of a hand in their proper order, of which a fault makes an improper one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from firmware_bridge.simulator.truth import BOARD, BURN, Event, Face

Structure = Literal["limit", "spread", "pot_limit", "no_limit"]
Pick = Literal["top", "second", "bottom", "joker", "twin", "foreign", "unknown"]


@dataclass(frozen=True, slots=True)
class Lay:
    """A card comes off the deck, or out of the spares that make a fault."""

    zone: str
    face: Face = "down"
    pick: Pick = "top"
    boxed: bool = False
    held: bool = False  # drawn, but laid down only with the next card, as the flop is
    flashed: bool = False  # its face is seen before it flies on
    late: float = 0.0  # seconds until its tag answers where it lies
    over: str = ""  # a zone it crosses on its way
    crosses: float = 0.0  # seconds that it does so


@dataclass(frozen=True, slots=True)
class Shift:
    """The last card of a zone goes to another zone, or is turned over in its own."""

    origin: str
    zone: str
    face: Face = "down"
    at: int = -1  # another card than the last, by the order in which they came


@dataclass(frozen=True, slots=True)
class Throw:
    """All cards of a zone go to another at once."""

    origin: str
    zone: str
    over: str = ""  # a zone they cross on their way
    crosses: float = 0.0  # seconds that they do so


@dataclass(frozen=True, slots=True)
class Say:
    """What is said or pressed, as the table log has it."""

    e: str
    fields: Event = field(default_factory=dict)
    late: float = 0.0  # seconds until somebody enters it


Motion = Lay | Shift | Throw | Say


@dataclass(frozen=True)
class Dealt:
    """What is dealt; the controller takes it from the game's declaration."""

    game: str = "holdem"
    structure: Structure = "no_limit"
    hole: int = 2  # cards down to each player
    streets: tuple[int, ...] = (3, 1, 1)  # cards on the board


@dataclass(frozen=True)
class Script:
    """One orderly hand in parts; seats count clockwise, and everybody checks or calls."""

    seats: tuple[int, ...]  # of the players dealt in
    button: int
    empty: int | None = None  # a seat where nobody sits
    dealt: Dealt = Dealt()

    @property
    def order(self) -> list[int]:
        """The seats from the button's left on."""
        later = [seat for seat in self.seats if seat > self.button]
        return later + [seat for seat in self.seats if seat <= self.button]

    @property
    def start(self) -> list[Motion]:
        """Shuffle, cut, and the hand begins."""
        return [Say("shuffle"), Say("cut"), Say("hand", {"button": self.button})]

    @property
    def hole(self) -> list[Motion]:
        """The cards of everybody's hand, one at a time."""
        return [Lay(f"seat:{seat}") for seat in self.order * self.dealt.hole]

    @property
    def calls(self) -> list[Motion]:
        """The first betting round: everybody calls, the big blind checks."""
        order = self.order
        blinds = order[:1] if len(order) == 2 else order[:2]  # heads up the button is the small one
        acting = [*order[len(blinds) :], *blinds]
        return [*(_act(seat, "call") for seat in acting[:-1]), _act(acting[-1], "check")]

    @property
    def checks(self) -> list[Motion]:
        """Any later betting round."""
        return [_act(seat, "check") for seat in self.order]

    @property
    def burn(self) -> list[Motion]:
        """One card away before each street."""
        return [Lay(BURN)]

    @property
    def flop(self) -> list[Motion]:
        """The cards of the first street, laid down together."""
        return self._street(0)

    @property
    def next_card(self) -> list[Motion]:
        """The turn or the river."""
        return self._street(1)

    def _street(self, number: int) -> list[Motion]:
        held = [Lay(BOARD, "up", held=True)] * (self.dealt.streets[number] - 1)
        return [*held, Lay(BOARD, "up")]

    @property
    def shows(self) -> list[Motion]:
        """All hands are tabled from the button's left on."""
        return [Say("show", {"seat": seat}) for seat in self.order]

    def to_betting(self) -> list[Motion]:
        """Until the first player is to act."""
        return [*self.start, *self.hole]

    def to_flop(self) -> list[Motion]:
        """Until the burn before the flop is due."""
        return [*self.to_betting(), *self.calls]

    def to_turn(self) -> list[Motion]:
        """Until the burn before the turn is due."""
        return [*self.to_flop(), *self.burn, *self.flop, *self.checks]

    def to_river(self) -> list[Motion]:
        """Until the burn before the river is due."""
        return [*self.to_turn(), *self.burn, *self.next_card, *self.checks]

    def whole(self) -> list[Motion]:
        """The hand without a fault."""
        return [*self.to_river(), *self.burn, *self.next_card, *self.checks, *self.shows]


def _act(seat: int, do: str) -> Motion:
    return Say("act", {"seat": seat, "do": do})
