"""How long the journal keeps: whole hands go, oldest first; the audit stays."""

from datetime import datetime, timedelta

from controller.records.journal import Journal


def cut(
    journal: Journal, now: datetime, *, days: int | None = None, size: int | None = None
) -> int:
    """Forget hands older than so many days, or until the journal is small enough; gives how many.

    It is cut at a checkpoint, as the state before the first event kept must be known; the running
    hand and those since the newest checkpoint always stay.
    """
    before = len(journal.numbers(most=journal.last))
    ends = journal.checkpoints_before(journal.last)
    if days is not None:
        oldest = now - timedelta(days=days)
        passed = [seq for seq, at in ends if datetime.fromisoformat(at) < oldest]
        if passed:
            journal.forget(passed[-1])
    if size is not None:
        for seq, _ in ends:
            if journal.size <= size:
                break
            journal.forget(seq)
    return before - len(journal.numbers(most=journal.last))
