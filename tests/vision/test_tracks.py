"""A face over frames: when it lies still, and when it is still on its way."""

import numpy as np

from vision.scene import FaceSeen, Point, corners_of
from vision.tracks import DWELL, Track

WIDE = 66.0
FRAME = 1 / 12
SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def face(middle: Point, index: Point) -> FaceSeen:
    return FaceSeen("Qh", 0.98, corners_of(np.array(SQUARE) * WIDE + middle), index, WIDE)


def lies(seen: list[FaceSeen]) -> bool:
    track = Track(seen[0], 0.0)
    for number, one in enumerate(seen):
        track.moves_to(one, number * FRAME)
    return track.lies((len(seen) - 1) * FRAME)


def test_a_face_read_by_both_indices_and_then_by_one_has_not_moved() -> None:
    both, other = face((200, 100), (172, 64)), face((200, 100), (228, 136))
    alone = face((193, 109), (228, 137))  # an index tells its place better than its turn
    assert lies([both, other, alone, both, alone])


def test_a_face_that_is_held_moves_with_its_indices() -> None:
    held = [face((200 + 0.17 * WIDE * k, 100), (172 + 0.17 * WIDE * k, 64)) for k in range(6)]
    assert len(held) * FRAME > DWELL and not lies(held)
