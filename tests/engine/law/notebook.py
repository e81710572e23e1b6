"""Whether the floorperson's notebook notices a change of a rulebook."""

from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from controller.scenario import Scenario, parse, run
from engine import Table
from engine.law import BOOKS, Book, Line
from tests.engine.law.mutants import Mutant

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@cache
def notebook() -> dict[str, list[tuple[Scenario, str, frozenset[str]]]]:
    """The scenarios of each book and game, each with the faults that are looked up in it."""
    looked_up: set[str] = set()
    of_book: dict[str, list[tuple[Scenario, str, frozenset[str]]]] = {name: [] for name in BOOKS}
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
            scenario = parse(file.read_text("utf-8"), file.name)
            for name, game in product(scenario.books, scenario.games or ("",)):
                looked_up.clear()
                assert run(scenario, book=name, game=game).passed
                of_book[name].append((scenario, game, frozenset(looked_up)))
    return of_book


def is_seen(mutant: Mutant) -> bool:
    """Whether some scenario of a book that has the change fails with it."""
    return any(
        _fails(scenario, game, book)
        for book in mutant.books
        for scenario, game, faults in notebook()[book.name]
        if not mutant.fault or mutant.fault in faults
    )


def _fails(scenario: Scenario, game: str, book: Book) -> bool:
    try:
        return not run(scenario, partial(Table, book), book=book.name, game=game).passed
    except Exception:  # steps that make no sense may lead anywhere but past a scenario
        return True
