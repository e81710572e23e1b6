"""Tasks: what a ruling asks people to do, each at its time, followed as the cards move."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.answers import ProcedureStep, StepDo, When
from engine.deal.case import Case
from engine.wording import Phrase

# What is seen when it is done, in the order in which several rulings' steps are asked for.
ORDER = {
    step: place
    for place, step in enumerate(
        "take_back move show_table replace set_aside return_all reshuffle cut redeal".split()
    )
}
FOLLOWED = frozenset(("take_back", "move", "replace", "set_aside", "reshuffle", "cut"))

AFTER_THE_END = frozenset(("return_all", "redeal"))  # seen where the deal is over


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
    over: bool = False  # the deal is over, and this leads to the next one
    amount: int = 0  # chips
    plain: bool = False  # only the card's place changes: what it counts as is settled
    waits: bool = False  # a dead hand that may still lie before its player
    came: str | None = None  # the card that came as the replacement

    @property
    def followed(self) -> bool:
        """Whether it is seen when it is done; the rest are words."""
        if self.do == "show_table":
            return self.zone is not None
        return self.do in FOLLOWED or (self.over and self.do in AFTER_THE_END)

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
        if self.amount:
            step["amount"] = self.amount
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
    by_floor: bool = False
    turn: int = 0  # whose turn it was when a hand died
    acts: int = 0  # how many had acted by then
    refunded: int = 0  # chips that went back
    bet: int = 0  # those of them that were his bet of the round
    awarded: int = 0  # chips of the pot that the floor gave away
    said: list[Phrase] = field(default_factory=list)

    @property
    def fault(self) -> str:
        """What was ruled on."""
        return self.case.fault

    @property
    def done(self) -> bool:
        """Whether nothing more is due."""
        return not self.awaits_floor and all(task.done for task in self.tasks)

    @property
    def open_after_the_end(self) -> bool:
        """Whether it still asks for something though the deal is over."""
        if self.between and self.awaits_floor:
            return True
        return any(task.over and task.followed and not task.done for task in self.tasks)

    def tick(self, *done: str) -> None:
        """Something was done after the deal's end that it asked for."""
        for task in self.tasks:
            if task.over and task.do in done:
                task.done = True

    def close(self) -> None:
        """Ask for none of its steps any more."""
        for task in self.tasks:
            task.done, task.waits = True, False
