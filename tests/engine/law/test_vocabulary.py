"""The words of the rulebooks: all that the engine says is declared, and all declared is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.scenario import parse, run
from engine.law import BOOKS, Book, Line, load, vocabulary
from engine.law.values import wrong_value
from engine.log import DECISIONS, FAULTS

SCENARIOS = Path(__file__).parents[2] / "scenarios"
# Said where no scenario goes yet.
UNSEEN = {"from_off", "in_off", "board_out"}
UNSEEN |= {"second", "third", "fourth", "fifth", "sixth", "razz", "stud5", "mississippi"}
UNSEEN |= {"remade_burned", "remade_unburned", "lacks_last"}


@pytest.fixture(scope="module")
def said() -> Iterator[set[str]]:
    """Every fact that a line was asked about while the whole notebook was played."""
    facts: set[str] = set()
    find, holds = Book.find, Line.holds

    def noted_find(book: Book, fault: str, known: Any) -> Line | None:
        facts.update(known)
        return find(book, fault, known)

    def noted_holds(line: Line, known: Any) -> bool:
        if line.fault == "floor":
            facts.update(known)
        return holds(line, known)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Book, "find", noted_find)
        patched.setattr(Line, "holds", noted_holds)
        for file in sorted(SCENARIOS.rglob("*.txt")):
            run(parse(file.read_text("utf-8"), file.name))
    yield {fact for fact in facts if not fact.startswith("until:")} - {"from_", "floor"}


def test_every_fact_that_is_said_at_a_table_is_declared(said: set[str]) -> None:
    assert said - vocabulary.FACTS.keys() == set()


def test_every_fact_that_is_declared_is_said_at_some_table(said: set[str]) -> None:
    of_others = {*FAULTS, *DECISIONS, *vocabulary.ACTIONS}
    assert vocabulary.FACTS.keys() - said - of_others <= UNSEEN


def test_faults_and_decisions_are_those_of_the_table_log() -> None:
    assert tuple(vocabulary.FAULTS) and set(vocabulary.FAULTS) == set(FAULTS)
    assert set(vocabulary.DECISIONS) == set(DECISIONS)
    assert set(vocabulary.SEVERITY.values()) == set(vocabulary.SEVERITIES)


@pytest.mark.parametrize("name", vocabulary.PARAMETERS)
def test_a_parameter_takes_its_usual_value_and_says_what_it_is(name: str) -> None:
    parameter = vocabulary.PARAMETERS[name]
    assert list(wrong_value(parameter, parameter.usual)) == []
    assert parameter.meaning
    assert all(name in load(book).params for book in BOOKS)
