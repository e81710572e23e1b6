"""Cameras: USB and files, a Pi's own, a folder of pictures; each gives frames, none waits long."""

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Picture
from vision.errors import CameraError
from vision.pictures import ENDS, read_picture

Size = tuple[int, int]  # wide, tall
FIRST = 12  # frames
USB_SIZE, PI_SIZE = (1920, 1080), (2304, 1296)


@dataclass(frozen=True)
class Frame:
    """One picture of the table and when it was taken, on the readers' clock."""

    t: float
    picture: Picture


class Camera(Protocol):
    """What gives pictures."""

    def read(self) -> Frame:
        """The next frame; a camera that has none left or is gone raises ``CameraError``."""

    def close(self) -> None:
        """Let the camera go."""


class VideoCamera:
    """A USB camera by its number or path, or a film by its file."""

    def __init__(self, source: str, size: Size = USB_SIZE) -> None:
        self.source = source
        self.film = Path(source).is_file()
        name = int(source) if source.isdigit() else source
        self.capture = cv2.VideoCapture(name)
        if not self.capture.isOpened():
            raise CameraError(f"camera {source}: not there; check its cable and its name")
        if not self.film:
            self.capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            self.capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self.began = time.monotonic()

    def read(self) -> Frame:
        """The next frame; those of a film have the film's own times."""
        done, picture = self.capture.read()
        if not done or picture is None:
            end = "the film is over" if self.film else "no picture comes; was it pulled?"
            raise CameraError(f"camera {self.source}: {end}")
        at = self.capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        t = self.began + at if self.film else time.monotonic()
        return Frame(t, np.asarray(picture, np.uint8))

    def close(self) -> None:
        """Let the device go."""
        self.capture.release()


class PiCamera:
    """The camera on a Pi's ribbon cable."""

    def __init__(self, size: Size = PI_SIZE) -> None:
        try:
            from picamera2 import Picamera2  # only a Pi has it, from apt
        except ImportError as error:
            raise CameraError("camera pi: picamera2 is missing; install it from apt") from error
        try:
            self.camera = Picamera2()
        except (IndexError, RuntimeError) as error:  # none is on the cable, or another has it
            raise CameraError("camera pi: not there, or in use; check its cable") from error
        settings = {"size": size, "format": "RGB888"}  # which it gives as blue, green, red
        self.camera.configure(self.camera.create_video_configuration(main=settings))
        self.camera.start()

    def read(self) -> Frame:
        """The newest frame."""
        return Frame(time.monotonic(), np.asarray(self.camera.capture_array(), np.uint8))

    def close(self) -> None:
        """Stop the camera."""
        self.camera.stop()


class FolderCamera:
    """A folder of pictures in the order of their names, so many a second."""

    def __init__(self, folder: Path, rate: float = 15.0) -> None:
        self.folder, self.rate = folder, rate
        files = sorted(p for p in folder.iterdir() if p.suffix.lower() in ENDS)
        if not files:
            raise CameraError(f"camera {folder}: expected pictures in it, got none")
        self.files: Iterator[tuple[int, Path]] = iter(enumerate(files))

    def read(self) -> Frame:
        """The next picture."""
        number, path = next(self.files, (-1, None))
        if path is None:
            raise CameraError(f"camera {self.folder}: no picture is left")
        return Frame(number / self.rate, read_picture(path))

    def close(self) -> None:
        """Nothing is held open."""


def open_camera(source: str, size: Size | None = None) -> Camera:
    """The camera that a name says: pi, a folder, a film, or a USB camera's number or path.

    One that can is asked for pictures of that size, as those it was calibrated with.
    """
    if source == "pi":
        return PiCamera(size or PI_SIZE)
    if Path(source).is_dir():
        return FolderCamera(Path(source))
    return VideoCamera(source, size or USB_SIZE)


def settled_picture(camera: Camera) -> Picture:
    """A picture after the first few, which cameras take while they still look for the light."""
    try:
        picture = camera.read().picture
        with suppress(CameraError):  # a folder may have fewer
            for _ in range(FIRST):
                picture = camera.read().picture
        return picture
    finally:
        camera.close()
