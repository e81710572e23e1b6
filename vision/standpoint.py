"""Where the camera stands over the table, as far as its markers and a usual lens tell."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.arrays import Floats
from vision.calibration import Calibration
from vision.scene import Point

LENS = np.radians(70)  # across the picture's width: webcams and the Pi's cameras are near it
LENS_DOUBT = 0.18  # of a height that is reckoned with it


@dataclass(frozen=True)
class Standpoint:
    """The camera's place above the plane of the felt, in the table's measure."""

    calibration: Calibration

    @cached_property
    def _place(self) -> Floats:
        """How far right, down and up it stands; the table's columns seen through the lens."""
        wide, tall = self.calibration.size
        focal = wide / 2 / np.tan(LENS / 2)
        seen = np.linalg.inv([[focal, 0, wide / 2], [0, focal, tall / 2], [0, 0, 1]])
        columns = seen @ np.linalg.inv(self.calibration.homography)
        right, down, there = (columns / np.linalg.norm(columns[:, :2], axis=0).mean()).T
        turned = np.column_stack([right, down, np.cross(right, down)])
        return np.asarray(-np.linalg.inv(turned) @ there)

    @property
    def height(self) -> float:
        """How high it stands."""
        return abs(float(self._place[2]))

    @cached_property
    def foot(self) -> Point:
        """The point of the picture straight below it: things that stand lean away from there."""
        x, y = self.calibration.in_picture(np.array([self._place[:2]], np.float32))[0]
        return float(x), float(y)

    def away(self, at: Point) -> float:
        """How far from below the camera a point of the picture lies."""
        on_table = self.calibration.on_table(np.array([at], np.float32))[0]
        return float(np.hypot(*(on_table - self._place[:2])))

    def height_of(self, base: Point, top: Point) -> float:
        """How high a thing stands whose top is seen aside of its base."""
        return self.height * (1 - self.away(base) / max(1e-6, self.away(top)))
