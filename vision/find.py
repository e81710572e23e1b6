"""Something found in a picture, before it is read or named."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats

RIM = 1.04  # of its width a chip covers, with the shadow of its edge


@dataclass(frozen=True, slots=True)
class Find:
    """Something found: its point, its direction, its width, and how likely it is there."""

    x: float
    y: float
    way: tuple[float, float]
    wide: float
    sure: float
    count: int = 1  # of cards in one heap of backs

    def scaled(self, by: float) -> "Find":
        """The same find in a picture that is so much larger."""
        return replace(self, x=self.x * by, y=self.y * by, wide=self.wide * by)

    def shifted(self, left: float, top: float) -> "Find":
        """The same find where the picture is part of a larger one."""
        return replace(self, x=self.x + left, y=self.y + top)


def beyond(finds: Iterable[Find], x: Floats, y: Floats) -> npt.NDArray[np.bool_]:
    """Which of these points no find covers, each being as round as a chip."""
    free = np.ones(np.broadcast(x, y).shape, bool)
    for find in finds:
        free &= (x - find.x) ** 2 + (y - find.y) ** 2 > (RIM * find.wide / 2) ** 2
    return free
