"""Finding: corners, chips and backs of a drawn table are found where they were laid."""

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.back_finder import back_width, backs, unlike_ground, usual_width
from vision.card_shape import CARD_METRES, CHIP, INDEX
from vision.circles import chip_width, circles
from vision.colours import name_of, printed
from vision.corners import GRAIN, corners, shapes
from vision.drawing.backs import COLOURS
from vision.drawing.table import DrawnTable, Lying
from vision.find import Find
from vision.signs import few_signs, signs

SIZE = (1280, 720)
SPOTS = [(0.5, 0.3), (0.8, 0.3), (1.1, 0.3), (1.4, 0.3), (0.6, 0.7), (0.645, 0.7), (1.2, 0.7)]


def card_width(table: DrawnTable) -> float:
    return CARD_METRES * table.scale


def heaps(picture: Picture, wide: float) -> list[Find]:
    return backs(unlike_ground(picture, wide), wide, np.zeros(picture.shape[:2], np.uint8))


def test_every_corner_of_a_board_is_among_those_to_be_read() -> None:
    table = DrawnTable(SIZE)
    cards = ["Ah", "7c", "Kd", "2s", "Tc"]
    for k, card in enumerate(cards):
        table.lay(card, Lying(card, 0.6 + 0.15 * k, 0.5, 0.3 * k))
    wide = card_width(table)
    picture = table.picture()
    found = corners(picture, shapes(picture, None, unlike_ground(picture, wide)), None)
    for k in range(len(cards)):
        middle = np.array(table.point(0.6 + 0.15 * k, 0.5))
        turn = np.array([[np.cos(0.3 * k), -np.sin(0.3 * k)], [np.sin(0.3 * k), np.cos(0.3 * k)]])
        index = middle + turn @ (np.array(INDEX) - (0.5, 0.7)) * wide
        near = [f for f in found if np.hypot(f.x - index[0], f.y - index[1]) < 0.1 * wide]
        assert any(f.wide == pytest.approx(wide, rel=0.1) for f in near)


def test_loose_and_touching_chips_are_each_found_once() -> None:
    table = DrawnTable(SIZE)
    for k, (x, y) in enumerate(SPOTS):
        table.lay(f"chip {k}", Lying("red", x, y, kind="chip"))
    found = circles(table.picture(), CHIP * card_width(table))
    true = sorted(table.point(x, y) for x, y in SPOTS)
    assert np.array(sorted((f.x, f.y) for f in found)) == pytest.approx(np.array(true), abs=2.5)


def test_chips_are_found_where_no_card_says_how_wide_they_are() -> None:
    table = DrawnTable(SIZE)
    for k, colour in enumerate(["red", "blue", "white", "black"]):
        table.lay(colour, Lying(colour, 0.5 + 0.3 * k, 0.5, kind="chip"))
    assert chip_width(table.picture()) == pytest.approx(CHIP * card_width(table), rel=0.12)


def test_an_empty_felt_has_no_chips_and_no_backs() -> None:
    table = DrawnTable(SIZE)
    picture, wide = table.picture(), card_width(table)
    inner = np.ascontiguousarray(picture[120:-120, 120:-120])  # the markers are no cards
    assert circles(inner, CHIP * wide) == []
    assert heaps(inner, wide) == []


@pytest.mark.parametrize(("apart", "count"), [(None, 1), (0.03, 2), (0.045, 2)])
def test_backs_are_counted_by_how_much_of_them_shows(apart: float | None, count: int) -> None:
    table = DrawnTable(SIZE)
    table.lay("first", Lying("blue", 0.8, 0.5, 0.2, "back"))
    if apart:
        table.lay("second", Lying("blue", 0.8 + apart, 0.51, 0.35, "back"))
    picture = table.picture()
    (heap,) = heaps(picture, card_width(table))
    assert heap.count == count


def test_a_back_says_how_wide_cards_are_where_no_face_is_seen() -> None:
    table = DrawnTable(SIZE)
    table.lay("back", Lying("red", 0.8, 0.5, 0.4, "back"))
    picture = table.picture()
    unlike = unlike_ground(picture, usual_width(picture))
    assert back_width(unlike) == pytest.approx(card_width(table), rel=0.12)


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_that_houses_buy_is_called_by_its_name(colour: str) -> None:
    pixels = np.tile(np.array(COLOURS[colour], float), (50, 1))
    assert name_of(pixels) == colour


def test_paper_and_wood_are_not_printed_backs() -> None:
    rng = np.random.default_rng(1)
    paper = rng.normal((240, 240, 240), 5, (200, 3)).clip(0, 255)
    wood = rng.normal((90, 150, 200), 10, (200, 3)).clip(0, 255)
    assert not printed(paper) and not printed(wood)
    assert printed(np.vstack([paper[:80], np.tile((160.0, 60.0, 20.0), (120, 1))]))


def test_a_frame_full_of_grain_is_not_searched_for_signs() -> None:
    noise = np.random.default_rng(1).integers(90, 255, (300, 300, 1), np.uint8)
    grain = np.asarray(cv2.cvtColor(cv2.resize(noise, (600, 600)), cv2.COLOR_GRAY2BGR), np.uint8)
    assert len(list(signs(grain, 60.0))) > GRAIN
    assert few_signs(grain, 60.0, GRAIN) == []
