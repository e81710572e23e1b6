"""The journal takes nothing, at the start or in mid-hand: the table waits, says so and goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.controller import brokers
from tests.controller.brokers import TOPICS, Mosquitto, wait_for
from tests.controller.raw_mqtt import RawClient
from tests.controller.table_process import TableProcess


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path) as broker:
        yield broker


@pytest.fixture
def table(tmp_path: Path, broker: Mosquitto) -> Iterator[TableProcess]:
    table = TableProcess(tmp_path, broker)
    table.start()
    try:
        yield table
    finally:
        table.kill()


@pytest.fixture
def floor(broker: brokers.Broker, table: TableProcess) -> Iterator[RawClient]:
    with RawClient(broker, "floor", name="a floor of its own") as floor:
        floor.subscribe(f"{TOPICS.root}/#")
        asks(floor, "health", "the table is served")
        yield floor


def sends(floor: RawClient, verb: str, name: str, **fields: Any) -> None:
    payload = msgspec.json.encode({"id": name, **fields})
    floor.publish(TOPICS.request("floor", verb).encode(), payload)


def asks(floor: RawClient, verb: str, name: str, **fields: Any) -> dict[str, Any]:
    said = b'"id":"%s"' % name.encode()
    ask = msgspec.json.encode({"id": name, **fields})
    topic = TOPICS.request("floor", verb).encode()
    told: dict[str, Any] = msgspec.json.decode(
        floor.answered(topic, ask, said, f"response/floor/{verb}")
    )
    return told


def begins_a_hand(floor: RawClient) -> None:
    for seat in (1, 2, 3):
        assert asks(floor, "sit", f"sit-{seat}", seat=seat, stack=200)["ok"]
    assert asks(floor, "hand", "hand", button=1)["ok"]


def shown(floor: RawClient, topic: str) -> dict[str, Any]:
    """What a topic said last."""
    told = [payload for where, payload in floor.heard if where == topic and payload]
    value: dict[str, Any] = msgspec.json.decode(told[-1]) if told else {}
    return value


def alerts(floor: RawClient) -> list[str]:
    told = [payload for where, payload in floor.heard if where == TOPICS.floor_alert]
    return [one["id"] for one in msgspec.json.decode(told[-1])["alerts"]] if told[-1] else []


def until(floor: RawClient, true: Any, what: str) -> None:
    def look() -> bool:
        floor.listen()
        while floor.listen(0.0):  # a thousand answers come at once
            pass
        return bool(true())

    wait_for(look, what)


def locks(folder: Path) -> sqlite3.Connection:
    """Somebody else writes the journal, and does not come to an end."""
    db = sqlite3.connect(folder / "journal.sqlite", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    return db


def test_a_full_disk_at_the_start_is_waited_for(table: TableProcess, floor: RawClient) -> None:
    assert table.end() == 0
    table.start(full_disk=True)
    floor.heard.clear()
    floor.until_heard(b"the disk takes no more", TOPICS.floor_alert)
    assert table.runs, table.log
    wait_for(lambda: "waiting" in table.log, "the log's word of it")
    table.disk_is_full(False)
    assert asks(floor, "health", "there is room")["ok"]
    until(floor, lambda: not alerts(floor), "the alert to be over")
    assert "Traceback" not in table.log


def test_a_locked_journal_at_the_start_is_waited_for(
    tmp_path: Path, table: TableProcess, floor: RawClient
) -> None:
    assert table.end() == 0
    with closing(locks(tmp_path)):
        table.start()
        floor.heard.clear()
        floor.until_heard(b"locked", TOPICS.floor_alert)
        assert table.runs, table.log
    assert asks(floor, "health", "it is free")["ok"]
    until(floor, lambda: not alerts(floor), "the alert to be over")


def test_a_new_table_on_a_full_disk_begins_when_there_is_room(
    tmp_path: Path, broker: Mosquitto
) -> None:
    table = TableProcess(tmp_path, broker)
    with RawClient(broker, "floor") as floor:
        floor.subscribe(f"{TOPICS.root}/#")
        table.start()
        asks(floor, "health", "decks and all are there")
        assert table.end() == 0
        for path in tmp_path.glob("journal*"):
            path.unlink()
        table.start(full_disk=True)
        try:
            wait_for(lambda: "waiting" in table.log, "it to wait")
            table.disk_is_full(False)
            assert asks(floor, "health", "there is room")["ok"]
        finally:
            table.kill()


def test_in_mid_hand_the_screens_go_on_and_say_that_nothing_is_kept(
    table: TableProcess, floor: RawClient
) -> None:
    begins_a_hand(floor)
    table.disk_is_full()
    sends(floor, "look", "unkept", seat=1)
    floor.until_heard(b'"journal"', TOPICS.floor_alert)
    for card, seat in zip(("Ah", "Kd", "Qs", "Jc", "Th", "9d"), (2, 3, 1) * 2, strict=True):
        table.lands(card, f"seat:{seat}")
    until(
        floor,
        lambda: shown(floor, TOPICS.dealer_expect).get("say") == "Seat 1 to act, 2 to call",
        "the screen to follow the cards",
    )
    assert shown(floor, TOPICS.dealer_expect)["kept"] is False
    until(floor, lambda: shown(floor, TOPICS.public_state)["kept"] is False, "the mark")
    assert not any(
        b'"e":"card"' in payload for topic, payload in floor.heard if topic == TOPICS.public_event
    ), "what is not kept is no event yet"
    table.disk_is_full(False)
    until(floor, lambda: shown(floor, TOPICS.public_state)["kept"] is True, "it is kept")
    until(floor, lambda: shown(floor, TOPICS.dealer_expect)["kept"] is True, "it is kept")
    until(floor, lambda: not alerts(floor), "the alert to be over")
    until(floor, lambda: shown(floor, TOPICS.public_event)["seq"] == 12, "all the events")
    seqs = [
        msgspec.json.decode(payload)["seq"]
        for topic, payload in floor.heard
        if topic == TOPICS.public_event
    ]
    assert seqs == list(range(1, len(seqs) + 1)), "each once, and in order"


def test_a_journal_that_somebody_locks_in_mid_hand_holds_up_no_screen(
    tmp_path: Path, table: TableProcess, floor: RawClient
) -> None:
    begins_a_hand(floor)
    with closing(locks(tmp_path)):
        table.lands("Ah", "seat:2")
        until(
            floor,
            lambda: shown(floor, TOPICS.dealer_expect).get("say") == "Card to seat 3",
            "the screen to follow the card",
        )
        assert shown(floor, TOPICS.dealer_expect)["kept"] is False
    until(floor, lambda: shown(floor, TOPICS.dealer_expect)["kept"] is True, "it is kept")


def test_requests_repeated_on_a_full_disk_are_done_once_and_wedge_nothing(
    table: TableProcess, floor: RawClient
) -> None:
    begins_a_hand(floor)
    first = shown(floor, TOPICS.public_event)["seq"]
    table.disk_is_full()
    sends(floor, "call", "called", why="a bet")
    floor.until_heard(b'"journal"', TOPICS.floor_alert)
    names = [f"look-{number}" for number in range(1020)]
    for number, name in enumerate(names, first + 1):
        if (number - first) % 2:
            sends(floor, "look", name, seat=1)
        else:
            sends(floor, "undo", name)  # no deal has more than 400 words at a time
        if number % 50 == 0:  # no faster than they are taken
            until(floor, lambda n=number: shown(floor, TOPICS.public_state)["seq"] >= n, "its turn")
    for name in names[:6:2]:
        sends(floor, "look", name, seat=1)
    sends(floor, "call", "called", why="a bet")
    floor.heard.clear()
    table.disk_is_full(False)
    until(floor, lambda: "journal" not in alerts_or(floor), "it keeps again")
    assert asks(floor, "look", "after", seat=1)["seq"] == first + len(names) + 1
    assert asks(floor, "look", names[0], seat=1)["seq"] == first + 1
    table.kill()
    table.start()
    assert asks(floor, "health", "after a restart")["ok"]


def alerts_or(floor: RawClient) -> list[str]:
    """The alerts open; the journal's as long as nothing was heard."""
    told = any(where == TOPICS.floor_alert for where, _ in floor.heard)
    return alerts(floor) if told else ["journal"]
