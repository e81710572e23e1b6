"""How long the journal keeps: whole hands go, oldest first, and the table still comes back."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from controller.records import checkpoints, retention
from controller.records.journal import Answered, Entry, Journal, JournalReader
from controller.records.recovery import RecoveryError, oldest, recover
from controller.security.vault import Vault
from engine import saved
from engine.history import History
from tests.controller.journals import KEY, OPENED, entries, story

DAY = 86_400.0
HANDS = 12


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """Twelve hands, one a day, and the thirteenth running."""
    events, day = [], 0
    for event in story(HANDS):
        day += event["e"] == "hand"
        events.append({**event, "t": event["t"] + day * DAY})
    events += [{"t": (HANDS + 1) * DAY, "e": "hand"}]
    with Journal(path, Vault(KEY)) as journal:
        journal.commit(list(entries(History(), events)))
        yield journal


def evening(day: float) -> datetime:
    return OPENED + timedelta(days=day, hours=3)


def state(journal: JournalReader) -> str:
    return json.dumps(recover(journal).history.table.view("broadcast"))


def test_hands_older_than_so_many_days_go(journal: Journal) -> None:
    before = state(journal)
    assert retention.cut(journal, evening(12), days=5) == 6
    assert journal.numbers() == [13, 12, 11, 10, 9, 8, 7]
    assert state(journal) == before
    assert recover(journal).differs is None
    assert retention.cut(journal, evening(12), days=5) == 0


def test_all_that_is_left_follows_from_the_base(journal: Journal) -> None:
    retention.cut(journal, evening(12), days=5)
    start = oldest(journal)
    assert (start.seq + 1, start.history.opening["e"]) == (journal.first, "open")
    for record in journal.records():
        assert start.history.apply(record.event) == record.answers


def test_however_old_the_running_hand_stays(journal: Journal) -> None:
    assert retention.cut(journal, evening(1000), days=1) == HANDS
    assert journal.numbers() == [13]
    assert recover(journal).seq == journal.last


def test_a_journal_too_large_loses_hands_until_it_fits(journal: Journal, path: Path) -> None:
    size, before = journal.size, state(journal)
    assert retention.cut(journal, evening(12), size=size * 3 // 4) > 0
    assert journal.size <= size * 3 // 4
    assert journal.numbers()[0] == 13
    assert len(journal.numbers()) > 2
    assert state(journal) == before


def test_what_was_cut_goes_back_to_the_disk(journal: Journal, path: Path) -> None:
    with sqlite3.connect(path) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        retention.cut(journal, evening(1000), days=1)
        (left,) = db.execute("PRAGMA page_count").fetchone()
    assert left < pages


def test_the_audit_is_never_cut(journal: Journal, path: Path) -> None:
    with sqlite3.connect(path) as db:
        count = "SELECT count(*) FROM audit"
        before = db.execute(count).fetchone()
        retention.cut(journal, evening(1000), days=1)
        assert db.execute(count).fetchone() == before


def test_old_responses_go_with_their_hands(path: Path) -> None:
    played = list(entries(History(), story(6)))
    with Journal(path, Vault(KEY)) as journal:
        journal.commit([played[0], Entry(answered=Answered("of the first hand", "response", b""))])
        journal.commit([*played[1:], Entry(answered=Answered("of the last", "response", b""))])
        assert retention.cut(journal, evening(1000), days=1) == 4
        assert journal.response("of the first hand") is None
        assert journal.response("of the last") is not None


def test_nothing_is_cut_where_nothing_is_set(journal: Journal) -> None:
    assert retention.cut(journal, evening(1000)) == 0


def test_after_a_cut_the_base_of_other_software_is_taken(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = state(journal)
    retention.cut(journal, evening(12), days=5)
    monkeypatch.setattr(checkpoints, "version", lambda: "9.9.9+0123456789ab")
    assert state(journal) == before
    assert oldest(journal).seq + 1 == journal.first


def test_after_a_cut_a_base_of_a_later_version_says_what_to_do(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    retention.cut(journal, evening(12), days=5)
    monkeypatch.setattr(saved, "VERSION", saved.VERSION - 1)
    with pytest.raises(
        RecoveryError,
        match=r"of version 2, and this cutcard reads up to version 1: start the cutcard that wrote "
        r"it, or a newer one\. Or move the journal away: a new one begins",
    ):
        recover(journal)
