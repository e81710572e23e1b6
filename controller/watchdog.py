"""Tells systemd that the table is served, and falls silent when a loop no longer turns.

systemd restarts a service with ``WatchdogSec`` that it has not heard from in that time. So it is
told nothing while any loop is stuck: a controller that is half alive must not pass for a whole one.
"""

import os
import socket
from collections.abc import Mapping
from typing import Self

LATE = 5.0  # seconds; a loop that has not turned for so long is stuck


class Watchdog:
    """systemd's side of the service; without one, all this does nothing."""

    def __init__(self, address: str = "", every: float = 1.0, late: float = LATE) -> None:
        self.every = every  # seconds between two feedings
        self._late = late
        self._status = ""
        self._socket: socket.socket | None = None
        if address:
            # An address that starts with @ is of Linux's abstract kind, which a zero byte marks.
            self._address = "\0" + address[1:] if address.startswith("@") else address
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.setblocking(False)

    @classmethod
    def from_environment(cls) -> Self:
        """As systemd asks for it: fed twice in the time after which it loses patience."""
        microseconds = int(os.environ.get("WATCHDOG_USEC") or 0)
        for_us = os.environ.get("WATCHDOG_PID") in (None, "", str(os.getpid()))
        every = microseconds / 2e6 if microseconds and for_us else 1.0
        return cls(os.environ.get("NOTIFY_SOCKET", ""), every)

    def ready(self) -> None:
        """The table is served."""
        self._tell("READY=1")

    @property
    def heard(self) -> bool:
        """Whether systemd listens."""
        return self._socket is not None

    def waiting(self, why: str) -> None:
        """The start takes longer, and why."""
        self.status(f"waiting: {why}")
        self._tell("EXTEND_TIMEOUT_USEC=60000000")

    def status(self, text: str) -> None:
        """One line for ``systemctl status``, told when it changes."""
        line = " ".join(text.split())
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def stopping(self) -> None:
        """The service ends because it was asked to."""
        self._tell("STOPPING=1")

    def feed(self, ticks: Mapping[str, float], now: float) -> list[str]:
        """Tell that all is well if every loop has turned lately; give the loops that have not."""
        stuck = sorted(name for name, last in ticks.items() if now - last > self._late)
        if stuck:
            self.status(f"stuck: {', '.join(stuck)}")
        else:
            self._tell("WATCHDOG=1")
        return stuck

    def close(self) -> None:
        """Let go of the socket."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, line: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(line.encode(), self._address)
        except OSError:
            return  # systemd is busy or gone: it hears the next one, or nobody is left to hear
