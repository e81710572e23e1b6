"""Corners of cards in a picture: every place where an index may stand, to be read."""

import numpy as np

from vision.arrays import Picture
from vision.back_finder import patches, usual_width
from vision.cuts import Pose
from vision.outlines import Outline, candidates, outlines, side_widths, whole_widths
from vision.paper import paper_masks
from vision.signs import signs

READABLE = 42.0  # pixels of the narrowest card that can be read
WIDEST = 2  # times as long as the widest card is the picture
STEP = 1.4  # from one width to the next that is tried: indices of widths between are found too
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
        poses += signs(picture, width, GRAIN if wide else np.inf)
    return distinct(poses)


def _any_width(picture: Picture, narrowest: float) -> list[float]:
    """Widths to look for indices in turn where no outline tells: bright paper on a bright table."""
    times = np.log(max(picture.shape[:2]) / WIDEST / narrowest) / np.log(STEP)
    return [narrowest * STEP**k for k in range(max(1, int(times) + 1))]


def distinct(poses: list[Pose], slack: float = 1.0) -> list[Pose]:
    """Of poses nearly alike, the first: several masks show the same corner."""
    kept: list[Pose] = []
    rows = np.empty((len(poses), 5))
    for pose in poses:
        row = (pose.x, pose.y, *pose.up, np.log(pose.wide))
        near = np.abs(rows[: len(kept)] - row)
        close = np.hypot(near[:, 0], near[:, 1]) / pose.wide < slack * ALIKE
        turned = near[:, 2:4].max(1, initial=0)
        alike = close & (turned < slack * TURNED) & (near[:, 4] < slack * SIZED)
        if not alike.any():
            rows[len(kept)] = row
            kept.append(pose)
    return kept
