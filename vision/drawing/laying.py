"""Laying drawn things on a surface: what lies where, and how much of it can be seen."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask, Picture, Points, shares
from vision.drawing.faces import outline

Kind = Literal["face", "back", "chip"]


@dataclass(frozen=True)
class Thing:
    """A card or a chip: its look, and the affine map from its own lengths to the picture."""

    kind: Kind
    name: str  # the card, or the colour
    look: Picture
    place: Floats  # 2 by 3; a width of the thing is 1

    @property
    def tall(self) -> float:
        """Its height in widths."""
        return float(self.look.shape[0] / self.look.shape[1])

    @property
    def corners(self) -> Points:
        """Its four corners in the picture, from its own top left, clockwise."""
        box = [(0, 0), (1, 0), (1, self.tall), (0, self.tall)]
        return moved(self.place, np.array(box, np.float32))

    @property
    def middle(self) -> Points:
        """Its middle in the picture."""
        return np.asarray(moved(self.place, np.array([[0.5, self.tall / 2]], np.float32))[0])

    @property
    def size(self) -> float:
        """Its width in the picture, as if seen from straight above."""
        return float(np.sqrt(abs(np.linalg.det(self.place[:, :2]))))


def moved(place: Floats, points: Points) -> Points:
    """Points of a thing where they come to lie in the picture."""
    return np.asarray(points @ place[:, :2].T + place[:, 2], np.float32)


def laid_at(
    tilt: Floats, middle: tuple[float, float], turn: float, size: float, tall: float
) -> Floats:
    """The map of a thing of this size, turned so many radians, on a table seen at a tilt."""
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    linear = tilt @ spin * size
    shift = np.array(middle) - linear @ np.array([0.5, tall / 2])
    return np.hstack([linear, shift[:, None]])


class Canvas:
    """A picture things are laid on, and beneath it which thing each pixel shows."""

    def __init__(self, ground: Picture) -> None:
        self.picture = ground
        # Nought is the ground; what covers all is below nought.
        self.ids: npt.NDArray[np.int16] = np.zeros(ground.shape[:2], np.int16)
        self.things: list[Thing] = []

    def copy(self) -> "Canvas":
        """Another canvas on which the same things lie."""
        other = Canvas(self.picture.copy())
        other.ids, other.things = self.ids.copy(), list(self.things)
        return other

    def lay(self, thing: Thing, shadow: float = 0.0) -> None:
        """Put a thing on top of all that lies there, with a dark rim beside it."""
        self.things.append(thing)
        mask = _disc(thing.look.shape) if thing.kind == "chip" else outline(thing.look.shape)
        look, mask = _shrunk(thing.look, mask, thing.size)
        box = _box(thing.corners, self.ids.shape)
        if box is None:
            return
        x0, y0, x1, y1 = box
        scale = np.diag([1 / look.shape[1], 1 / look.shape[1], 1.0])
        place = np.vstack([thing.place, [0, 0, 1]]) @ scale
        place[:2, 2] -= (x0, y0)
        wide_tall = (x1 - x0, y1 - y0)
        drawn = cv2.warpAffine(look, place[:2], wide_tall, flags=cv2.INTER_LINEAR)
        cover = np.asarray(cv2.warpAffine(mask, place[:2], wide_tall), np.float32)
        if shadow:
            place[:2, 2] += max(1.0, 0.012 * thing.size)
            dark = cv2.warpAffine(mask, place[:2], wide_tall)
            self._blend(box, shadow * np.asarray(dark, np.float32), np.zeros((), np.uint8))
        self._blend(box, cover, np.asarray(drawn, np.uint8))
        self.ids[y0:y1, x0:x1][cover > 0.5] = len(self.things)

    def cover(self, mask: Mask, look: Picture) -> None:
        """Lay something over all of it: a hand, a sleeve, a cloth."""
        x, y, wide, tall = cv2.boundingRect(np.asarray(mask > 0, np.uint8))
        part = (slice(y, y + tall), slice(x, x + wide))
        shown = look[part] if look.ndim == 3 else look
        self._blend((x, y, x + wide, y + tall), mask[part], shown)
        self.ids[mask > 0.5] = -1

    def shown(self, number: int, points: Points) -> float:
        """The share of these points at which thing ``number`` (from 1) can be seen."""
        whole = np.rint(points).astype(int)
        tall, wide = self.ids.shape
        inside = (whole >= 0).all(1) & (whole[:, 0] < wide) & (whole[:, 1] < tall)
        x, y = whole[inside].T
        return float((self.ids[y, x] == number).sum() / len(points))

    def _blend(self, box: tuple[int, int, int, int], mask: Mask, look: Picture) -> None:
        x0, y0, x1, y1 = box
        spot = self.picture[y0:y1, x0:x1]
        mixed = spot + mask[:, :, None] * (look.astype(np.float32) - spot)
        self.picture[y0:y1, x0:x1] = mixed.astype(np.uint8)


def grid(left: float, top: float, right: float, bottom: float, side: int = 6) -> Points:
    """Points spread evenly over a box."""
    x, y = np.meshgrid(np.linspace(left, right, side), np.linspace(top, bottom, side))
    return np.stack([x.ravel(), y.ravel()], 1).astype(np.float32)


def _disc(shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape[:2], np.uint8)
    side = shape[0]
    cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
    return shares(mask)


def _shrunk(look: Picture, mask: Mask, size: float) -> tuple[Picture, Mask]:
    """Shrink a master to near its size in the picture, or warping would pick stray pixels."""
    ratio = 1.3 * size / look.shape[1]
    if ratio >= 1:
        return look, mask
    smaller = (round(look.shape[1] * ratio), round(look.shape[0] * ratio))
    area = cv2.INTER_AREA
    small = cv2.resize(look, smaller, interpolation=area)
    return np.asarray(small, np.uint8), np.asarray(
        cv2.resize(mask, smaller, interpolation=area), np.float32
    )


def _box(corners: Points, shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    low, high = np.floor(corners.min(0)).astype(int) - 2, np.ceil(corners.max(0)).astype(int) + 4
    x0, y0 = max(0, low[0]), max(0, low[1])
    x1, y1 = min(shape[1], high[0]), min(shape[0], high[1])
    return (int(x0), int(y0), int(x1), int(y1)) if x0 < x1 and y0 < y1 else None
