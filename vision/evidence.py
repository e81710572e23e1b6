"""The frames that prove a face: the whole table once, then the card from near by."""

import cv2

from vision.arrays import Picture
from vision.eye import shrunk
from vision.scene import Point

MOST = 4  # pictures of one face
NEAR = 4.0  # card widths shown on each side of it
LONGEST, QUALITY = 1280, 80


class Evidence:
    """Pictures of one face, each a JPEG file; whoever keeps them must seal them as he would it."""

    def __init__(self) -> None:
        self.pictures: tuple[bytes, ...] = ()

    def add(self, picture: Picture, at: Point, wide: float) -> None:
        """Take another frame in which it was read, until there are enough."""
        if not self.pictures:
            whole = shrunk(picture, max(1.0, max(picture.shape[:2]) / LONGEST))
            self.pictures = (_packed(whole),)
        if len(self.pictures) < MOST:
            left, top, right, bottom = (
                max(0, round(edge + side * NEAR * wide)) for side in (-1, 1) for edge in at
            )
            self.pictures += (_packed(picture[top:bottom, left:right]),)


def _packed(picture: Picture) -> bytes:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()
