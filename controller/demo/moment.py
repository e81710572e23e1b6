"""What a dealer is about to do when he slips, and what lies on the felt just then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.games import Game
from firmware_bridge.simulator.script import Lay, Motion, Say
from firmware_bridge.simulator.truth import BURN


@dataclass(frozen=True, slots=True)
class Now:
    """The moment: what is due, who plays, how far the deal is."""

    game: Game
    expect: dict[str, Any]
    stage: str
    street: str  # the betting round that is on, or was last
    players: Sequence[int]  # dealt in, from the button's left on
    dealt: int  # cards that lie at the seats
    board: int  # cards on it
    to_act: Sequence[int]  # who still has to, in this round
    live: Sequence[int]
    empty: int | None  # a seat where nobody sits
    drawing: int | None = None  # the seat that got the last card of this draw
    asked: Mapping[int, int] = field(
        default_factory=dict
    )  # how many cards players want, in this draw
    came: int = 0  # how many the one that got the last card has got
    last_up: Collection[int] = ()  # seats whose last card lies face up

    @property
    def wants(self) -> int:
        """How many cards the player asked for who got the last one."""
        return self.asked.get(self.drawing or 0, 0)

    @property
    def zone(self) -> str:
        """Where a card is due; nowhere where none is."""
        return str(self.expect.get("zone", ""))

    @property
    def face(self) -> str:
        """How it is to lie."""
        return str(self.expect.get("face", ""))

    @property
    def due(self) -> int | None:
        """The seat that gets the next card."""
        return int(self.zone[5:]) if self.zone.startswith("seat:") else None

    @property
    def dealing(self) -> bool:
        """The starting hands are being dealt."""
        return self.due is not None and self.stage == "deal" and "card" not in self.expect

    @property
    def first(self) -> bool:
        """No street is out yet."""
        return self.street == self.game.first_betting.name

    @property
    def betting(self) -> bool:
        """Somebody is to act."""
        return str(self.expect["what"]) == "act"

    @property
    def last_to_act(self) -> bool:
        """One player is left to act in this round."""
        return self.betting and len(self.to_act) == 1

    @property
    def burning(self) -> bool:
        """The burn before a street or a draw is due."""
        return self.zone == BURN and "card" not in self.expect


Slip = Callable[[Now], list[Motion]]  # nothing: this is not the moment


def place(seat: int | None) -> str:
    """A seat's zone."""
    return f"seat:{seat}"


def reported(fault: str, *before: Motion) -> Slip:
    """Something that a person has to tell, before the first burn after the first betting."""

    def slip(now: Now) -> list[Motion]:
        fits = now.burning and now.first
        return [*before, Say("report", {"fault": fault})] if fits else []

    return slip


def burned_twice(now: Now) -> list[Motion]:
    """Two cards, one on the other."""
    return [Lay(BURN), Lay(BURN)]
