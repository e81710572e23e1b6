"""Each window of a rulebook is told on both sides of its edge, for each line that asks for it."""

from collections.abc import Iterator

import pytest

from engine.law import BOOKS, load
from tests.engine.law.mutants import Mutant, mutants
from tests.engine.law.notebook import is_seen

# A window with one act less, one more or none of a count, for all its lines and for each alone: a
# scenario must notice. So one has the last act that leaves it open, and one the act that shuts it.
SIDES = ("window", "edge", "until", "after")


def _sides(name: str) -> Iterator[Mutant]:
    return (mutant for mutant in mutants(name) if mutant.kind in SIDES)


@pytest.mark.parametrize("name", BOOKS)
def test_both_sides_of_every_window_are_told(name: str) -> None:
    assert [mutant.what for mutant in _sides(name) if not is_seen(mutant)] == []


def test_every_book_but_california_has_windows() -> None:
    """California knows no misdeal: nothing is ever too late in it."""
    windows = {name: set(load(name).windows) for name in BOOKS}
    assert windows == {
        "dc": {"misdeal"},
        "california": set(),
        "diamondjims": {"misdeal"},
        "hilton": {"misdeal", "burn", "flop"},
        "uspa": {"misdeal"},
    }
