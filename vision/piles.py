"""Chips that stand on one another: a stack leans away from the camera and shows its side."""

from dataclasses import dataclass
from math import ceil, floor, hypot

import cv2
import numpy as np

from vision.arrays import Picture
from vision.card_shape import CHIP_THICK
from vision.find import Find
from vision.scene import Point
from vision.standpoint import LENS_DOUBT, Standpoint

TALLEST = 30  # chips of a stack that would still stand
IN_LINE = 0.12  # of a width: chips further off the camera's line do not stand on one another
AROUND = 1.12  # of a width: what lies within belongs to the chip
CROWDED = 2.2  # of a width from the next chip: its outline may not be its own
FEW = 3  # pixels of a nook are none
RIM = 1.0  # pixels by which a chip's edge may be misplaced
BLUR = 0.03  # of a width that a side may seem longer or shorter
# A stack's outline is a disc pulled long. By how many widths of a chip, and how much further its
# points then lie from its middle along the pull than across it.
SIDES = np.linspace(0, 1.2, 121)
_ROUND, _STRAIGHT = np.pi / 4, SIDES  # areas of its two halves of a disc, and of what is between
LONGER = (
    _ROUND * (1 / 16 + SIDES * 2 / (3 * np.pi) + SIDES**2 / 4) + _STRAIGHT * SIDES**2 / 12
) / (_ROUND / 16 + _STRAIGHT / 12)


@dataclass(frozen=True, slots=True)
class Pile:
    """A chip, or a stack by its top, with the side that shows, and how many chips it may be."""

    top: Find
    base: Point
    count: int = 1
    low: int = 1
    high: int = 1


def piles_of(found: list[Find], other: Picture, stand: Standpoint, corner: Point) -> list[Pile]:
    """The piles of a part of the picture, which is ``other`` than felt where they lie."""
    foot = stand.foot[0] - corner[0], stand.foot[1] - corner[1]
    piles: list[Pile] = []
    under: list[Find] = []
    for top in sorted(found, key=lambda find: -hypot(find.x - foot[0], find.y - foot[1])):
        if top in under:
            continue
        way, most = _lean(top, foot, stand)
        beneath = [one for one in found if one not in under and 0 < _along(top, one, way) < most]
        if _nooks([top, *beneath], way, other):
            beneath = []
        under += beneath
        if beside := [one for one in found if one not in (top, *beneath) and _near(top, one)]:
            shows = _side_beside(top, way, other, beside)
        else:
            shows = _side(top, way, most, other)
        side = max([shows, *(_along(top, one, way) for one in beneath)])
        at = top.x + corner[0], top.y + corner[1]
        piles.append(_pile(top, way, side, 1 + len(beneath), stand, at))
    return piles


def _near(one: Find, other: Find) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < CROWDED * one.wide


def _lean(top: Find, foot: Point, stand: Standpoint) -> tuple[Point, float]:
    """Which way a stack's base lies from its top, and how far at most."""
    x, y = foot[0] - top.x, foot[1] - top.y
    far = max(1.0, hypot(x, y))
    most = min(0.9 * top.wide, far * TALLEST * CHIP_THICK / stand.height)
    return (x / far, y / far), most


def _along(top: Find, other: Find, way: Point) -> float:
    """How far one find lies beneath another; nought if it is not in line with the camera."""
    x, y = other.x - top.x, other.y - top.y
    aside = abs(x * way[1] - y * way[0])
    return x * way[0] + y * way[1] if aside < IN_LINE * top.wide else 0.0


def _nooks(chips: list[Find], way: Point, other: Picture) -> bool:
    """Whether felt shows in the nooks between chips, where a stack would show its side."""
    ends = [(round(chip.x), round(chip.y)) for chip in chips]
    side = np.zeros_like(other)
    for end in ends[1:]:
        cv2.line(side, ends[0], end, 1, round(min(chip.wide for chip in chips)))
    for chip, end in zip(chips, ends, strict=True):
        cv2.circle(side, end, round(RIM + chip.wide / 2), 0, -1)
    rows, columns = np.nonzero(side)
    across = (columns - ends[0][0]) * way[1] - (rows - ends[0][1]) * way[0]
    felt = other[rows, columns] == 0
    return all(FEW < one.sum() < 2 * felt[one].sum() for one in (across > 0, across < 0))


def _side(top: Find, way: Point, most: float, other: Picture) -> float:
    """How much of its side shows: so much longer than wide it is, along the camera's line."""
    rows, columns = np.nonzero(other)
    x, y = columns - top.x, rows - top.y
    along, across = x * way[0] + y * way[1], x * way[1] - y * way[0]
    reach = AROUND * top.wide / 2
    own = np.hypot(along - np.clip(along, -reach / 2, most), across) < reach
    if own.sum() < 3:
        return 0.0
    hull = cv2.convexHull(np.column_stack([along, across])[own].astype(np.float32))
    spread = cv2.moments(hull)
    longer = np.interp(spread["mu20"] / max(1e-6, spread["mu02"]), LONGER, SIDES)
    return float(longer * np.sqrt(spread["m00"] / (np.pi / 4 + longer)))


def _side_beside(top: Find, way: Point, other: Picture, beside: list[Find]) -> float:
    """How much of its side shows among other chips: what is no chip's top, towards the camera."""
    rows, columns = np.nonzero(other)
    x, y = columns - top.x, rows - top.y
    own = (x * way[0] + y * way[1] > 0) & (np.hypot(x, y) < AROUND * top.wide)
    for chip in (top, *beside):
        away = np.hypot(columns - chip.x, rows - chip.y)
        own &= (away > chip.wide / 2 + RIM) & (np.hypot(x, y) <= away)
    return float(own.sum() / top.wide)


def _pile(top: Find, way: Point, side: float, seen: int, stand: Standpoint, at: Point) -> Pile:
    """How many chips show so much of their side; ``seen`` of them make circles of their own."""
    heights = [
        stand.height_of((at[0] + far * way[0], at[1] + far * way[1]), at) / CHIP_THICK
        for far in (side, side + BLUR * top.wide)
    ]
    chips = heights[0]
    doubt = heights[1] - chips + LENS_DOUBT * (chips - 1)
    base = top.x + side * way[0], top.y + side * way[1]
    if chips + doubt < 2 and seen == 1:
        return Pile(top, base)
    count = max(1, seen, round(chips))
    # Two circles in line with the camera are a stack's top and base, or a fan of so many chips.
    low = min(count, max(1, ceil(chips - doubt))) if seen == 1 else seen
    return Pile(top, base, count, low, max(count + 1, floor(chips + doubt)))
