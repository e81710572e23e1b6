"""Finds indices, backs and chips in a picture: one small network, any size of picture."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.reader import Pose

MODEL = Path(__file__).parent / "models" / "finder.onnx"
CELL = 4  # pixels of the picture for each cell of the maps
UNIT = 64.0  # a thing of this width has size nought
EDGE = 32  # the network takes pictures of whole multiples of this
INDEX, BACK, CHIP = 0, 1, 2  # the three maps of where things are
UP, TWICE = slice(3, 5), slice(5, 7)  # an index's way up; a back's angle doubled
SIZE, FACES = 7, 8


@dataclass(frozen=True, slots=True)
class Find:
    """Something found: its point, its direction, its width, and how likely it is there."""

    x: float
    y: float
    way: tuple[float, float]
    wide: float
    sure: float

    @property
    def pose(self) -> Pose:
        """An index's find as the reader takes it."""
        return Pose(self.x, self.y, self.way, self.wide)

    def scaled(self, by: float) -> "Find":
        """The same find in a picture that is so much larger."""
        return Find(self.x * by, self.y * by, self.way, self.wide * by, self.sure)


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found in one picture."""

    indices: list[Find]
    backs: list[Find]
    chips: list[Find]


class Finder:
    """The network that finds."""

    def __init__(self, model: Path = MODEL, threshold: float = 0.3) -> None:
        self.net = cv2.dnn.readNetFromONNX(str(model))
        self.threshold = threshold

    def find(self, picture: Picture) -> Found:
        """Find all that lies in a picture of any size."""
        maps = self.maps(picture)
        up, twice = maps[UP], maps[TWICE]
        return Found(
            self._peaks(maps, INDEX, up),
            self._peaks(maps, BACK, _halved(twice)),
            self._peaks(maps, CHIP, up),
        )

    def maps(self, picture: Picture) -> Floats:
        """The network's maps of a picture."""
        tall, wide = picture.shape[:2]
        down, right = -tall % EDGE, -wide % EDGE
        padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
        self.net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255))
        out = np.asarray(self.net.forward())[0]
        return np.asarray(out[:, : -(-tall // CELL), : -(-wide // CELL)])

    def _peaks(self, maps: Floats, kind: int, ways: Floats) -> list[Find]:
        heat = np.ascontiguousarray(maps[kind])
        level = np.log(self.threshold / (1 - self.threshold))
        top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > level)
        return [_find(maps, heat, ways, row, column) for row, column in np.argwhere(top)]


def _find(maps: Floats, heat: Floats, ways: Floats, row: int, column: int) -> Find:
    x = column + _lean(heat[row, max(0, column - 1) : column + 2])
    y = row + _lean(heat[max(0, row - 1) : row + 2, column])
    way = ways[:, row, column]
    length = float(np.hypot(*way)) or 1.0
    middle = (CELL - 1) / 2
    return Find(
        x * CELL + middle,
        y * CELL + middle,
        (float(way[0]) / length, float(way[1]) / length),
        UNIT * float(2 ** maps[SIZE, row, column]),
        float(1 / (1 + np.exp(-heat[row, column]))),
    )


def _lean(three: Floats) -> float:
    """Where between cells the top lies, from a parabola through three of them."""
    if len(three) < 3:
        return 0.0
    left, top, right = (float(value) for value in three)
    bend = left - 2 * top + right
    return float(np.clip((left - right) / (2 * bend), -0.5, 0.5)) if bend < 0 else 0.0


def _halved(twice: Floats) -> Floats:
    """Directions from doubled angles."""
    angle = np.arctan2(twice[1], twice[0]) / 2
    return np.stack([np.cos(angle), np.sin(angle)])
