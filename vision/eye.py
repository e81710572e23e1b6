"""Sees one picture: finds in the small one, reads in the large one, and names the colours."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.card_shape import CHIP, TALL
from vision.colours import in_white_light, name_of, white_of
from vision.finder import Find, Finder, Found
from vision.pairing import Corner, cards_of
from vision.reader import Reader
from vision.scene import BackSeen, ChipSeen, Corners, FaceSeen, Scene

FINDING = 1280  # the longer side of the picture in which things are found
SURE = 0.8  # a card less likely than this is not told
BACK_SURE, CHIP_SURE = 0.4, 0.4


@dataclass
class Eye:
    """Both networks, and how sure they must be."""

    finder: Finder
    reader: Reader
    sure: float = SURE

    @classmethod
    def open(cls) -> "Eye":
        """The eye with the networks that the package ships."""
        return cls(Finder(), Reader())

    def see(self, picture: Picture) -> Scene:
        """All that lies in a picture of any size, without knowing the table."""
        small, by = shrunk(picture, FINDING)
        found = self.finder.find(small)
        return self.judge(picture, enlarged(found, by))

    def judge(self, picture: Picture, found: Found) -> Scene:
        """Read what was found, and leave out what is not sure."""
        readings = self.reader.read(picture, [find.pose for find in found.indices])
        corners = [Corner(*pair) for pair in zip(found.indices, readings, strict=True)]
        cards = cards_of(corners, self.sure)
        white = white_of(picture, cards)
        backs = [_back(picture, find, white) for find in _apart(found.backs, 0.12, BACK_SURE)]
        chips = [_chip(picture, find, white) for find in _of_one_size(found.chips, cards)]
        return Scene(cards, backs, chips)


def shrunk(picture: Picture, longest: int) -> tuple[Picture, float]:
    """The picture made small enough, and by how much it is larger itself."""
    by = max(picture.shape[:2]) / longest
    if by <= 1:
        return picture, 1.0
    size = (round(picture.shape[1] / by), round(picture.shape[0] / by))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), by


def enlarged(found: Found, by: float) -> Found:
    """What was found in the small picture, in pixels of the large one."""
    parts = (found.indices, found.backs, found.chips)
    return Found(*([find.scaled(by) for find in part] for part in parts))


def moved_by(found: Found, left: float, top: float) -> Found:
    """What was found in a part of a picture, in the pixels of the whole."""
    parts = (found.indices, found.backs, found.chips)
    return Found(
        *([replace(find, x=find.x + left, y=find.y + top) for find in part] for part in parts)
    )


def _apart(finds: list[Find], least: float, sure: float) -> list[Find]:
    """The likeliest finds that are not the same thing found twice."""
    kept: list[Find] = []
    for find in sorted(finds, key=lambda one: -one.sure):
        clear = all(np.hypot(find.x - k.x, find.y - k.y) > least * find.wide for k in kept)
        if find.sure >= sure and clear:
            kept.append(find)
    return kept


def _of_one_size(finds: list[Find], cards: list[FaceSeen]) -> list[Find]:
    """Chips in play lie flat and are alike: those in a rack or far away are another size."""
    finds = _apart(finds, 0.3, CHIP_SURE)
    if not finds:
        return []
    usual = float(np.median([find.wide for find in finds]))
    if cards:
        usual = CHIP * float(np.median([card.wide for card in cards]))
    return [find for find in finds if 0.72 < find.wide / usual < 1.4]


def _back(picture: Picture, find: Find, white: Floats) -> BackSeen:
    along = np.array(find.way) * find.wide
    across = np.array([along[1], -along[0]])
    start = np.array([find.x, find.y]) - (TALL * along + across) / 2
    points = [start, start + across, start + across + TALL * along, start + TALL * along]
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    corners: Corners = (a, b, c, d)
    pixels = _disc(picture, find.x, find.y, 0.42 * find.wide)
    colour = name_of(in_white_light(pixels, white), skip=("white", "grey"))
    return BackSeen(colour, find.sure, corners, find.wide)


def _chip(picture: Picture, find: Find, white: Floats) -> ChipSeen:
    pixels = in_white_light(_disc(picture, find.x, find.y, 0.36 * find.wide), white)
    colour = name_of(pixels)
    if colour == "grey":  # chips are white or black; grey is the light
        colour = "white" if float(pixels.mean()) > 110 else "black"
    return ChipSeen(colour, find.sure, find.x, find.y, find.wide)


def _disc(picture: Picture, x: float, y: float, radius: float) -> Floats:
    """The pixels of a disc, few enough to count quickly."""
    step = max(1, int(radius / 12))
    tall, wide = picture.shape[:2]
    x0, x1 = max(0, int(x - radius)), min(wide, int(x + radius) + 1)
    y0, y1 = max(0, int(y - radius)), min(tall, int(y + radius) + 1)
    rows, columns = np.mgrid[y0:y1:step, x0:x1:step]
    inside = (columns - x) ** 2 + (rows - y) ** 2 <= radius**2
    return np.asarray(picture[y0:y1:step, x0:x1:step][inside], np.float64)
