"""The keeper: what happened is kept in the journal, and only then told."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Protocol

from controller.core import Batch
from controller.lamps import Beeps, Signal
from controller.records import retention
from controller.records.journal import Journal, JournalError
from controller.records.journal_rows import Entry, Outgoing

MOST = 20_000  # batches kept in memory while the disk takes none: hours of play
PORTION = 200  # of them in one commit
FOLD = 100  # commits after which the journal is folded at rest
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
    """Commits batches in their order; what is retained, lit or sent follows its commit.

    It is called where the rules are run and has no thread of its own: whoever waits for an answer
    waits for the disk too, and each change of threads would cost about as much as the commit.
    """

    def __init__(
        self,
        journal: Journal,
        teller: Teller,
        *,
        show: Callable[[Signal], None] = lambda signal: None,
        trouble: Callable[[str], None] = lambda text: None,  # "" when it is over
        keeping: Keeping | None = None,
        may_age: Callable[[], bool] = lambda: True,  # no: the wall's clock was set
    ) -> None:
        self._journal, self._teller = journal, teller
        self._show, self._trouble = show, trouble
        self._keeping, self._may_age = keeping or Keeping(), may_age
        self._unkept: deque[Batch] = deque()
        self.behind = True  # rows of the journal wait that the teller had no room for
        self._busy = False  # something was kept since ``resting`` was last asked
        self._untidy = False  # rows are delivered that the journal still has
        self._overgrown = False  # a checkpoint was kept: what is older may be cut
        self._unfolded = 0  # commits since the journal was last folded
        self.failing = ""  # why the journal does not keep
        self._clogged = ""  # why it could not be tidied
        self._said = ""

    def put(self, batch: Batch) -> None:
        """Take a batch; it is kept by the next ``keep``.

        While the journal keeps nothing, screens and lamps are told all the same, what is said
        being marked: the table goes on. Events and answers wait.
        """
        if self.failing:
            self._publish((), (batch,))
        if batch.entry != Entry() or not (self.failing or batch.empty):
            self._unkept.append(batch)

    def delivered(self, upto: int) -> None:
        """The broker has all rows up to this one; any thread may say so."""
        self._journal.delivered(upto)
        self._untidy = True

    @property
    def full(self) -> bool:
        """Whether no more can be kept: the table must wait for the disk."""
        return len(self._unkept) >= MOST

    @property
    def waiting(self) -> int:
        """How many batches are not on the disk."""
        return len(self._unkept)

    def keep(self) -> None:
        """One commit for all that waits, or a few for very much; then, and only then, it is told.

        A disk that takes nothing is tried with a portion: all of it would hold up the table.
        """
        while self._unkept and self._keep(list(islice(self._unkept, PORTION))):
            pass
        if self.behind and not self.failing:
            self._catch_up()

    def _keep(self, batches: Sequence[Batch]) -> bool:
        entries = [batch.entry for batch in batches if batch.entry != Entry()]
        try:
            rows = self._journal.commit(entries) if entries else []
        except JournalError as error:
            self._fail(error)
            return False
        for _ in batches:
            self._unkept.popleft()
        self.failing = ""
        self._say()
        self._publish(rows, batches)
        self._busy = True
        self._unfolded += 1
        limited = self._keeping != Keeping()
        self._overgrown |= limited and any(entry.checkpoint for entry in entries)
        return True

    def _fail(self, error: JournalError) -> None:
        self.failing = str(error)
        self._say()

    def _say(self) -> None:
        """What is wrong with the journal is said once, and once that it is over."""
        why = self.failing or self._clogged
        if why != self._said:
            self._said = why
            self._trouble(why)

    def _publish(self, rows: Sequence[Outgoing], batches: Sequence[Batch]) -> None:
        if not self.behind:
            self.behind = not all(self._teller.send(row) for row in rows)
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
            self.behind = False
        except JournalError as error:
            self._fail(error)

    def resting(self) -> bool:
        """Whether there is something to tidy, and nothing has come since this was last asked."""
        rests, self._busy = not self._busy and not self._unkept and not self.failing, False
        return rests and (self._untidy or self._overgrown or self._unfolded >= FOLD)

    def tidy(self) -> str:
        """Put the journal in order, in any thread, as it may take a while; what went wrong."""
        try:
            if self._untidy:
                self._untidy = False
                self._journal.commit(())  # else a restart would repeat what was delivered
            if self._unfolded >= FOLD:
                self._journal.fold()
                self._unfolded = 0
            if self._overgrown:
                now, keeping = datetime.now(UTC), self._keeping
                days = keeping.days if self._may_age() else None
                retention.cut(self._journal, now, days=days, size=keeping.size)
                self._overgrown = False
        except JournalError as error:
            return str(error)
        return ""

    def tidied(self, trouble: str) -> None:
        """Take note of how the tidying went."""
        self._clogged = trouble
        self._say()


def _loudest(beeps: Beeps) -> int:
    return beeps.times
