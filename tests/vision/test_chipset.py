"""Chips: a house teaches its colours, and an amount comes with its doubt."""

from pathlib import Path

import pytest

from vision.chipset import ChipSet, keep, learn, load
from vision.errors import CalibrationError
from vision.scene import ChipSeen


def chip(colour: str, count: int = 1, sure: float = 1.0) -> ChipSeen:
    return ChipSeen(colour, sure, 0.0, 0.0, 40.0, count)


def test_a_house_teaches_what_its_chips_are_worth() -> None:
    chips = learn([chip("red"), chip("green")], {"red": 5, "green": 25})
    assert chips.values([chip("red"), chip("green"), chip("red")]) == (25, 5, 5)


def test_a_chip_without_a_value_is_asked_for() -> None:
    with pytest.raises(CalibrationError, match="give also green=…"):
        learn([chip("red"), chip("green")], {"red": 5})


def test_a_value_for_a_chip_that_is_not_there_is_refused() -> None:
    with pytest.raises(CalibrationError, match="no blue chip is seen; seen: red"):
        learn([chip("red")], {"red": 5, "blue": 10})


def test_a_picture_without_chips_teaches_nothing() -> None:
    with pytest.raises(CalibrationError, match="saw none"):
        learn([], {"red": 5})


def test_an_amount_of_loose_chips_seen_well_is_exact() -> None:
    assert ChipSet().amount([chip("red"), chip("black")]) == (105, 0)


def test_a_stack_from_above_is_an_estimate() -> None:
    total, doubt = ChipSet().amount([chip("red", count=10)])
    assert total == 50 and doubt == 5


def test_a_set_is_kept_and_read_back(tmp_path: Path) -> None:
    keep(ChipSet({"red": 5}), tmp_path / "chips.json")
    assert load(tmp_path / "chips.json").worth == {"red": 5}


def test_a_file_that_is_no_set_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cutcard chips learn"):
        load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(CalibrationError, match="again"):
        load(tmp_path / "bad.json")
