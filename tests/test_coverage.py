"""Every hold'em fault that the books know is proved by a scenario."""

from pathlib import Path

from controller.commands.clauses import play_all
from controller.coverage import coverage
from engine.law import catalogue


def test_every_holdem_clause_to_detect_is_enforced_or_left_to_the_floor() -> None:
    clauses = catalogue.search(game="holdem", scope="detect")
    covered = coverage(clauses, play_all(Path(__file__).parent / "scenarios"))
    still_open = [one.clause.id for one in covered if one.state == "open"]
    assert still_open == []
    assert len(covered) == 203
