"""The embedded broker: four holes that amqtt has and this has not, and nothing beyond loopback."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from amqtt.broker import Broker as Amqtt
from amqtt.contexts import Action, BrokerConfig
from amqtt.plugins.base import BaseTopicPlugin

from controller.mqtt.acl import Acl
from controller.mqtt.embedded_broker import EmbeddedBroker, EmbeddedBrokerError
from tests.controller.brokers import HOST, TABLE, TOPICS, Person, free_port, running

ACL = Acl([TABLE])
PASSWORDS = dict.fromkeys(ACL.users, "a word")
END = b"that was all"


class Receiving(BaseTopicPlugin):  # type: ignore[misc]  # amqtt says nothing of its types
    """The ACL as amqtt means it to be used: asked at each delivery."""

    async def topic_filtering(
        self, *, session: Any = None, topic: str | None = None, action: Action | None = None
    ) -> bool:
        return action != Action.RECEIVE or ACL.allows(session.username, "read", topic or "")


class Plain(EmbeddedBroker):
    """amqtt as it comes, with plugins of its own making."""

    def __init__(self, plugins: dict[str, Any]) -> None:
        super().__init__(ACL, PASSWORDS)
        self.passwords = PASSWORDS
        self._plugins = {"amqtt.plugins.authentication.AnonymousAuthPlugin": {}, **plugins}

    def _make(self, config: BrokerConfig) -> Amqtt:
        return Amqtt(BrokerConfig(listeners=config.listeners, plugins=self._plugins))


class Ours(EmbeddedBroker):
    def __init__(self) -> None:
        super().__init__(ACL, PASSWORDS)
        self.passwords = PASSWORDS


@contextmanager
def started(broker: Plain | Ours) -> Iterator[Plain | Ours]:
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


def to_the_end(broker: Plain | Ours, listener: Person) -> set[str]:
    """All topics but status that the listener heard of until the controller's last word."""
    listener.subscribe(TOPICS.status)
    with Person(broker, "controller") as controller:
        controller.say(TOPICS.status, END)
    listener.until_heard(END)
    return listener.topics() - {TOPICS.status}


def heard_by_one_who_subscribed_to_nothing(broker: Plain | Ours) -> set[str]:
    with started(broker), Person(broker, "floor") as floor, Person(broker, "controller") as table:
        floor.subscribe(TOPICS.floor_health)
        table.say(TOPICS.floor_health, retain=True)
        floor.until_heard(b"said")
        with Person(broker, "display") as display:
            return to_the_end(broker, display)


def test_first_hole_on_connecting_one_gets_what_others_subscribed_to() -> None:
    assert heard_by_one_who_subscribed_to_nothing(Plain({})) == {TOPICS.floor_health}
    assert heard_by_one_who_subscribed_to_nothing(Ours()) == set()


def heard_below_the_level_that_was_given(broker: Plain | Ours) -> set[str]:
    with started(broker), Person(broker, "display") as display:
        display.subscribe(f"{TOPICS.root}/#")
        with Person(broker, "controller") as table:
            table.say(TOPICS.floor_log)
        return to_the_end(broker, display)


@pytest.mark.filterwarnings("ignore:The 'acl' option")  # the new name is not taken by its Config
def test_second_hole_the_right_to_one_level_lets_one_subscribe_to_all_below() -> None:
    one_level = {"display": [f"{TOPICS.root}/+"]}
    plugin = "amqtt.plugins.topic_checking.TopicAccessControlListPlugin"
    plain = Plain({plugin: {"acl": one_level}})
    assert heard_below_the_level_that_was_given(plain) == {TOPICS.floor_log}
    assert heard_below_the_level_that_was_given(Ours()) == set()


def heard_of_what_was_kept(broker: Plain | Ours) -> set[str]:
    with started(broker), Person(broker, "controller") as table:
        table.say(TOPICS.floor_health, retain=True)
        with Person(broker, "floor") as floor:  # what he hears is kept by now
            floor.subscribe(TOPICS.floor_health)
            floor.until_heard(b"said")
        with Person(broker, "display") as display:
            display.subscribe("#")
            return to_the_end(broker, display)


def test_third_hole_retained_messages_pass_by_the_filter() -> None:
    plugin = f"{__name__}.{Receiving.__name__}"
    assert heard_below_the_level_that_was_given(Plain({plugin: {}})) == set(), "the filter works"
    assert heard_of_what_was_kept(Plain({plugin: {}})) == {TOPICS.floor_health}
    assert heard_of_what_was_kept(Ours()) == set()


def heard_of_a_will(broker: Plain | Ours, role: str, topic: str) -> set[str]:
    with started(broker), Person(broker, "floor") as floor:
        floor.subscribe(f"{TOPICS.root}/#")
        Person(broker, role, will=topic).vanish()
        with Person(broker, "controller") as table:
            table.subscribe(TOPICS.requests)
            Person(broker, "dealer", will=TOPICS.request("dealer", "act")).vanish()
            table.until_heard(b"a will")  # so the first who vanished has been noticed as well
        return to_the_end(broker, floor)


@pytest.mark.filterwarnings("ignore:The 'acl' option")  # as above
def test_fourth_hole_a_will_is_carried_out_where_its_maker_may_not_speak() -> None:
    plugin = "amqtt.plugins.topic_checking.TopicAccessControlListPlugin"
    publishers = {"controller": ["cutcard/#"]}
    subscribers = {"floor": ["#"], "controller": ["#"]}
    plain = Plain({plugin: {"publish_acl": publishers, "acl": subscribers}})
    assert TOPICS.info in heard_of_a_will(plain, "display", TOPICS.info)
    assert heard_of_a_will(Ours(), "display", TOPICS.info) == set()
    assert heard_of_a_will(Ours(), "controller", TOPICS.info) == {TOPICS.info}


def test_a_stranger_with_anothers_client_name_does_not_end_his_session(tmp_path: Path) -> None:
    with running("embedded", tmp_path) as broker, Person(broker, "floor", name="desk") as floor:
        floor.subscribe("#")
        for role, word in (("floor", "guessed"), ("display", broker.passwords["display"])):
            with Person(broker, role, password=word, name="desk"):
                pass
        with Person(broker, "controller") as table:
            table.say(TOPICS.floor_log, END)
        floor.until_heard(END)


def test_messages_come_in_the_order_in_which_they_were_said(tmp_path: Path) -> None:
    with running("embedded", tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe("#")
        with Person(broker, "controller") as table:
            for number in range(500):
                table.say(TOPICS.public_event, str(number).encode())
        display.until_heard(b"499")
        assert [int(one.payload) for one in display.heard] == list(range(500))


def test_ten_megabytes_and_rubbish_on_the_port_disturb_nobody(tmp_path: Path) -> None:
    with running("embedded", tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe("#")
        with socket.create_connection((HOST, broker.port)) as rude:
            rude.sendall(bytes(range(256)) * 40)
        with Person(broker, "dealer") as dealer:
            dealer.say(TOPICS.request("dealer", "act"), bytes(10_000_000))
        with Person(broker, "controller") as table:
            table.say(TOPICS.public_event, END)
        display.until_heard(END)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "::", "table.example", ""])
def test_it_listens_to_this_machine_only(host: str) -> None:
    with pytest.raises(EmbeddedBrokerError, match="loopback"):
        EmbeddedBroker(ACL, PASSWORDS, host=host)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(EmbeddedBrokerError, match=str(port)):
            EmbeddedBroker(ACL, PASSWORDS, port=port, websocket_port=free_port()).start()


@pytest.mark.slow
def test_who_listens_over_websockets_for_half_a_minute_is_not_sent_away(tmp_path: Path) -> None:
    with (
        running("embedded", tmp_path) as broker,
        Person(broker, "display", transport="websockets") as display,
        Person(broker, "controller") as table,
    ):
        display.subscribe("#")
        time.sleep(25.0)  # a websocket's own ping comes after twenty
        table.say(TOPICS.info, END)
        display.until_heard(END)
