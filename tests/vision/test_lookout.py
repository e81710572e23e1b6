"""The lookout: a pulled camera is told, and comes back by itself."""

import queue
import threading
import time

import numpy as np
import pytest

from vision.arrays import Picture
from vision.calibration import calibrate
from vision.cameras import Frame
from vision.chipset import USUAL
from vision.drawing.table import DrawnTable, Lying
from vision.errors import CameraError
from vision.eye import Eye
from vision.lookout import Lookout
from vision.sightings import Backs, CameraState, FaceUp, Seen
from vision.watch import Watch
from vision.zones import template


class LooseCable:
    """A drawn table's camera, whose cable can be pulled and whose picture can hang."""

    def __init__(self, size: tuple[int, int] = (640, 360)) -> None:
        self.table = DrawnTable(size)
        self.plugged, self.hangs = True, False
        self.free = threading.Event()

    def open(self) -> "LooseCable":
        if not self.plugged:
            raise CameraError("camera 0: not there")
        return self

    def read(self) -> Frame:
        if self.hangs:
            self.free.wait()
        if not self.plugged:
            raise CameraError("camera 0: no picture comes")
        return Frame(time.monotonic(), self.table.picture())

    def close(self) -> None:
        """Nothing is held."""


class Told:
    """What was told, in order; waits for the next state of the camera."""

    def __init__(self) -> None:
        self.queue: queue.Queue[Seen] = queue.Queue()

    def state(self) -> CameraState:
        while True:
            seen = self.queue.get(timeout=60)
            if isinstance(seen, CameraState):
                return seen

    def both(self, face: tuple[str, str], backs: tuple[int, str]) -> None:
        """Wait until a face and backs are told, in any order."""
        waiting: set[object] = {face, backs}
        while waiting:
            seen = self.queue.get(timeout=60)
            if isinstance(seen, FaceUp):
                waiting.discard((seen.card, seen.zone))
            elif isinstance(seen, Backs):
                waiting.discard((seen.count, seen.zone))


@pytest.fixture
def watch() -> Watch:
    felt = DrawnTable((1280, 720)).picture()
    small = np.ascontiguousarray(felt[::2, ::2])
    calibration = calibrate(felt, template(9))
    halved = {n: np.asarray(c / 2, np.float32) for n, c in calibration.markers.items()}
    return Watch(
        type(calibration)((640, 360), halved, calibration.zones, calibration.white, small),
        Eye.open(),
        USUAL,
    )


def test_a_pulled_camera_is_absent_and_then_there_again(watch: Watch) -> None:
    camera, told = LooseCable(), Told()
    lookout = Lookout(camera.open, watch, told.queue.put, retry=0.05)
    lookout.start()
    assert told.state().state == "ok"
    camera.plugged = False
    gone = told.state()
    assert gone.state == "absent" and "half blind" in gone.detail
    camera.plugged = True
    assert told.state().state == "ok"
    lookout.stop()


def test_a_camera_that_hangs_is_noticed_though_it_says_nothing(watch: Watch) -> None:
    camera, told = LooseCable(), Told()
    lookout = Lookout(camera.open, watch, told.queue.put, retry=0.05)
    lookout.start()
    assert told.state().state == "ok"
    camera.hangs = True
    assert told.state().state == "absent"
    camera.hangs = False
    camera.free.set()
    assert told.state().state == "ok"
    lookout.stop()


def test_what_lies_on_the_table_is_told_anew_when_the_camera_sees_again() -> None:
    camera, told = LooseCable((2304, 1296)), Told()
    watch = Watch(calibrate(camera.table.picture(), template(9)), Eye.open(), USUAL)
    camera.table.lay("card", Lying("Kh", 1.0, 0.5))
    camera.table.lay("back", Lying("blue", 0.3, 0.5, kind="back"))
    lookout = Lookout(camera.open, watch, told.queue.put, retry=0.05)
    lookout.start()
    try:
        told.both(("Kh", "board"), (1, "seat:2"))
        camera.plugged = False
        assert told.state().state == "absent"
        camera.plugged = True
        told.both(("Kh", "board"), (1, "seat:2"))
    finally:
        lookout.stop()


def test_a_frame_that_takes_long_to_see_is_no_silence(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(t: float, picture: Picture) -> list[Seen]:
        time.sleep(1.3)
        return []

    camera, told = LooseCable(), Told()
    monkeypatch.setattr(watch, "frame", slowly)
    lookout = Lookout(camera.open, watch, told.queue.put, retry=0.05)
    lookout.start()
    try:
        assert told.state().state == "ok"
        with pytest.raises(queue.Empty):
            told.queue.get(timeout=4)
    finally:
        lookout.stop()
