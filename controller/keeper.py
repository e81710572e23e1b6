"""The journal's thread: keeps what happened, and only then lets it be told."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from controller import retention
from controller.core import Batch
from controller.journal import Journal, JournalError
from controller.journal_rows import Entry, Outgoing
from controller.lamps import Beeps, Signal

TICK = 0.5  # seconds that the thread sleeps at most
RETRY = 1.0  # seconds until a commit that failed is tried again
MOST = 20_000  # batches kept in memory while the disk takes none: hours of play
TOGETHER = 500  # batches in one commit
ROWS = 500  # read at a time for a broker that was away


class Teller(Protocol):
    """Whoever takes messages to the broker."""

    @property
    def taken(self) -> int:
        """The last row that was handed over."""

    def send(self, row: Outgoing) -> bool:
        """Take a row; False when full."""

    def publish_retained(self, topic: str, payload: bytes) -> None:
        """Set a topic's value."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long the journal keeps."""

    days: int | None = None
    size: int | None = None


class Keeper:
    """Commits batches in their order; what is retained, lit or sent follows its commit."""

    def __init__(
        self,
        journal: Journal,
        teller: Teller,
        *,
        show: Callable[[Signal], None] = lambda signal: None,  # called by the thread
        kept: Callable[[], None] = lambda: None,  # likewise, when events are kept and told
        trouble: Callable[[str], None] = lambda text: None,  # likewise; "" when it is over
        keeping: Keeping | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.ticked = clock()
        self._journal, self._teller, self._clock = journal, teller, clock
        self._show, self._kept, self._trouble = show, kept, trouble
        self._keeping = keeping or Keeping()
        self._coming: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._unkept: deque[Batch] = deque()
        self._failing = ""
        self._retry_at = 0.0
        self._behind = True  # rows of the journal wait that the teller has not taken
        self._untidy = False  # rows are delivered that the journal still has
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        """Begin to keep."""
        self._thread.start()

    def stop(self) -> None:
        """Keep all that has come, and end."""
        self._coming.put(None)
        self._thread.join()

    def put(self, batch: Batch) -> None:
        """Take a batch; any thread may."""
        if not batch.empty:
            self._coming.put(batch)

    def delivered(self, upto: int) -> None:
        """The broker has all rows up to this one."""
        self._journal.delivered(upto)
        self._untidy = True
        if self._behind:
            self._coming.put(Batch(Entry()))  # there is room again

    @property
    def full(self) -> bool:
        """Whether no more can be kept: the table must wait for the disk."""
        return len(self._unkept) >= MOST

    @property
    def waiting(self) -> int:
        """How many batches are not on the disk."""
        return len(self._unkept)

    def _run(self) -> None:
        ending = False
        while not ending:
            ending = self._gather()
            self.ticked = self._clock()
            if self._unkept and (ending or self._clock() >= self._retry_at):
                self._keep()
            if self._behind:
                self._catch_up()

    def _gather(self) -> bool:
        """Wait for work, and take all there is; true when the end was asked for."""
        wait = TICK if not self._failing else RETRY / 4
        try:
            batch = self._coming.get(timeout=wait)
        except queue.Empty:
            self._tidy()
            return False
        while True:
            if batch is None:
                return True
            self._unkept.append(batch)
            if len(self._unkept) >= TOGETHER or self._coming.empty():
                return False
            batch = self._coming.get()

    def _keep(self) -> None:
        """One commit for all that waits; then, and only then, it is told."""
        batches = list(self._unkept)
        entries = [batch.entry for batch in batches if batch.entry != Entry()]
        try:
            rows = self._journal.commit(entries) if entries else []
        except JournalError as error:
            self._fail(str(error))
            return
        self._unkept.clear()
        if self._failing:
            self._failing = ""
            self._trouble("")
        self._tell(rows, batches)
        if any(entry.record for entry in entries):
            self._kept()
        if any(entry.checkpoint for entry in entries):
            self._cut()

    def _fail(self, why: str) -> None:
        self._retry_at = self._clock() + RETRY
        if why != self._failing:
            self._failing = why
            self._trouble(why)

    def _tell(self, rows: Sequence[Outgoing], batches: Sequence[Batch]) -> None:
        if not self._behind:
            self._behind = not all(self._teller.send(row) for row in rows)
        retained: dict[str, bytes] = {}
        for batch in batches:
            retained |= batch.retained
        for topic, payload in retained.items():
            self._teller.publish_retained(topic, payload)
        signals = [batch.signal for batch in batches if batch.signal is not None]
        if signals:
            beeps = [signal.beeps for signal in signals if signal.beeps is not None]
            self._show(Signal(signals[-1].lamps, max(beeps, default=None, key=_loudest)))

    def _catch_up(self) -> None:
        """Hand over what the teller had no room for, in order, until it is full again."""
        try:
            while rows := self._journal.outbox(self._teller.taken, ROWS):
                if not all(self._teller.send(row) for row in rows):
                    return
            self._behind = False
        except JournalError as error:
            self._fail(str(error))

    def _tidy(self) -> None:
        """Nothing comes: let delivered rows go, so that a restart does not repeat them."""
        if self._untidy and not self._failing:
            self._untidy = False
            try:
                self._journal.commit(())
            except JournalError as error:
                self._fail(str(error))

    def _cut(self) -> None:
        if self._keeping == Keeping():
            return
        try:
            now = datetime.now(UTC)
            retention.cut(self._journal, now, days=self._keeping.days, size=self._keeping.size)
        except JournalError as error:
            self._fail(str(error))


def _loudest(beeps: Beeps) -> int:
    return beeps.times
