"""A rulebook as data: what it decides of a fault, until when, and by which clause."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.law import catalogue

Steps = tuple[Mapping[str, str], ...]  # each with do, when, what and clause


@dataclass(frozen=True, slots=True)
class Window:
    """Until when a line of the book holds, counted in players who acted."""

    acted: int = 99
    chips: int = 99  # acted by bet, call or raise
    after_blinds: int = 99  # acted, sitting after the blinds
    of_round: bool = False  # counted since the street began, not since the deal


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a book: a situation and what is decided of it."""

    fault: str
    decision: str
    clause: str
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    until: str = ""  # a window of the book that must be open
    after: str = ""  # a window of the book that must be shut
    also: tuple[str, ...] = ()
    steps: Steps = ()
    severity: str = ""
    says: str = ""

    def holds(self, facts: frozenset[str] | set[str]) -> bool:
        """Whether this line speaks of such a situation."""
        in_time = not self.until or f"until:{self.until}" in facts
        in_time = in_time and not (self.after and f"until:{self.after}" in facts)
        return in_time and self.when <= facts and not (self.unless & facts)


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook, with the house's own lines before it."""

    name: str
    title: str
    authority: str  # the clause that leaves disputes to a person, or "house"
    params: Mapping[str, Any]
    why: Mapping[str, str]
    windows: Mapping[str, Window]
    lines: Mapping[str, tuple[Line, ...]]
    floor: Mapping[str, Line] = field(default_factory=dict)  # what a floor's decision entails
    on_floor: tuple[Line, ...] = ()  # what the book itself says of a floor's decision
    procedures: Mapping[str, Steps] = field(default_factory=dict)  # steps that have a name
    clauses: tuple[str, ...] = ()  # a house's own book may list its clauses
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # parameters by game

    def find(self, fault: str, facts: frozenset[str] | set[str]) -> Line | None:
        """The first line that speaks of the situation, or None where the book is silent."""
        for line in self.lines.get(fault, ()):
            if line.holds(facts):
                return line
        return None

    def in_game(self, game: str) -> "Book":
        """The book as it speaks of one game: a clause for it stands before the general one."""
        end = f"_{game}"
        own = {key.removesuffix(end): why for key, why in self.why.items() if key.endswith(end)}
        params = self.games.get(game, {})
        if not own and not params:
            return self
        return replace(self, why={**self.why, **own}, params={**self.params, **params})

    def param(self, name: str, *kinds: str) -> Any:
        """A parameter; where it differs by structure or format, the first kind named in it."""
        value = self.params[name]
        if isinstance(value, dict):  # not Mapping, which takes as long as all the rest
            for kind in kinds:
                if kind in value:
                    return value[kind]
            return value.get("any")
        return value

    def has_clause(self, clause: str) -> bool:
        """Whether a clause is the book's, or the house's own."""
        if clause.startswith("house"):
            return True
        if self.clauses or self.name in catalogue.BOOKS:
            return clause in self.known_clauses
        return clause.startswith(f"{self.name}.") and not clause.endswith(".")

    @property
    def known_clauses(self) -> tuple[str, ...]:
        """The clauses that are written down, of a book that has them written down."""
        return catalogue.ids(self.name) if self.name in catalogue.BOOKS else self.clauses
