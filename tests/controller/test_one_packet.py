"""One packet never takes the table off the air: not as it comes, and not after any restart."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from controller.records.journal_reader import outbox_context
from controller.security.vault import Vault
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS, Mosquitto
from tests.controller.raw_mqtt import RawClient
from tests.controller.table_process import TableProcess

LONGEST_TOPIC = 65_535  # bytes that MQTT allows


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
def floor(broker: brokers.Broker) -> Iterator[RawClient]:
    with RawClient(broker, "floor", name="a floor of its own") as floor:
        floor.subscribe(f"{TOPICS.root}/#")
        yield floor


def answers(floor: RawClient, name: str) -> None:
    """The table is served: it answers what the floor asks."""
    topic, ask = TOPICS.request("floor", "health").encode(), msgspec.json.encode({"id": name})
    floor.answered(topic, ask, b'"id":"%s"' % name.encode(), "response/floor/health")


def longest(role: str) -> bytes:
    start = TOPICS.request(role, "").encode()
    return start + b"x" * (LONGEST_TOPIC - len(start))


@pytest.mark.parametrize("role", ["dealer", "floor", "display"])
def test_the_longest_topic_is_refused_and_the_table_goes_on(
    role: str, broker: brokers.Broker, table: TableProcess, floor: RawClient
) -> None:
    answers(floor, "before")
    with RawClient(broker, role) as hostile:
        hostile.publish(longest(role), b'{"id": "long"}')
        answers(floor, "after")
        table.kill()
        table.start()
        answers(floor, "after a restart")
    assert all(len(topic) < 200 for topic, _ in floor.heard), "what is answered is bounded"
    assert "Traceback" not in table.log


def test_a_refusal_of_a_long_verb_is_heard_by_who_asked(
    broker: brokers.Broker, table: TableProcess, floor: RawClient
) -> None:
    answers(floor, "before")
    with RawClient(broker, "dealer") as dealer:
        dealer.subscribe(f"{TOPICS.root}/response/dealer/#")
        dealer.publish(longest("dealer"), b'{"id": "long"}')
        said = msgspec.json.decode(dealer.until_heard(b'"id":"long"'))
    assert not said["ok"]
    assert said["error"]["expected"] == "a verb that is known"


def journal(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "journal.sqlite", isolation_level=None)


def left_by_the_code_before(folder: Path) -> None:
    """Rows that no line takes, as an older controller left them, with an honest one behind."""
    with closing(journal(folder)) as db:
        db.execute("DROP TABLE IF EXISTS dead_letter")
        (last,) = db.execute("SELECT coalesce(max(row), 0) FROM outbox").fetchone()
        long = TOPICS.response("dealer", "x" * (LONGEST_TOPIC + 1))
        rows = [
            (last + 1, long, b'{"id": "long"}', 0),
            (last + 2, TOPICS.response("floor", "act"), bytes(17 * 1024 * 1024), 0),
            (last + 3, TOPICS.response("floor", "a/+/b"), b'{"id": "wild"}', 0),
            (last + 4, TOPICS.response("floor", "act"), b'{"id":"honest"}', 0),
        ]
        vault = Vault.open(folder / "table.key").named(TABLE)
        for row, topic, payload, retain in rows:
            proof = vault.proof(outbox_context(row, topic, payload, bool(retain)))
            written = (row, topic, payload, retain, proof)
            db.execute("INSERT INTO outbox VALUES (?, ?, ?, ?, ?)", written)


def test_rows_that_no_broker_takes_are_laid_aside_and_the_rest_go_on(
    tmp_path: Path, broker: brokers.Broker, table: TableProcess, floor: RawClient
) -> None:
    answers(floor, "before")
    assert table.end() == 0
    left_by_the_code_before(tmp_path)
    table.start()
    floor.until_heard(b'"id":"honest"', "response/floor/act")
    alert = floor.until_heard(b'"dead-letter"', "floor/alert")
    assert b"could not be published" in alert
    answers(floor, "after")
    table.kill()
    table.start()
    answers(floor, "after a restart")
    assert table.end() == 0
    with closing(journal(tmp_path)) as db:
        laid = db.execute("SELECT length(topic), length(payload), why FROM dead_letter").fetchall()
        assert db.execute("SELECT count(*) FROM outbox").fetchone() == (0,)
    assert len(laid) == 3
    assert all(why for _, _, why in laid)
    assert laid[1][1] == 17 * 1024 * 1024, "what it was is kept whole"
    assert "Traceback" not in table.log


def test_the_floor_takes_notice_of_what_was_laid_aside(
    tmp_path: Path, broker: brokers.Broker, table: TableProcess, floor: RawClient
) -> None:
    answers(floor, "before")
    assert table.end() == 0
    left_by_the_code_before(tmp_path)
    table.start()
    floor.until_heard(b'"dead-letter"', "floor/alert")
    answers(floor, "after")
    ask = b'{"id": "seen", "alert": "dead-letter"}'
    floor.heard.clear()
    floor.publish(TOPICS.request("floor", "acknowledge").encode(), ask)
    floor.until_heard(b'"ok":true', "response/floor/acknowledge")
    while [payload for topic, payload in floor.heard if topic == TOPICS.floor_alert][-1:] != [b""]:
        floor.listen()  # it is over, and stays so
