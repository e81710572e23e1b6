"""Every fault that the books know in a game is proved by a scenario, dealt as that game."""

from pathlib import Path

import pytest

from controller.commands.clauses import play_all
from controller.coverage import coverage
from engine.law import catalogue


@pytest.mark.parametrize(("game", "clauses"), [("holdem", 203), ("omaha", 147), ("omaha8", 147)])
def test_every_clause_to_detect_is_enforced_or_left_to_the_floor(game: str, clauses: int) -> None:
    to_detect = catalogue.search(game=game, scope="detect")
    covered = coverage(to_detect, play_all(Path(__file__).parent / "scenarios", game))
    still_open = [one.clause.id for one in covered if one.state == "open"]
    assert still_open == []
    assert len(covered) == clauses
