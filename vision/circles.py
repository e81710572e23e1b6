"""Chips from above: circles of one size, by what the edges of the picture vote for."""

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.find import Find

STEEP = 28.0  # of an edge worth a vote
ROUND = 0.42  # the share of a circle's edge that must be seen
SIZES = (0.88, 0.94, 1.0, 1.06, 1.12)  # tried around the usual width


def circles(picture: Picture, wide: float) -> list[Find]:
    """The circles about so wide: edges vote for the middles that they would lie around."""
    x, y, way_x, way_y = _edges(picture)
    best = np.zeros(picture.shape[:2], np.float32)
    size = np.zeros(picture.shape[:2], np.float32)
    for share in SIZES:
        radius = share * wide / 2
        votes = _votes(picture, (x, y, way_x, way_y), radius)
        larger = votes > best
        best[larger], size[larger] = votes[larger], 2 * radius
    side = 2 * round(0.3 * wide) + 1
    top = (best >= cv2.dilate(best, np.ones((side, side), np.uint8))) & (best > ROUND)
    return [
        Find(
            float(column),
            float(row),
            (1.0, 0.0),
            float(size[row, column]),
            _sure(best[row, column]),
        )
        for row, column in np.argwhere(top)
    ]


def chip_width(picture: Picture) -> float | None:
    """How wide chips seem to be where no card says it: the width that makes the best circles."""
    longest = max(picture.shape[:2])
    tried = np.geomspace(longest / 50, longest / 8, 9)
    found = {float(wide): circles(picture, float(wide)) for wide in tried}
    best = max(found, key=lambda wide: sum(find.sure**4 for find in found[wide]))
    return float(np.median([find.wide for find in found[best]])) if found[best] else None


def _edges(picture: Picture) -> tuple[Floats, Floats, Floats, Floats]:
    """Where the picture is steep, and which way it is steepest, in its clearest colour."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    steep = cv2.magnitude(across, down)
    clearest = steep.argmax(2)[:, :, None]
    dx = np.take_along_axis(across, clearest, 2)[:, :, 0]
    dy = np.take_along_axis(down, clearest, 2)[:, :, 0]
    length = steep.max(2)
    y, x = np.nonzero(length > STEEP)
    steepest = length[y, x]
    return x.astype(float), y.astype(float), dx[y, x] / steepest, dy[y, x] / steepest


def _votes(picture: Picture, edges: tuple[Floats, Floats, Floats, Floats], radius: float) -> Floats:
    """For each pixel, the share of a circle around it that edges agree on."""
    tall, wide = picture.shape[:2]
    x, y, way_x, way_y = edges
    count = np.zeros(tall * wide, np.float32)
    for side in (-radius, radius):  # the chip may be darker than the felt, or lighter
        column, row = np.rint(x + side * way_x).astype(int), np.rint(y + side * way_y).astype(int)
        inside = (column >= 0) & (column < wide) & (row >= 0) & (row < tall)
        count += np.bincount(row[inside] * wide + column[inside], minlength=tall * wide)
    # An edge is a few pixels thick and its middle off by one or two: gather what fell beside.
    spread = max(1.0, 0.08 * radius)
    gathered = cv2.GaussianBlur(count.reshape(tall, wide), (0, 0), spread)
    return np.asarray(gathered * (2 * np.pi * spread**2) / (2 * np.pi * radius * 3), np.float32)


def _sure(votes: float) -> float:
    return float(min(1.0, 0.5 + votes / 2))
