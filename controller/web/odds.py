"""The odds to what is on a screen: asked of a worker when the cards change, told when they come."""

import asyncio
import logging
from collections.abc import Callable

from controller.equities import EquityWorker
from engine.equity.spots import Equities, Spot

LOG = logging.getLogger(__name__)


class Odds:
    """One screen's worker, started with the first spot that has anything to be compared."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.found: Equities | None = None  # of the spot that is on the screen
        self._tell = tell
        self._spot: Spot | None = None
        self._worker: EquityWorker | None = None
        self._starting: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """End the worker."""
        if self._starting is not None:
            self._starting.cancel()
        if self._worker is not None:
            self._worker.close()

    def want(self, spot: Spot | None) -> None:
        """Ask for the odds where the cards that decide them have changed."""
        if spot == self._spot:
            return
        self._spot, self.found = spot, None
        if self._worker is not None:
            self._ask(self._worker)
        elif spot is not None and self._starting is None:
            self._starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        self._worker = await asyncio.to_thread(EquityWorker)
        self._starting = None
        self._ask(self._worker)

    def _ask(self, worker: EquityWorker) -> None:
        try:
            if self._spot is None:
                worker.cancel()
            else:
                worker.ask(self._spot, self._valued)
        except OSError:
            LOG.warning("the worker that knows the odds is gone: another is started")
            worker.close()
            self._worker = self._spot = None  # asked again with the next card

    def _valued(self, odds: Equities) -> None:
        self.found = odds
        self._tell()
