"""Indices wherever they stand on paper: a rank with its suit beneath, two patches of ink."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.card_shape import INDEX
from vision.cuts import Pose

REACH = 0.2  # card widths: ink that is narrower than this is a sign
INKED = 0.3  # how much darker than its paper ink is, as a share
BRIGHT = 0.4  # how bright paper is, as a share of the brightest
GREY = 0.65  # the share of its lightest colour that paper has of each, in warm light too
SMALLEST, LARGEST = 0.05, 0.36  # card widths that a sign measures at its longest
NEAREST, FARTHEST = 0.09, 0.34  # card widths between the middles of a rank and its suit
GAP = 0.09  # card widths between the two at most
CROWD = 7  # patches with more than so many others about them are grain or a picture
ALIKE = 0.2  # how far, as a logarithm, widths may be apart for one cut to show both
USUAL = 0.165  # card widths between the two in most decks


def few_signs(picture: Picture, wide: float, most: int) -> list[Pose]:
    """The same; none of a picture with more patches of ink than ``most``, or more such places."""
    poses = list(islice(signs(picture, wide, most), most + 1))
    return poses if len(poses) <= most else []


def signs(picture: Picture, wide: float, most: float = np.inf) -> Iterator[Pose]:
    """Every place where two signs stand as in an index, were cards so wide; either way up."""
    middles, sizes = _patches(_ink(picture, wide), wide)
    if len(middles) > most:
        return
    for k, (middle, size) in enumerate(zip(middles, sizes, strict=True)):
        apart = middles - middle
        far = np.hypot(*apart.T)
        gap = far - (sizes + size) / 2
        near = (far > NEAREST * wide) & (far < FARTHEST * wide) & (gap < GAP * wide)
        near[k] = False
        if near.sum() <= CROWD:
            for other in middles[near]:
                yield from _poses(middle, other, wide)


def _ink(picture: Picture, wide: float) -> Picture:
    """What is dark on bright paper, in any colour, and no larger than a sign."""
    blue, green, red = cv2.split(picture)
    white = cv2.min(cv2.min(blue, green), red)
    light = cv2.max(cv2.max(blue, green), red)
    side = max(3, round(REACH * wide))
    paper = cv2.morphologyEx(white, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    top = float(np.percentile(paper[::4, ::4], 99))
    inked = cv2.subtract(paper, white) > INKED * paper
    grey = paper > GREY * cv2.blur(light, (side, side))
    return np.asarray(inked & grey & (paper > BRIGHT * top), np.uint8)


def _patches(ink: Picture, wide: float) -> tuple[Floats, Floats]:
    """The middles and sizes of those patches that may be a sign."""
    _, _, stats, middles = cv2.connectedComponentsWithStats(ink)
    sizes = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]).astype(float)
    fit = (sizes > SMALLEST * wide) & (sizes < LARGEST * wide)
    fit[0] = False  # the paper itself
    return np.asarray(middles[fit]), sizes[fit]


def _poses(rank: Floats, suit: Floats, wide: float) -> list[Pose]:
    """Where such an index stands if cards are so wide, and if its own signs say otherwise."""
    up = rank - suit
    far = float(np.hypot(*up))
    (x, y), way = (rank + suit) / 2, (float(up[0]) / far, float(up[1]) / far)
    own = far / USUAL
    widths = [wide] if abs(np.log(own / wide)) < ALIKE else [wide, own]
    poses = []
    for width in widths:
        larger = far / width - USUAL  # jumbo signs stand farther from their corner as well
        at = Pose(float(x), float(y), way, width)
        poses.append(at.moved(INDEX[0] - 0.095 - 0.5 * larger, INDEX[1] - 0.21 - 1.1 * larger))
    return poses
