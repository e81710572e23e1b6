"""Tasks: what a ruling asks people to do, each at its time, followed as the cards move."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.answers import ProcedureStep, StepDo, When
from engine.deal.case import Case

FOLLOWED = frozenset(("replace", "move", "take_back", "reshuffle", "cut"))  # the rest are words


@dataclass(slots=True)
class Task:
    """One step of a procedure."""

    do: StepDo
    when: When = "now"
    clause: str = ""
    seat: int | None = None
    card: str | None = None
    cards: list[str] = field(default_factory=list)
    zone: str | None = None
    done: bool = False
    round: int = 0  # after_round: which pass of the deal must be over
    optional: bool = False  # a burn that may be made or left out

    def public(self) -> ProcedureStep:
        """The step as the contract writes it."""
        step: ProcedureStep = {"do": self.do, "when": self.when}
        if self.seat is not None:
            step["seat"] = self.seat
        if self.card is not None:
            step["card"] = self.card
        if self.zone is not None:
            step["zone"] = self.zone
        if self.cards:
            step["cards"] = list(self.cards)
        return step


@dataclass(slots=True)
class Correction:
    """A ruling, what it was about, and the tasks it brought."""

    ruling: int
    decision: str
    clause: str
    case: Case
    tasks: list[Task]
    awaits_floor: bool = False
    between: bool = False  # given while no deal was on

    @property
    def fault(self) -> str:
        """What was ruled on."""
        return self.case.fault

    @property
    def done(self) -> bool:
        """Whether nothing more is due."""
        return not self.awaits_floor and all(task.done for task in self.tasks)

    def close(self) -> None:
        """Ask for none of its steps any more."""
        for task in self.tasks:
            task.done = True
