"""The keeper: kept first, told after; and told in order, however slow the broker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core import Batch
from controller.lamps import Beeps, Signal
from controller.records.journal import Journal
from controller.records.journal_rows import Entry, Outgoing
from controller.records.keeper import FOLD, Keeper
from controller.security.vault import Vault


class SlowTeller:
    """Takes a few rows, and more when some were delivered."""

    def __init__(self, journal: Journal, room: int = 10**9) -> None:
        self.taken, self.room = 0, room
        self.told: list[str] = []
        self.values: dict[str, bytes] = {}
        self._journal = journal

    def send(self, row: Outgoing) -> bool:
        assert row.row <= self._journal.outbox()[-1].row, "it was told before it was kept"
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
    for number in range(100):
        keeper.put(batch(str(number)))
        if number % 7 == 0:
            keeper.keep()
    keeper.keep()
    assert teller.told == [str(number) for number in range(100)]
    assert teller.values == {"state": b"99"}


def test_a_slow_broker_gets_all_in_order_from_the_journal(journal: Journal) -> None:
    teller = SlowTeller(journal, room=7)
    keeper = Keeper(journal, teller)
    for number in range(50):
        keeper.put(batch(str(number)))
        keeper.keep()
    assert len(teller.told) == 7
    assert journal.waiting == 50
    while len(teller.told) < 50:
        teller.room += 7
        keeper.delivered(teller.taken - 1)
        assert keeper.behind
        keeper.keep()
    assert not keeper.behind
    assert teller.told == [str(number) for number in range(50)]


def test_what_was_left_when_the_table_stopped_is_told_at_the_next_start(journal: Journal) -> None:
    journal.commit([batch("before").entry])
    teller = SlowTeller(journal)
    keeper = Keeper(journal, teller)
    keeper.put(batch("after"))
    keeper.keep()
    assert teller.told == ["before", "after"]


def test_of_several_signals_the_last_lamps_and_the_loudest_beeps_count(journal: Journal) -> None:
    shown: list[Signal] = []
    keeper = Keeper(journal, SlowTeller(journal), show=shown.append)
    keeper.put(Batch(Entry(), signal=Signal({"red": "fast"}, Beeps(3, 150))))
    keeper.put(Batch(Entry(), signal=Signal({"green": "on"}, Beeps(1, 600))))
    keeper.keep()
    assert shown == [Signal({"green": "on"}, Beeps(3, 150))]


def test_at_rest_the_log_is_folded_and_does_not_grow_any_more(
    journal: Journal, tmp_path: Path
) -> None:
    keeper = Keeper(journal, SlowTeller(journal))

    def busy_while() -> int:
        for number in range(FOLD):
            keeper.put(batch(str(number)))
            keeper.keep()
        assert not keeper.resting(), "something was kept a moment ago"
        assert keeper.resting()
        assert keeper.tidy() == ""
        return (tmp_path / "journal.sqlite-wal").stat().st_size

    first = busy_while()
    assert busy_while() <= first + 8192  # a page or two of chance
    assert not keeper.resting(), "there is nothing to tidy"


def test_rows_that_were_delivered_go_at_rest(journal: Journal) -> None:
    keeper = Keeper(journal, SlowTeller(journal))
    keeper.put(batch("one"))
    keeper.keep()
    keeper.delivered(1)
    assert journal.waiting == 1
    keeper.tidy()
    assert journal.waiting == 0


def test_a_journal_that_cannot_be_tidied_is_said_once_until_it_can(journal: Journal) -> None:
    said: list[str] = []
    keeper = Keeper(journal, SlowTeller(journal), trouble=said.append)
    keeper.tidied("no space")
    keeper.put(batch("kept all the same"))
    keeper.keep()
    keeper.tidied("no space")
    assert said == ["no space"]
    keeper.tidied("")
    assert said == ["no space", ""]
