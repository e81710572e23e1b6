"""A cable between a simulated device and the host: a pseudo-terminal under a name that stays."""

import os
import termios
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from firmware_bridge.simulator.noise import NoisyWire

_CHUNK = 4096


class Device(Protocol):
    """A reader or board, without its wire."""

    def answer(self, data: bytes, t: float) -> bytes:
        """Take the host's bytes, maybe none; give what is to be said to it by now."""

    def boot(self, t: float) -> None:
        """The power comes on: forget all that was under way."""


class Wire:
    """A device's cable, which can be pulled, plugged in again, and disturbed."""

    def __init__(self, name: str, path: Path, device: Device, line: NoisyWire) -> None:
        self.name, self.path = name, path
        self.device = device
        self.muted_until = 0.0  # a silent device hears and says nothing until then
        self.lost = 0  # bytes that nobody fetched
        self._line = line
        self._ends: tuple[int, int] | None = None  # master and slave
        self._boots = True  # as soon as it is not mute
        self.heard = False  # the host has said something
        self.on_write: Callable[[], None] | None = None  # called when all is ready to be written
        self.plug()

    def fileno(self) -> int | None:
        """The device's end, to wait upon; None while the cable is pulled."""
        return self._ends[0] if self._ends else None

    def reboot(self, until: float) -> None:
        """Switch the device off; it comes back then, and knows nothing of the time between."""
        self.muted_until = until
        self._boots = True

    def plug(self) -> None:
        """Join device and host; the name points to a new terminal, as after a USB hot-plug."""
        if self._ends:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = master, slave
        self.path.symlink_to(os.ttyname(slave))

    def pull(self) -> None:
        """Take the cable out: whoever has the port open gets an error, its name is gone."""
        if not self._ends:
            return
        self.path.unlink(missing_ok=True)
        for end in self._ends:
            os.close(end)
        self._ends = None

    def serve(self, t: float) -> None:
        """Let the device hear and answer what is there to hear."""
        data = self._read(self._ends[0]) if self._ends else b""
        self.heard = self.heard or bool(data)
        if t < self.muted_until:
            return
        if self._boots:
            self._boots = False
            self.device.boot(t)
        said = self._line.burst(t) + self._line.spoil(self.device.answer(data, t))
        if said and self._ends:  # a device with its own supply goes on without its cable
            if self.on_write is not None:
                self.on_write()
            self._write(self._ends, said)

    def _read(self, master: int) -> bytes:
        try:
            return os.read(master, _CHUNK)
        except BlockingIOError:
            return b""

    def _write(self, ends: tuple[int, int], data: bytes) -> None:
        """A serial port that nobody reads loses bytes; it does not wait."""
        master, slave = ends
        try:
            written = os.write(master, data)
        except BlockingIOError:
            written = 0
        if written < len(data):
            self.lost += len(data) - written
            termios.tcflush(slave, termios.TCIFLUSH)
