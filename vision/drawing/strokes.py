"""Ranks drawn with a pen: printers' figures that no font has, flat-topped threes among them."""

from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture, shares

NAME = "pen "  # a font of this name and a number is drawn here
TALL = 96  # pixels of a sign
Stroke = tuple[bool, tuple[tuple[float, float], ...]]  # bent or straight, through these points


def bent(*points: tuple[float, float]) -> Stroke:
    """A line that bends through its points; a sign is one high and one wide."""
    return True, points


def straight(*points: tuple[float, float]) -> Stroke:
    """A line with a corner at each of its points."""
    return False, points


def ring(x: float, y: float, wide: float, tall: float) -> Stroke:
    """A closed bent line."""
    turns = np.linspace(0, 2 * np.pi, 13)
    return bent(*((x + wide * float(np.sin(t)), y - tall * float(np.cos(t))) for t in turns))


BOWL = bent((0.4, 0.46), (0.78, 0.5), (1, 0.73), (0.75, 0.98), (0.3, 1), (0, 0.8))
CURL = bent((0.85, 0.08), (0.5, 0), (0.12, 0.3), (0.02, 0.68), (0.05, 0.75))
STEM, FOOT = straight((0.5, 0), (0.5, 1)), straight((0.1, 1), (0.9, 1))
HOOK = bent((0.8, 0), (0.8, 0.4), (0.78, 0.8), (0.45, 1), (0.1, 0.95), (0, 0.7))
LEGS = straight((0, 1), (0.5, 0), (1, 1))
SIGNS: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    "A": (
        (LEGS, straight((0.2, 0.67), (0.8, 0.67))),
        (LEGS, straight((0.15, 0.72), (0.85, 0.72)), straight((-0.1, 1), (0.2, 1))),
    ),
    "2": (
        (
            bent((0.03, 0.27), (0.25, 0.02), (0.75, 0.02), (0.97, 0.28), (0.7, 0.6), (0, 1)),
            straight((0, 1), (1, 1)),
        ),
        (
            bent((0.03, 0.3), (0.2, 0.03), (0.8, 0.03), (0.95, 0.3), (0.3, 0.75), (0, 1)),
            bent((0, 1), (0.35, 0.9), (0.7, 1), (1, 0.85)),
        ),
    ),
    "3": (
        (bent((0.05, 0.2), (0.3, 0), (0.75, 0.02), (0.93, 0.25), (0.7, 0.44), (0.4, 0.46)), BOWL),
        (straight((0.05, 0), (0.92, 0), (0.42, 0.44)), BOWL),
        (straight((0.03, 0.14), (0.05, 0), (0.95, 0), (0.4, 0.46)), BOWL),
    ),
    "4": (
        (straight((0.75, 1), (0.75, 0), (0, 0.72), (1, 0.72)),),
        (straight((0.7, 0.3), (0.7, 1)), straight((0.35, 0), (0, 0.66), (1, 0.66))),
        (straight((0.75, 1), (0.75, 0), (0, 0.72), (1, 0.72)), straight((0.5, 1), (1, 1))),
    ),
    "5": (
        (
            straight((0.92, 0), (0.14, 0), (0.08, 0.46)),
            bent((0.08, 0.46), (0.5, 0.36), (0.95, 0.58), (0.93, 0.82), (0.45, 1), (0, 0.84)),
        ),
        (
            straight((0.85, 0), (0.1, 0), (0.1, 0.42)),
            bent((0.1, 0.42), (0.6, 0.4), (1, 0.7), (0.7, 0.98), (0.3, 1), (0, 0.85)),
        ),
    ),
    "6": (
        (CURL, ring(0.5, 0.7, 0.48, 0.3)),
        (straight((0.7, 0), (0.06, 0.6)), ring(0.5, 0.68, 0.48, 0.32)),
    ),
    "7": (
        (straight((0, 0), (1, 0), (0.35, 1)),),
        (straight((0, 0.16), (0, 0), (1, 0)), bent((1, 0), (0.6, 0.4), (0.4, 1))),
        (straight((0, 0), (1, 0), (0.3, 1)), straight((0.3, 0.5), (0.85, 0.5))),
    ),
    "8": (
        (ring(0.5, 0.25, 0.4, 0.25), ring(0.5, 0.74, 0.5, 0.26)),
        (ring(0.5, 0.25, 0.46, 0.25), ring(0.5, 0.75, 0.48, 0.25)),
    ),
    "1": ((STEM,), (STEM, straight((0.1, 0.2), (0.5, 0))), (STEM, FOOT)),
    "0": ((ring(0.5, 0.5, 0.5, 0.5),), (ring(0.5, 0.5, 0.36, 0.5),)),
    "J": (
        (HOOK,),
        (HOOK, straight((0.4, 0), (1, 0))),
        (bent((0.6, 0), (0.6, 0.6), (0.5, 0.95), (0.2, 1), (0, 0.85)), straight((0.3, 0), (1, 0))),
    ),
    "Q": (
        (ring(0.5, 0.48, 0.5, 0.48), straight((0.55, 0.65), (1, 1))),
        (ring(0.5, 0.45, 0.48, 0.45), bent((0.3, 0.8), (0.55, 0.8), (0.7, 1), (1, 0.95))),
        (ring(0.5, 0.48, 0.5, 0.48), straight((0.72, 0.72), (0.95, 1.05))),
    ),
    "K": (
        (straight((0, 0), (0, 1)), straight((0.95, 0), (0, 0.6)), straight((0.35, 0.4), (1, 1))),
        (straight((0, 0), (0, 1)), straight((0.9, 0), (0.1, 0.5), (1, 1))),
    ),
}


@lru_cache(maxsize=256)
def penned(sign: str, font: str) -> Mask:
    """A sign as the pen of that number draws it: its own shapes, its weight, its serifs."""
    number = int(font.removeprefix(NAME))
    rng = np.random.default_rng(number)  # one pen has one hand for all signs
    thick, wide = rng.uniform(0.09, 0.24), rng.uniform(0.5, 0.9)
    serif = rng.uniform(0.1, 0.2) if rng.random() < 0.4 else 0.0
    lean = rng.normal(0, 0.07)
    upside_down = sign == "9"
    own = np.random.default_rng([number, *sign.encode()])
    kinds = SIGNS["6" if upside_down else sign]
    lines = kinds[int(own.integers(len(kinds)))]
    canvas: Picture = np.zeros((2 * TALL, 2 * TALL), np.uint8)
    for bends, points in lines:
        path: Floats = np.array(points) + own.normal(0, 0.015, (len(points), 2))
        path = _smooth(path) if bends else path
        ends = [path[0], path[-1]] if serif and not bends else []
        for end in ends:
            _draw(canvas, end + np.array([[-serif, 0], [serif, 0]]), 0.6 * thick, wide, lean)
        _draw(canvas, path, thick, wide, lean)
    return shares(np.ascontiguousarray(canvas[::-1, ::-1]) if upside_down else canvas)


def _draw(canvas: Picture, path: Floats, thick: float, wide: float, lean: float) -> None:
    x = 0.5 * TALL + TALL * (wide * path[:, 0] - lean * path[:, 1])
    y = 0.5 * TALL + TALL * path[:, 1]
    points = np.rint(np.stack([x, y], 1)).astype(np.int32)
    cv2.polylines(canvas, [points], False, 255, max(2, round(thick * TALL)), cv2.LINE_AA)


def _smooth(points: Floats) -> Floats:
    """More points between these, on a line that bends through all of them."""
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        bend = (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
        parts.append(0.5 * (2 * b + (c - a) * t + bend))
    return np.vstack([*parts, points[-1:]])
