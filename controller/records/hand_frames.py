"""A hand played again by the engine: what the felt looked like after each of its events."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.records import checkpoints, recovery
from controller.records.checkpoints import CheckpointError
from controller.records.journal import JournalReader
from controller.records.journal_rows import Record
from controller.records.recovery import Start
from engine.phh import HandHistory, PhhError, Recorder
from engine.phh import Record as Written

NO_PHH = "of a deck that PHH has no words for"
ROLE = "floor"  # no face in its view that the table had not seen by then


@dataclass(frozen=True, slots=True)
class HandFrame:
    """An event, and the table after it."""

    record: Record
    view: dict[str, Any]
    same: bool  # answered as it was then: else the software has changed since


def frames(journal: JournalReader, number: int) -> Iterator[HandFrame]:
    """The frames of one hand; none where it is not kept from its beginning."""
    if (span := journal.span(number)) is None:
        return
    first, last = span
    start = before(journal, first)
    for played in recovery.replayed(journal, start, last):
        if played.record.seq >= first:
            view = start.history.table.view(ROLE)
            yield HandFrame(played.record, dict(view), played.same)


def written(journal: JournalReader, number: int) -> tuple[HandHistory | None, str]:
    """One hand as PHH, every face in it, or why it cannot be written."""
    if (span := journal.span(number)) is None:
        return None, "not kept from its beginning"
    first, last = span
    start = before(journal, first)
    recorder = Recorder(history=start.history, hands=_hands(journal, start.seq))
    found: list[Written] = []
    try:
        for record in journal.records(since=start.seq, upto=last):
            found += recorder.apply(record.event)
        found += recorder.close()
    except PhhError:
        return None, NO_PHH
    if start.history.table.setting.joker:  # whether it was dealt: the answer must not tell
        return None, NO_PHH
    for one in found:
        if one.number == number:
            return one.hand, one.left_out
    return None, "not finished"


def before(journal: JournalReader, seq: int) -> Start:
    """The nearest state before an event from which it can be played again."""
    checkpoint = journal.checkpoint(before=seq)
    if checkpoint is not None:
        try:
            return Start(checkpoints.unpacked(checkpoint.packed), checkpoint.seq)
        except CheckpointError as error:
            why = str(error)
            oldest = recovery.oldest(journal)
            return Start(oldest.history, oldest.seq, why)
    return recovery.oldest(journal)


def _hands(journal: JournalReader, seq: int) -> int:
    """How many hands were dealt up to an event."""
    return next((record.hand for record in journal.records(since=seq - 1)), 0) if seq else 0


def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What of a view is new: whole seats, and the hand; null for a seat that is gone."""
    were, are = old.get("seats", {}), new.get("seats", {})
    seats = {seat: one for seat, one in are.items() if were.get(seat) != one}
    seats |= {seat: None for seat in were if seat not in are}
    changed = {key: new.get(key) for key in ("button", "hand") if old.get(key) != new.get(key)}
    return changed | ({"seats": seats} if seats else {})
