"""The journal's thread: kept first, told after; and told in order, however slow the broker."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core import Batch
from controller.journal import Journal
from controller.journal_rows import Entry, Outgoing
from controller.keeper import Keeper
from controller.lamps import Beeps, Signal
from controller.vault import Vault
from tests.controller.brokers import wait_for


class SlowTeller:
    """Takes a few rows, and more when some were delivered."""

    def __init__(self, journal: Journal, room: int = 10**9) -> None:
        self.taken, self.room = 0, room
        self.told: list[str] = []
        self.values: dict[str, bytes] = {}
        self._journal = journal
        self._lock = threading.Lock()

    def send(self, row: Outgoing) -> bool:
        assert row.row <= self._journal.outbox()[-1].row, "it was told before it was kept"
        with self._lock:
            if row.row <= self.taken:
                return True
            if not self.room:
                return False
            self.room -= 1
            self.taken = row.row
            self.told.append(row.topic)
            return True

    def publish_retained(self, topic: str, payload: bytes) -> None:
        self.values[topic] = payload


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite", Vault(bytes(32))) as journal:
        yield journal


def batch(name: str) -> Batch:
    return Batch(Entry(messages=(Outgoing(name, b"said"),)), {"state": name.encode()})


def test_what_is_told_has_been_kept_and_of_each_value_the_latest_stays(journal: Journal) -> None:
    teller = SlowTeller(journal)
    keeper = Keeper(journal, teller)
    keeper.start()
    for number in range(100):
        keeper.put(batch(str(number)))
    keeper.stop()
    assert teller.told == [str(number) for number in range(100)]
    assert teller.values == {"state": b"99"}


def test_a_slow_broker_gets_all_in_order_from_the_journal(journal: Journal) -> None:
    teller = SlowTeller(journal, room=7)
    keeper = Keeper(journal, teller)
    keeper.start()
    for number in range(50):
        keeper.put(batch(str(number)))
    wait_for(lambda: len(teller.told) == 7 and journal.waiting == 50, "the first ones")
    while len(teller.told) < 50:
        count = len(teller.told)
        teller.room += 7
        keeper.delivered(teller.taken - 1)
        wait_for(lambda count=count: len(teller.told) >= min(50, count + 7), "more")  # type: ignore[misc]
    keeper.stop()
    assert teller.told == [str(number) for number in range(50)]


def test_what_was_left_when_the_table_stopped_is_told_at_the_next_start(journal: Journal) -> None:
    journal.commit([batch("before").entry])
    teller = SlowTeller(journal)
    keeper = Keeper(journal, teller)
    keeper.start()
    keeper.put(batch("after"))
    keeper.stop()
    assert teller.told == ["before", "after"]


def test_of_several_signals_the_last_lamps_and_the_loudest_beeps_count(journal: Journal) -> None:
    shown: list[Signal] = []
    keeper = Keeper(journal, SlowTeller(journal), show=shown.append)
    keeper.put(Batch(Entry(), signal=Signal({"red": "fast"}, Beeps(3, 150))))
    keeper.put(Batch(Entry(), signal=Signal({"green": "on"}, Beeps(1, 600))))
    keeper.start()
    keeper.stop()
    assert shown == [Signal({"green": "on"}, Beeps(3, 150))]
