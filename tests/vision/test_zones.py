"""Zones: every template has all its places, and a point of the felt is in just one."""

import pytest

from vision.errors import CalibrationError
from vision.zones import SEATS, drawn, template


@pytest.mark.parametrize("seats", SEATS)
def test_a_template_has_a_zone_and_a_betting_spot_for_each_seat(seats: int) -> None:
    names = set(template(seats).polygons)
    assert names == {"board", "burn", "muck", "deck"} | {
        f"{kind}:{seat}" for kind in ("seat", "bet") for seat in range(1, seats + 1)
    }


@pytest.mark.parametrize("seats", SEATS)
def test_the_middle_of_each_zone_is_in_that_zone(seats: int) -> None:
    zones = template(seats)
    for name, shape in zones.polygons.items():
        x, y = (sum(part) / len(shape) for part in zip(*shape, strict=True))
        if name.startswith("bet:"):
            assert zones.spot(x, y) == int(name.removeprefix("bet:"))
        else:
            assert zones.of(x, y) == name


def test_seat_one_is_to_the_left_of_the_dealer_who_sits_below() -> None:
    zones = template(9)
    assert zones.of(0.45, 0.88) == "seat:1"
    assert zones.of(1.55, 0.88) == "seat:9"
    assert zones.of(1.0, 0.92) == "deck"


def test_beyond_the_markers_is_off_the_table() -> None:
    assert template(9).of(-0.3, 0.5) == "off"
    assert template(9).of(1.0, 1.4) == "off"


def test_a_card_between_two_zones_belongs_to_the_nearer() -> None:
    zones = template(9)
    assert zones.of(0.60, 0.50) == "board"
    assert zones.of(0.45, 0.30) == "seat:3"


def test_a_table_of_seven_has_no_template() -> None:
    with pytest.raises(CalibrationError, match="6, 8, 9 or 10 seats, got 7"):
        template(7)


def test_zones_drawn_by_hand_must_have_names_the_log_knows() -> None:
    square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
    assert drawn({"board": square}).of(0.9, 0.5) == "board"
    with pytest.raises(CalibrationError, match="zone table"):
        drawn({"table": square})
    with pytest.raises(CalibrationError, match="zone board"):
        drawn({"board": square[:2]})
