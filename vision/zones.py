"""The zones of a table in its own measure: one template for each number of seats, or drawn.

The four markers are the corners (0, 0), (2, 0), (2, 1), (0, 1); the dealer sits at the bottom and
seat 1 is to the dealer's left, the others clockwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_ZONES, ZONES
from vision.arrays import Points
from vision.errors import CalibrationError

WIDE, TALL = 2.0, 1.0  # of the table between its markers
SEATS = (6, 8, 9, 10)  # templates there are
DEALER = 0.13  # the share of the way round that the dealer takes
SEAT_RING, BET_RING = (0.6, 1.04), (0.4, 0.6)  # shares of the way from the middle to the edge
Polygon = tuple[tuple[float, float], ...]

MIDDLE: dict[str, Polygon] = {
    BOARD: ((0.62, 0.36), (1.38, 0.36), (1.38, 0.64), (0.62, 0.64)),
    BURN: ((0.82, 0.66), (0.98, 0.66), (0.98, 0.80), (0.82, 0.80)),
    MUCK: ((1.02, 0.66), (1.24, 0.66), (1.24, 0.80), (1.02, 0.80)),
    DECK_ZONE: ((0.80, 0.82), (1.20, 0.82), (1.20, 1.04), (0.80, 1.04)),
}


@dataclass(frozen=True)
class Zones:
    """Polygons by name: the zones of the log, and the betting spots as ``bet:N``."""

    polygons: Mapping[str, Polygon]

    def of(self, x: float, y: float) -> str:
        """The zone a point of the table lies in; off the felt where it is in none."""
        for name, polygon in self.polygons.items():
            if not name.startswith("bet:") and _holds(polygon, x, y):
                return name
        return self._nearest(x, y) if 0 <= x <= WIDE and 0 <= y <= TALL else OFF

    def spot(self, x: float, y: float) -> int | None:
        """The seat in whose betting spot a point lies."""
        for name, polygon in self.polygons.items():
            if name.startswith("bet:") and _holds(polygon, x, y):
                return int(name.removeprefix("bet:"))
        return None

    def _nearest(self, x: float, y: float) -> str:
        """Between zones a thing belongs to the one it lies nearest to."""
        near = {
            name: -_inside(polygon, x, y)
            for name, polygon in self.polygons.items()
            if not name.startswith("bet:")
        }
        return min(near, key=lambda name: near[name], default=OFF)


def template(seats: int) -> Zones:
    """The zones of a table for so many players."""
    if seats not in SEATS:
        raise CalibrationError(f"expected a table of {_listed(SEATS)} seats, got {seats}")
    polygons = dict(MIDDLE)
    share = (1 - DEALER) / seats
    for seat in range(1, seats + 1):
        start = DEALER / 2 + (seat - 1) * share
        polygons[SEAT_ZONES[seat]] = _wedge(start, start + share, SEAT_RING)
        polygons[f"bet:{seat}"] = _wedge(start, start + share, BET_RING)
    return Zones(polygons)


def drawn(shapes: Mapping[str, list[list[float]]]) -> Zones:
    """Zones drawn by hand: points by name, each name one that the table log knows."""
    for name, points in shapes.items():
        known = name in ZONES or name.removeprefix("bet:").isdigit()
        if not known or len(points) < 3 or any(len(point) != 2 for point in points):
            raise CalibrationError(f"zone {name}: expected seat:N, bet:N, board, … with 3 points")
    return Zones({name: tuple((p[0], p[1]) for p in points) for name, points in shapes.items()})


def _wedge(start: float, end: float, ring: tuple[float, float]) -> Polygon:
    """A piece of the ring around the middle; shares of the way round, clockwise from below."""
    turns = np.linspace(start, end, 7)
    outer = [_around(turn, ring[1]) for turn in turns]
    inner = [_around(turn, ring[0]) for turn in turns[::-1]]
    return (*outer, *inner)


def _around(turn: float, reach: float) -> tuple[float, float]:
    """A point on the table's rounded edge, or nearer the middle by ``reach``."""
    angle = np.pi / 2 + 2 * np.pi * turn
    c, s = float(np.cos(angle)), float(np.sin(angle))
    stretch = (abs(c) ** 4 + abs(s) ** 4) ** -0.25  # rounder than a box, squarer than an egg
    x = WIDE / 2 * (1 + reach * stretch * c)
    y = TALL / 2 * (1 + reach * stretch * s)
    return round(x, 4), round(y, 4)


def _holds(polygon: Polygon, x: float, y: float) -> bool:
    return _inside(polygon, x, y) >= 0


def _inside(polygon: Polygon, x: float, y: float) -> float:
    """How far inside a polygon a point lies; below nought outside."""
    points: Points = np.array(polygon, np.float32)
    return float(cv2.pointPolygonTest(points, (x, y), True))


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
