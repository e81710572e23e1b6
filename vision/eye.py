"""Sees one picture: finds in the small one, reads in the large one, and names the colours."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.back_finder import Ground, back_width, backs, ground_of, usual_width
from vision.card_shape import CHIP, TALL
from vision.chips import chips_of
from vision.circles import chip_width, circles
from vision.colours import disc, in_white_light, name_of, printed, white_of
from vision.corners import MOST, READABLE, corners, distinct, shapes
from vision.cuts import Pose
from vision.find import Find
from vision.framing import framed
from vision.house_deck import load
from vision.pairing import Corner, cards_of
from vision.reader import CardReader
from vision.scene import BackSeen, FaceSeen, Scene, corners_of

FINDING = 1280  # the longer side of the picture in which things are found
MENDED = 2.0  # times farther apart than as found may be what was mended to be one index
SURE = 0.75  # a card less likely than this is not told
ALONE = 0.8  # likewise, if it shows but one index in a picture by itself
PROVEN = 2.0  # no index is so sure: in print only two that agree are a card
INDICES = 300  # read in one picture: a whole deck spread out has a hundred
NEARLY_HALF = 1.6  # times smaller


@dataclass(frozen=True)
class Known:
    """What is known of a part of a table before it is looked at again."""

    wide: float  # of a card, in the small picture
    ground: Ground  # likewise
    lying: list[FaceSeen]  # faces that were read and have not moved since
    fresh: Callable[[float, float], bool]  # whether it is worth reading there


@dataclass
class Eye:
    """The reader, and how sure it must be."""

    reader: CardReader
    sure: float = SURE

    @classmethod
    def open(cls, house: Path | None = None) -> "Eye":
        """The eye with the network that the package ships, and a house's deck if it has one."""
        return cls(CardReader(house=load(house) if house else None))

    def see(self, picture: Picture) -> Scene:
        """All that lies in a picture of any size, without knowing the table."""
        by = max(1.0, max(picture.shape[:2]) / FINDING)
        return self.look(picture, shrunk(picture, by), by)

    def look(
        self,
        picture: Picture,
        small: Picture,
        by: float,
        known: Known | None = None,
        only_faces: bool = False,
    ) -> Scene:
        """All that lies in a picture, found in one ``by`` smaller; what is known is not read."""
        wide = known.wide if known else None
        ground = known.ground if known else ground_of(small, usual_width(small))
        unlike = ground.unlike(small)
        shown = shapes(small, wide, unlike)
        found = corners(small, shown, wide, READABLE / by)
        if known:
            found = [pose for pose in found if known.fresh(pose.x * by, pose.y * by)]
        busy = len(found) > MOST
        cards = self.faces(picture, by, found[:MOST], wide, PROVEN if busy else ALONE)
        if not known:  # a face followed over frames must not jump from its index to its outline
            cards = framed(cards, shown, by)
        if only_faces:
            return Scene(cards, busy=busy)
        lying = [*cards, *known.lying] if known else cards
        if wide is None:
            wide = float(np.median([card.wide for card in cards])) / by if cards else None
        taken = _taken(small, lying, by)
        white = white_of(picture, lying)
        chips = [find.scaled(by) for find in _chips(small, wide, taken)]
        heaps = [find.scaled(by) for find in _heaps(unlike, wide, taken, chips, by)]
        return Scene(
            cards,
            [back for heap in heaps for back in _backs(picture, heap, white)],
            chips_of(picture, chips, white),
            busy,
        )

    def faces(
        self,
        picture: Picture,
        by: float,
        found: list[Pose],
        wide: float | None = None,
        alone: float = ALONE,
    ) -> list[FaceSeen]:
        """The face-up cards: corners of the small picture, read in the large one."""
        poses = distinct(self.reader.indices(picture, [pose.scaled(by) for pose in found]), MENDED)
        corners = [Corner(*one) for one in self.reader.read(picture, poses[:INDICES])]
        if wide:  # on a known table many frames vote
            return cards_of(corners, self.sure, by * wide)
        return cards_of(corners, self.sure, alone=alone)


def shrunk(picture: Picture, by: float) -> Picture:
    """The picture made so much smaller."""
    return picture if by == 1 else _resized(picture, picture, by, cv2.INTER_AREA)


def quickly_shrunk(picture: Picture, by: float) -> Picture:
    """The same for frames: to half its size and up a little takes an eighth of the time."""
    if not NEARLY_HALF < by < 2:
        return shrunk(picture, by)
    return _resized(shrunk(picture, 2), picture, by, cv2.INTER_LINEAR)


def _resized(picture: Picture, whole: Picture, by: float, how: int) -> Picture:
    size = (round(whole.shape[1] / by), round(whole.shape[0] / by))
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def _taken(small: Picture, cards: list[FaceSeen], by: float) -> Picture:
    """Where face-up cards lie, so that nothing on them is taken for a chip."""
    taken = np.zeros(small.shape[:2], np.uint8)
    for card in cards:
        cv2.fillConvexPoly(taken, np.rint(np.array(card.corners) / by).astype(np.int32), 1)
    return taken


def _chips(small: Picture, wide: float | None, taken: Picture) -> list[Find]:
    usual = CHIP * wide if wide else chip_width(small)
    found = circles(small, usual) if usual else []
    return [find for find in found if not taken[round(find.y), round(find.x)]]


def _heaps(
    unlike: Picture, wide: float | None, taken: Picture, chips: list[Find], by: float
) -> list[Find]:
    usual = wide or back_width(unlike)
    if not usual:
        return []
    covered = taken.copy()
    for chip in chips:
        at = (round(chip.x / by), round(chip.y / by))
        cv2.circle(covered, at, round(0.55 * chip.wide / by), 1, -1)
    return backs(unlike, usual, covered)


def _backs(picture: Picture, heap: Find, white: Floats) -> list[BackSeen]:
    """The cards of one heap, told in one place; none if it is not printed like a back."""
    along = np.array(heap.way) * heap.wide
    across = np.array([along[1], -along[0]])
    start = np.array([heap.x, heap.y]) - (TALL * along + across) / 2
    points = [start, start + across, start + across + TALL * along, start + TALL * along]
    pixels = in_white_light(disc(picture, heap.x, heap.y, 0.45 * heap.wide), white)
    if not printed(pixels):
        return []
    colour = name_of(pixels, skip=("white", "grey"))
    return [BackSeen(colour, heap.sure, corners_of(points), heap.wide)] * heap.count
