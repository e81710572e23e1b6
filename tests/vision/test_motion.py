"""The motion gate lets through what moved, and lets noise pass by."""

import numpy as np

from vision.arrays import Picture
from vision.motion import MARGIN, Gate, holds, joined

rng = np.random.default_rng(3)


def felt() -> Picture:
    return np.clip(rng.normal(90, 4, (360, 640, 3)), 0, 255).astype(np.uint8)


def test_the_first_frame_is_looked_at_whole() -> None:
    assert Gate().changed(felt()) == (0, 0, 640, 360)


def test_noise_is_no_motion() -> None:
    gate = Gate()
    gate.changed(felt())
    assert [gate.changed(felt()) for _ in range(20)] == [None] * 20


def test_a_card_laid_down_is_in_the_box_with_room_around_it() -> None:
    gate = Gate()
    gate.changed(felt())
    picture = felt()
    picture[100:156, 200:240] = 240
    assert gate.changed(picture) == (200 - MARGIN, 100 - MARGIN, 240 + MARGIN, 156 + MARGIN)


def test_boxes_join_and_hold_points() -> None:
    box = joined((0, 0, 10, 10), (20, 5, 30, 40))
    assert box == (0, 0, 30, 40)
    assert joined(None, box) == box and joined(None, None) is None
    assert holds(box, 29, 39) and not holds(box, 30, 5) and not holds(None, 1, 1)
