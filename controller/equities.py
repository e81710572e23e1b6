"""Equities beside the event loop: a thread of its own values one spot at a time.

The loop only hands over a spot and gets results back. A new spot, or ``cancel``, stops the work
on the one before at its next slice.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.equity import Equities
    from engine.spots import Spot

# The thread lets go of the interpreter between slices for so long that a waiting loop gets it.
PAUSE = 0.0002
# Within a slice, the loop need not wait longer than this to be let in (Python's own: 5 ms).
SWITCH = 0.001
# An estimate is told when it has twice the deals of the last one told, and ends when this fine.
FINE_ENOUGH = 0.0005


class _Job(NamedTuple):
    """A spot to value, and where to tell what it is worth."""

    number: int
    spot: "Spot"
    loop: asyncio.AbstractEventLoop
    tell: "Callable[[Equities], None]"


class EquityWorker:
    """Values spots in a thread; all methods are for the thread of the event loop."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._current = 0
        self._thread = threading.Thread(target=self._serve, name="equities", daemon=True)
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH))
        self._thread.start()

    def ask(self, spot: "Spot", tell: "Callable[[Equities], None]") -> None:
        """Drop the spot before, and tell of this one, on the loop, as results come."""
        self.cancel()
        self._jobs.put(_Job(self._current, spot, asyncio.get_running_loop(), tell))

    def cancel(self) -> None:
        """Stop what is being valued; nothing more is told of it."""
        self._current += 1

    def close(self) -> None:
        """Stop the thread and wait for its last slice."""
        self.cancel()
        self._jobs.put(None)
        self._thread.join()

    def _serve(self) -> None:
        """Take jobs one after the other until told to stop."""
        while (job := self._jobs.get()) is not None:
            if job.number == self._current:
                self._value(job)

    def _value(self, job: _Job) -> None:
        """Work on a spot for as long as it is the current one."""
        from engine.equity import work  # numpy loads here, when it is first needed

        told = 0
        for result in work(job.spot):
            if job.number != self._current or job.loop.is_closed():
                return
            if result and (result.exact or result.boards >= 2 * told):
                told = result.boards
                job.loop.call_soon_threadsafe(self._tell, job, result)
                if max(player.error for player in result.players) < FINE_ENOUGH:
                    return
            time.sleep(PAUSE)

    def _tell(self, job: _Job, result: "Equities") -> None:
        """Hand a result over, unless the next card came in the meantime."""
        if job.number == self._current:
            job.tell(result)


def warm() -> None:
    """Load numpy and build the tables, about 0.2 s, before play starts rather than in it."""
    from engine.equity import equities
    from engine.spots import read_spot

    for hands in (["AhKh", "QsQd"], ["AhKhQhJh", "QsQdJsJd"]):
        equities(read_spot(hands, "2c3c4c"))
