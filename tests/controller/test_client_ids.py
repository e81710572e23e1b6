"""Nobody throws the table off the broker by taking its client id: there is no knowing it."""

import sqlite3
from pathlib import Path

from tests.controller import brokers
from tests.controller.brokers import wait_for
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess

NAMES = ("main", "cutcard", "cutcard-main", "controller", "cutcard-controller", "cutcard/1/main")


def statuses(person: Stranger) -> list[bytes]:
    return [payload for topic, payload in person.heard if topic == f"{TABLE}/status"]


def client_ids(log: Path) -> list[str]:
    """Under which id the controller came to the broker, each time, by the broker's own log."""
    lines = log.read_text().splitlines()
    came = [line for line in lines if "New client connected" in line and "u'controller'" in line]
    return [line.split(" as ", 1)[1].split(" (", 1)[0] for line in came]


def test_a_screen_that_takes_the_tables_name_silences_nothing(tmp_path: Path) -> None:
    with brokers.running("mosquitto", tmp_path) as broker, Stranger(broker, "floor") as floor:
        table = TableProcess(tmp_path, broker)
        table.start()
        try:
            floor.until(lambda: b"online" in statuses(floor), "the table")
            for name in NAMES:
                with Stranger(broker, "display", client_id=name) as thief:
                    assert floor.asks("health")["ok"]
                    thief.until(lambda one=thief: bool(one.last("public/state")), "the state")  # type: ignore[misc]  # mypy does not type a lambda's default
            assert statuses(floor) == [b"online"]
        finally:
            table.kill()


def test_the_id_is_drawn_once_for_a_journal_and_lies_in_no_topic(tmp_path: Path) -> None:
    with brokers.running("mosquitto", tmp_path) as broker, Stranger(broker, "floor") as floor:
        table = TableProcess(tmp_path, broker)
        for starts in (1, 2):
            table.start()
            wait_for(
                lambda starts=starts: len(client_ids(tmp_path / "mosquitto.log")) == starts,  # type: ignore[misc]  # as above
                "the controller at the broker",
            )
            floor.until(lambda: statuses(floor)[-1:] == [b"online"], "the table")
            table.kill()
            floor.until(lambda: statuses(floor)[-1:] == [b"offline"], "the broker's word")
        first, second = client_ids(tmp_path / "mosquitto.log")
        assert first == second and len(first) == 22 and int(first, 16)
        assert not any(first.encode() in payload for _, payload in floor.heard)
        with sqlite3.connect(tmp_path / "journal.sqlite") as db:
            (row,) = db.execute("SELECT value FROM meta WHERE name = 'client id'")
            assert row[0] == first.encode()


def test_two_tables_have_two_ids(tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        with brokers.running("mosquitto", folder) as broker:
            table = TableProcess(folder, broker)
            table.start()
            log = folder / "mosquitto.log"
            wait_for(lambda log=log: bool(client_ids(log)), "the controller at the broker")  # type: ignore[misc]  # as above
            table.kill()
            found += client_ids(log)
    assert len(set(found)) == 2
