"""From the wires to the rulings: what is ruled at the table is what replay rules on the truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table import Table
from firmware_bridge.simulator.faults import FAULTS
from tests.controller.whole_table import Answer, WholeTable, rulings

BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
NEEDS_CAMERA = {"exposed_card", "player_exposed", "burn_exposed"}


def replayed(table: WholeTable) -> list[Answer]:
    """What ``cutcard replay`` answers to the truth."""
    engine = Table()
    return [answer for event in table.truth.log for answer in engine.apply(event)]


def check(table: WholeTable) -> None:
    assert rulings(table.answers) == rulings(replayed(table))
    assert [one for one in table.answers if one["o"] == "reject"] == []
    ends = [one for one in table.answers if one["o"] == "end"]
    assert ends == [one for one in replayed(table) if one["o"] == "end"]
    assert table.disagreements == []


@pytest.mark.parametrize("book", ["hilton", "uspa"])
def test_every_fault_is_ruled_as_on_the_truth(book: str, tmp_path: Path) -> None:
    table = WholeTable(tmp_path, tuple(FAULTS), seed=4, book=book)
    table.play(len(FAULTS))
    check(table)
    assert set(FAULTS) <= {one["fault"] for one in rulings(table.answers)}


@pytest.mark.parametrize("kind", ["feig", "pn532"])
def test_readers_of_other_makes_and_no_camera(kind: str, tmp_path: Path) -> None:
    faults = ("wrong_seat", "flop_count", "premature_turn", "not_top_card", "joker")
    assert not NEEDS_CAMERA & set(faults)
    table = WholeTable(tmp_path, faults, seed=5, kind=kind, camera=False)
    table.play(len(faults) + 1)
    check(table)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_thousand_hands(book: str, tmp_path: Path) -> None:
    table = WholeTable(tmp_path, ("random",), seed=17, book=book)
    table.play(200)
    check(table)
