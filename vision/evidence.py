"""The last frames, packed small, so that those which prove a sighting can be kept."""

from collections import deque

import cv2

from vision.arrays import Picture
from vision.eye import shrunk

SECONDS, LONGEST, QUALITY = 3.0, 1280, 80


class Evidence:
    """A few seconds of frames; whoever keeps some must seal them as he would a face."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.frames: deque[tuple[float, bytes]] = deque()

    def add(self, t: float, picture: Picture) -> None:
        """Take a frame in, and let the oldest go."""
        small = shrunk(picture, max(1.0, max(picture.shape[:2]) / LONGEST))
        _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self.frames.append((t, packed.tobytes()))
        while t - self.frames[0][0] > self.seconds:
            self.frames.popleft()

    def between(self, start: float, end: float) -> list[bytes]:
        """The frames of a time, each a JPEG file."""
        return [packed for t, packed in self.frames if start <= t <= end]
