"""What is under way in the betting: a wager begun, chips still to come, actions out of turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from engine.betting.meaning import Faced, Meaning, Motion
from engine.betting.round import Betting
from engine.log import Do

# Nothing: it is taken for an act. More chips, the player's word, or the floor's are waited for.
Waits = Literal["", "more", "option", "floor"]
NEVER = float("inf")
NOTHING = Meaning()


class Outcome(NamedTuple):
    """What a wager came to: the act, and the chips that still move."""

    do: Do
    to: int
    back: int = 0
    add: int = 0


@dataclass(slots=True)
class Begun:
    """Words and motions of one player, until the next player acts."""

    seat: int
    faced: Faced
    before: Betting | None  # the chips as they were; None where it cannot be taken back
    acts: int  # how many there were
    at: int  # the round
    word: str = ""
    amount: int = 0
    motions: list[Motion] = field(default_factory=list)
    meaning: Meaning = NOTHING
    waits: Waits = "more"
    ruling: int = 0  # that spoke of it last
    until: float = NEVER  # his hands are taken to rest
    clause: str = ""  # of an option
    done: int = 0  # the total that it came to

    def read_as(self, meaning: Meaning) -> Begun:
        """The same with another reading; nothing of it is touched."""
        return replace(self, meaning=meaning)


@dataclass(slots=True)
class Held:
    """An action out of turn, until its turn comes or the floor has spoken."""

    seat: int
    do: Do
    to: int
    acts: int  # how many there were before it
    ruling: int  # on it, or on the first of its kind
    floor: int = 0  # the floor's last word on it
    binding: bool = False  # he is held to it when his turn comes
    clause: str = ""


@dataclass(slots=True)
class Thrown:
    """One card of a hand was seen in the muck at its turn, and the others were not yet."""

    seat: int
    until: float  # then it is taken for a fold, though an antenna missed the rest
    acts: int  # how many there were before it


@dataclass(slots=True)
class Spots:
    """The chips that each seat put in."""

    lying: dict[int, tuple[int, ...]] = field(default_factory=dict)  # this round
    pulled_in: dict[int, tuple[int, ...]] = field(default_factory=dict)  # the one before


@dataclass(slots=True)
class Running:
    """A clock on a player."""

    seat: int
    until: float
    warn_at: float
    talks: bool = False  # of an insurance: nobody is to act
    warned: bool = False


class Underway:
    """The betting's loose ends."""

    __slots__ = (
        "begun", "clock", "dark", "due", "ended", "held", "large_chip", "lost", "misled", "owing",
        "passed", "spots", "straddle", "thrown", "wake",
    )  # fmt: skip

    def __init__(self) -> None:
        self.begun: Begun | None = None
        self.ended: Begun | None = None  # the one before it
        self.large_chip = 0  # the face of a chip that was only a call, until the round ends
        self.due: dict[int, int] = {}  # chips of a seat that are counted and not yet seen
        self.owing: set[int] = set()  # of these, the seats that were told to add them
        self.held: list[Held] = []
        self.lost: dict[int, str] = {}  # seats that may not raise now, and by which clause
        self.passed: set[int] = set()  # seats passed over for good, who still call or fold
        self.clock: Running | None = None
        self.spots = Spots()
        self.dark: dict[int, int] = {}  # bets made before the cards they are on
        self.misled: set[int] = set()
        self.straddle = 0  # the seat that put one up
        self.thrown: Thrown | None = None
        self.wake = NEVER  # when time itself will change something

    def owed_by(self, seat: int) -> int:
        """What a seat was told to add, and has not put in yet."""
        return self.due.get(seat, 0) if seat in self.owing else 0

    def set_wake(self) -> None:
        """Look when the next thing runs out."""
        begun, clock = self.begun, self.clock
        wake = NEVER
        if begun is not None and begun.waits == "more" and begun.motions:
            wake = begun.until
        if self.thrown is not None:
            wake = min(wake, self.thrown.until)
        if clock is not None:
            wake = min(wake, clock.until if clock.warned else clock.warn_at)
        self.wake = wake

    def close_round(self) -> None:
        """A betting round is over: its chips are in the pot."""
        self.begun = self.ended = None
        self.large_chip = 0
        if self.spots.lying:
            self.spots = Spots(pulled_in=self.spots.lying)
        if self.due or self.owing:
            self.due.clear()
            self.owing.clear()
        if self.held or self.lost or self.passed:
            self.held.clear()
            self.lost.clear()
            self.passed.clear()
        self.thrown = None
        if self.wake != NEVER or self.clock is not None:
            self.set_wake()


def held_by(held: Sequence[Held], seat: int) -> Held | None:
    """What a seat did out of turn last."""
    return next((one for one in reversed(held) if one.seat == seat), None)
