"""Somebody with a password asks as fast as the line takes it: the table goes on for the others."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.controller import brokers
from tests.controller.brokers import TOPICS, Mosquitto
from tests.controller.raw_mqtt import RawClient
from tests.controller.table_process import TableProcess

MEGABYTES = 150  # a table at rest has about 70


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
        assert ask(floor, "floor", "health", "the table is served")["ok"]
        yield floor


@pytest.fixture
def dealer(broker: brokers.Broker) -> Iterator[RawClient]:
    with RawClient(broker, "dealer", name="a dealer of its own") as dealer:
        dealer.subscribe(f"{TOPICS.root}/response/dealer/#")
        yield dealer


def ask(who: RawClient, role: str, verb: str, name: str, **fields: Any) -> dict[str, Any]:
    """Ask, and give the next answer to it."""
    who.heard.clear()
    payload = msgspec.json.encode({"id": name, **fields})
    said = b'"id":"%s"' % name.encode()
    topic = TOPICS.request(role, verb).encode()
    told: dict[str, Any] = msgspec.json.decode(
        who.answered(topic, payload, said, f"response/{role}/{verb}")
    )
    return told


def floods(who: RawClient, role: str, verb: str, times: int, **fields: Any) -> None:
    for number in range(times):
        payload = msgspec.json.encode({"id": f"flood-{number}", **fields})
        who.publish(TOPICS.request(role, verb).encode(), payload)


def alerts(floor: RawClient) -> list[dict[str, Any]]:
    """Those open, as the floor heard them last."""
    told = [payload for topic, payload in floor.heard if topic == TOPICS.floor_alert]
    if not told or not told[-1]:
        return []
    shown: list[dict[str, Any]] = msgspec.json.decode(told[-1])["alerts"]
    return shown


def test_a_thousand_calls_leave_the_table_served(
    table: TableProcess, floor: RawClient, dealer: RawClient
) -> None:
    floods(dealer, "dealer", "call", 1000, why="x" * 500)
    assert ask(floor, "floor", "health", "in the flood")["ok"]
    floor.until_heard(b"flood-dealer", TOPICS.floor_alert)
    assert ask(dealer, "dealer", "call", "after the flood")["id"] == "after the flood"
    assert ask(floor, "floor", "health", "after the flood")["ok"]
    assert all(len(payload) < 64 * 1024 for _, payload in floor.heard)
    assert table.megabytes < MEGABYTES
    assert "Traceback" not in table.log


def test_so_many_calls_are_open_and_the_next_is_refused_in_words(
    floor: RawClient, dealer: RawClient
) -> None:
    told = [ask(dealer, "dealer", "call", f"call-{n}", why="a bet") for n in range(30)]
    assert told[0]["ok"] and not told[-1]["ok"]
    assert told[-1]["error"]["got"] == "20 calls that are open"
    floor.until_heard(b"call-20", TOPICS.floor_alert)
    taken = ask(floor, "floor", "acknowledge", "noticed", alert="call-1")
    assert taken["ok"]
    assert ask(dealer, "dealer", "call", "there is room again")["ok"]


def test_ten_thousand_looks_hold_up_nobody_else(
    broker: brokers.Broker, table: TableProcess, floor: RawClient, dealer: RawClient
) -> None:
    for seat in (1, 2, 3):
        assert ask(floor, "floor", "sit", f"sit-{seat}", seat=seat, stack=200)["ok"]
    assert ask(floor, "floor", "live", "live", on=True)["ok"]
    with RawClient(broker, "broadcast", name="station") as station:
        station.subscribe(f"{TOPICS.root}/response/broadcast/#")
        assert ask(station, "broadcast", "live", "live too", on=True)["ok"]
    assert ask(floor, "floor", "hand", "hand")["ok"]
    floods(dealer, "dealer", "look", 10_000, seat=1)
    assert ask(floor, "floor", "health", "in the flood")["ok"]
    assert table.megabytes < MEGABYTES
    assert "stuck" not in table.log


def test_a_request_that_comes_again_is_answered_the_same(
    table: TableProcess, floor: RawClient
) -> None:
    first = ask(floor, "floor", "sit", "one", seat=1, stack=200)
    assert first["ok"] and ask(floor, "floor", "sit", "one", seat=1, stack=200) == first
    table.kill()
    table.start()
    assert ask(floor, "floor", "sit", "one", seat=1, stack=200) == first


def test_an_id_that_comes_again_with_another_request_is_refused(
    table: TableProcess, floor: RawClient
) -> None:
    assert ask(floor, "floor", "sit", "one", seat=1, stack=200)["ok"]

    def refused() -> None:
        for verb, fields in (
            ("sit", {"seat": 2, "stack": 200}), ("sit", {"seat": 1, "stack": 9999}),
            ("leave", {"seat": 1}), ("call", {"why": "a bet"}),
        ):  # fmt: skip
            told = ask(floor, "floor", verb, "one", **fields)
            assert not told["ok"], "what was never done is not answered as done"
            assert told["error"]["got"] == "the id of another request"

    refused()
    assert table.end() == 0  # else answers are published twice
    table.start()
    assert ask(floor, "floor", "health", "it is back")["ok"]
    refused()
    assert ask(floor, "floor", "sit", "two", seat=2, stack=200)["ok"], "it was not done before"


def test_lists_and_words_of_a_request_have_their_bounds(floor: RawClient) -> None:
    for verb, fields, named in (
        ("chips", {"seat": 1, "chips": [25] * 3000}, "chips"),
        ("chips", {"seat": 1, "chips": [25], "said": "x" * 3000}, "said"),
        ("register", {"decks": ["red"] * 300}, "decks"),
        ("show", {"seat": 1, "cards": ["Ah"] * 300}, "cards"),
    ):
        told = ask(floor, "floor", verb, named, **fields)
        assert told["error"]["expected"].startswith(f"{named}:"), told
