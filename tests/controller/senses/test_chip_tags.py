"""Chips with a tag each: what lies in a spot comes to the table log, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.senses.chip_tags import ChipTagsError, load
from controller.senses.fusion import Fusion
from firmware_bridge.sightings import Sighting
from tests.controller.felt import DECKS, Felt

VALUES = {f"C5{n:02}": 5 for n in range(9)} | {f"C1{n:02}": 1 for n in range(9)}


def betting() -> Felt:
    """Three players, seat 3 to act."""
    felt = Felt(sensors="rfid shoe chips", chips=VALUES)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.until(9.0)
    felt.events.clear()
    return felt


def reads(felt: Felt, zone: str, *tags: str, arrived: bool = True, apart: float = 0.1) -> None:
    for tag in tags:
        felt.until(felt.t + apart)
        felt.fusion.receive(Sighting(felt.t, tag, zone, arrived, "spots", felt.t))
    felt.until(felt.t + 1.0)


def told(felt: Felt) -> list[tuple[int, list[int], str]]:
    return [(e["seat"], e["chips"], e["src"]) for e in felt.events if e["e"] == "chips"]


def test_chips_of_one_motion_are_one_event() -> None:
    felt = betting()
    reads(felt, "bet:3", "C101", "C501", "C502")
    assert told(felt) == [(3, [5, 5, 1], "rfid:bet:3")]
    assert felt.history.table.view("public")["seats"]["3"].get("bet") == 11


def test_a_pause_makes_two_motions_of_it() -> None:
    felt = betting()
    reads(felt, "bet:3", "C101", "C102", apart=2.0)
    assert [chips for _, chips, _ in told(felt)] == [[1], [1]]


def test_a_chip_taken_back_before_it_was_told_is_none() -> None:
    felt = betting()
    felt.fusion.receive(Sighting(felt.t, "C501", "bet:3", True, "spots", felt.t))
    reads(felt, "bet:3", "C501", arrived=False)
    assert told(felt) == []


def test_a_chip_that_crosses_an_antenna_of_cards_is_no_card() -> None:
    felt = betting()
    reads(felt, "seat:3", "C501")
    reads(felt, "bet:3", "FFFF")  # nor is a strange tag in a spot
    assert felt.events == []


def test_after_a_start_chips_that_lay_there_are_no_bet_and_new_ones_are() -> None:
    felt = betting()
    reads(felt, "bet:3", "C501", "C101")
    felt.fusion = Fusion(DECKS, chips=VALUES)
    felt.fusion.expect(felt.history.table)
    felt.fusion.begin(felt.t)
    reads(felt, "bet:2", "C103", "C104")  # the blind, of which no chip was told
    reads(felt, "bet:3", "C501", "C101", "C502")
    assert [chips for _, chips, _ in told(felt)] == [[5, 1], [5]]


def test_the_file_has_the_tags_of_each_value(tmp_path: Path) -> None:
    file = tmp_path / "chip-tags.json"
    file.write_text('{"5": ["e001", "e002"], "25": ["E003"]}')
    assert load(file) == {"E001": 5, "E002": 5, "E003": 25}


@pytest.mark.parametrize(
    "text", ["", "[]", '{"five": ["A"]}', '{"5": ["A"], "25": ["a"]}', '{"0": []}']
)
def test_a_file_that_is_wrong_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "chip-tags.json"
    file.write_text(text)
    with pytest.raises(ChipTagsError, match="expected"):
        load(file)
