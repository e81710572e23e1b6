"""The journal: what was committed is there, all of it, once, and in order."""

from pathlib import Path
from typing import Any

import pytest

from controller.records.journal import (
    Answered,
    AuditEntry,
    Entry,
    Journal,
    JournalBusyError,
    JournalOrderError,
    JournalReader,
    Outgoing,
    Record,
    Release,
)
from controller.security.vault import Vault

AT = "2026-01-01T20:00:00Z"
KEY = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def opened(path: Path, **options: Any) -> Journal:
    return Journal(path, Vault(KEY), **options)


def record(seq: int, hand: int = 1, request_id: str | None = None, **fields: Any) -> Record:
    event = {"t": seq / 10, "e": "card", "card": "Ah", "zone": "seat:2", "face": "down", **fields}
    return Record(seq, seq / 10, AT, hand, event, [{"o": "expect", "what": "card"}], request_id)


def event_message(n: int) -> Outgoing:
    return Outgoing("cutcard/1/main/public/event", b'{"seq":%d}' % n)


def test_what_was_committed_is_read_back_after_a_restart(path: Path) -> None:
    with opened(path) as journal:
        journal.commit([Entry(record(1)), Entry(record(2, request_id="r-1"))])
    with opened(path) as journal:
        assert list(journal.records()) == [record(1), record(2, request_id="r-1")]
        assert list(journal.records(since=1)) == [record(2, request_id="r-1")]
        assert journal.last == 2


def test_long_journals_are_read_to_their_end(path: Path) -> None:
    with opened(path) as journal:
        journal.commit([Entry(record(seq)) for seq in range(1, 1202)])
        assert [kept.seq for kept in journal.records()] == list(range(1, 1202))


def test_an_event_out_of_order_is_refused_with_all_that_came_with_it(path: Path) -> None:
    with opened(path) as journal:
        journal.commit([Entry(record(1))])
        with pytest.raises(JournalOrderError, match="expected event 3, got event 4"):
            journal.commit([Entry(record(2), (event_message(2),)), Entry(record(4))])
        assert (journal.last, journal.outbox(), journal.waiting) == (1, [], 0)
        journal.commit([Entry(record(2))])
        assert journal.last == 2


def test_a_request_counts_once(path: Path) -> None:
    answered = Answered("r-1", "cutcard/1/main/response/dealer/act", b'{"id":"r-1","ok":true}')
    with opened(path) as journal:
        journal.commit([Entry(record(1, request_id="r-1"), answered=answered)])
    with opened(path) as journal:
        assert journal.response("r-1") == answered
        assert journal.response("r-2") is None
        with pytest.raises(JournalOrderError):
            journal.commit([Entry(record(2, request_id="r-1"))])
        with pytest.raises(JournalOrderError):
            journal.commit([Entry(answered=answered)])
        assert journal.last == 1


def test_messages_wait_in_order_until_they_are_delivered(path: Path) -> None:
    with opened(path) as journal:
        sent = journal.commit([Entry(messages=(event_message(1), event_message(2)))])
        sent += journal.commit([Entry(messages=(event_message(3),))])
        assert [message.payload for message in sent] == [b'{"seq":%d}' % n for n in (1, 2, 3)]
        assert journal.outbox() == sent
        assert journal.outbox(after=sent[0].row, limit=1) == [sent[1]]
        journal.delivered(sent[1].row)
    with opened(path) as journal:
        assert (journal.outbox(), journal.waiting) == ([sent[2]], 1)
        (later,) = journal.commit([Entry(messages=(event_message(4),))])
        assert later.row > sent[2].row


def test_a_broker_too_long_away_costs_the_oldest_events_and_no_response(path: Path) -> None:
    response = Outgoing("cutcard/1/main/response/dealer/act", b"{}")
    with opened(path, outbox_limit=5) as journal:
        journal.commit([Entry(messages=(response,))])
        for n in range(1, 8):
            journal.commit([Entry(messages=(event_message(n),))])
        left = [message.payload for message in journal.outbox()]
        assert left == [b"{}", *(b'{"seq":%d}' % n for n in (4, 5, 6, 7))]
        assert (journal.dropped, journal.waiting) == (3, 5)


def test_hands_wait_for_their_release_and_go_with_it(path: Path) -> None:
    early, late = Release(1, 1800.5, AT, b"sealed"), Release(2, 1900.0, AT, b"sealed too")
    with opened(path) as journal:
        journal.commit([Entry(releases=(late,)), Entry(releases=(early,))])
    with opened(path) as journal:
        assert journal.releases() == [early, late]
        journal.commit([Entry(released=(1,), messages=(event_message(1),))])
        assert journal.releases() == [late]


def test_the_desk_and_the_notes_are_the_last_ones_given(path: Path) -> None:
    with opened(path) as journal:
        assert (journal.desk(), journal.meta("session")) == (None, None)
        journal.commit([Entry(desk=b"one"), Entry(record(1), desk=b"two")])
        journal.note("session", "abc")
    with opened(path) as journal:
        assert (journal.desk(), journal.meta("session")) == (b"two", "abc")


def test_a_deal_and_the_list_of_deals(path: Path) -> None:
    with opened(path) as journal:
        kinds = ["hand", "card"] * 5
        deals = [record(seq, hand=(seq - 1) // 2, e=kinds[seq - 1]) for seq in range(1, 10)]
        journal.commit([Entry(deal) for deal in deals])
        assert [kept.seq for kept in journal.hand(2)] == [5, 6]
        assert journal.numbers() == [4, 3, 2, 1]
        assert journal.numbers(before=4, most=2) == [3, 2]


def test_one_journal_has_one_writer_and_any_readers(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(JournalBusyError):
            opened(path)
        with JournalReader(path, Vault(KEY)) as reader:
            journal.commit([Entry(record(1), audits=(AuditEntry(AT, "start"),))])
            assert [kept.seq for kept in reader.records()] == [1]
