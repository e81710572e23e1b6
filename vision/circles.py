"""Chips from above: circles of one size, by what the edges of the picture vote for."""

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.find import Find
from vision.second_look import weighed

ENOUGH = 40.0  # pixels of a chip's width that show it well enough
STEEP = 28.0  # of an edge worth a vote
MAYBE = 0.13  # the share of a circle's edge that must be seen to look at it again
SIZES = (0.88, 0.94, 1.0, 1.06, 1.12)  # tried around the usual width
MOST = 250  # candidates worth a second look: on a rug everything is a circle
PLAIN = 0.999  # a circle as sure as this shows how wide chips are
APART = 0.3  # of a width between the middles of two chips


def circles(picture: Picture, wide: float, felt: Picture | None = None) -> list[Find]:
    """The circles about so wide, found in a picture just large enough to show them."""
    by = max(1.0, wide / ENOUGH)
    small = _soft(picture, by)
    bare = None if felt is None else _soft(felt, by)
    return [find.scaled(by) for find in weighed(small, _candidates(small, wide / by), bare)]


def _soft(picture: Picture, by: float) -> Picture:
    size = (round(picture.shape[1] / by), round(picture.shape[0] / by))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8)


def _candidates(picture: Picture, wide: float) -> list[Find]:
    """Edges vote for the middles that they would lie around; a find is as sure as its votes."""
    edges = _edges(picture)
    best = np.zeros(picture.shape[:2], np.float32)
    size = np.zeros(picture.shape[:2], np.float32)
    for share in SIZES:
        radius = share * wide / 2
        votes = _votes(picture, edges, radius)
        larger = votes > best
        best[larger], size[larger] = votes[larger], 2 * radius
    side = 2 * round(APART * wide) + 1
    top = (best >= cv2.dilate(best, np.ones((side, side), np.uint8))) & (best > MAYBE)
    found = [
        Find(float(x), float(y), (1.0, 0.0), float(size[y, x]), float(best[y, x]))
        for y, x in np.argwhere(top)
    ]
    return sorted(found, key=lambda find: -find.sure)[:MOST]


def chip_width(picture: Picture) -> float | None:
    """How wide chips seem to be where no card says it: the width that makes the best circles."""
    longest = max(picture.shape[:2])
    tried = (float(wide) for wide in np.geomspace(longest / 50, longest / 8, 9))
    plain = {wide: [find for find in circles(picture, wide) if find.sure > PLAIN] for wide in tried}
    best = max(plain, key=lambda wide: sum(find.sure for find in plain[wide]))
    return float(np.median([find.wide for find in plain[best]])) if plain[best] else None


def _edges(picture: Picture) -> tuple[Floats, Floats, Floats, Floats]:
    """Where the picture is steep, and which way it is steepest, in its clearest colour."""
    across, down = (cv2.Sobel(picture, cv2.CV_16S, *way) for way in ((1, 0), (0, 1)))
    steep = np.maximum(np.abs(across), np.abs(down)).max(2)
    y, x = np.nonzero(steep > STEEP)
    dx, dy = across[y, x].astype(np.float32), down[y, x].astype(np.float32)
    lengths = np.hypot(dx, dy)
    row, clearest = np.arange(len(x)), lengths.argmax(1)
    length = lengths[row, clearest]
    ways = dx[row, clearest] / length, dy[row, clearest] / length
    return x.astype(np.float32), y.astype(np.float32), *ways


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
