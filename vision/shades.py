"""A chip's own shade: the colour of its body and of the marks around its edge."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.colours import in_white_light
from vision.find import Find, beyond

Lab = tuple[float, float, float]
RAYS = 64
BODY, EDGE = np.linspace(0.5, 0.72, 6), np.linspace(0.84, 0.96, 4)  # shares of the radius
RIM = np.linspace(0.7, 0.93, 8)  # shares of the radius in which no inlay is printed
LIGHT = 0.5  # how much lightness counts beside hue: shadows change it, not the chip
MARKS = 0.3  # how much the marks count beside the body
UNLIKE = 22.0  # so far from the body a pixel of the edge is a mark
FEW = 0.06  # of the edge: fewer pixels are no marks


@dataclass(frozen=True, slots=True)
class Shade:
    """The colours of a chip in white light, as an eye tells them apart."""

    body: Lab
    marks: Lab | None = None

    def apart(self, other: "Shade") -> float:
        """How unlike two chips are; below ten few people would tell them apart."""
        if self.marks is None or other.marks is None:
            return _apart(self.body, other.body)
        return _apart(self.body, other.body) + MARKS * _apart(self.marks, other.marks)


def shade_of(
    picture: Picture, find: Find, white: Floats, above: Sequence[Find] = ()
) -> Shade | None:
    """The shade of a chip by what shows of it; what is printed in its middle does not count."""
    body = ring(picture, find, BODY, white, above)
    if not len(body):
        return None
    middle = np.median(body, axis=0)
    edge = ring(picture, find, EDGE, white, above)
    marks = edge[np.linalg.norm(edge - middle, axis=1) > UNLIKE]
    if len(marks) <= FEW * len(edge):  # or all of the edge is covered
        return Shade(_lab(middle))
    return Shade(_lab(middle), _lab(np.median(marks, axis=0)))


def rim(picture: Picture, find: Find, above: Sequence[Find] = ()) -> Floats:
    """The pixels of a chip's rim that no chip above covers: its middle may be a printed inlay."""
    return _ring(picture, find, RIM, above).astype(np.float64)


def ring(
    picture: Picture, find: Find, reaches: Floats, white: Floats, above: Sequence[Find]
) -> Floats:
    """The colours around a chip's middle, as an eye tells them apart, that no chip above covers."""
    lit = in_white_light(_ring(picture, find, reaches, above).astype(np.float64), white)
    row = (lit / 255).astype(np.float32)[None]
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2LAB)[0]) if len(lit) else np.empty((0, 3))


def _ring(picture: Picture, find: Find, reaches: Floats, above: Sequence[Find]) -> Picture:
    turn = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)[:, None]
    across = find.x + find.wide / 2 * reaches * np.cos(turn)
    down = find.y + find.wide / 2 * reaches * np.sin(turn)
    maps = across.astype(np.float32), down.astype(np.float32)
    pixels = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(pixels[beyond(above, across, down)])


def _lab(colour: Floats) -> Lab:
    light, red, yellow = (round(float(part), 1) for part in colour)
    return light, red, yellow


def _apart(one: Lab, other: Lab) -> float:
    light, red, yellow = np.subtract(one, other)
    return float(np.sqrt((LIGHT * light) ** 2 + red**2 + yellow**2))
