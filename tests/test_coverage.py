"""Every fault that the books know in a game is proved by a scenario, dealt as that game."""

from pathlib import Path

import pytest

from controller.commands.clauses import play_all
from controller.coverage import coverage
from engine.law import catalogue

# Clauses that decide nothing by themselves: definitions (what counts as exposed, as defective, as
# acted), general duties, what a misdeal means. The clause for the case decides; these are cited.
CITED = {
    "dc.1604.3.cc",
    *(f"hilton.{end}" for end in (
        "A6.2 A8.a.1 A8.b A8.c A8.c.1 A8.d A9.1 A9.5 A14.1 A14.6 A15.2 A26.5 A26.6 "
        "A28.1 A28.2 A29.1 B2.4").split()),
    *(f"uspa.3.1.{end}" for end in (
        "4.1 4.1.1a 4.1.2 4.1.4 4.2b 4.2d 5.1.5 6.9 6.12b 6.12e 6.13 6.15").split()),
}  # fmt: skip


@pytest.mark.parametrize(("game", "clauses"), [("holdem", 203), ("omaha", 147), ("omaha8", 147)])
def test_every_clause_to_detect_is_enforced_or_left_to_the_floor(game: str, clauses: int) -> None:
    to_detect = catalogue.search(game=game, scope="detect")
    covered = coverage(to_detect, play_all(Path(__file__).parent / "scenarios", game))
    still_open = [one.clause.id for one in covered if one.state == "open"]
    cited_only = {one.clause.id for one in covered if one.state in ("why", "also")}
    assert still_open == []
    assert cited_only <= CITED
    assert cited_only == CITED or game != "holdem"
    assert len(covered) == clauses
