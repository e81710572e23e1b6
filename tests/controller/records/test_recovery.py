"""Coming back: the same table, from a checkpoint or from the first event."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.records import checkpoints
from controller.records.journal import Journal, JournalDamagedError
from controller.records.recovery import RecoveryError, newest, oldest, recover
from controller.security.vault import Vault
from engine.history import History
from engine.showdown import award
from engine.views import ROLES
from tests.controller.journals import KEY, entries, story


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def played(path: Path) -> Iterator[tuple[Journal, History]]:
    """Five hands and a few events of the sixth, with checkpoints after the second and fourth."""
    history, events = History(), story(6)[:-9]
    with Journal(path, Vault(KEY)) as journal:
        journal.commit(list(entries(history, events)))
        yield journal, history


def seen(history: History) -> str:
    return json.dumps([history.table.view(role) for role in ROLES])


def test_the_table_comes_back_in_the_middle_of_the_hand(played: tuple[Journal, History]) -> None:
    journal, history = played
    back = recover(journal)
    assert (back.seq, back.differs, back.why) == (journal.last, None, "")
    assert seen(back.history) == seen(history)
    assert back.history.table.expected == history.table.expected


def test_it_starts_from_the_newest_checkpoint(played: tuple[Journal, History]) -> None:
    journal, _ = played
    start = newest(journal)
    assert next(journal.records(since=start.seq - 1)).hand == 4
    assert oldest(journal).seq == 0


def test_what_could_be_undone_before_can_be_undone_after(played: tuple[Journal, History]) -> None:
    journal, history = played
    undo = {"t": 10_000, "e": "undo"}
    assert recover(journal).history.apply(undo) == history.apply(undo)


@pytest.mark.parametrize("column", ["sealed", "version"])
def test_a_checkpoint_that_cannot_be_read_costs_time_and_nothing_else(
    played: tuple[Journal, History], path: Path, column: str
) -> None:
    journal, history = played
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE checkpoint SET {column} = substr({column}, 2)")
    back = recover(journal)
    assert back.why
    assert (back.seq, back.differs) == (journal.last, None)
    assert seen(back.history) == seen(history)


def test_a_checkpoint_of_other_software_is_where_the_table_starts(
    played: tuple[Journal, History], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, history = played
    usual = newest(journal).seq
    monkeypatch.setattr(checkpoints, "version", lambda: "9.9.9+0123456789ab")
    assert newest(journal).seq == usual > 0
    back = recover(journal)
    assert (back.why, back.differs) == ("", None)
    assert seen(back.history) == seen(history)


def test_chips_that_were_paid_stay_paid_though_the_rules_have_changed(
    played: tuple[Journal, History], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = played
    before = newest(journal).history.table.seats
    monkeypatch.setattr(award, "_give", lambda *_: None)  # nobody is paid any more
    start = newest(journal)
    assert start.history.table.seats == before
    assert start.differs == start.seq
    assert recover(journal).differs == start.seq


def test_an_answer_that_would_be_another_today_is_named_by_its_event(
    path: Path, played: tuple[Journal, History]
) -> None:
    journal, history = played
    (entry,) = entries(history, [{"t": 9000, "e": "tick"}], journal.last)
    assert entry.record is not None
    entry.record.answers.append({"o": "expect", "what": "tea"})
    journal.commit([entry])
    assert recover(journal).differs == journal.last


def test_a_changed_event_is_refused_by_name(played: tuple[Journal, History], path: Path) -> None:
    journal, _ = played
    with sqlite3.connect(path) as db:
        db.execute("UPDATE record SET hand = 99 WHERE seq = 100")
    with pytest.raises(JournalDamagedError, match="event 100 was changed since it was written"):
        list(journal.records())


def test_an_event_put_in_anothers_place_is_refused(
    played: tuple[Journal, History], path: Path
) -> None:
    journal, _ = played
    with sqlite3.connect(path) as db:
        db.execute("UPDATE record SET sealed = (SELECT sealed FROM record WHERE seq = 5)")
    with pytest.raises(JournalDamagedError, match="event 1 "):
        list(journal.records())


def test_a_journal_without_its_beginning_and_without_a_checkpoint_says_so(
    played: tuple[Journal, History], path: Path
) -> None:
    journal, _ = played
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM record WHERE seq < 50")
        db.execute("DELETE FROM checkpoint")
    with pytest.raises(RecoveryError, match="expected a checkpoint before event 50, got none"):
        recover(journal)
