"""What is hard to see: equal cards side by side, chips with a printed middle, print without end."""

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.chips import chips_of
from vision.corners import MOST, distinct
from vision.cuts import Pose
from vision.drawing.table import DrawnTable, Lying
from vision.eye import Eye
from vision.find import Find
from vision.outlines import MOST as OUTLINES
from vision.outlines import outlines

EYE = Eye.open()
COLOURS = {"red": (40, 40, 190), "green": (60, 130, 50), "blue": (170, 80, 30), "white": (235,) * 3}
DAYLIGHT = np.array([235.0] * 3)


@pytest.mark.parametrize("turn", [0.0, np.pi])
def test_a_card_beside_its_twin_is_told_twice(turn: float) -> None:
    table = DrawnTable(seed=3)
    table.lay("true", Lying("9h", 0.80, 0.45))
    table.lay("twin", Lying("9h", 0.88, 0.45, turn))
    table.lay("other", Lying("Kc", 1.2, 0.45))
    assert sorted(card.card for card in EYE.see(table.picture()).cards) == ["9h", "9h", "Kc"]


def inlaid(body: str, inlay: str) -> Picture:
    """A chip with eight marks around its edge and a print in its middle."""
    picture = np.full((200, 200, 3), (70, 110, 60), np.uint8)
    cv2.circle(picture, (100, 100), 80, COLOURS[body], -1, cv2.LINE_AA)
    for k in range(8):
        cv2.ellipse(picture, (100, 100), (76, 76), 45 * k, 0, 12, (240, 240, 240), 8)
    cv2.circle(picture, (100, 100), 52, COLOURS[inlay], -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("body", COLOURS)
@pytest.mark.parametrize("inlay", COLOURS)
def test_a_chip_is_called_by_its_rim_whatever_is_printed_in_its_middle(
    body: str, inlay: str
) -> None:
    found = [Find(100.0, 100.0, (1.0, 0.0), 160.0, 1.0)]
    (chip,) = chips_of(inlaid(body, inlay), found, DAYLIGHT)
    assert chip.colour == body


def test_of_a_mesh_only_the_largest_outlines_are_followed() -> None:
    mask = np.zeros((960, 1280), np.uint8)
    for y in range(0, 960, 26):
        for x in range(0, 1280, 26):
            mask[y : y + 22, x : x + 22] = 1
    mask[100:400, 100:320] = 1
    found = outlines(mask)
    assert len(found) == OUTLINES
    assert max(one.wide or 0.0 for one in found) > 200


def test_a_picture_with_too_many_corners_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [Pose(10.0 * (k % 120), 7.0 * (k // 120), (0.0, -1.0), 42.0) for k in range(MOST + 50)]
    monkeypatch.setattr("vision.eye.corners", lambda *_: distinct(many))
    scene = EYE.see(np.full((960, 1280, 3), 120, np.uint8))
    assert scene.busy and scene.cards == []


def test_corners_found_twice_count_once_however_many_there_are() -> None:
    once = [Pose(31.0 * k, 17.0 * (k % 40), (0.0, -1.0), 60.0 + k % 7 * 20) for k in range(500)]
    again = [pose.moved(0.02, 0.02, 1.03, 0.04) for pose in once]
    turned = [pose.moved(0.0, 0.0, 1.0, np.pi) for pose in once]
    assert distinct([*once, *again]) == once
    assert distinct([*once, *turned]) == [*once, *turned]
