"""The motion gate: which part of the picture has changed, in a millisecond."""

import cv2
import numpy as np

from vision.arrays import Picture

SHRINK = 4
LEVEL = 14  # grey levels that are more than noise
LEAST = 6  # cells of the shrunk picture that make a change
MARGIN = 48  # pixels of the picture around it, so that cards at its edge are whole
Box = tuple[int, int, int, int]  # left, top, right, bottom


class Gate:
    """Compares each frame with the last one that was let through."""

    def __init__(self) -> None:
        self.last: Picture | None = None

    def changed(self, picture: Picture) -> Box | None:
        """The box around all that changed, or nothing."""
        size = (picture.shape[1] // SHRINK, picture.shape[0] // SHRINK)
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        last, self.last = self.last, grey
        if last is None or last.shape != grey.shape:
            return 0, 0, picture.shape[1], picture.shape[0]
        _, change = cv2.threshold(cv2.absdiff(grey, last), LEVEL, 1, cv2.THRESH_BINARY)
        if cv2.countNonZero(change) < LEAST:
            return None
        x, y, wide, tall = (SHRINK * value for value in cv2.boundingRect(change))
        right, bottom = x + wide + MARGIN, y + tall + MARGIN
        return (
            max(0, x - MARGIN),
            max(0, y - MARGIN),
            min(picture.shape[1], right),
            min(picture.shape[0], bottom),
        )


def joined(one: Box | None, other: Box | None) -> Box | None:
    """The box around two boxes."""
    if one is None or other is None:
        return one or other
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def holds(box: Box | None, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return box is not None and box[0] <= x < box[2] and box[1] <= y < box[3]
