"""What Home Assistant shows of a table, read with its own template language."""

import json
from typing import Any

import jinja2
import msgspec
import pytest

from controller.messages import Health, PublicState, ReaderHealth
from controller.mqtt.acl import Acl
from controller.mqtt.homeassistant import ENTITIES, PREFIX, ROLE, discovery
from controller.mqtt.topics import Topics
from tests.engine.dealer import Dealer

TOPICS = Topics("main")
STAMP: dict[str, Any] = {"boot": "b", "seq": 1, "t": 0.0, "at": ""}
CONFIGS = {topic: json.loads(payload) for topic, payload in discovery(TOPICS, "0.1.0")}


def shown(key: str, payload: bytes) -> str:
    """What its dashboard would say."""
    (config,) = (one for one in CONFIGS.values() if one["unique_id"] == f"cutcard_main_{key}")
    value = payload.decode()
    template = jinja2.Environment(autoescape=True).from_string(config["value_template"])
    return template.render(value=value, value_json=json.loads(value) if value else None)


def state(dealer: Dealer) -> bytes:
    view = dealer.table.view("public")
    return msgspec.json.encode(PublicState(hand=1, state=view, **STAMP))


def test_before_the_first_deal_the_table_waits() -> None:
    payload = state(Dealer("hilton", 3))
    words = [shown(key, payload) for key in ("table", "street", "pot")]
    assert words == ["waiting", "none", "0"]


def test_during_a_deal_it_shows_the_street_and_the_pot() -> None:
    dealer = Dealer("hilton", 3)
    dealer.hand()
    words = [shown(key, state(dealer)) for key in ("table", "pot")]
    assert words == ["playing", "3"]
    while dealer.step():
        pass
    assert shown("table", state(dealer)) == "waiting"


def test_an_alert_is_on_while_one_is_open() -> None:
    assert shown("alert", b'{"alerts": [{}]}') == "ON"
    assert shown("alert", b"") == "OFF"


def test_readers_that_are_not_well_are_counted() -> None:
    readers = [ReaderHealth("seats", "ok"), ReaderHealth("shoe", "silent")]
    payload = msgspec.json.encode(Health(readers=readers, hands_hour=31.5, **STAMP))
    assert shown("reader_problems", payload) == "1"
    assert shown("hands_hour", payload) == "31.5"


def test_what_is_announced_may_be_said_by_the_controller_and_read_by_home_assistant() -> None:
    acl = Acl([TOPICS.table], home_assistant=PREFIX)
    assert len(CONFIGS) == len(ENTITIES)
    for topic, config in CONFIGS.items():
        assert acl.allows("controller", "write", topic)
        for wanted in (topic, config["state_topic"], config["availability_topic"]):
            assert acl.allows(ROLE.name, "read", wanted)


@pytest.mark.parametrize("table", ["main", "a.b", "T-1_x"])
def test_names_are_such_as_home_assistant_takes(table: str) -> None:
    for topic, payload in discovery(Topics(table), "0.1.0", "ha"):
        prefix, _, node, key, last = topic.split("/")
        assert (prefix, last) == ("ha", "config")
        assert f"{node}{key}".replace("_", "").replace("-", "").isalnum()
        assert json.loads(payload)["state_topic"].startswith(f"cutcard/1/{table}/")
