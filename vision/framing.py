"""Fits faces into the outlines of whole cards: where one is seen, no index tells it as well."""

from dataclasses import replace

import numpy as np

from vision.arrays import Floats, unit
from vision.card_shape import INDEX, TALL
from vision.outlines import Outline
from vision.scene import FaceSeen, corners_of

NEAR = 0.12  # card widths between an index and its place in the outline of its card
SAME_WAY = 0.85  # the cosine between the index and the outline


def framed(cards: list[FaceSeen], found: list[Outline], by: float) -> list[FaceSeen]:
    """The faces with the corners of the whole cards found, in a picture ``by`` smaller."""
    frames = [points * by for outline in found for points in outline.frames()]
    return [_framed(card, frames) for card in cards]


def _framed(card: FaceSeen, frames: list[Floats]) -> FaceSeen:
    """The face in the frame where its index stands nearest to its place, if it is near."""
    off = [_off(card, points) for points in frames]
    if min(off, default=1.0) > NEAR:
        return card
    return replace(card, corners=corners_of(frames[int(np.argmin(off))]))


def _off(card: FaceSeen, points: Floats) -> float:
    """How far the index stands from its place in a frame, in card widths."""
    assert card.corners is not None
    start, beside, _, below = points
    top, bottom = np.array(card.corners[0]), np.array(card.corners[3])
    if float(unit(top - bottom) @ unit(start - below)) < SAME_WAY:
        return np.inf
    place = start + INDEX[0] * (beside - start) + INDEX[1] / TALL * (below - start)
    return float(np.hypot(*(place - card.index))) / card.wide
