"""Every line of every rulebook matters: without it, or with another, a scenario fails."""

import re
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from controller.scenario import Scenario, parse, run
from engine import Table
from engine.law import BOOKS, Book, Line
from tests.engine.law.mutants import COMMON, Mutant, mutants

SCENARIOS = Path(__file__).parents[2] / "scenarios"
ENOUGH = 0.95


@cache
def notebook() -> dict[str, list[tuple[Scenario, frozenset[str]]]]:
    """The scenarios of each book, each with the faults that are looked up in it."""
    looked_up: set[str] = set()
    of_book: dict[str, list[tuple[Scenario, frozenset[str]]]] = {name: [] for name in BOOKS}
    find, holds = Book.find, Line.holds

    def noted_find(book: Book, fault: str, known: Any) -> Line | None:
        looked_up.add(fault)
        return find(book, fault, known)

    def noted_holds(line: Line, known: Any) -> bool:
        looked_up.add(line.fault)
        return holds(line, known)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Book, "find", noted_find)
        patched.setattr(Line, "holds", noted_holds)
        for file in sorted(SCENARIOS.rglob("*.txt")):
            looked_up.clear()
            text = file.read_text("utf-8")
            scenario = parse(text, file.name)
            assert run(scenario).passed
            [name] = re.findall(r"^book (\w+)", text, re.MULTILINE)
            of_book[name].append((scenario, frozenset(looked_up)))
    return of_book


def is_seen(mutant: Mutant) -> bool:
    """Whether some scenario of a book that has the change fails with it."""
    return any(
        not run(scenario, partial(Table, book)).passed
        for book in mutant.books
        for scenario, faults in notebook()[book.name]
        if not mutant.fault or mutant.fault in faults
    )


@pytest.mark.slow
def test_nearly_every_change_of_a_rulebook_makes_a_scenario_fail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried: Counter[str] = Counter()
    unseen: Counter[str] = Counter()
    told = []
    for name in (*BOOKS, COMMON):
        for mutant in mutants(name):
            tried[mutant.kind] += 1
            if not is_seen(mutant):
                unseen[mutant.kind] += 1
                told.append(f"  {name} {mutant.kind}: {mutant.what}")
    with capsys.disabled():
        print(f"\n{tried.total() - unseen.total()} of {tried.total()} changes are seen")
        for kind, count in tried.items():
            print(f"  {kind:10} {count - unseen[kind]:4} of {count:4}")
        print("not seen:", *told, sep="\n")
    assert 1 - unseen["line"] / tried["line"] >= ENOUGH
    assert 1 - unseen.total() / tried.total() >= ENOUGH
