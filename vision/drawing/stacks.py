"""Stacks of chips as a camera above sees them: each chip a little aside of the one beneath it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.card_shape import CHIP_THICK
from vision.drawing.laying import Thing

SLICES = 3  # of a chip's side
TRIM = 0.97  # of a slice's width
SHADE = 0.72  # of the light, on a side


def stacked(chips: Sequence[Thing], aside: Callable[[float], Floats]) -> list[Thing]:
    """The slices of a stack from the felt up, each as far aside as its height is seen."""
    slices = []
    for number, chip in enumerate(chips):
        side = replace(chip, look=_side(chip.look))
        heights = [CHIP_THICK * (number + part / SLICES) for part in range(SLICES)]
        slices += [_moved(side, aside(height)) for height in heights]
        slices.append(_moved(chip, aside(CHIP_THICK * (number + 1))))
    return [slices[0], *(_trimmed(one) for one in slices[1:-1]), slices[-1]]


def _side(look: Picture) -> Picture:
    """A chip's edge: its marks run down it, in less light."""
    return np.asarray(cv2.convertScaleAbs(look, alpha=SHADE), np.uint8)


def _trimmed(thing: Thing) -> Thing:
    """A slice a little smaller: the soft edges of many, laid on one another, would add up."""
    linear = thing.place[:, :2] * TRIM
    return replace(thing, place=np.column_stack([linear, thing.middle - linear @ (0.5, 0.5)]))


def _moved(thing: Thing, by: Floats) -> Thing:
    return replace(thing, place=thing.place + np.column_stack([np.zeros((2, 2)), by]))
