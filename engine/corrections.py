"""Corrections: the steps a ruling asks for, followed as the cards move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Step:
    """One step of a procedure."""

    do: str
    when: str
    clause: str = ""
    seat: int | None = None
    card: str | None = None
    cards: list[str] = field(default_factory=list)
    zone: str | None = None
    done: bool = False
    round: int = 0  # after_round: which pass of the deal must be over

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
    """A ruling whose steps are not all done."""

    ruling: int
    fault: str
    decision: str
    clause: str
    steps: list[Step]
    awaits_floor: bool = False
    until: str = ""  # the window after which it is too late to correct

    @property
    def done(self) -> bool:
        """Whether nothing more is due."""
        return not self.awaits_floor and all(step.done for step in self.steps)
