"""Whether a journal can be believed when the table opens, and what of it is missing."""

import time
from dataclasses import dataclass

from controller.records.journal import Journal, JournalDamagedError, JournalReader
from controller.records.mark import Mark

SMALL = 64 << 20  # bytes of a journal that is looked through before the table opens
STEP = 2.0  # seconds that the wall's clock may be off without having been set
LONGEST_REST = 72 * 3600.0  # seconds that a table is off without anybody asking whether it was


@dataclass(frozen=True, slots=True)
class Trust:
    """What a start must know of the journal's past."""

    t: float  # the table's time, as far as table and machine have witnessed it
    missing: str = ""  # what was acknowledged, and is gone
    doubt: str = ""  # why it is not known whether something is
    strangers: int = 0  # messages laid aside that this table never wrote
    away: float | None = None  # seconds since the table last ran; None: not known
    clock: str = ""  # how the wall's clock was changed meanwhile


def examine(journal: Journal) -> Trust:
    """Look at a journal that has just been opened; one that does not hold is an error."""
    if journal.size < SMALL and (wrong := journal.quick_check()):
        raise JournalDamagedError(f"{journal.path}: the file is damaged ({wrong})")
    head, mark = journal.verify(newest=True), journal.marked
    strangers = journal.strangers()
    for row in strangers:
        journal.lay_aside(row, "", "this table did not write it")
    if mark is None:
        new = head.n == 1 and not journal.mark_trouble
        why = journal.mark_trouble or f"{journal.path}.mark is gone"
        doubt = "" if new else f"{why}: whether events are missing cannot be told"
        return Trust(head.t, doubt=doubt, strangers=len(strangers))
    since = mark.since
    away = time.time() - mark.wall if since is None else since
    return Trust(
        t=max(head.t, mark.t + (since or 0.0)),
        missing=lacks(journal, mark.n, mark.seq, mark.line, mark.proof),
        strangers=len(strangers),
        away=max(away, 0.0),
        clock=_clock(mark),
    )


def lacks(journal: JournalReader, n: int, seq: int, line: int, proof: bytes) -> str:
    """What a journal lacks of what it had when it had so many links; nothing: all is there."""
    head = journal.head()
    if n > head.n:
        lost = seq - head.seq
        events = f"{lost} events are missing, {head.seq + 1} to {seq}" if lost > 0 else ""
        lines = f"{line - head.line} lines of the audit are missing" if line > head.line else ""
        return "; ".join(filter(None, (events, lines))) or "its last notes are missing"
    link = journal.link(n)
    if link is not None and link.proof != proof:
        return f"it is not the one that was written last: event {seq} was another"
    return ""


def _clock(mark: Mark) -> str:
    """How the wall's clock was set since the mark, as far as that can be told."""
    gone = time.time() - mark.wall
    since = mark.since
    if since is not None:
        return moved(gone - since)
    if gone < -STEP:
        return moved(gone)
    if gone > LONGEST_REST:
        return f"By the clock the table was off for {gone / 86400:.0f} days. Is that so?"
    return ""


def moved(by: float) -> str:
    """A step of the wall's clock in words; nothing where it is none."""
    if abs(by) <= STEP:
        return ""
    return f"The clock was set {'forward' if by > 0 else 'back'} by {span(by)}."


def span(seconds: float) -> str:
    """A time as people say it."""
    seconds = round(abs(seconds))
    for unit, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, seconds)} s"
