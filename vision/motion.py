"""Where the picture moves: in cells, some to a card's width, each with when it last changed."""

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture

CELLS = 8  # to a card's width
LEVEL = 14  # levels of any colour that are more than noise: a red chip may be as dark as felt
LEAST = 6  # cells that make a change
AROUND = 10  # cells around what moved, so that cards at its edge are whole
BESIDE = 3  # cells beside what moved: what stands in them may be new as well
FRAMES = 5  # in which what moved is looked at, however slowly they come
Box = tuple[int, int, int, int]  # left, top, right, bottom, in the picture's pixels


class Motion:
    """Compares each frame with the one before; what moved stays fresh for a while."""

    def __init__(self, card: float, linger: float) -> None:
        self.cell = max(1, round(card / CELLS))
        self.linger = linger
        self.times: deque[float] = deque(maxlen=FRAMES)
        self.last: Picture = np.zeros((0, 0), np.uint8)
        self.moved = np.zeros((0, 0))  # when each cell last changed
        self.near = self.new = self.last  # cells in or beside which it moves, or moved of late

    def frame(self, t: float, picture: Picture) -> None:
        """Take the next frame; all of the first one is fresh."""
        cells = self._in_cells(picture)
        if cells.shape == self.last.shape:
            change = cv2.absdiff(cells, self.last).max(axis=2) > LEVEL
            if np.count_nonzero(change) >= LEAST:
                self.moved[change] = t
        else:
            self.moved = np.full(cells.shape[:2], t)
        self.last = cells
        self.times.append(t)
        self.near = _grown(self.moved == t, BESIDE)
        self.new = _grown(self.moved >= min(t - self.linger, self.times[0]), BESIDE)

    def fresh(self, x: float, y: float) -> bool:
        """Whether something moved there a short while ago."""
        return bool(self.new[self._cell(x, y)])

    def within(self, box: Box) -> bool:
        """Whether something moves within a box in this frame."""
        (top, left), (bottom, right) = self._cell(*box[:2]), self._cell(*box[2:])
        return bool(self.near[top : bottom + 1, left : right + 1].any())

    def parts(self) -> list[Box]:
        """The parts of the picture with room around all that is fresh; none meets another."""
        spread = _grown(self.new > 0, AROUND - BESIDE)
        _, _, stats, _ = cv2.connectedComponentsWithStats(spread)
        boxes: list[Box] = []
        for x, y, wide, tall, _ in stats[1:].tolist():
            box = (x, y, x + wide, y + tall)
            while meeting := [other for other in boxes if meet(box, other)]:
                boxes = [other for other in boxes if other not in meeting]
                box = _around([box, *meeting])
            boxes.append(box)
        by = self.cell
        return [(by * x0, by * y0, by * x1, by * y1) for x0, y0, x1, y1 in boxes]

    def _in_cells(self, picture: Picture) -> Picture:
        rows, columns = (side // self.cell for side in picture.shape[:2])
        whole = picture[: rows * self.cell, : columns * self.cell]  # of whole cells: far quicker
        cells = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(cells, np.uint8)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        rows, columns = self.moved.shape
        row, column = int(y / self.cell), int(x / self.cell)
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a part in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(box: Box, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _around(boxes: list[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _grown(mask: npt.NDArray[np.bool_], by: int) -> Picture:
    side = 2 * by + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)), np.uint8)
