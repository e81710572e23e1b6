"""Joins indices to cards: a card shows one index or two, and two must say the same."""

from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from vision.arrays import Floats
from vision.card_shape import INDEX, SHORTEST, TALL, TALLEST
from vision.cuts import Pose
from vision.reader import Reading
from vision.scene import Corners, FaceSeen, corners_of, middle

ALIKE = 0.45  # how far, as a logarithm, widths of cards may be apart
DOUBT = 0.5  # a reading less sure than this does not speak against another
NEAR = 0.3  # how far from its place, in widths, a second index may be found
DISPUTED = 0.18  # card widths between the middles of two cards that would be one
OPPOSITE = 0.97  # the cosine by which both indices of one card stand on their heads
ACROSS = 1.8  # card widths from one corner of a card to the farthest other
BESIDE = (
    0.8  # card widths between the middles of equal cards that are two, whatever the width is off
)
IN_LINE = 0.85  # the same cosine where they say the same card
INK = 0.22  # card widths between finds that read the same ink
LOOSE = 2.1  # times wider or narrower than one index says may be what two of them say


@dataclass(frozen=True, eq=False)
class Corner:
    """An index that was found and read."""

    pose: Pose
    reading: Reading

    @property
    def point(self) -> Floats:
        """Where it stands."""
        return np.array([self.pose.x, self.pose.y])

    @property
    def wide(self) -> float:
        """How wide its card would be."""
        return self.pose.wide

    @property
    def sure(self) -> float:
        """How sure it is read."""
        return self.reading.sure

    def of_width(self, wide: float | None) -> "Corner":
        """The same corner of a card that is so wide, if that is known."""
        return replace(self, pose=replace(self.pose, wide=wide)) if wide else self


Found = TypeVar("Found", Corner, FaceSeen)


def cards_of(
    corners: list[Corner], threshold: float, wide: float | None = None, alone: float = 0.0
) -> list[FaceSeen]:
    """The cards that these indices are of, those left out that cannot be told for sure.

    How wide cards are is better known of a table than from any index. Of a card that shows but
    one index that must be as sure as ``alone``.
    """
    left = _merged([one.of_width(wide) for one in _of_one_size(corners)])
    found: list[tuple[Corner, Corner | None]] = []
    while left:
        first = left.pop(0)
        second = _partner(first, left)
        if second is not None:
            left.remove(second)
        found.append((first, second))
    single = [first for first, second in found if second is None]
    left_out = [one for one in single if one.sure < alone or _disputed(one, single)]
    told = [_card(*one) for one in found if one[0] not in left_out]
    return _once([card for card in told if card.sure >= threshold])


def _merged(corners: list[Corner]) -> list[Corner]:
    """One corner for each index, surest first; where cuts of one index differ they are weighed."""
    left = sorted(corners, key=lambda one: -one.reading.sure)
    merged = []
    while left:
        first = left[0]
        same = [other for other in left if other is first or _same_index(first, other)]
        left = [other for other in left if other not in same and not _same_ink(first, other)]
        said = [one.reading for one in same if one.reading.sure > DOUBT or one is first]
        if all(reading.card == first.reading.card for reading in said):
            merged.append(first)
        else:
            weights = np.array([reading.sure**4 for reading in said])
            shares = weights / weights.sum()
            ranks = shares @ np.array([reading.ranks for reading in said])
            suits = shares @ np.array([reading.suits for reading in said])
            merged.append(Corner(first.pose, Reading(ranks, suits)))
    return sorted(merged, key=lambda one: -one.reading.sure)


def _of_one_size(found: list[Found]) -> list[Found]:
    """Cards in one picture are about alike; what is far larger or smaller is none."""
    if not found:
        return []
    widths = np.log([one.wide for one in found])
    weights = np.array([one.sure for one in found]) ** 4  # many guesses on print outvote no card
    near = np.abs(widths[:, None] - widths[None]) < ALIKE
    usual = widths[int((near * weights).sum(1).argmax())]
    return [one for one, wide in zip(found, widths, strict=True) if abs(wide - usual) < ALIKE]


def by_place(corners: list[Corner]) -> list[list[Corner]]:
    """The indices of each card, whatever they say: for cards laid apart from each other."""
    left = sorted(corners, key=lambda one: float(one.reading.ranks[-1]))
    groups = []
    while left:
        first = left.pop(0)
        left = [other for other in left if not _same_ink(first, other)]
        fits = {other: miss for other in left if (miss := _misfit(first, other)) < NEAR}
        second = min(fits, key=lambda other: fits[other], default=None)
        if second is not None:
            left = [other for other in left if not _same_ink(second, other)]
        groups.append([first] if second is None else [first, second])
    return groups


def _same_index(first: Corner, other: Corner) -> bool:
    """Whether two finds are one index found twice."""
    apart = float(np.hypot(*(first.point - other.point))) / first.pose.wide
    return apart < 0.15 and float(np.dot(first.pose.up, other.pose.up)) > 0.5


def _same_ink(first: Corner, other: Corner) -> bool:
    """Whether the other find reads the same ink another way round: a 9 and a pip as a 6."""
    return float(np.hypot(*(first.point - other.point))) < INK * first.pose.wide


def _partner(first: Corner, others: list[Corner]) -> Corner | None:
    """The index in the card's other corner, if it was found and says the same card."""
    same = [other for other in others if other.reading.card == first.reading.card]
    fit = {other: miss for other in same if (miss := _misfit(first, other)) < NEAR}
    return min(fit, key=lambda other: fit[other], default=None)


def _misfit(first: Corner, other: Corner) -> float:
    """How far the other stands from where the opposite index must be, in widths."""
    if float(np.dot(first.pose.up, other.pose.up)) > -IN_LINE:
        return np.inf
    right, down = first.pose.axes()
    apart = other.point - first.point
    across, along = float(apart @ right), float(apart @ down)
    usual, between = (first.pose.wide + other.pose.wide) / 2, 1 - 2 * INDEX[0]
    wide = float(np.clip(across / between, usual / LOOSE, usual * LOOSE))
    tall = along / wide + 2 * INDEX[1]
    beyond = max(SHORTEST - tall, tall - TALLEST, 0.0)
    return float(np.hypot(across / wide - between, beyond))


def _card(first: Corner, second: Corner | None) -> FaceSeen:
    reading = first.reading if second is None else _joined(first.reading, second.reading)
    quad = _from_one(first) if second is None else _from_two(first, second)
    point, wide = (first.pose.x, first.pose.y), float(np.hypot(*np.subtract(quad[1], quad[0])))
    return FaceSeen(reading.card, reading.sure, quad, point, wide)


def _joined(one: Reading, other: Reading) -> Reading:
    """Two readings of one card: what both hold likely, weighed together."""
    floor = 0.02  # a reader is never so sure that the other corner could not change it
    ranks = (one.ranks + floor) * (other.ranks + floor)
    suits = (one.suits + floor) * (other.suits + floor)
    return Reading(ranks / ranks.sum(), suits / suits.sum())


def _from_one(corner: Corner) -> Corners:
    right, down = (axis * corner.pose.wide for axis in corner.pose.axes())
    start = corner.point - INDEX[0] * right - INDEX[1] * down
    return _quad(start, right, TALL * down)


def _from_two(first: Corner, second: Corner) -> Corners:
    """Both indices fix the card: its way from the line between them, its width from both."""
    right, down = first.pose.axes()
    back_right, back_down = second.pose.axes()
    right, down = right - back_right, down - back_down
    right, down = right / np.hypot(*right), down / np.hypot(*down)
    apart = second.point - first.point
    across, along = float(apart @ right), float(apart @ down)
    wide = across / (1 - 2 * INDEX[0])
    tall = along + 2 * INDEX[1] * wide
    start = first.point - INDEX[0] * wide * right - INDEX[1] * wide * down
    return _quad(start, wide * right, tall * down)


def _quad(start: Floats, right: Floats, down: Floats) -> Corners:
    return corners_of([start, start + right, start + right + down, start + down])


def _once(cards: list[FaceSeen]) -> list[FaceSeen]:
    """Leave out a card seen twice in one place."""
    kept: list[FaceSeen] = []
    for card in sorted(cards, key=lambda one: -one.sure):
        if not any(card.card == other.card and _one_card(card, other) for other in kept):
            kept.append(card)
    return kept


def _one_card(card: FaceSeen, other: FaceSeen) -> bool:
    """Whether two indices that say the same are near enough to stand on one card."""
    x, y = np.subtract(card.index, other.index) / max(card.wide, other.wide)
    return float(np.hypot(x, y)) < ACROSS and not _twins(card, other)


def _twins(card: FaceSeen, other: FaceSeen) -> bool:
    """Whether equal cards lie beside each other: a duplicate is the very fraud to be found."""
    if card.corners is None or other.corners is None:
        return False
    apart = np.subtract(middle(card.corners), middle(other.corners)) / max(card.wide, other.wide)
    return float(np.hypot(*apart)) > BESIDE and not (_on(card, other) or _on(other, card))


def _on(card: FaceSeen, other: FaceSeen) -> bool:
    """Whether the other's index stands on this card."""
    return cv2.pointPolygonTest(np.array(card.corners, np.float32), other.index, False) >= 0


def _disputed(corner: Corner, others: list[Corner]) -> bool:
    """Whether the other corner of the same card says another one, nearly as surely."""
    return any(
        other.reading.card != corner.reading.card
        and other.sure > corner.sure - 0.15
        and float(np.dot(corner.pose.up, other.pose.up)) < -OPPOSITE
        and float(np.hypot(*(_middle(corner) - _middle(other)))) < DISPUTED * corner.wide
        for other in others
    )


def _middle(corner: Corner) -> Floats:
    """The middle of its card, as this corner alone says."""
    return np.asarray(np.mean(_from_one(corner), axis=0))
