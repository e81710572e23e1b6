"""Evidence: the last seconds can be had as pictures, and no more than those."""

import cv2
import numpy as np

from vision.arrays import Picture
from vision.evidence import Evidence


def opened(packed: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_the_frames_around_a_flash_can_be_kept_and_older_ones_are_gone() -> None:
    evidence = Evidence(seconds=2.0)
    for k in range(50):
        evidence.add(k / 10, np.full((720, 1280, 3), k, np.uint8))
    kept = evidence.between(3.5, 3.9)
    assert [int(opened(one)[0, 0, 0]) for one in kept] == [35, 36, 37, 38, 39]
    assert evidence.between(0.0, 2.5) == []


def test_large_frames_are_kept_small() -> None:
    evidence = Evidence()
    evidence.add(0.0, np.zeros((1296, 2304, 3), np.uint8))
    (one,) = evidence.between(0, 1)
    assert opened(one).shape == (720, 1280, 3)
