"""Streams: a snapshot first, then what changes; a page that lags begins afresh."""

import asyncio
import json
from typing import Any

import msgspec
import pytest

from controller.messages import Alerts
from controller.mqtt.client import BrokerState, MqttSettings
from controller.mqtt.topics import ROOT
from controller.web.gateway import Gateway
from controller.web.pages import PAGES
from controller.web.streams import BACKLOG, Stream
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS, Person
from tests.controller.web.screens import Screens, Visitor


def gateway(role: str = "floor") -> Gateway:
    """A gateway that is told by hand what it hears."""
    return Gateway(role, MqttSettings(username=role))


def hear(line: Gateway, branch: str, value: object, table: str = TABLE) -> None:
    payload = value if isinstance(value, bytes) else msgspec.json.encode(value)
    line._took(f"{ROOT}/{table}/{branch}", payload, False)


def told(stream: Stream) -> list[tuple[str, Any]]:
    """What the page is sent next."""
    events = []
    for block in stream._next().decode().strip().split("\n\n"):
        name, data = block.split("\n")
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


def test_a_page_is_first_told_everything_that_it_may_hear() -> None:
    line = gateway()
    hear(line, "status", b"online")
    hear(line, "public/state", {"seq": 3})
    hear(line, "floor/health", {"seq": 3})
    hear(line, "public/event", {"seq": 3, "event": {}})
    ((name, board),) = told(Stream(PAGES["board"], "", line, {"role": "display"}))
    assert (name, board["table"], board["role"]) == ("snapshot", TABLE, "display")
    assert board["tables"][TABLE]["values"] == {"status": "online", "public/state": {"seq": 3}}
    assert board["tables"][TABLE]["events"] == [{"seq": 3, "event": {}}]
    ((_, floor),) = told(Stream(PAGES["floor"], "", line, {}))
    assert "floor/health" in floor["tables"][TABLE]["values"]


def test_then_it_is_told_what_changes_of_its_own_table() -> None:
    line = gateway()
    hear(line, "public/state", {"seq": 1})
    board, floor = (Stream(PAGES[page], TABLE, line, {}) for page in ("board", "floor"))
    line.listeners |= {board, floor}
    told(board), told(floor)
    hear(line, "public/state", {"seq": 2})
    hear(line, "floor/health", {"seq": 2})
    hear(line, "public/event", {"seq": 2})  # a floor of forty tables is not sent each event
    hear(line, "public/state", {"seq": 9}, table="other")
    assert [data["value"] for _, data in told(board)] == [{"seq": 2}, {"seq": 2}]
    assert [data["table"] for _, data in told(floor)] == [TABLE, TABLE, "other"]
    assert told(board)[0][0] == "tick"


def test_a_page_that_lags_gets_a_snapshot_instead_of_all_it_missed() -> None:
    line = gateway()
    hear(line, "public/state", {"seq": 0})
    stream = Stream(PAGES["board"], TABLE, line, {})
    line.listeners.add(stream)
    told(stream)
    for seq in range(BACKLOG + 10):
        hear(line, "public/state", {"seq": seq})
    ((name, data),) = told(stream)
    assert name == "snapshot"
    assert data["tables"][TABLE]["values"]["public/state"] == {"seq": BACKLOG + 9}
    hear(line, "public/state", {"seq": 1000})
    assert told(stream)[0][1]["value"] == {"seq": 1000}


def test_a_page_without_a_table_comes_again_when_one_speaks() -> None:
    line = gateway()
    stream = Stream(PAGES["board"], "", line, {})
    line.listeners.add(stream)
    assert told(stream)[0][1]["tables"] == {}
    hear(line, "status", b"online")
    assert stream._over
    assert told(Stream(PAGES["board"], "", line, {}))[0][1]["table"] == TABLE


def test_the_broker_s_state_reaches_the_page() -> None:
    line = gateway()
    stream = Stream(PAGES["board"], TABLE, line, {})
    line.listeners.add(stream)
    told(stream)
    line._say(BrokerState("lost"))
    assert told(stream) == [("broker", {"word": "lost", "detail": ""})]


@pytest.mark.parametrize(
    ("branch", "payload"),
    [
        ("public/state", b"not JSON"),
        ("public/state", b"[1]"),
        ("public/state", b'{"a": 1}\n\nevent: snapshot\ndata: {}'),
        ("status", "öffline".encode()),
        ("public/state", b'"' + b"x" * (5 << 20) + b'"'),
    ],
)
def test_what_is_no_payload_never_reaches_a_page(branch: str, payload: bytes) -> None:
    line = gateway()
    hear(line, branch, payload)
    assert line.tables == {}


def test_a_line_break_in_a_payload_cannot_end_the_event() -> None:
    line = gateway()
    stream = Stream(PAGES["board"], TABLE, line, {})
    line.listeners.add(stream)
    told(stream)
    hear(line, "public/state", b'{"name":\n"a\\nb",\r\n"seq": 1}')
    ((name, data),) = told(stream)
    assert (name, data["value"]["name"]) == ("heard", "a\nb")


def test_after_the_broker_was_away_what_is_not_said_again_is_gone() -> None:
    async def away() -> Gateway:
        line = gateway()
        line._loop = asyncio.get_running_loop()
        hear(line, "status", b"online")
        hear(line, "dealer/alert", {"alerts": [1]})
        hear(line, "public/state", {"seq": 1})
        line._subscribed()  # it is back, and the alert was acknowledged meanwhile
        hear(line, "public/state", {"seq": 2})
        assert "dealer/alert" in line.tables[TABLE].values, "not before the table has spoken"
        hear(line, "status", b"online")
        await asyncio.sleep(1.2)
        return line

    kept = asyncio.run(away()).tables[TABLE].values
    assert sorted(kept) == ["public/state", "status"]


def test_a_cleared_alert_is_cleared_on_the_page(screens: Screens, broker: brokers.Broker) -> None:
    visitor = Visitor(screens.address)
    visitor.log_in("dealer")
    waiting = visitor.streams("/dealer/stream")
    assert waiting.until_named("snapshot")["table"] == ""
    alerts = Alerts(boot="", seq=1, t=0.0, at="", alerts=[])
    with Person(broker, "controller", name="somebody") as table:
        table.say(TOPICS.status, b"online", retain=True)
        waiting.until_over()  # a page comes again when there is a table to be told of
        stream = visitor.streams("/dealer/stream")
        assert stream.until_named("snapshot")["table"] == TABLE
        table.say(TOPICS.dealer_alert, msgspec.json.encode(alerts), retain=True)
        table.say(TOPICS.dealer_alert, b"", retain=True)
        stream.until(
            lambda events: [
                data["value"] for name, data in events
                if name == "heard" and data["branch"] == "dealer/alert"
            ][-1:] == [None],
            "the alert to be cleared",
        )  # fmt: skip
        table.say(TOPICS.status, b"", retain=True)
