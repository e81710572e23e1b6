"""Which of the chips that overlap lie above: the most even of them is the one that shows whole."""

from math import hypot

import numpy as np

from vision.arrays import Floats, Picture
from vision.find import Find
from vision.shades import BODY, UNLIKE, ring

APART = 0.95  # of their widths between the middles of chips that do not touch


def above_each(picture: Picture, found: list[Find], white: Floats) -> list[list[Find]]:
    """For each chip that was found, those that lie above it."""
    above: list[list[Find]] = [[] for _ in found]
    even = {
        number: _even(picture, find, white, [])
        for number, find in enumerate(found)
        if any(_overlap(find, other) for other in found if other is not find)
    }
    while even:
        top = max(even, key=lambda number: even[number])
        del even[top]
        for number in even:
            if _overlap(found[top], found[number]):
                above[number].append(found[top])
                even[number] = _even(picture, found[number], white, above[number])
    return above


def _overlap(one: Find, other: Find) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < APART * (one.wide + other.wide) / 2


def _even(picture: Picture, find: Find, white: Floats, above: list[Find]) -> float:
    """The share of what shows of a chip's body that has one colour."""
    body = ring(picture, find, BODY, white, above)
    if not len(body):
        return 0.0
    return float((np.linalg.norm(body - np.median(body, axis=0), axis=1) < UNLIKE).mean())
