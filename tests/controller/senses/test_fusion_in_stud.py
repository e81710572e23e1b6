"""Upcards and down cards of one seat: how each lies, by the camera or by what was due."""

from __future__ import annotations

import pytest

from tests.controller.felt import OPEN, Felt
from tests.controller.senses.test_fusion import down, up
from vision.sightings import FaceGone

STUD = {
    **OPEN, "game": "stud7", "structure": "limit", "small_blind": 0, "big_blind": 0, "ante": 1,
    "bring_in": 1, "small_bet": 2, "big_bet": 4,
}  # fmt: skip
HOLE = ("2c", "3c", "4c", "5d", "6d", "7d")
UP = ("Kh", "Qh", "9s")


def two_down(*, camera: bool = True) -> Felt:
    """Three players with two cards down each, and the first door card is due."""
    felt = Felt(camera=camera, game=STUD)
    for number, card in enumerate(HOLE):
        t, zone = 1.0 + number, f"seat:{number % 3 + 1}"
        felt.draws(card, t)
        felt.lands(card, zone, t + 0.3)
        if camera:
            felt.sees(down(zone, number // 3 + 1, t + 0.7))
    felt.until(9.0)
    felt.events.clear()
    return felt


def faces(felt: Felt) -> list[tuple[str, str, str]]:
    return [(e["card"], e["zone"], e["face"]) for e in felt.events if e["e"] == "card"]


def test_the_camera_sees_which_card_of_a_seat_lies_up() -> None:
    felt = two_down()
    felt.draws("Kh", 10.0)
    felt.lands("Kh", "seat:1", 10.3)
    felt.sees(up("Kh", "seat:1", 10.7))
    assert faces(felt) == [("Kh", "seat:1", "up")]
    assert felt.rulings == []


@pytest.mark.parametrize("camera", [True, False])
def test_an_upcard_that_nobody_has_seen_lies_as_it_was_due(camera: bool) -> None:
    felt = two_down(camera=camera)
    felt.draws("Kh", 10.0)
    felt.lands("Kh", "seat:1", 10.3)
    felt.until(12.0)
    assert faces(felt) == [("Kh", "seat:1", "up")]
    assert felt.rulings == []


def test_backs_counted_before_an_upcard_came_do_not_make_it_a_down_card() -> None:
    felt = two_down()
    felt.leaves("2c", "seat:1", 9.5)  # an antenna loses a down card for a moment
    felt.draws("Kh", 10.0)
    felt.lands("Kh", "seat:1", 10.3)
    felt.until(12.0)
    assert faces(felt) == [("Kh", "seat:1", "up")]
    assert felt.rulings == []


def test_a_door_card_that_comes_face_down_is_a_missing_upcard() -> None:
    felt = two_down()
    felt.draws("Kh", 10.0)
    felt.lands("Kh", "seat:1", 10.3)
    felt.sees(down("seat:1", 3, 10.8))
    felt.until(12.0)
    assert faces(felt) == [("Kh", "seat:1", "down")]
    assert felt.rulings == ["missing_upcard"]


def test_a_face_held_up_on_its_way_to_a_seat_is_no_flash_where_an_upcard_is_due() -> None:
    felt = two_down()
    felt.draws("Kh", 10.0)
    felt.sees(up("Kh", "deck", 10.2))
    felt.lands("Kh", "seat:1", 11.3)
    felt.sees(up("Kh", "seat:1", 11.7))
    felt.until(14.0)
    assert [event["e"] for event in felt.events] == ["card"]
    assert felt.rulings == []


def test_an_upcard_turned_down_is_told_and_one_that_a_hand_covers_is_not() -> None:
    felt = two_down()
    for number, card in enumerate(UP):
        t, zone = 10.0 + number, f"seat:{number + 1}"
        felt.draws(card, t)
        felt.lands(card, zone, t + 0.3)
        felt.sees(up(card, zone, t + 0.7))
    felt.until(14.0)
    felt.events.clear()
    felt.sees(FaceGone(14.0, "9s", "seat:3"))
    felt.until(15.0)
    assert faces(felt) == [], "a hand lies over it"
    felt.sees(down("seat:3", 3, 15.2))
    felt.until(16.0)
    assert faces(felt) == [("9s", "seat:3", "down")]
