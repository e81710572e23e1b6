"""Face-down cards: card-shaped patches unlike their ground that are no paper."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.card_shape import TALL
from vision.find import Find
from vision.outlines import Bend, outlines

KINDS, MUCH = 5, 0.12  # colours a scene is divided into; the share of one that is ground
UNLIKE = 18  # how far in colour a back is from the ground around it
ENOUGH = 56.0  # pixels of a card's width that show its shape well enough
FULL = 0.2  # how far off a full side may be
FILLED = 0.88  # of the least box around a whole card; its corners are round
BEGUN = 0.25  # card widths that must show of a covered side
HEAP = 0.22  # of another card's area must show for it to count


def backs(unlike: Picture, wide: float, taken: Picture) -> list[Find]:
    """The heaps of cards so wide in what is unlike its ground; ``taken`` is where faces lie."""
    shrink = max(1.0, wide / ENOUGH)
    size = (round(unlike.shape[1] / shrink), round(unlike.shape[0] / shrink))
    free = np.asarray(unlike & (taken == 0), np.uint8)
    card = wide / shrink
    small = np.asarray(cv2.resize(free * 255, size, interpolation=cv2.INTER_AREA) > 127, np.uint8)
    mask = _smoothed(small, card)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    finds = []
    for number in range(1, count):
        area = float(stats[number, cv2.CC_STAT_AREA]) / (TALL * card**2)
        if 0.55 < area < 4:
            find = _heap(np.asarray(labels == number, np.uint8), card, area)
            if find is not None:
                finds.append(find.scaled(shrink))
    return finds


def back_width(unlike: Picture) -> float | None:
    """How wide cards seem to be where no face says it: of whole card-shaped patches."""
    guess = usual_width(unlike)
    found = outlines(patches(unlike, guess))
    whole = [one.wide for one in found if one.wide and one.wide > guess / 3]
    return float(np.median(whole)) if whole else None


def patches(unlike: Picture, wide: float) -> Picture:
    """All patches unlike their ground, face up or down, without the gaps of what is printed."""
    return _smoothed(unlike, wide / 4)


def usual_width(picture: Picture) -> float:
    """How wide a card is in most pictures, to begin with."""
    return float(max(picture.shape[:2])) / 14


@dataclass(frozen=True)
class Ground:
    """What things lie on: the colour around each place, and all that cover much of the scene."""

    around: Picture
    much: list[Floats]

    def part(self, rows: slice, columns: slice) -> "Ground":
        """The ground of a part of the picture."""
        return Ground(self.around[rows, columns], self.much)

    def unlike(self, picture: Picture) -> Picture:
        """What differs in colour from its surroundings, and from all that covers much."""
        lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
        unlike = _far(cv2.absdiff(lab, self.around))
        for colour in self.much:
            unlike &= _far(cv2.absdiff(lab, np.array([*colour, 0.0])))
        return unlike


def ground_of(picture: Picture, card: float) -> Ground:
    """The ground of a picture in which cards are so wide."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    coarse = np.asarray(cv2.resize(lab, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA))
    reach = min(255, 2 * round(1.6 * card / 4) + 1)
    around = cv2.medianBlur(coarse.astype(np.uint8), max(3, reach))
    whole = np.asarray(cv2.resize(around, (picture.shape[1], picture.shape[0])), np.uint8)
    return Ground(whole, _grounds(coarse.astype(np.float32)))


def unlike_ground(picture: Picture, card: float) -> Picture:
    """What is unlike the ground of its own picture."""
    return ground_of(picture, card).unlike(picture)


def _far(apart: cv2.typing.MatLike) -> Picture:
    """Whether colours are far apart; light varies more than colour does and counts half."""
    light, green, blue = (part.astype(np.uint16) for part in cv2.split(apart))
    light //= 2
    return np.asarray(light * light + green * green + blue * blue > UNLIKE**2, np.uint8)


def _grounds(coarse: Floats) -> list[Floats]:
    """The colours that cover much of the scene: table, floor."""
    pixels = coarse.reshape(-1, 3)[::3]
    cv2.setRNGSeed(1)  # the same picture is always seen the same
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 0.5)
    start = np.zeros((len(pixels), 1), np.int32)
    _, labels, centres = cv2.kmeans(pixels, KINDS, start, ends, 2, cv2.KMEANS_PP_CENTERS)
    shares = np.bincount(np.asarray(labels).ravel(), minlength=KINDS) / len(pixels)
    return [centre for centre, share in zip(centres, shares, strict=True) if share > MUCH]


def _smoothed(mask: Picture, card: float) -> Picture:
    close, clear = (
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (s, s))
        for s in (max(3, round(0.12 * card)), max(3, round(0.3 * card)))
    )
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, close), np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, clear), np.uint8)


def _heap(mask: Picture, card: float, area: float) -> Find | None:
    """One heap, if its corners are those of cards; how many by how much more than one shows."""
    whole = _whole(mask, card)
    if whole is not None:
        return whole
    bends = [bend for outline in outlines(mask) for bend in outline.bends]
    full = [bend for bend in bends if _sides(bend, card)]
    if sum(_sides(bend, card) for bend in full) < 2:
        return None
    count = max(1, int(np.ceil(area - HEAP)))
    way = full[0].down if full[0].ratio > 1 else full[0].right
    x, y = _middle(mask)
    length = float(np.hypot(*way))
    sure = min(1.0, 0.5 + len(full) / 8)
    return Find(x, y, (float(way[0]) / length, float(way[1]) / length), card, sure, count)


def _whole(mask: Picture, card: float) -> Find | None:
    """One card that nothing covers: it fills the least box around it, and that is a card's."""
    points = np.argwhere(mask)[:, ::-1].astype(np.float32)
    (x, y), sides, _ = box = cv2.minAreaRect(points)
    short, long = min(sides) / card, max(sides) / card
    filled = len(points) / max(1.0, sides[0] * sides[1])
    if filled < FILLED or abs(short - 1) > FULL or abs(long / TALL - 1) > FULL:
        return None
    a, b, c, _ = cv2.boxPoints(box)
    way = max(b - a, c - b, key=lambda side: float(np.hypot(*side)))
    way = way / np.hypot(*way)
    return Find(float(x), float(y), (float(way[0]), float(way[1])), card, 1.0)


def _sides(bend: Bend, card: float) -> int:
    """How many sides at a corner are full sides of a card, where the other at least begins."""
    sides = [float(np.hypot(*side)) / card for side in (bend.right, bend.down)]
    if min(sides) < BEGUN or max(sides) > TALL * (1 + FULL):
        return 0
    return sum(min(abs(side - 1), abs(side / TALL - 1)) < FULL for side in sides)


def _middle(mask: Picture) -> tuple[float, float]:
    rows, columns = np.nonzero(mask)
    spot: Floats = np.array([columns.mean(), rows.mean()])
    return float(spot[0]), float(spot[1])
