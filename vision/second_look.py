"""A second look at circles that may be chips: an even inside, and an outside unlike it."""

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.find import Find

RAYS = 48  # along which a circle is looked at again
REACHES = np.arange(0.5, 1.3, 0.05)  # in shares of its radius
INSIDE, OUTSIDE = REACHES < 0.8, REACHES > 1.1
EDGE = ~INSIDE & ~OUTSIDE
# How much the edge's votes, an even inside and an outside unlike it say for a chip, and how much
# must be said: fitted on drawn tables of all grounds and lights.
WEIGHTS, NEEDED = np.array([27.7, 4.7, 11.7]), 20.0


def weighed(picture: Picture, found: list[Find], felt: Picture | None) -> list[Find]:
    """The candidates that a second look takes for chips, each with how sure that is."""
    if not found:
        return []
    grain = _grain(picture)
    rays = _rays(picture, found)
    votes, unlike = np.array([find.sure for find in found]), _unlike(rays, grain)
    if felt is not None:  # a chip of the felt's own colour shows by its marks
        unlike = np.maximum(unlike, _ringed(np.abs(rays - _rays(felt, found)), grain))
    said = np.column_stack([votes, _even(rays, grain), unlike]) @ WEIGHTS - NEEDED
    sure = 1 / (1 + np.exp(-said))
    return [replace(find, sure=float(s)) for find, s in zip(found, sure, strict=True) if s > 0.5]


def _grain(picture: Picture) -> float:
    """How much one colour differs from pixel to pixel, judged by some rows."""
    rows = cv2.cvtColor(np.ascontiguousarray(picture[::4]), cv2.COLOR_BGR2LAB)
    return max(1.0, float(np.median(cv2.absdiff(rows[:, 2:], rows[:, :-2]).max(2))))


def _rays(picture: Picture, found: list[Find]) -> Floats:
    """What is seen from each find's middle outwards: finds, rays, reaches, colours."""
    turn = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)[:, None]
    at = np.array([(find.x, find.y, find.wide / 2) for find in found])[:, :, None, None]
    x, y, radius = at[:, 0], at[:, 1], at[:, 2]
    across, down = x + radius * REACHES * np.cos(turn), y + radius * REACHES * np.sin(turn)
    to_x, to_y = (part.reshape(-1, len(REACHES)).astype(np.float32) for part in (across, down))
    seen = cv2.remap(picture, to_x, to_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB)
    return np.asarray(lab, np.float32).reshape(len(found), RAYS, len(REACHES), 3)


def _body(rays: Floats) -> Floats:
    inside = rays[:, :, INSIDE].reshape(len(rays), -1, 3)
    return np.asarray(np.median(inside, axis=1)[:, None, None])


def _even(rays: Floats, grain: float) -> Floats:
    """The share of each circle's inside that has one colour."""
    off = np.abs(rays[:, :, INSIDE] - _body(rays)).max(3)
    return np.asarray((off < 6 + 6 * grain).mean((1, 2)))


def _unlike(rays: Floats, grain: float) -> Floats:
    """How unlike its inside each circle's outside is."""
    off = np.abs(rays[:, :, OUTSIDE].mean(2) - _body(rays)[:, 0]).max(2)
    return np.asarray(np.minimum(off / (6 * grain), 1).mean(1))


def _ringed(off: Floats, grain: float) -> Floats:
    """The share of each circle's edge, by twelfths, at which something is not the felt's."""
    edge = off[:, :, EDGE].max((2, 3)) > 6 + 6 * grain
    return np.asarray(edge.reshape(len(off), 12, -1).any(2).mean(1))
