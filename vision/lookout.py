"""Keeps looking: opens the camera, watches, says how it is, opens it again when it was pulled."""

import threading
import time
from collections.abc import Callable

from vision.cameras import Camera, Frame
from vision.errors import CameraError
from vision.health import Health
from vision.sightings import Seen
from vision.watch import Watch

RETRY = 1.0  # seconds between attempts to open a camera
TICK = 0.25  # seconds between looks at whether frames still come


class Lookout:
    """One camera's threads: one takes frames, one notices when none come."""

    def __init__(
        self,
        opened: Callable[[], Camera],
        watch: Watch,
        tell: Callable[[Seen], None],
        retry: float = RETRY,
    ) -> None:
        self.opened, self.watch, self.tell, self.retry = opened, watch, tell, retry
        self.health = Health(watch.calibration)
        self.heard = time.monotonic()
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.threads = [
            threading.Thread(target=work, name=work.__name__, daemon=True)
            for work in (self._look, self._listen)
        ]

    def start(self) -> None:
        """Begin to look."""
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Look no more; returns when both threads have ended."""
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def frame(self, frame: Frame) -> None:
        """Take one frame; while the camera is not well, what it shows is not trusted."""
        with self.lock:
            told: list[Seen] = list(self.health.frame(frame.t, frame.picture))
            if told:
                self.watch.anew()  # whoever listens has forgotten all that lay there
            if self.health.state == "ok":
                told += self.watch.frame(frame.t, frame.picture)
            self.heard = time.monotonic()  # a frame that takes long to see is no silence
        for seen in told:
            self.tell(seen)

    def _look(self) -> None:
        while not self.ended.is_set():
            try:
                camera = self.opened()
            except CameraError as error:
                self._gone(str(error))
                continue
            try:
                while not self.ended.is_set():
                    self.frame(camera.read())
            except CameraError as error:
                self._gone(str(error))
            finally:
                camera.close()

    def _gone(self, why: str) -> None:
        with self.lock:
            told = self.health.absent(time.monotonic(), why)
        for seen in told:
            self.tell(seen)
        self.ended.wait(self.retry)

    def _listen(self) -> None:
        """A camera that hangs gives no error: its silence is noticed here."""
        while not self.ended.wait(TICK):
            with self.lock:
                now = time.monotonic()
                told = self.health.silence(now, now - self.heard)
            for seen in told:
                self.tell(seen)
