"""The kinds of arrays that pictures come in."""

from typing import Any

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]  # rows, columns, blue green red
Mask = npt.NDArray[np.float32]  # rows, columns, 0 to 1
Points = npt.NDArray[np.float32]  # n, x y
Floats = npt.NDArray[np.floating[Any]]
Colour = tuple[int, int, int]  # blue, green, red


def shares(picture: npt.NDArray[np.uint8]) -> Mask:
    """A grey picture as shares from 0 to 1."""
    return np.asarray(picture, np.float32) / np.float32(255)


def unit(way: Floats) -> Floats:
    """A way of length one."""
    return np.asarray(way / np.hypot(*way))
