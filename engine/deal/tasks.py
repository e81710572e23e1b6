"""Tasks: what a ruling asks people to do, each at its time, followed as the cards move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.deal.case import Case

FOLLOWED = frozenset(("replace", "move", "take_back", "reshuffle", "cut"))  # the rest are words


@dataclass(slots=True)
class Task:
    """One step of a procedure."""

    do: str
    when: str = "now"
    clause: str = ""
    seat: int | None = None
    card: str | None = None
    cards: list[str] = field(default_factory=list)
    zone: str | None = None
    done: bool = False
    round: int = 0  # after_round: which pass of the deal must be over
    optional: bool = False  # a burn that may be made or left out

    def public(self) -> dict[str, Any]:
        """The step as the contract writes it."""
        step: dict[str, Any] = {"do": self.do, "when": self.when}
        for name in ("seat", "card", "zone"):
            value = getattr(self, name)
            if value is not None:
                step[name] = value
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
