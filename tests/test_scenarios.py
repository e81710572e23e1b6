"""Every file of the floorperson's notebook is a test, in every game that it holds in."""

from pathlib import Path

import pytest

from controller.scenario import Report, parse, run, run_in

SCENARIOS = Path(__file__).parent / "scenarios"
NAMES = [str(file.relative_to(SCENARIOS)) for file in sorted(SCENARIOS.rglob("*.txt"))]
ALL = {
    name: parse((SCENARIOS / name).read_text("utf-8"), f"tests/scenarios/{name}") for name in NAMES
}


EACH = [(name, book) for name in NAMES for book in ALL[name].books]
IN_ITS_GAMES = [(name, book, game) for name, book in EACH for game in ALL[name].games or ("",)]


@pytest.mark.parametrize(("name", "book", "game"), IN_ITS_GAMES)
def test_scenario(name: str, book: str, game: str) -> None:
    _must_pass(run(ALL[name], book=book, game=game))


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize(("name", "book"), [one for one in EACH if not ALL[one[0]].games])
def test_scenario_in_another_game(name: str, book: str, game: str) -> None:
    """One that cannot hold there, for it is about two cards in the hand, says `game holdem`."""
    _must_pass(run_in(game, ALL[name], book=book))


def _must_pass(report: Report) -> None:
    if not report.passed:
        pytest.fail("\n\n".join(report.problems), pytrace=False)
