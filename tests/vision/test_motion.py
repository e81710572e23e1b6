"""The motion gate lets through what moved, and lets noise pass by."""

import numpy as np

from vision.arrays import Picture
from vision.motion import AROUND, CELLS, FRAMES, Motion, holds, meet

CARD, CELL, LINGER = 40.0, 40 // CELLS, 0.5
rng = np.random.default_rng(3)


def felt(*cards: tuple[int, int]) -> Picture:
    """A green cloth, with the noise of every picture, and cards where they are said to lie."""
    picture = np.clip(rng.normal(90, 4, (360, 640, 3)), 0, 255).astype(np.uint8)
    for x, y in cards:
        picture[y : y + 55, x : x + 40] = 240
    return picture


def watching() -> Motion:
    """The gate after a second of an empty table."""
    motion = Motion(CARD, LINGER)
    for k in range(10):
        motion.frame(k / 10, felt())
    return motion


def test_the_first_frame_is_looked_at_whole() -> None:
    motion = Motion(CARD, LINGER)
    motion.frame(0.0, felt())
    assert motion.parts() == [(0, 0, 640, 360)]


def test_noise_is_no_motion() -> None:
    motion = watching()
    assert motion.parts() == [] and not motion.fresh(300, 200)


def test_a_red_chip_as_dark_as_the_green_felt_is_seen_to_come() -> None:
    motion, table = Motion(CARD, LINGER), np.full((360, 640, 3), (60, 110, 70), np.uint8)
    for k in range(10):
        motion.frame(k / 10, table)
    assert not motion.fresh(312, 212)
    table[200:225, 300:325] = (30, 40, 220)  # both are 92 in grey
    motion.frame(1.0, table)
    assert motion.fresh(312, 212)


def test_a_card_laid_down_is_in_a_part_with_room_around_it() -> None:
    motion, room = watching(), AROUND * CELL
    motion.frame(1.0, felt((200, 100)))
    assert motion.parts() == [(200 - room, 100 - room, 240 + room, 155 + room)]
    assert motion.fresh(220, 120) and not motion.fresh(300, 120)


def test_what_moved_stays_fresh_for_a_while_though_it_moves_no_more() -> None:
    motion = watching()
    for k in range(10):
        motion.frame(1 + k / 10, felt((200, 100)))
        assert motion.fresh(220, 120) == (k <= 5)
        assert motion.within((200, 100, 240, 155)) == (k == 0)


def test_what_moved_is_looked_at_a_few_times_however_slowly_frames_come() -> None:
    motion = watching()
    for k in range(10):
        motion.frame(1.0 + 2 * k, felt((200, 100)))
        assert motion.fresh(220, 120) == (k < FRAMES)


def test_two_cards_far_apart_are_two_parts_and_two_beside_each_other_one() -> None:
    motion = watching()
    motion.frame(1.0, felt((60, 100), (500, 100)))
    assert len(motion.parts()) == 2
    motion = watching()
    motion.frame(1.0, felt((200, 100), (280, 140)))
    assert len(motion.parts()) == 1


def test_motion_in_a_betting_spot_is_told_from_motion_beside_it() -> None:
    motion = watching()
    motion.frame(1.0, felt((200, 100)))
    assert motion.within((230, 150, 400, 300)) and not motion.within((300, 150, 400, 300))


def test_boxes_meet_and_hold_points() -> None:
    box = (0, 0, 30, 40)
    assert holds(box, 29, 39) and not holds(box, 30, 5)
    assert meet(box, (29, 39, 50, 50)) and not meet(box, (30, 0, 50, 50))
