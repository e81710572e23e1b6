"""One betting spot: its chips, loose, fanned or stacked, or that something covers it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture, Points
from vision.calibration import Calibration
from vision.card_shape import CARD_METRES, CHIP
from vision.chips import chips_of
from vision.circles import circles
from vision.fans import hidden
from vision.find import Find
from vision.motion import Box
from vision.piles import Pile, piles_of
from vision.scene import ChipSeen
from vision.standpoint import Standpoint

UNLIKE = 9.0  # from the felt, as an eye tells colours apart
LIGHT = 0.6  # how much lightness counts beside hue: shadows fall on felt
JOINED = 0.4  # of a chip's width between spots that belong to one thing
OWN = 1.25  # of a chip's width around it is its own, with its shadow
COVER = 0.5  # of a chip's area that is neither felt nor chip: something lies over the spot
OUTLINE = 1.0  # of its width is what a chip covers
SPARE = 0.01  # of a chip's area that may be seen beyond all outlines by chance
CRESCENT = 0.15  # of a chip's area that shows at least of one that lies under another


@dataclass(frozen=True)
class BettingSpot:
    """A betting spot in the picture of a camera that knows its table."""

    seat: int
    box: Box
    shape: Points  # in the box
    chip: float  # how wide one is, in pixels
    calibration: Calibration
    stand: Standpoint

    def sees(self, picture: Picture) -> list[ChipSeen] | None:
        """The chips that lie there; None where something else covers them."""
        left, top, right, bottom = self.box
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        felt = _lit_like(part, self.calibration.felt[top:bottom, left:right])
        other = _other(part, felt)
        if not self._within(other).any():  # as mostly: the felt is bare
            return []
        found = circles(part, self.chip, felt)
        piles = self._piles(found, other)
        spare = self._spare(other, piles)
        if self._covered(other, piles) or (spare > CRESCENT and not found):
            return None
        if spare > SPARE and found:
            piles = self._fanned(found, other, piles)
            spare = self._spare(other, piles)
        chips = chips_of(part, [pile.top for pile in piles], self.calibration.white)
        return [
            self._seen(chip, _or_more(pile, spare))
            for chip, pile in zip(chips, piles, strict=True)
            if self._holds(pile)
        ]

    def _piles(self, found: list[Find], other: Picture) -> list[Pile]:
        return piles_of(found, other, self.stand, self.box[:2])

    def _fanned(self, found: list[Find], other: Picture, piles: list[Pile]) -> list[Pile]:
        """The piles with chips of a fan that make no circles, unless those are a stack's side."""
        more = hidden(found, self._within(other), self.chip)
        fanned = self._piles([*found, *more], other)
        if len(fanned) <= len(piles):
            return piles
        return [_perhaps(pile) if pile.top in more else pile for pile in fanned]

    @cached_property
    def _inside(self) -> Picture:
        left, top, right, bottom = self.box
        empty = np.zeros((bottom - top, right - left), np.uint8)
        return np.asarray(cv2.fillPoly(empty, [_whole(self.shape)], 1), np.uint8)

    def _seen(self, chip: ChipSeen, pile: Pile) -> ChipSeen:
        x, y = pile.base[0] + self.box[0], pile.base[1] + self.box[1]
        low = pile.low if chip.low else 0  # one that hardly shows may be of any colour
        return replace(chip, x=x, y=y, count=pile.count, low=low, high=pile.high)

    def _holds(self, pile: Pile) -> bool:
        return cv2.pointPolygonTest(self.shape, pile.base, False) >= 0

    def _covered(self, other: Picture, piles: list[Pile]) -> bool:
        """Whether something lies there that is no chip, as a hand that rests."""
        side = round(JOINED * self.chip)
        joined = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        rest = self._beyond(np.asarray(joined, np.uint8), piles, OWN)
        _, _, stats, _ = cv2.connectedComponentsWithStats(rest)
        return bool((stats[1:, cv2.CC_STAT_AREA] > COVER * self._area).any())

    def _spare(self, other: Picture, piles: list[Pile]) -> float:
        """How much is seen that no pile explains, in chips: there are more than were found."""
        beyond = cv2.erode(self._beyond(other, piles, OUTLINE), np.ones((3, 3), np.uint8))
        return float(np.count_nonzero(beyond) / self._area)

    def _beyond(self, other: Picture, piles: list[Pile], own: float) -> Picture:
        """What is other than felt within the spot and beyond all piles."""
        rest = self._within(other)
        for pile in piles:
            ends = _whole(np.array([(pile.top.x, pile.top.y), pile.base], np.float32))
            thick = round(own * min(pile.top.wide, self.chip))
            cv2.line(rest, ends[0].tolist(), ends[1].tolist(), 0, thick)  # with round ends
        return rest

    def _within(self, other: Picture) -> Picture:
        return np.asarray(cv2.bitwise_and(other, self._inside), np.uint8)

    @property
    def _area(self) -> float:
        return float(np.pi * (self.chip / 2) ** 2)


def betting_spots(calibration: Calibration) -> Iterator[BettingSpot]:
    """The betting spots of a table."""
    stand = Standpoint(calibration)
    chip = CHIP * calibration.width_of(CARD_METRES)
    wide, tall = calibration.size
    for name, points in calibration.zones.polygons.items():
        if name.startswith("bet:"):
            shape = calibration.in_picture(np.array(points, np.float32))
            (left, top), (right, bottom) = shape.min(0) - chip, shape.max(0) + chip
            box = max(0, int(left)), max(0, int(top)), min(wide, int(right)), min(tall, int(bottom))
            inside = np.asarray(shape - box[:2], np.float32)
            seat = int(name.removeprefix("bet:"))
            yield BettingSpot(seat, box, inside, chip, calibration, stand)


def _perhaps(pile: Pile) -> Pile:
    """The pile of a chip that hardly shows: it may be a shadow, or hide one more."""
    return replace(pile, low=0, high=pile.high + 1)


def _or_more(pile: Pile, spare: float) -> Pile:
    """The pile as an estimate, where more is seen in the spot than its chips can be."""
    return pile if spare <= SPARE else replace(pile, high=pile.high + ceil(spare / CRESCENT))


def _lit_like(part: Picture, felt: Picture) -> Picture:
    """The empty felt as it would look in the light of now."""
    now, then = (np.median(whole[::4, ::4], axis=(0, 1)) for whole in (part, felt))
    gain = now / np.maximum(then, 1.0)
    return np.asarray(
        cv2.multiply(felt, np.append(gain, 0.0)), np.uint8
    )  # OpenCV's colours have four


def _other(part: Picture, felt: Picture) -> Picture:
    """Where the picture is not the felt's."""
    labs = [cv2.cvtColor(cv2.GaussianBlur(p, (0, 0), 1.0), cv2.COLOR_BGR2LAB) for p in (part, felt)]
    alike = cv2.inRange(cv2.absdiff(*labs), (0.0, 0.0, 0.0), (UNLIKE / LIGHT, UNLIKE, UNLIKE))
    return np.asarray(cv2.medianBlur((alike == 0).astype(np.uint8), 3), np.uint8)


def _whole(points: Points) -> npt.NDArray[np.int32]:
    return np.rint(points).astype(np.int32)
