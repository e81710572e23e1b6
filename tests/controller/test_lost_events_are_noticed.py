"""What was acknowledged and is gone is noticed, and said with a number; never is that "ok"."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller import daemon
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured, console
from tests.controller.stranger import Stranger
from tests.controller.table_process import TableProcess

EVENTS = 13  # the table opens, and twelve times somebody adds chips


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker:
        yield broker


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "table"
    folder.mkdir()
    return folder


@pytest.fixture
def floor(broker: brokers.Broker) -> Iterator[Console]:
    with console(broker, "floor") as floor:
        yield floor


def killed_after_some_events(folder: Path, broker: brokers.Broker, floor: Console) -> TableProcess:
    table = TableProcess(folder, broker)
    table.start()
    floor.until_shown(TOPICS.public_state, bool, "the table")
    for number in range(1, EVENTS):
        assert floor.asks("sit", seat=number % 3 + 1, stack=100)["ok"]
    assert floor.shows(TOPICS.public_event)["seq"] == EVENTS
    table.kill()
    return table


def alert(floor: Console, name: str = "loss") -> dict[str, Any]:
    """The open alert of that name, waited for."""
    found: list[dict[str, Any]] = []

    def is_there(it: dict[str, Any]) -> bool:
        found[:] = [one for one in it.get("alerts", []) if one["id"] == name]
        return bool(found)

    floor.until_shown(TOPICS.floor_alert, is_there, f"the alert {name}")
    return found[0]


def deletes_everything(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def deletes_the_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def cuts_the_log(path: Path) -> None:
    wal = path.with_name(f"{path.name}-wal")
    os.truncate(wal, wal.stat().st_size // 2)


def zeroes_the_log(path: Path) -> None:
    wal = path.with_name(f"{path.name}-wal")
    wal.write_bytes(bytes(wal.stat().st_size))


def events_left(folder: Path) -> int:
    """What a copy of the files still holds, by SQLite alone."""
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    if not (copy / "journal.sqlite").exists():
        return 0
    with closing(sqlite3.connect(copy / "journal.sqlite")) as db:
        try:
            (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM record").fetchone()
        except sqlite3.OperationalError:  # not even the table is left
            return 0
    return int(last)


LOSSES: dict[str, Callable[[Path], None]] = {
    "the journal is deleted": deletes_everything,
    "SQLite's log is deleted": deletes_the_log,
    "half of SQLite's log is gone": cuts_the_log,
    "SQLite's log is zeroed": zeroes_the_log,
}


@pytest.mark.parametrize("loss", LOSSES)
def test_how_much_is_missing_is_said(
    loss: str, folder: Path, broker: brokers.Broker, floor: Console
) -> None:
    table = killed_after_some_events(folder, broker, floor)
    LOSSES[loss](folder / "journal.sqlite")
    left = events_left(folder)
    table.start()
    said = alert(floor)
    assert said["severity"] == "stop"
    if left < EVENTS:
        assert f"{EVENTS - left} events are missing, {left + 1} to {EVENTS}" in said["text"]
    else:  # SQLite had folded the events in, and not what came after them
        assert "missing" in said["text"]
    assert floor.asks("acknowledge", alert="loss")["ok"]
    table.kill()


def test_a_journal_zeroed_waits_for_who_can_mend_it(
    folder: Path, broker: brokers.Broker, floor: Console
) -> None:
    table = killed_after_some_events(folder, broker, floor)
    path = folder / "journal.sqlite"
    deletes_the_log(path)
    path.write_bytes(bytes(max(path.stat().st_size, 4096)))
    table.start()
    floor.until_shown(TOPICS.floor_alert, lambda it: "is damaged" in str(it), "the damage")
    assert table.runs
    table.kill()


def test_a_start_after_a_loss_says_it_once(
    folder: Path, broker: brokers.Broker, floor: Console
) -> None:
    table = killed_after_some_events(folder, broker, floor)
    deletes_the_log(folder / "journal.sqlite")
    table.start()
    alert(floor)
    assert floor.asks("acknowledge", alert="loss")["ok"]
    floor.until_alerts()
    table.kill()
    boots = len({one["boot"] for one in floor.told(TOPICS.public_state)})
    table.start()
    floor.person.until(
        lambda: len({one["boot"] for one in floor.told(TOPICS.public_state)}) > boots, "a boot"
    )
    assert floor.asks("sit", seat=1, stack=5)["ok"]
    assert not floor.shows(TOPICS.floor_alert)
    table.kill()


def test_journal_and_mark_deleted_together_are_noticed_by_the_broker(
    folder: Path, broker: brokers.Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "HEALTH_EVERY", 0.2)
    path = folder / "journal.sqlite"
    with Stranger(broker, "floor") as floor:
        with Served(configured(folder), broker):
            for number in range(1, EVENTS):
                assert floor.asks("sit", seat=number % 3 + 1, stack=100)["ok"]
            floor.until(lambda: floor.last("anchor").get("seq") == EVENTS, "the anchor")
        deletes_everything(path)
        path.with_name(f"{path.name}.mark").unlink()
        path.touch()  # else the test's broker forgets
        with Served(configured(folder), broker):
            said = "by what the broker remembers"
            floor.until(lambda: said in str(floor.last("floor/alert")), said)
            assert f"to {EVENTS}" in str(floor.last("floor/alert"))


def test_a_file_deleted_under_the_running_table_is_written_anew(
    folder: Path, broker: brokers.Broker, floor: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "HEALTH_EVERY", 0.2)
    path = folder / "journal.sqlite"
    with Served(configured(folder), broker) as table:
        floor.sits()
        deletes_everything(path)
        assert floor.asks("sit", seat=4, stack=100)["ok"]
        said = alert(floor, "journal-file")
        assert "deleted or replaced" in said["text"]
        assert floor.asks("sit", seat=5, stack=100)["ok"]
        assert [record.event["seat"] for record in table.records[1:]] == [1, 2, 3, 4, 5]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM record").fetchone() == (6,)


def test_a_file_put_in_its_place_is_kept_aside(
    folder: Path, broker: brokers.Broker, floor: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "HEALTH_EVERY", 0.2)
    path = folder / "journal.sqlite"
    with Served(configured(folder), broker) as table:
        floor.sits()
        shutil.copyfile(path, folder / "other")
        (folder / "other").replace(path)
        alert(floor, "journal-file")
        time.sleep(0.3)
        assert floor.asks("sit", seat=4, stack=100)["ok"]
        assert len(table.records) == 5
    assert list(folder.glob("journal.sqlite.stranger-*"))


def test_a_mark_that_is_gone_or_spoilt_is_said(
    folder: Path, broker: brokers.Broker, floor: Console
) -> None:
    table = killed_after_some_events(folder, broker, floor)
    mark = folder / "journal.sqlite.mark"
    mark.write_bytes(bytes(1024))
    table.start()
    assert "whether events are missing cannot be told" in alert(floor)["text"]
    table.kill()
