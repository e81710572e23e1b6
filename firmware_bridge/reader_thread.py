"""A reader's thread: keeps the port open, carries bytes to and from the link, tells on a queue."""

import contextlib
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from firmware_bridge.descriptors import ready
from firmware_bridge.link import Link
from firmware_bridge.ports import Port, PortError, PortSettings
from firmware_bridge.sightings import Heard, Read, ReaderState, Swept

RECENT = 256  # portions of raw bytes kept for the day something goes wrong
QUEUED = 10_000  # reads; half a minute of a full table


@dataclass(frozen=True, slots=True)
class PortTimes:
    """Seconds between two tries to open a port: the first, and at most."""

    retry_first: float = 0.1
    retry_most: float = 1.0


class Out(Protocol):
    """Where a reader puts what it hears; ``queue.SimpleQueue`` will do."""

    def put(self, item: Heard) -> None:
        """Take one."""


class Heards:
    """A bounded queue: when nobody takes them, reads are left out, for they will come again."""

    def __init__(self, most: int = QUEUED) -> None:
        self.left_out = 0
        self._most = most
        self._queue: queue.SimpleQueue[Heard] = queue.SimpleQueue()

    def put(self, item: Heard) -> None:
        """Take one; a draw, a press or a state is left out only where twice as much waits."""
        most = self._most if isinstance(item, Read | Swept) else 2 * self._most
        if self._queue.qsize() >= most:
            self.left_out += 1
        else:
            self._queue.put(item)

    def get(self, timeout: float | None = None) -> Heard:
        """The oldest; raises queue.Empty when none comes in time."""
        return self._queue.get(timeout=timeout)


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as they went over the wire."""

    t: float
    way: Literal["in", "out"]
    data: bytes


_L = TypeVar("_L", bound=Link)


class Reader(Generic[_L]):
    """Runs one reader until it is stopped, through pulled cables and ports that are not there."""

    def __init__(
        self,
        port: PortSettings,
        link: _L,
        out: Out,
        *,
        times: PortTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = link.name
        self.recent: deque[Raw] = deque(maxlen=RECENT)
        self._port = port
        self._link = link
        self._out = out
        self._times = times or PortTimes()
        self._clock = clock
        self._asked: queue.SimpleQueue[Callable[[_L], None]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._said = ""
        self.turned = clock()  # when the thread last showed that it lives
        self._thread = threading.Thread(target=self._run, name=f"reader {link.name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the port is closed."""
        self._stopping.set()
        self._rouse()
        if self._thread.is_alive():
            self._thread.join()
        os.close(self._wake)
        os.close(self._woken)

    def ask(self, act: Callable[[_L], None]) -> None:
        """Do something with the link in its own thread, such as setting a lamp."""
        self._asked.put(act)
        if not self._stopping.is_set():
            self._rouse()

    def _rouse(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full: it has been roused often enough
            os.write(self._wake, b"!")

    def _run(self) -> None:
        try:
            self._keep_open()
        except Exception as error:
            self._gone(f"the driver failed and has stopped ({type(error).__name__}): restart it")
            raise  # the traceback goes where all of them go

    def _keep_open(self) -> None:
        pause = self._times.retry_first
        while not self._stopping.is_set():
            heard = False
            try:
                with Port(self._port) as port:
                    self._publish(self._link.opened(self._clock()))
                    self._said = ""
                    while not self._stopping.is_set():
                        heard = self._turn(port) or heard
            except PortError as error:
                self._gone(str(error))
                pause = self._times.retry_first if heard else pause
                self._pause(pause)
                pause = min(2 * pause, self._times.retry_most)

    def _pause(self, seconds: float) -> None:
        self.turned = self._clock()
        end = self.turned + seconds
        while not self._stopping.is_set() and (left := end - self._clock()) > 0:
            if ready([self._woken], left):
                self._do_asked()

    def _turn(self, port: Port) -> bool:
        """One wait and what follows from it; whether bytes came."""
        self._send(port)
        spoke = port.wait(self._link.next_due(self._clock()) - self._clock(), self._woken)
        if self._woken in spoke:
            self._do_asked()
        data = port.read() if port.fileno() in spoke else b""
        t = self.turned = self._clock()
        if data:
            self.recent.append(Raw(t, "in", data))
            self._publish(self._link.feed(data, t))
        self._publish(self._link.tick(t))
        return bool(data)

    def _send(self, port: Port) -> None:
        data = self._link.to_send(self._clock())
        if data and port.write(data):
            self.recent.append(Raw(self._clock(), "out", data))

    def _do_asked(self) -> None:
        os.read(self._woken, 4096)
        while not self._asked.empty():
            self._asked.get()(self._link)

    def _gone(self, detail: str) -> None:
        t = self._clock()
        self._link.closed(t)
        if detail != self._said:  # a port that stays away is told once
            self._said = detail
            self._publish([ReaderState(t, self.name, "absent", detail)])

    def _publish(self, told: list[Heard]) -> None:
        for item in told:
            self._out.put(item)
