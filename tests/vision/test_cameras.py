"""Cameras: folders and films give their frames in order; what is not there is said in a line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import FolderCamera, VideoCamera, open_camera
from vision.errors import CameraError, PictureError
from vision.pictures import read_picture, write_picture


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


def test_a_folder_gives_its_pictures_in_order_and_then_says_that_it_is_through(
    tmp_path: Path,
) -> None:
    for k in range(3):
        write_picture(tmp_path / f"{k}.png", grey(40 * k))
    (tmp_path / "notes.txt").write_text("not a picture")
    camera = open_camera(str(tmp_path))
    frames = [camera.read() for _ in range(3)]
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [0, 40, 80]
    assert [frame.t for frame in frames] == pytest.approx([0, 1 / 15, 2 / 15])
    with pytest.raises(CameraError, match="no picture is left"):
        camera.read()


def test_an_empty_folder_is_no_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="expected pictures in it"):
        FolderCamera(tmp_path)


def test_a_film_runs_by_its_own_clock_to_its_end(tmp_path: Path) -> None:
    path = str(tmp_path / "film.avi")
    film = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for k in range(5):
        film.write(grey(40 * k))
    film.release()
    camera = open_camera(path)
    times = [camera.read().t for _ in range(5)]
    assert np.diff(times) == pytest.approx([0.1] * 4, abs=0.02)
    with pytest.raises(CameraError, match="the film is over"):
        camera.read()
    camera.close()


def test_a_camera_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(CameraError, match="check its cable"):
        VideoCamera("/dev/video-none")


def test_a_pi_camera_off_a_pi_says_what_to_install() -> None:
    with pytest.raises(CameraError, match="picamera2 is missing"):
        open_camera("pi")


@pytest.mark.parametrize("content", [b"", b"four of a kind", b"\xff\xd8\xff\xe0 cut short"])
def test_a_file_that_is_no_picture_is_refused_by_its_name(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=r"picture\.jpg: expected a picture"):
        read_picture(path)


def test_a_picture_that_is_missing_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="No such file"):
        read_picture(tmp_path / "none.jpg")
