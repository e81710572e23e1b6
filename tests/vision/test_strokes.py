"""Pens: each writes thirteen ranks that can be told apart, and no two pens write alike."""

import cv2
import numpy as np
import pytest

from engine.cards import RANKS
from vision.arrays import Mask
from vision.drawing.glyphs import rank_glyph
from vision.drawing.strokes import NAME


def written(rank: str, pen: int) -> Mask:
    """A rank at the size of a small index."""
    sign = rank_glyph(rank, f"{NAME}{pen}", 400)
    return np.asarray(cv2.resize(sign, (12, 16), interpolation=cv2.INTER_AREA), np.float32)


@pytest.mark.parametrize("pen", range(12))
def test_no_rank_of_a_pen_could_be_taken_for_another(pen: int) -> None:
    signs = [written(rank, pen) for rank in RANKS]
    apart = [np.abs(a - b).mean() for k, a in enumerate(signs) for b in signs[:k]]
    assert min(apart) > 0.06


def test_pens_differ_and_each_is_always_the_same() -> None:
    assert np.array_equal(written("Q", 1), written("Q", 1))
    assert np.abs(written("Q", 1) - written("Q", 2)).mean() > 0.05


def test_some_pens_write_a_three_with_a_flat_top() -> None:
    tops = [float(written("3", pen)[0].mean()) for pen in range(30)]
    assert max(tops) > 0.7 and min(tops) < 0.5
