"""A cable made of a pseudo-terminal, behind a stable name: pulled, plugged in, noisy."""

import os
import queue
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.reader_thread import Heards
from firmware_bridge.sightings import Heard


class Cable:
    """One end of a serial line; the other is at ``name``."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self.master = -1
        self.plug()

    def plug(self) -> None:
        """A new pseudo-terminal, as a plugged-in adapter is a new device."""
        self.master, slave = os.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        self.name.symlink_to(path)

    def pull(self) -> None:
        if self.master >= 0:
            self.name.unlink()
            os.close(self.master)
            self.master = -1

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self.master, data) :]

    def read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self.master], [], [], seconds)
        try:
            return os.read(self.master, 4096) if ready else b""
        except OSError:  # nobody has the other end open
            time.sleep(seconds)
            return b""


class Device:
    """A thread that answers at the far end: ``step`` gets what came and gives what to send."""

    def __init__(self, cable: Cable, step: Callable[[bytes, float], bytes]) -> None:
        self._cable = cable
        self._step = step
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            answer = self._step(self._cable.read(0.005), time.monotonic())
            if answer:
                self._cable.write(answer)


def wait_for(heard: Heards, wanted: Callable[[Heard], bool], seconds: float) -> list[Heard]:
    """All that is told up to the first wanted; fails when it does not come in time."""
    told: list[Heard] = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            told.append(heard.get(timeout=left))
        except queue.Empty:
            break
        if wanted(told[-1]):
            return told
    raise AssertionError(f"not told within {seconds} s; told was {told[-5:]}")
