"""Which clauses the scenarios prove: each is taken out of its book, and a scenario must fail."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal, get_args

from controller.scenario import Report, Role, Scenario, run_in
from engine.law import Book, Line, load
from engine.law.catalogue import Clause
from engine.table import Table

#: ``enforced`` and ``floor`` are proved; ``why`` and ``also`` are cited only; ``open`` is neither.
State = Literal["enforced", "floor", "why", "also", "open"]
STATES: tuple[State, ...] = get_args(State)
SHOWS: Mapping[Role, State] = {
    "decides": "enforced",
    "floor": "floor",
    "why": "why",
    "also": "also",
}


@dataclass(frozen=True)
class Played:
    """A scenario, the game it was dealt as, and how it went."""

    scenario: Scenario
    game: str
    report: Report

    def needs(self, clause: str, role: Role) -> bool:
        """Whether it says this of the clause, and fails where the book does not have it."""
        if not self.report.passed or (role, clause) not in self.report.evidence:
            return False
        altered = partial(Table, _without(clause, role))
        return not run_in(self.game, self.scenario, altered).passed


@dataclass(frozen=True)
class Covered:
    """A clause, how far the engine carries it, and the scenarios that show it."""

    clause: Clause
    state: State
    proofs: tuple[str, ...]


def coverage(clauses: Iterable[Clause], played: Mapping[str, Played]) -> list[Covered]:
    """Try each clause in the scenarios that name it: the best of what they prove counts."""
    return [_covered(clause, played) for clause in clauses]


def _covered(clause: Clause, played: Mapping[str, Played]) -> Covered:
    for role, state in SHOWS.items():
        proofs = tuple(name for name, one in played.items() if one.needs(clause.id, role))
        if proofs and role == "why" and clause.scope == "play":
            return Covered(clause, "enforced", proofs)  # it brings no ruling: what is due shows it
        if proofs:
            return Covered(clause, state, proofs)
    return Covered(clause, "open", ())


@cache
def _without(clause: str, role: Role) -> Book:
    """The clause's book without what gives it that role: its lines, its reasons, its mentions."""
    book = load(clause.partition(".")[0])
    if role == "also":
        return _with_lines(book, lambda line: _unmentioned(line, clause))
    if book.authority == clause:  # of a silent book it is the deciding line
        book = replace(book, authority="house")
    if role == "why":
        why = {key: cited for key, cited in book.why.items() if cited != clause}
        book = replace(book, why=why)
    return _with_lines(book, lambda line: _undecided(line, clause))


def _with_lines(book: Book, changed: Callable[[Line], Line | None]) -> Book:
    """The book with each of its lines changed, or taken out."""

    def of(lines: Iterable[Line]) -> tuple[Line, ...]:
        return tuple(line for line in map(changed, lines) if line)

    floor = {decision: changed(line) for decision, line in book.floor.items()}
    return replace(
        book,
        lines={fault: of(lines) for fault, lines in book.lines.items()},
        on_floor=of(book.on_floor),
        floor={decision: line for decision, line in floor.items() if line},
    )


def _undecided(line: Line, clause: str) -> Line | None:
    """Nothing of a line that is decided by the clause; of another, the steps that are not."""
    steps = tuple(step for step in line.steps if step["clause"] != clause)
    return None if line.clause == clause else replace(line, steps=steps)


def _unmentioned(line: Line, clause: str) -> Line:
    """The line without the clause among those that bear on it, or that a step is by."""
    steps = tuple({**one, "clause": ""} if one["clause"] == clause else one for one in line.steps)
    return replace(line, also=tuple(one for one in line.also if one != clause), steps=steps)
