"""Chips: a house teaches its kinds from one picture, and an amount comes with its doubt."""

from dataclasses import replace
from pathlib import Path

import pytest

from vision.chipset import USUAL, ChipSet, Kind, keep, learn, load
from vision.drawing.table import DrawnTable, Lying
from vision.errors import CalibrationError
from vision.eye import Eye
from vision.scene import ChipSeen
from vision.shades import Shade

MOSS, LIME = Shade((38.0, -30.0, 15.0), (95.0, 0.0, 0.0)), Shade((60.0, -42.0, 35.0))


def chip(colour: str, count: int = 1, low: int = 1, high: int = 1, x: float = 0.0) -> ChipSeen:
    return ChipSeen(colour, 1.0, x, 0.0, 40.0, count, low, high)


def green(shade: Shade, x: float = 0.0) -> ChipSeen:
    return replace(chip("green", x=x), shade=shade)


def test_a_house_teaches_what_its_chips_are_worth() -> None:
    chips = learn([chip("red"), chip("green")], [("red", 5), ("green", 25)])
    assert chips.amount([chip("red"), chip("green"), chip("red")]).values == (25, 5, 5)


def test_two_greens_of_different_values_are_told_apart_by_their_shades() -> None:
    house = learn([green(LIME, x=90), green(MOSS, x=10)], [("green", 25), ("green", 1000)])
    assert house.amount([green(MOSS)]).values == (25,)
    assert house.amount([green(LIME)]).values == (1000,)


def test_a_chip_between_two_shades_is_not_guessed() -> None:
    house = learn([green(MOSS, x=10), green(LIME, x=90)], [("green", 25), ("green", 1000)])
    between = green(Shade((49.0, -36.0, 25.0)))
    amount = house.amount([between])
    assert (amount.values, amount.low, amount.high) == ((), 0, 1000)


def test_a_chip_of_another_house_has_no_value_here() -> None:
    house = ChipSet((Kind("green", 25, MOSS),))
    assert house.kind(replace(chip("red"), shade=Shade((45.0, 60.0, 40.0)))) is None


def test_a_drawn_house_is_learnt_from_one_picture_and_known_again_in_less_light() -> None:
    prices = [("white", 1), ("red", 5), ("blue", 10), ("black", 100), ("purple", 500)]
    table = DrawnTable(seed=4)
    table.lay("card", Lying("Kh", 0.6, 0.3))  # the paper says what white is
    for k, (colour, _) in enumerate(prices):
        table.lay(colour, Lying(colour, 0.8 + 0.12 * k, 0.3, kind="chip"))
    eye = Eye.open()
    house = learn(eye.see(table.picture()).chips, prices)
    table.light = 0.65
    assert house.amount(eye.see(table.picture()).chips).values == (500, 100, 10, 5, 1)


def test_a_chip_without_a_value_is_asked_for() -> None:
    with pytest.raises(CalibrationError, match="give also green=…"):
        learn([chip("red"), chip("green")], [("red", 5)])


def test_chips_of_one_colour_have_one_value_or_each_its_own() -> None:
    reds = [chip("red"), chip("red"), chip("red")]
    assert {kind.value for kind in learn(reds, [("red", 5)]).kinds} == {5}
    with pytest.raises(CalibrationError, match="3 red chips are seen, 2 values given"):
        learn(reds, [("red", 5), ("red", 10)])


def test_a_value_for_a_chip_that_is_not_there_is_refused() -> None:
    with pytest.raises(CalibrationError, match="no blue chip is seen; seen: red"):
        learn([chip("red")], [("red", 5), ("blue", 10)])


def test_a_picture_without_chips_teaches_nothing() -> None:
    with pytest.raises(CalibrationError, match="saw none"):
        learn([], [("red", 5)])


def test_an_amount_of_loose_chips_is_exact() -> None:
    assert str(USUAL.amount([chip("red"), chip("black")])) == "105"


def test_a_stack_is_an_estimate() -> None:
    amount = USUAL.amount([chip("red", 10, 8, 12), chip("black")])
    assert str(amount) == "about 150 (140 to 160)"


def test_a_set_is_kept_and_read_back(tmp_path: Path) -> None:
    house = ChipSet((Kind("green", 25, MOSS), Kind("green", 1000, LIME), Kind("red", 5)))
    keep(house, tmp_path / "chips.json")
    assert load(tmp_path / "chips.json") == house


def test_a_file_that_is_no_set_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cutcard chips learn"):
        load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(CalibrationError, match="again"):
        load(tmp_path / "bad.json")
