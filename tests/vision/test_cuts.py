"""Cuts: a corner comes out upright and alike however its card lies, and a slip is mended."""

import numpy as np
import pytest

from vision.card_shape import INDEX
from vision.cuts import SPREAD, TALL, WIDE, Pose, crop, crops
from vision.drawing.faces import Style, face
from vision.drawing.laying import Canvas, Thing, laid_at

ACE = face("As", Style())


def lying(turn: float, wide: float, side: int = 400) -> tuple[Canvas, Pose]:
    """An ace on grey, turned and of some width, and where its index stands."""
    canvas = Canvas(np.full((side, side, 3), 90, np.uint8))
    tall = ACE.shape[0] / ACE.shape[1]
    place = laid_at(np.eye(2), (side / 2, side / 2), turn, wide, tall)
    canvas.lay(Thing("face", "As", ACE, place))
    x, y = place[:, :2] @ np.array(INDEX) + place[:, 2]
    return canvas, Pose(float(x), float(y), (float(np.sin(turn)), float(-np.cos(turn))), wide)


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_a_corner_is_cut_upright_however_its_card_lies(turn: float) -> None:
    upright, turned = (
        crop(canvas.picture, pose) for canvas, pose in (lying(0, 100), lying(turn, 100))
    )
    assert upright.shape == (TALL, WIDE, 3)
    assert np.abs(upright.astype(int) - turned).mean() < 12


def test_a_large_card_and_a_small_one_are_cut_alike() -> None:
    (small_on, small), (large_on, large) = lying(0.3, 80), lying(0.3, 320, side=1200)
    (one,), (other,) = crops(small_on.picture, [small]), crops(large_on.picture, [large])
    assert np.abs(one.astype(int) - other).mean() < 14


def test_a_cut_in_dim_light_is_as_bright_as_any() -> None:
    canvas, pose = lying(0, 100)
    dim = (canvas.picture * 0.4).astype(np.uint8)
    assert np.abs(crop(canvas.picture, pose).astype(int) - crop(dim, pose)).mean() < 6


def test_black_ink_is_black_on_yellow_paper_and_in_warm_light() -> None:
    canvas, pose = lying(0, 100)
    warm = (canvas.picture * (0.45, 0.8, 1.0)).astype(np.uint8)
    ink = crop(canvas.picture, pose).max(2) < 60
    assert ink.sum() > 20
    assert np.ptp(crop(warm, pose)[ink].astype(int), axis=1).max() < 25  # of blue, green and red


def test_a_slip_that_is_told_is_mended() -> None:
    true = Pose(50.0, 80.0, (0.6, -0.8), 90.0)
    slipped = true.moved(0.06, -0.04, 1.2, 0.15)
    mended = slipped.mended(slipped.off(true))
    assert (mended.x, mended.y, mended.wide) == pytest.approx((50, 80, 90))
    assert mended.up == pytest.approx((0.6, -0.8))
    assert np.abs(slipped.off(true) * SPREAD).max() > 0.1
