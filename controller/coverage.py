"""Which clauses the scenarios prove: enforced, left to the floor, or open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from controller.scenario import Report
from engine.law.catalogue import Clause

State = Literal["enforced", "floor", "open"]


@dataclass(frozen=True)
class Covered:
    """A clause, how far the engine carries it, and the scenarios that show it."""

    clause: Clause
    state: State
    proofs: tuple[str, ...]


def coverage(clauses: Iterable[Clause], reports: Mapping[str, Report]) -> list[Covered]:
    """Look each clause up in the scenarios that passed; a failed one proves nothing."""
    passed = {name: report for name, report in reports.items() if report.passed}
    return [_covered(clause, passed) for clause in clauses]


def _covered(clause: Clause, passed: Mapping[str, Report]) -> Covered:
    deciding = tuple(name for name, said in passed.items() if clause.id in said.clauses_asserted)
    if deciding:
        return Covered(clause, "enforced", deciding)
    asking = tuple(name for name, said in passed.items() if clause.id in said.floor_clauses)
    return Covered(clause, "floor" if asking else "open", asking)
