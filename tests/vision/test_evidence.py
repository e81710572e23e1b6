"""Evidence: a face is proven by the whole table and by a few pictures from near by."""

import cv2
import numpy as np

from vision.arrays import Picture
from vision.evidence import MOST, Evidence


def opened(packed: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_the_first_picture_is_the_whole_table_made_small_and_the_others_are_near() -> None:
    evidence = Evidence()
    for k in range(10):
        evidence.add(np.full((1296, 2304, 3), 10 * k, np.uint8), (1000.0, 600.0), 68.0)
    whole, *near = (opened(one) for one in evidence.pictures)
    assert whole.shape == (720, 1280, 3)
    assert [one.shape for one in near] == [(544, 544, 3)] * (MOST - 1)
    assert [int(one[0, 0, 0]) for one in near] == [0, 10, 20]


def test_a_card_at_the_edge_is_shown_as_far_as_the_picture_goes() -> None:
    evidence = Evidence()
    evidence.add(np.zeros((360, 640, 3), np.uint8), (10.0, 350.0), 20.0)
    assert [opened(one).shape for one in evidence.pictures] == [(360, 640, 3), (90, 90, 3)]
