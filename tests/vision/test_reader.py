"""The reader: glances first, mends a cut that is off, and says what stands there or nothing."""

import numpy as np
import pytest

from vision.card_shape import CARD_METRES, INDEX
from vision.cuts import Pose
from vision.drawing.table import DrawnTable, Lying
from vision.reader import MODELS, CardReader

READER = CardReader()
CARDS = ["As", "3h", "5c", "9d", "Ts", "Qc"]


def table() -> tuple[DrawnTable, dict[str, Pose]]:
    """Six cards in a row, upright, and where their indices stand."""
    drawn, poses = DrawnTable(seed=6), {}
    wide = CARD_METRES * drawn.scale
    for k, card in enumerate(CARDS):
        drawn.lay(card, Lying(card, 0.5 + 0.15 * k, 0.5))
        x, y = drawn.point(0.5 + 0.15 * k, 0.5)
        left, top = x - wide / 2, y - 0.7 * wide
        poses[card] = Pose(left + INDEX[0] * wide, top + INDEX[1] * wide, (0.0, -1.0), wide)
    return drawn, poses


def test_each_index_says_its_card() -> None:
    drawn, poses = table()
    readings = [reading for _, reading in READER.read(drawn.picture(), list(poses.values()))]
    assert [reading.card for reading in readings] == CARDS
    assert min(reading.sure for reading in readings) > 0.9


@pytest.mark.parametrize("slip", [(0.07, 0.0), (-0.05, 0.06), (0.0, -0.07)])
def test_a_cut_that_is_off_is_mended(slip: tuple[float, float]) -> None:
    drawn, poses = table()
    off = [pose.moved(*slip, 1.1, 0.08) for pose in poses.values()]
    mended = READER.indices(drawn.picture(), off)
    assert len(mended) == len(CARDS)
    misses = [
        np.abs(pose.off(true)[:2]) * 0.05 for pose, true in zip(mended, poses.values(), strict=True)
    ]
    assert float(np.mean(misses)) < 0.02  # card widths


def test_from_wherever_an_index_is_found_its_reading_says_the_same_place() -> None:
    drawn, poses = table()
    picture = drawn.picture()
    found = [
        READER.indices(picture, [pose.moved(*slip) for pose in poses.values()])
        for slip in ((0.1, -0.08, 1.2, 0.15), (-0.1, 0.08, 0.85, -0.15))
    ]
    read = [[pose for pose, _ in READER.read(picture, mended)] for mended in found]
    before, after = (
        float(np.mean([np.hypot(a.x - b.x, a.y - b.y) / a.wide for a, b in zip(*two, strict=True)]))
        for two in (found, read)
    )
    assert after < 0.6 * before, f"{before:.3f} card widths apart, then {after:.3f}"


def test_where_there_is_no_index_nothing_is_worth_reading() -> None:
    drawn, poses = table()
    beside = [pose.moved(0, -1.2) for pose in poses.values()]
    upside_down = [pose.moved(0, 0, turn=np.pi) for pose in poses.values()]
    assert READER.indices(drawn.picture(), beside + upside_down) == []


def test_a_card_face_down_says_nothing_however_it_moves() -> None:
    told = 0
    for seed in (14, 23, 25, 39):
        drawn = DrawnTable(seed=seed)
        wide = CARD_METRES * drawn.scale
        poses = []
        for k, colour in enumerate(["black", "blue", "red", "green", "purple", "orange"]):
            drawn.lay(colour, Lying(colour, 0.4 + 0.2 * k, 0.5, 0.0, "back", 0.15 * k))
            x, y = drawn.point(0.4 + 0.2 * k, 0.5)
            poses += [Pose(x + dx * wide, y + dy * wide, (0.0, -1.0), wide)
                      for dx in (-0.4, -0.1, 0.2) for dy in (-0.5, -0.2, 0.1, 0.4)]  # fmt: skip
        picture = drawn.picture()
        readings = READER.read(picture, READER.indices(picture, poses))
        told += sum(reading.sure > 0.7 for _, reading in readings)
    assert told == 0


def test_both_networks_are_small() -> None:
    sizes = [path.stat().st_size for path in MODELS.glob("*.onnx")]
    assert len(sizes) == 2 and sum(sizes) < 2_000_000
