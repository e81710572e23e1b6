"""Bright paper on a darker ground: masks of what may be cards, needing no network."""

import cv2
import numpy as np

from vision.arrays import Picture

LEVELS = (0.985, 0.96, 0.92, 0.86, 0.8, 0.72, 0.64, 0.55)  # shares of the brightest paper
ABOVE = (5, 14)  # grey levels by which paper is brighter than what lies around it
BRIGHTEST = 99.7  # per cent of pixels are darker than the brightest paper
AROUND = 5  # the picture's longer side has so many neighbourhoods


def paper_masks(picture: Picture) -> list[Picture]:
    """What is bright in all colours: at several levels, and beside its neighbourhood."""
    blue, green, red = cv2.split(picture)
    white = np.asarray(cv2.blur(cv2.min(cv2.min(blue, green), red), (3, 3)), np.uint8)
    top = float(np.percentile(white[::4, ::4], BRIGHTEST))
    side = max(picture.shape[:2]) // AROUND
    around = cv2.blur(white, (side, side))
    levels = [np.asarray(white > level * top, np.uint8) for level in LEVELS]
    return levels + [np.asarray(cv2.subtract(white, around) > above, np.uint8) for above in ABOVE]
