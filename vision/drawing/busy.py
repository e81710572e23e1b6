"""Odd pictures that have no card in them and much that might be one: print, mesh, grain."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Picture

SIZES = ((640, 480), (1280, 720), (1280, 960), (2304, 1296))
LETTERS = "abcdefghijklmnopqrstuvwxyz 0123456789 AKQJ"
INK, PAPER = (25, 25, 30), (228, 232, 235)


def busy(seed: int) -> Picture:
    """One of them; each kind comes in turn."""
    rng = np.random.default_rng(seed)
    wide, tall = SIZES[int(rng.integers(len(SIZES)))]
    return KINDS[seed % len(KINDS)](np.full((tall, wide, 3), PAPER, np.uint8), rng)


def _print(sheet: Picture, rng: np.random.Generator) -> Picture:
    size, lead = rng.uniform(0.3, 1.2), int(rng.integers(10, 40))
    for y in range(lead, sheet.shape[0], lead):
        line = "".join(rng.choice(list(LETTERS), 240))
        cv2.putText(sheet, line, (4, y), cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)
    return sheet


def _mesh(sheet: Picture, rng: np.random.Generator) -> Picture:
    step, thick = int(rng.integers(8, 60)), int(rng.integers(1, 5))
    for x in range(0, sheet.shape[1], step):
        cv2.line(sheet, (x, 0), (x, sheet.shape[0]), INK, thick)
    for y in range(0, sheet.shape[0], step):
        cv2.line(sheet, (0, y), (sheet.shape[1], y), INK, thick)
    return sheet


def _spots(sheet: Picture, rng: np.random.Generator) -> Picture:
    reach = int(rng.integers(3, 12))
    for x, y in rng.integers(0, sheet.shape[1], (int(rng.integers(1000, 9000)), 2)):
        axes = (reach, reach // 2 + 1)
        cv2.ellipse(sheet, (int(x), int(y)), axes, float(rng.integers(180)), 0, 360, INK, -1)
    return sheet


def _patches(sheet: Picture, rng: np.random.Generator) -> Picture:
    for x, y in rng.integers(0, sheet.shape[1], (int(rng.integers(500, 4000)), 2)):
        side = int(rng.integers(10, 90))
        sheet[y : y + side, x : x + round(0.7 * side)] = rng.integers(0, 255, 3)
    return sheet


def _grain(sheet: Picture, rng: np.random.Generator) -> Picture:
    grain = rng.normal(rng.uniform(10, 200), rng.uniform(2, 70), sheet.shape)
    return np.asarray(np.clip(grain, 0, 255), np.uint8)


def _blank(sheet: Picture, rng: np.random.Generator) -> Picture:
    return np.asarray(np.full(sheet.shape, rng.integers(0, 255, 3)), np.uint8)


KINDS: tuple[Callable[[Picture, np.random.Generator], Picture], ...] = (
    _print, _mesh, _spots, _patches, _grain, _blank,
)  # fmt: skip
