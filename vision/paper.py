"""Bright paper on a darker ground: masks of what may be cards, needing no network."""

import cv2
import numpy as np

from vision.arrays import Picture

LEVELS = (0.92, 0.86, 0.8, 0.73, 0.66, 0.58, 0.5)  # shares of the brightest paper
BRIGHTEST = 99.7  # per cent of pixels are darker than the brightest paper


def paper_masks(picture: Picture) -> list[Picture]:
    """What is at least so bright in all colours, at several levels: light is never even."""
    blue, green, red = cv2.split(picture)
    white = cv2.blur(cv2.min(cv2.min(blue, green), red), (3, 3))
    top = float(np.percentile(white[::4, ::4], BRIGHTEST))
    return [np.asarray(white > level * top, np.uint8) for level in LEVELS]
