"""Coming back: the table as the journal says it was, and whether it still rules as it did."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from controller.records import checkpoints
from controller.records.checkpoints import CheckpointError
from controller.records.journal import JournalDamagedError, JournalError, JournalReader, Record
from controller.records.journal_reader import LAST
from engine import LogError
from engine.answers import Answer
from engine.history import History


class RecoveryError(JournalError):
    """The journal's events cannot be played again."""


@dataclass(frozen=True, slots=True)
class Start:
    """A state to play on from: after this event."""

    history: History
    seq: int
    why: str = ""  # no newer one could be used

    @property
    def differs(self) -> int | None:
        """The event after which the state is kept as it was, though it would be another today."""
        return self.seq if self.history.differs else None


@dataclass(frozen=True, slots=True)
class Replayed:
    """An event played again."""

    record: Record
    answers: list[Answer]

    @property
    def same(self) -> bool:
        """Whether it was answered, to the byte, as it was then."""
        return msgspec.json.encode(self.answers) == msgspec.json.encode(self.record.answers)


@dataclass(frozen=True, slots=True)
class Recovered:
    """The table after the last event."""

    history: History
    seq: int
    differs: int | None  # the first event answered otherwise than it was then: tell somebody
    why: str = ""  # the start was slow


def recover(journal: JournalReader) -> Recovered:
    """The state after the last event: from the newest checkpoint where it can be read."""
    start = newest(journal)
    seq, differs = start.seq, start.differs
    for played in replayed(journal, start):
        seq = played.record.seq
        if differs is None and not played.same:
            differs = seq
    return Recovered(start.history, seq, differs, start.why)


def replayed(journal: JournalReader, start: Start, upto: int = LAST) -> Iterator[Replayed]:
    """Play what came after a start; its history moves on with each event."""
    for record in journal.records(since=start.seq, upto=upto):
        try:
            answers = start.history.apply(record.event)
        except LogError as error:  # not its text: that would name a face
            raise RecoveryError(
                f"{journal.path}: event {record.seq}: expected {error.expected} as {error.field}"
            ) from None
        yield Replayed(record, answers)


def newest(journal: JournalReader) -> Start:
    """The quickest start: the newest checkpoint, whichever software wrote it.

    An engine that rules otherwise must not count the chips of hands long paid: what was true after
    the checkpoint's hand stays, and only what came since is played again. ``cutcard replay`` tells
    what else would be answered otherwise today.
    """
    try:
        checkpoint = journal.checkpoint()
        if checkpoint is None:
            return oldest(journal)
        return Start(checkpoints.unpacked(checkpoint.packed), checkpoint.seq)
    except CheckpointError as error:
        why = f"the newest checkpoint is {error}"
    except JournalDamagedError as error:
        why = str(error)
    start = oldest(journal)
    return Start(start.history, start.seq, why)


def oldest(journal: JournalReader) -> Start:
    """The state before the first event kept: nothing, or what retention left as the base."""
    if journal.first == 1:
        return Start(History(), 0)
    checkpoint = journal.checkpoint(oldest=True)
    if checkpoint is None or checkpoint.seq + 1 != journal.first:
        raise RecoveryError(
            f"{journal.path}: expected a checkpoint before event {journal.first}, got none"
        )
    try:
        return Start(checkpoints.unpacked(checkpoint.packed), checkpoint.seq)
    except CheckpointError as error:
        raise RecoveryError(
            f"{journal.path}: what came before event {journal.first} was cut, and the checkpoint "
            f"there, by cutcard {checkpoint.version}, is {error}. Or move the journal away: a new "
            "one begins"
        ) from None
