"""Cuts of card corners: upright, at one size, in even light, as the networks take them."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.card_shape import INDEX

WIDE, TALL = 32, 48  # pixels of a cut
SCALE = 100.0  # a whole card would be so wide in it
MARGIN = 4.0  # of what lies beyond the card's corner, on both sides
LARGEST = 150.0  # pixels of a card that is cut out as it is
INK, PAPER = 0.03, 0.92  # shares of a cut's pixels that are darker than ink and paper
WHITE, CONTRAST = np.float32(235), 225.0  # of paper in a cut, and between paper and ink
FAINTEST = 22.0  # of that contrast is still made the most of
WARMEST = 3.0  # times less of one colour than of another is in warm light or a tinted paper
SPREAD = np.array([0.05, 0.05, 0.15, 0.1])  # how far off cuts are: right, down, size, turn


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an index stands: its point, which way is up, and how wide its card is."""

    x: float
    y: float
    up: tuple[float, float]
    wide: float

    def scaled(self, by: float) -> "Pose":
        """The same pose in a picture that is so much larger."""
        return Pose(self.x * by, self.y * by, self.up, self.wide * by)

    def axes(self) -> tuple[Floats, Floats]:
        """To the card's right and down the card, one pixel each."""
        up_x, up_y = self.up
        return np.array([-up_y, up_x]), np.array([-up_x, -up_y])

    def moved(self, right: float, down: float, by: float = 1.0, turn: float = 0.0) -> "Pose":
        """The pose so many card widths further, so much larger and turned by so many radians."""
        across, along = self.axes()
        x, y = np.array([self.x, self.y]) + self.wide * (right * across + down * along)
        angle = np.arctan2(self.up[1], self.up[0]) + turn
        up = (float(np.cos(angle)), float(np.sin(angle)))
        return Pose(float(x), float(y), up, self.wide * by)

    def mended(self, off: Floats) -> "Pose":
        """The pose where the reader says that the index truly stands."""
        right, down, size, turn = (float(value) for value in off * SPREAD)
        return self.moved(right, down, float(np.exp(size)), turn)

    def off(self, true: "Pose") -> Floats:
        """How far it is from the true one, as the reader learns to say it."""
        across, along = self.axes()
        apart = (np.array([true.x, true.y]) - (self.x, self.y)) / self.wide
        (x, y), (true_x, true_y) = self.up, true.up
        turn = np.arctan2(x * true_y - y * true_x, x * true_x + y * true_y)
        size = np.log(true.wide / self.wide)
        off: Floats = np.array([apart @ across, apart @ along, size, turn]) / SPREAD
        return off


def crop(picture: Picture, pose: Pose, by: int = 1) -> Picture:
    """Cut a corner out upright, ``by`` smaller; the card's own corner comes to the margin."""
    scale = SCALE / by / pose.wide
    x, y = scale * pose.up[0], scale * pose.up[1]
    left, top = ((share * SCALE + MARGIN) / by for share in INDEX)
    place = np.array(
        [[-y, x, left + y * pose.x - x * pose.y], [-x, -y, top + x * pose.x + y * pose.y]]
    )
    size = (WIDE // by, TALL // by)
    cut = cv2.warpAffine(picture, place, size, borderMode=cv2.BORDER_REPLICATE)
    return _evenly_lit(np.asarray(cut, np.uint8))


def crops(picture: Picture, poses: list[Pose], by: int = 1) -> list[Picture]:
    """Cut many corners out of a picture, or of its half or quarter where it is nearest in size."""
    halves = [picture]  # warping would pick stray pixels out of one that is much too large
    levels = [max(0, int(np.ceil(np.log2(by * pose.wide / LARGEST)))) for pose in poses]
    for _ in range(max(levels, default=0)):
        halves.append(np.asarray(cv2.pyrDown(halves[-1]), np.uint8))
    return [
        crop(halves[level], pose.scaled(0.5**level), by)
        for pose, level in zip(poses, levels, strict=True)
    ]


def _evenly_lit(cut: Picture) -> Picture:
    """Paper to white and ink to black, whatever the light: that need not be learnt."""
    levels = np.sort(cut.reshape(-1, 3), axis=0, kind="stable")  # which of bytes is quickest
    dark, bright = (levels[int(share * len(levels))].astype(np.float32) for share in (INK, PAPER))
    # Light multiplies: ink that is black on white paper is black on yellow paper too.
    tint = WHITE / np.maximum(bright, max(1.0, float(bright.max()) / WARMEST))
    gain = np.float32(CONTRAST / max(FAINTEST, float((tint * (bright - dark)).max())))
    scale = gain * tint
    return np.asarray(np.clip(cut * scale + (WHITE - scale * bright), 0, 255), np.uint8)
