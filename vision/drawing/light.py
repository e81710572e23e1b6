"""What stands between a table and its picture: light, glare, shadow, blur, noise, compression."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Mask, Picture
from vision.drawing.felt import clouds

LINEN = 0.5  # of glares fall on cards whose finish is embossed like cloth
DEFOCUS = 0.4  # of blurs are those of a lens out of focus, which spreads a point to a disc


@dataclass(frozen=True)
class Room:
    """How hard a room and its camera make it: the chance of each trouble, and the worst blur."""

    shadow: float = 0.35
    glare: float = 0.2
    motion: float = 0.12
    over: float = 0.1  # more light than the camera can take
    colour: float = 1.0
    blur: float = 1.1  # pixels
    noise: float = 9.0
    jpeg: float = 0.5


def photographed(rng: np.random.Generator, picture: Picture, room: Room) -> Picture:
    """The picture as a camera in that room gives it."""
    lit = _light(rng, picture.astype(np.float32), room)
    lit = _blur(rng, lit, room)
    lit += rng.uniform(0, room.noise) * rng.standard_normal(lit.shape, np.float32)
    shot = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < room.jpeg:
        _, packed = cv2.imencode(
            ".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))]
        )
        shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return shot


def smeared(look: Picture, length: float) -> Picture:
    """A thing drawn while it moves along its own height by so many of its widths."""
    side = max(1, round(length * look.shape[1]))
    kernel: Mask = np.full((side, 1), 1 / side, np.float32)
    return np.asarray(cv2.filter2D(look, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.uint8)


def _light(rng: np.random.Generator, picture: Mask, room: Room) -> Mask:
    tall, wide = picture.shape[:2]
    picture = np.asarray(255 * (picture / 255) ** rng.uniform(0.75, 1.35), np.float32)
    strength = rng.uniform(1.3, 2.1) if rng.random() < room.over else rng.uniform(0.45, 1.3)
    gain = strength * (1 + room.colour * rng.normal(0, 0.07, 3).clip(-0.15, 0.15))
    field = 1 + clouds(rng, tall, wide, (2, 3)) * rng.uniform(0, 0.15)
    if rng.random() < room.shadow:
        field *= 1 - rng.uniform(0.15, 0.6) * _patch(rng, tall, wide)
    picture = picture * field[:, :, None] * gain.astype(np.float32)
    if rng.random() < room.glare:
        shine = rng.uniform(20, 140) * _patch(rng, tall, wide, soft=True)
        if rng.random() < LINEN:
            grain = clouds(rng, tall, wide, (tall / 3, wide / 3))
            shine *= (1 + rng.uniform(0.1, 0.5) * grain).clip(0)
        picture += shine[:, :, None]
    return picture


def _patch(rng: np.random.Generator, tall: int, wide: int, soft: bool = False) -> Mask:
    """A part of the picture, with a sharp edge or a soft one."""
    small = np.zeros((tall // 4, wide // 4), np.float32)
    middle = rng.uniform((0, 0), (wide / 4, tall / 4))
    corners = middle + rng.normal(0, 0.1 * wide, (5, 2))
    cv2.fillConvexPoly(small, cv2.convexHull(corners.astype(np.int32)), 1.0)
    spread = rng.uniform(4, 12) if soft else rng.uniform(0.6, 6)
    blurred = cv2.GaussianBlur(small, (0, 0), spread)
    return np.asarray(cv2.resize(blurred, (wide, tall)), np.float32)


def _blur(rng: np.random.Generator, picture: Mask, room: Room) -> Mask:
    if rng.random() < room.motion:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        end = rng.uniform(0, length - 1, 2)
        tip = (int(end[0]), int(end[1]))
        cv2.line(kernel, tip, (length - 1 - tip[0], length - 1 - tip[1]), 1.0)
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    spread = rng.uniform(0, room.blur)
    if spread < 0.3:
        return picture
    if rng.random() < DEFOCUS and spread > 0.5:
        return np.asarray(cv2.filter2D(picture, -1, _disc(2 * spread)), np.float32)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.float32)


def _disc(reach: float) -> Mask:
    """What a lens out of focus makes of a point: a disc with so large a radius."""
    side = 2 * int(np.ceil(reach)) + 1
    rows, columns = np.mgrid[:side, :side] - side // 2
    disc = np.clip(reach + 0.5 - np.hypot(rows, columns), 0, 1)
    return np.asarray(disc / disc.sum(), np.float32)
