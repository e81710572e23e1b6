"""A clause is taken out of its book before it counts: to name it proves nothing."""

from dataclasses import replace

import pytest

from controller.coverage import Covered, Played, coverage
from controller.scenario import Role, parse, run_in
from engine.law import catalogue

ORDERLY = "An orderly deal\nbook dc\ndeal\neveryone calls\nburn\nflop\neveryone checks\n"


def played(text: str, *claims: tuple[Role, str]) -> dict[str, Played]:
    """A scenario, and what it claims beyond what it shows."""
    scenario = parse(text, "a.txt")
    report = run_in("holdem", scenario)
    claimed = replace(report, evidence=report.evidence | set(claims))
    return {"a.txt": Played(scenario, "holdem", claimed)}


def of_clause(clause: str, notebook: dict[str, Played]) -> Covered:
    [one] = [each for each in catalogue.clauses() if each.id == clause]
    return coverage([one], notebook)[0]


@pytest.mark.parametrize("role", ["decides", "floor", "why", "also"])
def test_a_scenario_that_passes_without_the_clause_does_not_prove_it(role: Role) -> None:
    assert of_clause("dc.1604.3.n", played(ORDERLY, (role, "dc.1604.3.n"))).state == "open"


def test_a_scenario_that_fails_proves_nothing() -> None:
    text = "No fault\nbook dc\n7c to seat 1 up\nruling joker, floor_call by dc.1604.3.i-facedown\n"
    assert of_clause("dc.1604.3.i-facedown", played(text)).state == "open"


@pytest.mark.parametrize(
    ("asserted", "clause", "state"),
    [
        ("burn\nburn\nruling extra_burn, floor_call by dc.1604.3.n", "dc.1604.3.n", "floor"),
        ("expect card to burn because dc.1604.3.n", "dc.1604.3.n", "why"),
        ("burn\nflop\nexpect act by seat 1 because dc.1604.3.o.1", "dc.1604.3.o.1", "enforced"),
        ("burn\nflop\nexpect act because dc.1604.3.o.1", "dc.1604.3.o.1", "open"),
    ],
)
def test_what_a_line_proves(asserted: str, clause: str, state: str) -> None:
    text = f"A deal\nbook dc\nseats 1-3, button 3\ndeal\neveryone calls\n{asserted}\n"
    notebook = played(text)
    assert notebook["a.txt"].report.problems == ()
    assert of_clause(clause, notebook).state == state


def test_a_step_of_a_ruling_counts_where_another_step_is_ruled_wrong() -> None:
    text = """The exposed card is not replaced
book diamondjims
seats 1-4, button 4
7c to seat 1 up
ruling exposed_card, replace by diamondjims.9
deal
seat 3 calls
ruling wrong_step, floor_call by diamondjims.9b
"""
    notebook = played(text)
    assert notebook["a.txt"].report.problems == ()
    assert of_clause("diamondjims.9b", notebook).state == "floor"
