"""Corners of cards in a picture: every place where an index may stand, to be read."""

import numpy as np

from vision.arrays import Picture
from vision.back_finder import patches, usual_width
from vision.find import Find
from vision.outlines import candidates, outlines, widths
from vision.paper import paper_masks

ALIKE = 0.05  # card widths between corners that are one corner found twice
OUTLINED = 0.5  # how likely a corner of an outline is an index, before it is read


def corners(picture: Picture, wide: float | None, unlike: Picture) -> list[Find]:
    """Every corner of bright paper, or of what is unlike its ground, at each likely width."""
    paper = paper_masks(picture)
    if wide:  # on a known table half of the levels do, and frames do not wait
        paper = paper[::2]
    masks = [*paper, patches(unlike, wide or usual_width(picture))]
    found = [outline for mask in masks for outline in outlines(mask)]
    hints = [wide] if wide else widths(found)
    finds = []
    for bend in (bend for outline in found for bend in outline.bends):
        for width in candidates(bend, hints):
            (x, y), (up_x, up_y) = bend.index(width)
            finds.append(Find(float(x), float(y), (float(up_x), float(up_y)), width, OUTLINED))
    return _unlike(finds)


def _unlike(finds: list[Find]) -> list[Find]:
    """Of finds nearly alike, the first: several masks show the same corner."""
    kept: list[Find] = []
    rows = np.empty((len(finds), 5))
    for find in finds:
        row = (find.x, find.y, *find.way, np.log(find.wide))
        near = np.abs(rows[: len(kept)] - row)
        close = np.hypot(near[:, 0], near[:, 1]) / find.wide < ALIKE
        alike = close & (near[:, 2:4].max(1, initial=0) < 0.1) & (near[:, 4] < 0.06)
        if not alike.any():
            rows[len(kept)] = row
            kept.append(find)
    return kept
