"""Reads pictures from files, and says in one line why it cannot."""

from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture
from vision.errors import PictureError

SMALLEST = 48  # pixels: no smaller picture shows a card that could be read
ENDS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


def read_picture(path: Path) -> Picture:
    """The picture in a file, upright as its camera noted."""
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: expected a picture: {error.strerror}") from error
    picture = _unpacked(packed) if packed else None
    if picture is None:
        raise PictureError(f"{path}: expected a picture (JPEG, PNG, …), got something else")
    tall, wide = picture.shape[:2]
    if min(tall, wide) < SMALLEST:
        least = f"at least {SMALLEST} pixels wide and tall"
        raise PictureError(f"{path}: expected a picture {least}, got {wide} × {tall}")
    return picture


def write_picture(path: Path, picture: Picture) -> None:
    """Write a picture in the form that its name's ending says."""
    if path.suffix.lower() not in ENDS:
        raise PictureError(f"{path}: expected a name ending in .png or .jpg")
    done, packed = cv2.imencode(path.suffix, picture)
    assert done, path.suffix
    try:
        path.write_bytes(packed.tobytes())
    except OSError as error:
        raise PictureError(f"{path}: the picture cannot be written: {error.strerror}") from error


def _unpacked(packed: bytes) -> Picture | None:
    try:
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # a picture cut short: OpenCV throws where it should return nothing
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
