"""The camera's process: what it sees is told, what it lacks is said, and its end is noticed."""

import queue
from pathlib import Path

import pytest

from controller.config import Camera
from controller.senses.camera import CameraProcess
from vision.calibration import calibrate, keep
from vision.drawing.table import DrawnTable, Lying
from vision.evidence import MOST
from vision.pictures import write_picture
from vision.sightings import CameraState, FaceUp, Seen
from vision.zones import template

PATIENCE = 60.0  # seconds; a process loads OpenCV first
EMPTY, LAID = 6, 24  # frames
JPEG = b"\xff\xd8\xff"  # as such files begin


@pytest.fixture
def filmed(tmp_path: Path) -> Camera:
    """A card is laid face up at seat 2; pictures of it, and where the table lies in them."""
    table, zones, pictures = DrawnTable(seed=3), template(6), tmp_path / "pictures"
    pictures.mkdir()
    keep(calibrate(table.picture(), zones), tmp_path / "calibration")
    x, y = (sum(side) / len(side) for side in zip(*zones.polygons["seat:2"], strict=True))
    for number in range(EMPTY + LAID):
        if number == EMPTY:
            table.lay("card", Lying("7c", x, y, 0.1, "face", 0.0))
        write_picture(pictures / f"{number:03}.png", table.picture())
    return Camera(kind="folder", device=str(pictures), calibration=tmp_path / "calibration")


def first(told: "queue.Queue[Seen]", kind: type[Seen]) -> Seen:
    while True:
        seen = told.get(timeout=PATIENCE)
        if isinstance(seen, kind):
            return seen


def test_a_face_laid_up_is_told_to_the_table_with_its_proof(filmed: Camera) -> None:
    told: queue.Queue[Seen] = queue.Queue()
    camera = CameraProcess(filmed, told.put)
    camera.start()
    try:
        face = first(told, FaceUp)  # which a camera that is not well would not tell
        assert isinstance(face, FaceUp)
        assert (face.card, face.zone) == ("7c", "seat:2")
        assert len(face.proof) == MOST and all(one.startswith(JPEG) for one in face.proof)
    finally:
        camera.stop()


def test_a_camera_that_was_never_calibrated_is_absent_and_says_why(tmp_path: Path) -> None:
    told: queue.Queue[Seen] = queue.Queue()
    camera = CameraProcess(Camera(calibration=tmp_path / "none"), told.put)
    camera.start()
    try:
        state = first(told, CameraState)
        assert isinstance(state, CameraState) and state.state == "absent"
        assert "calibrat" in state.detail
    finally:
        camera.stop()
