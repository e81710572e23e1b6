"""Corners of cards in a picture: every place where an index may stand, to be read."""

from itertools import islice
from math import exp, floor, hypot, log

import numpy as np

from vision.arrays import Picture
from vision.back_finder import patches, usual_width
from vision.cuts import Pose
from vision.outlines import Outline, candidates, outlines, side_widths, whole_widths
from vision.paper import paper_masks
from vision.signs import few_signs, signs

READABLE = 42.0  # pixels of the narrowest card that can be read
WIDEST = 2  # times as long as the widest card is the picture
STEP = 1.4  # from one width to the next that is tried: indices of widths between are found too
MOST = 12_000  # corners glanced at in one picture: only print, mesh and grain have more
GRAIN = 400  # signs in a frame: more of them are grain, and frames do not wait for it
ALIKE, TURNED, SIZED = 0.05, 0.1, 0.06  # widths, radians and sizes between one corner found twice


def shapes(picture: Picture, wide: float | None, unlike: Picture) -> list[Outline]:
    """The outlines of all paper, at several levels of light, and of what is unlike its ground."""
    paper = paper_masks(picture)
    if wide:  # on a known table a few of the levels do, and frames do not wait
        paper = paper[::4]
    masks = [*paper, patches(unlike, wide or usual_width(picture))]
    return [outline for mask in masks for outline in outlines(mask)]


def corners(
    picture: Picture, found: list[Outline], wide: float | None, narrowest: float = READABLE
) -> list[Pose]:
    """Every corner of the shapes that were found, and every index on paper."""
    known = [wide] if wide else whole_widths(found, narrowest)
    hints = known or side_widths(found, narrowest)
    poses = []
    for bend in (bend for outline in found for bend in outline.bends):
        for width in candidates(bend, hints):
            (x, y), (up_x, up_y) = bend.index(width)
            poses.append(Pose(float(x), float(y), (float(up_x), float(up_y)), width))
    for width in known or _any_width(picture, narrowest):
        found_there = few_signs(picture, width, GRAIN) if wide else signs(picture, width)
        poses += islice(found_there, max(0, MOST + MOST // 2 - len(poses)))
    return distinct(poses)


def _any_width(picture: Picture, narrowest: float) -> list[float]:
    """Widths to look for indices in turn where no outline tells: bright paper on a bright table."""
    times = np.log(max(picture.shape[:2]) / WIDEST / narrowest) / np.log(STEP)
    return [narrowest * STEP**k for k in range(max(1, int(times) + 1))]


def distinct(poses: list[Pose], slack: float = 1.0) -> list[Pose]:
    """Of poses nearly alike, the first: several masks show the same corner."""
    kept: list[Pose] = []
    places: dict[tuple[int, int, int], list[Pose]] = {}  # by size and by where they stand
    size, near = slack * SIZED, slack * ALIKE
    for pose in poses:
        level = floor(log(pose.wide) / size)
        about = [
            other
            for one in (level - 1, level, level + 1)
            for place in _around(pose, one, near * exp(size * (one + 2)))
            for other in places.get(place, ())
        ]
        if not any(_alike(pose, other, slack) for other in about):
            cell = near * exp(size * (level + 2))
            at = (level, floor(pose.x / cell), floor(pose.y / cell))
            places.setdefault(at, []).append(pose)
            kept.append(pose)
    return kept


def _around(pose: Pose, level: int, cell: float) -> list[tuple[int, int, int]]:
    """The places of one size in which a pose like this may stand."""
    column, row = floor(pose.x / cell), floor(pose.y / cell)
    return [(level, column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]


def _alike(pose: Pose, other: Pose, slack: float) -> bool:
    """Whether two poses show one corner."""
    turned = max(abs(pose.up[0] - other.up[0]), abs(pose.up[1] - other.up[1]))
    return (
        hypot(pose.x - other.x, pose.y - other.y) < slack * ALIKE * pose.wide
        and turned < slack * TURNED
        and abs(log(pose.wide / other.wide)) < slack * SIZED
    )
