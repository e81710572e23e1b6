"""A betting spot in drawn pictures: loose chips, fans and stacks, and hands that rest on them."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from vision.betting_spot import BettingSpot, betting_spots
from vision.calibration import Calibration, calibrate
from vision.drawing.table import DrawnTable, Lying
from vision.scene import ChipSeen
from vision.zones import template

FAR = 2  # a seat at the table's end, where stacks lean


@cache
def calibrated(eye: float) -> tuple[DrawnTable, Calibration, dict[int, BettingSpot]]:
    table = DrawnTable(seed=2, eye=eye)
    calibration = calibrate(table.picture(), template(9))
    return table, calibration, {spot.seat: spot for spot in betting_spots(calibration)}


def middle(calibration: Calibration, seat: int) -> tuple[float, float]:
    x, y = np.array(calibration.zones.polygons[f"bet:{seat}"]).mean(0)
    return float(x), float(y)


def seen(seat: int, *chips: tuple[str, float, float, int], eye: float = 1.5) -> list[ChipSeen]:
    """What is seen of chips by colour, place from the spot's middle in centimetres, and count."""
    table, calibration, spots = calibrated(eye)
    x, y = middle(calibration, seat)
    table.things, table.hands = {}, []
    for k, (colour, right, down, count) in enumerate(chips):
        at = x + right / 100, y + down / 100
        table.lay(str(k), Lying(colour, *at, 0.7 * k, "chip", count=count))
    found = spots[seat].sees(table.picture())
    assert found is not None, "nothing covers the spot"
    return found


@pytest.mark.parametrize("seat", range(1, 10))
def test_loose_chips_are_counted_by_colour_green_on_green_felt_too(seat: int) -> None:
    chips = seen(seat, ("red", -5, -2, 1), ("green", 0, 0, 1), ("black", 5, 1, 1))
    assert sorted((chip.colour, chip.count) for chip in chips) == [
        ("black", 1),
        ("green", 1),
        ("red", 1),
    ]


@pytest.mark.parametrize("colour", ["red", "blue", "white", "yellow", "orange"])
def test_a_fan_is_counted_chip_by_chip(colour: str) -> None:
    fan = [(colour, 0.3 * k, 1.7 * k, 1) for k in range(-2, 2)]
    assert [(chip.colour, chip.count) for chip in seen(FAR, *fan)] == [(colour, 1)] * 4


@pytest.mark.parametrize("colour", ["red", "blue", "white"])
def test_a_fan_unlike_the_felt_is_no_estimate(colour: str) -> None:
    fan = [(colour, 0.3 * k, 1.7 * k, 1) for k in range(-2, 2)]
    assert all(chip.high == 1 for chip in seen(FAR, *fan))


@pytest.mark.parametrize("colour", ["red", "blue", "white", "black", "yellow"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_fan_in_any_direction_is_never_surely_miscounted(colour: str, count: int) -> None:
    rng = np.random.default_rng(count)
    for seat in range(1, 10):
        turn, apart = rng.uniform(0, 2 * np.pi), rng.uniform(1.2, 2.4)
        steps = (np.arange(count) - (count - 1) / 2) * apart
        chips = seen(seat, *((colour, np.cos(turn) * k, np.sin(turn) * k, 1) for k in steps))
        if all(chip.low == chip.high for chip in chips):
            assert [(chip.colour, chip.count) for chip in chips] == [(colour, 1)] * count


@pytest.mark.parametrize("colour", ["red", "blue", "white", "black", "yellow"])
def test_of_narrow_fans_across_the_camera_s_line_most_are_counted_and_none_is_ruled_out(
    colour: str,
) -> None:
    right = held = tried = 0
    for seat in (2, 3, 8, 9):
        for count, apart in product((2, 3, 4), (1.3, 1.6, 1.9)):
            steps = (np.arange(count) - (count - 1) / 2) * apart
            chips = seen(seat, *((colour, 0.2 * k, k, 1) for k in steps))
            tried += 1
            right += sum(chip.count for chip in chips) == count
            held += sum(c.low for c in chips) <= count <= sum(c.high for c in chips)
    assert right >= 0.85 * tried and held == tried


@pytest.mark.parametrize("above", ["blue", "white", "black"])
@pytest.mark.parametrize("below", ["red", "yellow", "orange"])
def test_a_chip_half_under_another_keeps_its_own_colour(below: str, above: str) -> None:
    for right in (0.3, -0.3):
        chips = seen(FAR, (below, 0, 0, 1), (above, right, 1.7, 1))
        assert sorted(chip.colour for chip in chips) == sorted((above, below))


def test_a_fan_of_several_colours_is_hardly_ever_surely_of_others() -> None:
    rng, colours = np.random.default_rng(5), ["red", "blue", "white", "black", "yellow", "purple"]
    wrong = 0
    for _ in range(60):
        count, seat, turn = rng.integers(2, 5), int(rng.integers(1, 10)), rng.uniform(0, 2 * np.pi)
        fan = [(colours[k], rng.uniform(1.2, 2.6)) for k in rng.integers(0, len(colours), count)]
        far = np.cumsum([apart for _, apart in fan])
        places = zip(fan, far - far.mean(), strict=True)
        chips = seen(seat, *((c, np.cos(turn) * k, np.sin(turn) * k, 1) for (c, _), k in places))
        surely = all(chip.low == chip.high for chip in chips)
        wrong += surely and Counter(chip.colour for chip in chips) != Counter(c for c, _ in fan)
    assert wrong <= 1


def test_two_chips_in_line_with_the_camera_may_be_two() -> None:
    for right in (1.5, -1.5):  # the spot is to the left of the camera, and either may be on top
        chips = seen(FAR, ("red", 0, 0, 1), ("red", right, 0, 1))
        assert sum(chip.low for chip in chips) <= 2 <= sum(chip.high for chip in chips)


@pytest.mark.parametrize("colour", ["red", "blue", "white", "black", "yellow"])
def test_a_wide_fan_in_line_with_the_camera_shows_felt_in_its_nooks_and_is_no_stack(
    colour: str,
) -> None:
    for toward, count in product((2.7, -2.7), (2, 3)):  # either end may be on top
        chips = seen(FAR, *((colour, toward * k, 0, 1) for k in range(count)))
        assert [chip.count for chip in chips] == [1] * count


@pytest.mark.parametrize("eye", [1.35, 1.5, 1.7])
@pytest.mark.parametrize("count", [5, 10, 20])
def test_a_stack_is_an_estimate_that_holds_the_truth(count: int, eye: float) -> None:
    for colour in ("red", "blue", "white"):
        (stack,) = seen(FAR, (colour, 0, 0, count), eye=eye)
        assert stack.colour == colour
        assert stack.low <= count <= stack.high and stack.low < stack.high
        assert abs(stack.count - count) <= 1 + 0.2 * count


def test_two_chips_on_each_other_are_never_surely_one_where_their_side_shows() -> None:
    for colour in ("red", "blue", "white"):
        (pair,) = seen(FAR, (colour, 0, 0, 2))
        assert pair.low < pair.high


def test_a_stack_stands_where_its_base_is() -> None:
    table, calibration, _ = calibrated(1.5)
    (stack,) = seen(FAR, ("red", 0, 0, 20))
    at = table.point(*middle(calibration, FAR))
    assert (stack.x, stack.y) == pytest.approx(at, abs=5)


def test_a_hand_that_rests_on_the_chips_is_no_change() -> None:
    table, calibration, spots = calibrated(1.5)
    x, y = middle(calibration, FAR)
    table.things = {"chip": Lying("red", x, y, kind="chip")}
    table.hands = [(x - 0.5, y, x, y)]
    assert spots[FAR].sees(table.picture()) is None


def test_a_stack_of_the_felt_s_colour_that_makes_no_circle_is_not_an_empty_spot() -> None:
    for eye, seat in ((1.35, 4), (1.5, 4), (1.5, 6)):
        table, calibration, spots = calibrated(eye)
        x, y = middle(calibration, seat)
        table.things, table.hands = {"stack": Lying("green", x, y, kind="chip", count=10)}, []
        assert spots[seat].sees(table.picture()) != []


def test_an_empty_spot_in_other_light_is_empty() -> None:
    table, _, spots = calibrated(1.5)
    table.things, table.hands, light = {}, [], table.light
    for table.light in (0.6, 1.0):
        assert [spot.sees(table.picture()) for spot in spots.values()] == [[]] * 9
    table.light = light
