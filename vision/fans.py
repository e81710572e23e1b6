"""Chips of a fan that make no circle of their own: the fewest that fill what is seen."""

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.find import RIM, Find

MOST = 4  # chips that are looked for beyond those that were found
LEFT = 0.003  # of a chip's area may stay unexplained
FELT = 0.06  # of a chip's area may seem felt, for its edge is soft
AGAINST = 3.0  # how much a pixel of felt says against a chip, to what one explained says for it
ROUNDS = 3  # in which the chips are laid anew, each between the others
HALF_SURE = 0.5

At = tuple[int, int]


def hidden(found: list[Find], other: Picture, wide: float) -> list[Find]:
    """The fewest chips so wide that, with those found, explain all that is no felt; if any do."""
    left, top, across, down = cv2.boundingRect(other)
    seen = other[top : top + down, left : left + across]
    rest = seen.copy()
    for find in found:
        _take(rest, (round(find.x - left), round(find.y - top)), find.wide)
    return [
        Find(float(x + left), float(y + top), (1.0, 0.0), wide, HALF_SURE)
        for x, y in _fewest(seen, rest, wide)
    ]


def _fewest(seen: Picture, rest: Picture, wide: float) -> list[At]:
    if _share(rest, wide) > MOST:  # a shadow, or a card
        return []
    chip = _disc(wide)
    felt = _within(chip, np.asarray(1 - seen, np.uint8))
    laid: list[At] = []
    while _share(_left(rest, laid, wide), wide) > LEFT:
        laid.append(_best(_left(rest, laid, wide), felt, chip))
        for _ in range(ROUNDS * len(laid)):  # the one laid first is laid anew between the others
            laid.append(_best(_left(rest, laid[1:], wide), felt, chip))
            del laid[0]
        if len(laid) > MOST or any(felt[y, x] > FELT for x, y in laid):
            return []
    return laid


def _left(rest: Picture, laid: list[At], wide: float) -> Picture:
    left = rest.copy()
    for at in laid:
        _take(left, at, wide)
    return left


def _take(rest: Picture, at: At, wide: float) -> None:
    cv2.circle(rest, at, round(RIM * wide / 2), 0, -1)


def _best(left: Picture, felt: Floats, chip: Floats) -> At:
    """Where a chip explains most of what is left, and covers the least felt."""
    y, x = np.unravel_index(np.argmax(_within(chip, left) - AGAINST * felt), left.shape)
    return int(x), int(y)


def _within(chip: Floats, where: Picture) -> Floats:
    """For a chip at each place, the share of it that is there."""
    return np.asarray(cv2.filter2D(where.astype(np.float32), -1, chip), np.float32)


def _share(left: Picture, wide: float) -> float:
    """How much is left, in chips, beyond what the softness of edges leaves."""
    area = np.pi * (wide / 2) ** 2
    return float(np.count_nonzero(cv2.erode(left, np.ones((3, 3), np.uint8))) / area)


def _disc(wide: float) -> Floats:
    side = 2 * round(wide / 2) + 1
    disc = np.zeros((side, side), np.float32)
    cv2.circle(disc, (side // 2, side // 2), side // 2, 1.0, -1)
    return np.asarray(disc / disc.sum(), np.float32)
