"""Equities beside the event loop: a process of its own values one spot at a time.

The loop only hands over a spot and reads results. A process rather than a thread: a thread that
the system stops while it holds the interpreter would stop the table with it.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection

from engine.equity.spots import Equities, Spot, read_spot

FINE_ENOUGH = 0.0005  # an estimate with no larger error is not refined further
_BEHIND_THE_TABLE = 5  # how nice the worker is: where there is little time, the table has it first


class EquityWorker:
    """Values spots in a process, best started before the loop runs: a start takes some time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._number = 0
        self._tell: Callable[[Equities], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def ask(self, spot: Spot, tell: Callable[[Equities], None]) -> None:
        """Drop the spot before, and tell of this one, on the loop, as results come."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._pipe.fileno(), self._read)
        self._send(spot, tell)

    def cancel(self) -> None:
        """Stop what is being valued; nothing more is told of it."""
        self._send(None, None)

    def close(self) -> None:
        """Stop the process; it ends when its pipe does."""
        if self._loop is not None:
            self._loop.remove_reader(self._pipe.fileno())
        self._pipe.close()
        self._process.join(1)
        self._process.terminate()

    def _send(self, spot: Spot | None, tell: Callable[[Equities], None] | None) -> None:
        """Give the question a number, by which late answers to the one before are known."""
        self._number += 1
        self._tell = tell
        self._pipe.send((self._number, spot))

    def _read(self) -> None:
        """Take one answer, and hand it over unless the next card came in the meantime."""
        try:
            number, result = self._pipe.recv()
        except (EOFError, OSError):  # the process is gone, and nothing more will come
            if self._loop is not None:
                self._loop.remove_reader(self._pipe.fileno())
            return
        if number == self._number and self._tell is not None:
            self._tell(result)


def warm() -> None:
    """Load numpy and build the tables before the first question comes."""
    from engine.equity.counting import equities  # numpy loads here, when it is first needed

    for hands in (["AhKh", "QsQd"], ["AhKhQhJh", "QsQdJsJd"]):
        equities(read_spot(hands, "2c3c4c"))


def _serve(pipe: Connection) -> None:
    """Answer questions until the table hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then hangs up
    os.nice(_BEHIND_THE_TABLE)
    warm()
    try:
        while True:
            number, spot = pipe.recv()
            if spot is not None:
                _answer(pipe, number, spot)
    except (EOFError, OSError):
        return


def _answer(pipe: Connection, number: int, spot: Spot) -> None:
    """Work on a spot until it is done, fine enough, or another question waits."""
    from engine.equity.counting import work

    told = 0
    for result in work(spot):
        if pipe.poll():
            return
        # An estimate is told again when it is made of twice as many deals.
        if result and (result.exact or result.boards >= 2 * told):
            told = result.boards
            pipe.send((number, result))
            if max(player.error for player in result.players) < FINE_ENOUGH:
                return
