"""Drawn frames and simulated readers of the same deal: fused, they give the truth's log."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine.cards import BOARD, OFF
from engine.table import Table
from firmware_bridge.simulator.faults import FAULTS
from tests.controller.filmed_camera import FilmedCamera
from tests.controller.test_whole_table import check
from tests.controller.whole_table import WholeTable, rulings

Told = tuple[str, str, str, str]  # what, the card, its zone and its face
FEW = (2, 5, 8)  # players: a deal is soon over
EXPOSED = ("exposed_card", "flashed_card", "off_the_table")
NO_CHANCE = {"unknown_card"}  # its face, if it shows, is in no deck


def cards(log: Iterable[dict[str, Any]]) -> list[Told]:
    """What the table log says of cards while a deal is on, but for what no sensor can know."""
    table, told = Table(), []
    for event in log:
        if event["e"] in ("card", "flash") and table.deal_on:
            told.append((event["e"], event["card"], event["zone"], event.get("face", "")))
        table.apply(event)
    return [one for one in told if one[2:] != (OFF, "down")]


def faces_seen(log: Iterable[dict[str, Any]]) -> list[Told]:
    """The cards that showed their face where none should."""
    return [
        (what, card, zone, face)
        for what, card, zone, face in cards(log)
        if what == "flash" or (face == "up" and zone != BOARD)
    ]


def filmed(folder: Path, fault: str, seed: int = 4, **how: Any) -> WholeTable:
    table = WholeTable(folder, (fault,) if fault else (), seed=seed, filmed=True, **how)
    table.play(1)
    return table


@pytest.mark.parametrize("fault", EXPOSED)
def test_what_is_read_and_seen_is_the_truths_log(fault: str, tmp_path: Path) -> None:
    table = filmed(tmp_path, fault, seats=FEW)
    assert len(faces_seen(table.truth.log)) == 1
    assert cards(table.events) == cards(table.truth.log)
    check(table)


@pytest.mark.parametrize("fault", EXPOSED)
def test_readers_alone_do_not_know_that_a_face_was_seen(fault: str, tmp_path: Path) -> None:
    table = WholeTable(tmp_path, (fault,), seed=4, seats=FEW, camera=False)
    table.play(1)
    assert faces_seen(table.truth.log) != [] == faces_seen(table.events)
    assert "exposed_card" not in [one["fault"] for one in rulings(table.answers)]


def test_a_camera_that_is_covered_in_mid_hand_costs_nothing_that_the_readers_know(
    tmp_path: Path,
) -> None:
    table = WholeTable(tmp_path, (), seed=4, filmed=True, seats=FEW)
    assert isinstance(table.eye, FilmedCamera)
    table.eye.covered(8.0, 10.0)  # the flop lies, the turn comes
    table.play(1)
    assert table.eye.states == ["ok", "dark", "ok"]
    assert cards(table.events) == cards(table.truth.log)
    check(table)


@pytest.mark.parametrize("seats", [FEW, (1, 2, 3, 5, 8)])
def test_a_reader_that_is_pulled_in_mid_hand_is_made_up_for_by_the_camera(
    seats: tuple[int, ...], tmp_path: Path
) -> None:
    table = WholeTable(tmp_path, (), seed=4, kind="feig", seats=seats)
    table.pulled["board"] = (5.0, 14.0)  # before the flop comes, until the turn lies
    table.play(1)
    assert cards(table.events) == cards(table.truth.log)
    by_camera = [one for one in table.events if one["e"] == "card" and one["src"] == "camera"]
    assert len(by_camera) >= 3 and {one["zone"] for one in by_camera} == {BOARD}
    told = [(one.kind, one.zone, one.over) for one in table.disagreements]
    assert told == [("unread", BOARD, False), ("unread", BOARD, True)], "the floor should know"
    table.disagreements.clear()
    check(table)


@pytest.mark.slow
@pytest.mark.parametrize("look", range(1, 4))
@pytest.mark.parametrize("fault", sorted({*FAULTS, *EXPOSED} - NO_CHANCE))
def test_every_fault_on_several_tables(fault: str, look: int, tmp_path: Path) -> None:
    table = filmed(tmp_path, fault, seed=10 + look, look=look)
    assert cards(table.events) == cards(table.truth.log)
    check(table)
