"""The camera's process: vision looks beside the table, which hears what is seen.

A process rather than a thread: pictures take the interpreter for long, and a camera's library that
falls over must not take the table with it.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from controller.config import Camera
from vision.sightings import CameraState, Seen

RETRY = 1.0  # seconds until a process that ended is started again
_BEHIND_THE_TABLE = 5  # how nice it is: where there is little time, the table has it first


class CameraProcess:
    """Looks for as long as it is wanted; ``tell`` is called by a thread of its own."""

    def __init__(self, camera: Camera, tell: Callable[[Seen], None]) -> None:
        self._camera, self._tell = camera, tell
        self._context = multiprocessing.get_context("spawn")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            pipe, theirs = self._context.Pipe(duplex=False)
            process = self._context.Process(target=look, args=(self._camera, theirs), daemon=True)
            process.start()
            theirs.close()
            self._listen(pipe)
            process.terminate()
            process.join()
            self._ended.wait(RETRY)

    def _listen(self, pipe: Connection) -> None:
        """Pass on what is seen until the process hangs up, or nobody wants to know."""
        with pipe:
            while not self._ended.is_set():
                try:
                    if pipe.poll(0.2):
                        self._tell(pipe.recv())
                except (EOFError, OSError):
                    why = "its program ended; it is started again, the table goes on half blind"
                    self._tell(CameraState(time.monotonic(), "absent", why))
                    return


def look(camera: Camera, pipe: Connection) -> None:
    """Watch the table and tell what is seen; ends with its pipe. OpenCV loads here alone."""
    from vision.calibration import load
    from vision.cameras import open_camera
    from vision.chipset import ChipSet
    from vision.chipset import load as load_chips
    from vision.errors import VisionError
    from vision.eye import Eye
    from vision.lookout import Lookout
    from vision.watch import Watch

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then ends us
    os.nice(_BEHIND_THE_TABLE)
    over = threading.Event()

    def tell(seen: Seen) -> None:
        try:
            pipe.send(seen)
        except OSError:
            over.set()

    try:
        chips = load_chips(camera.chips) if camera.chips else ChipSet()
        calibration = load(camera.calibration)
        watch = Watch(calibration, Eye.open(camera.house_deck), chips)
    except VisionError as error:  # told again at each try until it is mended
        tell(CameraState(time.monotonic(), "absent", str(error)))
        over.wait(RETRY)
        return
    lookout = Lookout(lambda: open_camera(camera.source, calibration.size), watch, tell)
    lookout.start()
    over.wait()
    lookout.stop()
