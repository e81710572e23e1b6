"""Watching a drawn deal: faces are told once and in time, flashes are found, backs are quiet."""

from functools import cache

import pytest

from vision.calibration import calibrate
from vision.chipset import USUAL
from vision.drawing.film import Film, Truth
from vision.drawing.table import DrawnTable, Lying
from vision.eye import Eye
from vision.sightings import Backs, ChipsSeen, FaceGone, FaceUp, Flashed, Seen
from vision.watch import Watch
from vision.zones import template

RATE = 12.0
PROMPT = 0.5  # seconds within which a face that lies up must be told


def watch_over(table: DrawnTable, seats: int = 9) -> Watch:
    return Watch(calibrate(table.picture(), template(seats)), Eye.open(), USUAL)


@cache
def dealt() -> tuple[list[Truth], list[Seen]]:
    """A deal to six seats, one card dealt up and two flashed: its truth, and what was told."""
    table = DrawnTable(seed=3)
    watch = watch_over(table, 6)
    film = Film(table, 6, RATE, seed=3, exposed={4: "up", 7: "flash", 10: "flash"})
    told = [seen for t, picture in film.frames() for seen in watch.frame(t, picture)]
    return film.truth, told


def still(table: DrawnTable, watch: Watch, start: float, seconds: float) -> list[Seen]:
    """Some seconds in which nothing moves."""
    frames = range(round(seconds * RATE))
    return [s for k in frames for s in watch.frame(start + k / RATE, table.picture())]


def test_every_face_dealt_up_is_told_once_where_it_lies_and_in_time() -> None:
    truth, told = dealt()
    for one in (true for true in truth if true.kind == "up"):
        (seen,) = [s for s in told if isinstance(s, FaceUp) and s.card == one.card]
        assert seen.zone == one.zone
        assert seen.t - one.t <= PROMPT


def test_a_face_that_flashes_in_flight_is_told_as_a_flash() -> None:
    truth, told = dealt()
    flashed = {s.card for s in told if isinstance(s, Flashed)}
    assert flashed == {true.card for true in truth if true.kind == "flash"}


def test_no_card_is_told_up_that_lies_face_down() -> None:
    truth, told = dealt()
    up = {true.card for true in truth if true.kind == "up"}
    assert {s.card for s in told if isinstance(s, FaceUp)} <= up


def test_backs_are_counted_in_the_zone_where_they_lie() -> None:
    table = DrawnTable(seed=2)
    watch = watch_over(table)
    still(table, watch, 0, 1)
    table.lay("one", Lying("blue", 0.3, 0.5, kind="back"))
    table.lay("two", Lying("blue", 0.34, 0.51, 0.1, "back"))
    told = [s for s in still(table, watch, 1, 2) if isinstance(s, Backs)]
    assert [(s.zone, s.count, s.colour) for s in told] == [("seat:2", 2, "blue")]


def test_a_card_taken_away_is_gone_but_not_while_a_hand_moves_over_it() -> None:
    table = DrawnTable(seed=2)
    watch = watch_over(table)
    still(table, watch, 0, 3)
    table.lay("card", Lying("Kh", 1.0, 0.5))
    assert [type(s) for s in still(table, watch, 3, 2)] == [FaceUp]
    for k in range(24):
        table.hands = [(1.0, -0.2, 1.0, 0.5 + 0.01 * (k % 2))]
        assert watch.frame(5 + k / RATE, table.picture()) == []
    table.hands = []
    assert still(table, watch, 7, 1) == []
    table.take("card")
    told = still(table, watch, 8, 3)
    assert [(type(s), s.card) for s in told if isinstance(s, FaceGone)] == [(FaceGone, "Kh")]


@pytest.mark.parametrize("hand", [False, True])
def test_chips_pushed_into_a_spot_are_told_when_they_rest(hand: bool) -> None:
    table = DrawnTable(seed=2)
    watch = watch_over(table)
    still(table, watch, 0, 3)
    for k, colour in enumerate(["red", "red", "green"]):
        table.lay(f"chip {k}", Lying(colour, 0.48 + 0.042 * k, 0.4, kind="chip"))
    told = still(table, watch, 3, 1.5)
    table.hands = [(0.4, -0.1, 0.5, 0.4)] if hand else []
    told += still(table, watch, 4.5, 0.3)
    table.hands = []
    told += still(table, watch, 4.8, 2)
    chips = [s for s in told if isinstance(s, ChipsSeen)]
    assert [(s.seat, s.chips) for s in chips] == [(3, (25, 5, 5))]


def test_each_spot_is_told_once_as_it_is_found_when_the_watch_begins() -> None:
    table = DrawnTable(seed=2)
    table.lay("chip", Lying("red", 0.48, 0.4, kind="chip"))
    told = still(table, watch_over(DrawnTable(seed=2)), 0, 4)
    lying = {s.seat: s.chips for s in told if isinstance(s, ChipsSeen)}
    assert lying == {seat: (5,) if seat == 3 else () for seat in range(1, 10)}
