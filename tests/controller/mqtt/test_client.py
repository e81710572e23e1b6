"""The table's line to the broker: a real broker goes, comes back empty, refuses, hangs."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from controller.mqtt.acl import Acl
from controller.mqtt.client import LONGEST, BrokerState, Listener, Mqtt, MqttSettings, RawRequest
from tests.controller.brokers import (
    BROKERS,
    HOST,
    PATIENCE,
    TABLE,
    TOPICS,
    Mosquitto,
    Person,
    free_port,
    running,
    settings,
    wait_for,
)
from tests.controller.certificates import certify
from tests.controller.mqtt.test_delivery import Row
from tests.firmware_bridge.crowded import crowded

BACK_WITHIN = 3.0  # seconds from the broker's return to the retained topics


class Table:
    """A line to the broker, and all that came of it."""

    def __init__(self, settings: MqttSettings) -> None:
        self.states: list[BrokerState] = []
        self.asked: list[RawRequest] = []
        self.delivered = 0
        self._news = threading.Condition()
        self.mqtt = Mqtt(settings, TOPICS, Listener(self._asked, self._delivered, self._state))

    def __enter__(self) -> "Table":
        self.mqtt.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.mqtt.stop()

    def say(self, first: int, last: int) -> None:
        for number in range(first, last + 1):
            assert self.mqtt.send(Row(number, TOPICS.public_event, str(number).encode()))

    def until(self, true: Callable[[], bool], what: str) -> None:
        with self._news:
            assert self._news.wait_for(true, PATIENCE), f"waited in vain for {what}: {self.states}"

    def until_state(self, word: str) -> BrokerState:
        self.until(lambda: self.mqtt.state.word == word, word)
        return self.mqtt.state

    def _asked(self, request: RawRequest) -> None:
        with self._news:
            self.asked.append(request)
            self._news.notify_all()

    def _delivered(self, upto: int) -> None:
        with self._news:
            assert upto > self.delivered
            self.delivered = upto
            self._news.notify_all()

    def _state(self, state: BrokerState) -> None:
        with self._news:
            self.states.append(state)
            self._news.notify_all()


def numbers(person: Person) -> list[int]:
    return [int(one.payload) for one in person.heard if one.topic == TOPICS.public_event]


@pytest.mark.parametrize("kind", BROKERS)
def test_rows_arrive_in_order_and_are_reported_delivered(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe("#")
        with Table(settings(broker)) as table:
            table.say(1, 300)
            table.until(lambda: table.delivered == 300, "all to be delivered")
            display.until(lambda: len(numbers(display)) == 300, "all")
            assert numbers(display) == list(range(1, 301))
            assert table.mqtt.waiting == 0


@pytest.mark.parametrize("kind", BROKERS)
def test_a_broker_that_comes_back_empty_gets_all_that_is_retained_and_all_that_waited(
    kind: str, tmp_path: Path
) -> None:
    with running(kind, tmp_path) as broker, Table(settings(broker)) as table:
        with Person(broker, "display") as before:
            before.subscribe("#")
            table.mqtt.publish_retained(TOPICS.info, b"info")
            table.mqtt.publish_retained(TOPICS.public_state, b"old")
            table.say(1, 100)
            before.until(lambda: len(numbers(before)) == 100, "the first rows")
        table.until(lambda: table.delivered == 100, "the word of it")
        broker.stop()
        table.until_state("unreachable")
        table.mqtt.publish_retained(TOPICS.public_state, b"new")
        table.say(101, 400)
        broker.start()
        came_back = time.monotonic()
        with Person(broker, "display") as after:
            after.subscribe("#")
            topics = {TOPICS.info, TOPICS.public_state, TOPICS.status}
            after.until(lambda: topics <= after.topics(), "what is retained")
            assert time.monotonic() - came_back < BACK_WITHIN
            table.until(lambda: table.delivered == 400, "the rest")
        values = {one.topic: one.payload for one in after.heard if one.topic in topics}
        assert values == {
            TOPICS.info: b"info", TOPICS.public_state: b"new", TOPICS.status: b"online"
        }  # fmt: skip


def test_a_display_that_stays_hears_every_row_in_order_through_a_broker_that_falls_over(
    tmp_path: Path,
) -> None:
    with running("mosquitto", tmp_path) as broker, Table(settings(broker)) as table:
        heard: list[int] = []
        for turn in range(4):
            with Person(broker, "display") as display:
                display.subscribe("#")
                table.say(turn * 200 + 1, turn * 200 + 150)
                display.until(lambda: len(numbers(display)) > 20, "some rows")
                broker.stop()  # in the middle of it
                heard += numbers(display)
            table.say(turn * 200 + 151, turn * 200 + 200)
            broker.start()
            table.until(lambda: table.delivered == turn * 200 + 200, "all")  # noqa: B023  (as above)
        steps = [after - before for before, after in pairwise(heard)]
        assert heard[0] == 1
        assert max(heard) <= 800
        assert all(step <= 1 or step > 20 for step in steps), "gaps only while nobody listened"


def test_a_broker_that_stands_still_gets_the_latest_value_and_every_row(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as broker, Table(settings(broker)) as table:
        assert isinstance(broker, Mosquitto)
        with Person(broker, "display") as display:
            display.subscribe("#")
            table.until_state("connected")
            os.kill(broker.pid, signal.SIGSTOP)
            try:
                for number in range(1, 501):
                    table.say(number, number)
                    table.mqtt.publish_retained(TOPICS.public_state, str(number).encode())
                assert table.mqtt.waiting == 500
            finally:
                os.kill(broker.pid, signal.SIGCONT)
            display.until(lambda: numbers(display)[-1:] == [500], "the rows")
            display.until(lambda: display.heard[-1].payload == b"500", "the value")
            assert numbers(display) == list(range(1, 501))
            values = [one for one in display.heard if one.topic == TOPICS.public_state]
            assert len(values) < 10


def test_when_memory_is_full_rows_stay_in_the_journal_until_some_arrived(tmp_path: Path) -> None:
    broker = BROKERS["mosquitto"](tmp_path, Acl([TABLE]))
    with Table(settings(broker, window=5, most=20)) as table:
        sent = [table.mqtt.send(Row(number, TOPICS.public_event)) for number in range(1, 31)]
        assert sent == [True] * 20 + [False] * 10
        assert table.mqtt.taken == 20
        broker.start()
        table.until(lambda: table.delivered >= 10, "room")
        table.say(21, 30)
        table.until(lambda: table.delivered == 30, "the rest")
        broker.stop()


def test_a_value_that_did_not_change_is_told_once(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe("#")
        with Table(settings(broker)) as table:
            for value in (b"1", b"1", b"1"):
                table.mqtt.publish_retained(TOPICS.public_state, value)
                table.until_state("connected")
            table.say(1, 1)
            display.until(lambda: numbers(display) == [1], "the row")
        assert [one.topic for one in display.heard].count(TOPICS.public_state) == 1


@pytest.mark.parametrize("kind", BROKERS)
def test_a_request_is_handed_on_and_one_that_is_too_long_only_by_its_length(
    kind: str, tmp_path: Path
) -> None:
    with running(kind, tmp_path) as broker, Table(settings(broker)) as table:
        table.until_state("connected")
        with Person(broker, "dealer") as dealer:
            dealer.say(TOPICS.request("dealer", "act"), b"{")
            dealer.say(TOPICS.request("dealer", "act"), bytes(LONGEST))
            dealer.say(TOPICS.request("dealer", "undo"), bytes(10_000_000))
            dealer.say(TOPICS.request("dealer", "a/b"), b"left out: no verb has a stroke")
            dealer.say(TOPICS.request("dealer", "cut"), b"")
        table.until(lambda: len(table.asked) == 4, "the requests")
        assert table.asked == [
            RawRequest("dealer", "act", b"{", 1),
            RawRequest("dealer", "act", bytes(LONGEST), LONGEST),
            RawRequest("dealer", "undo", b"", 10_000_000),
            RawRequest("dealer", "cut", b"", 0),
        ]
        assert [one.too_long for one in table.asked] == [False, False, True, False]


def test_a_request_from_another_hour_is_left_out(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as broker, Person(broker, "dealer") as dealer:
        dealer.say(TOPICS.request("dealer", "act"), b"old", retain=True)
        with Table(settings(broker)) as table:
            table.until_state("connected")
            dealer.say(TOPICS.request("dealer", "act"), b"new")
            table.until(lambda: bool(table.asked), "the new one")
            assert [one.payload for one in table.asked] == [b"new"]


def test_the_table_is_online_while_it_runs_and_offline_when_it_stopped(tmp_path: Path) -> None:
    with running("mosquitto", tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe(TOPICS.status)
        with Table(settings(broker)):
            display.until_heard(b"online")
        display.until_heard(b"offline")


CHILD = """
import sys, time
from controller.mqtt.client import Listener, Mqtt, MqttSettings
from controller.mqtt.topics import Topics
port, word, table, *client_id = sys.argv[1:]
known = {"client_id": client_id[0]} if client_id else {}
settings = MqttSettings(port=int(port), username="controller", password=word, **known)
Mqtt(settings, Topics(table), Listener(print)).start()
time.sleep(60)
"""


@pytest.mark.parametrize("kind", BROKERS)
def test_the_broker_says_offline_for_a_controller_that_was_killed(
    kind: str, tmp_path: Path
) -> None:
    with running(kind, tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe(TOPICS.status)
        word = broker.passwords["controller"]
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(broker.port), word, TABLE])
        display.until_heard(b"online")
        child.kill()
        child.wait()
        display.until_heard(b"offline")


@pytest.mark.parametrize("kind", BROKERS)
def test_a_controller_that_takes_over_is_online_in_the_end(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as broker, Person(broker, "display") as display:
        display.subscribe(TOPICS.status)
        word = broker.passwords["controller"]
        known = "of the journal"
        said = [str(broker.port), word, TABLE, known]
        child = subprocess.Popen([sys.executable, "-c", CHILD, *said])
        try:
            display.until_heard(b"online")
            os.kill(child.pid, signal.SIGSTOP)  # as after a power cut: the line is not closed
            with Table(settings(broker, client_id=known)):
                display.until(lambda: len(display.heard) == 3, "the new one to be online")
                words = [one.payload for one in display.heard]
                assert words == [b"online", b"offline", b"online"]
        finally:
            child.kill()
            child.wait()


@pytest.mark.parametrize("kind", BROKERS)
def test_a_wrong_password_is_told_and_the_table_goes_on(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as broker, Table(settings(broker, password="no")) as table:
        state = table.until_state("wrong password")
        assert "password file" in state.detail
        assert "no" not in state.detail.split()
        table.say(1, 3)
        assert table.mqtt.waiting == 3


def test_a_broker_that_is_not_there_is_told_and_found_when_it_comes(tmp_path: Path) -> None:
    broker = BROKERS["mosquitto"](tmp_path, Acl([TABLE]))
    with Table(settings(broker)) as table:
        assert "is the broker running" in table.until_state("unreachable").detail
        broker.start()
        table.until_state("connected")
        broker.stop()
        table.until(lambda: [one.word for one in table.states].count("unreachable") == 2, "it")
    words = [one.word for one in table.states]
    assert words == ["unreachable", "connected", "lost", "unreachable", "stopped"]


@pytest.mark.parametrize("host", ["table.invalid", "no such host", "x" * 300])
def test_a_host_that_cannot_be_is_told(host: str) -> None:
    with Table(MqttSettings(host=host)) as table:
        table.until_state("unreachable")


@contextmanager
def listening(answer: bytes) -> Iterator[int]:
    """Something on a port that says one thing to everybody who comes, or nothing."""
    with socket.create_server((HOST, 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:  # closed: the test is over
                    return
                lines.append(line)
                if answer:
                    line.recv(1000)
                    line.sendall(answer)

        lines: list[socket.socket] = []
        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    ("answer", "word", "detail"),
    [
        (b"\x20\x02\x00\x01", "refused", "MQTT 3.1.1"),
        (b"\x20\x02\x00\x02", "refused", "table's name"),
        (b"\x20\x02\x00\x03", "refused", "not ready"),
        (b"\x20\x02\x00\x04", "wrong password", "password file"),
        (b"\x20\x02\x00\x05", "wrong password", "ACL"),
        (b"\x20\x02\x00\x63", "refused", "does not let us in"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "unreachable", "is it MQTT?"),
        (b"", "unreachable", "does not answer"),
    ],
)
def test_whatever_a_broker_answers_the_table_says_what_to_do(
    answer: bytes, word: str, detail: str
) -> None:
    with listening(answer) as port, Table(MqttSettings(port=port, connect_within=0.3)) as table:
        assert detail in table.until_state(word).detail


def test_a_broker_that_lets_the_controller_hear_no_requests_is_told(tmp_path: Path) -> None:
    connack, suback = b"\x20\x02\x00\x00", b"\x90\x03\x00\x01\x80"
    with listening(connack + suback) as port, Table(MqttSettings(port=port)) as table:
        assert "ACL" in table.until_state("refused").detail


def test_tls_lets_in_with_the_right_ca_and_says_what_is_wrong_otherwise(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with running("mosquitto", tmp_path) as broker:
        assert isinstance(broker, Mosquitto)
        right = settings(broker, port=broker.tls_port, tls=True, ca=broker.ca)
        with Table(right) as table, Person(broker, "display") as display:
            display.subscribe("#")
            table.until_state("connected")
            table.say(1, 200)
            display.until(lambda: numbers(display) == list(range(1, 201)), "the rows")
        for wrong, detail in (
            (replace(right, ca=certify(tmp_path / "other")), "check the certificate"),
            (replace(right, ca=None), "check the certificate"),
            (replace(right, host="localhost"), "check the certificate"),
            (replace(right, ca=tmp_path / "none.crt"), "none.crt"),
            (replace(right, ca=tmp_path / "acl"), "acl"),
            (replace(right, port=broker.port, connect_within=0.5), ""),
        ):
            with Table(wrong) as table:
                table.until(lambda: bool(table.states), "a word")
                assert table.states[0].word in ("tls", "unreachable")
                assert detail in table.states[0].detail


def test_it_stops_at_once_while_it_waits_for_a_broker() -> None:
    with Table(MqttSettings(port=free_port(), retry_first=60, retry_most=60)) as table:
        table.until_state("unreachable")


def test_what_is_handed_over_after_the_end_does_no_harm() -> None:
    with Table(MqttSettings(port=free_port())) as table:
        table.until_state("unreachable")
    table.say(1, 1)
    table.mqtt.publish_retained(TOPICS.info, b"late")
    assert table.mqtt.waiting == 1, "the journal still has it"


def test_a_broker_that_is_long_in_answering_does_not_make_the_watchdog_bark() -> None:
    slow = 3.0
    with listening(b"") as port:
        calling = MqttSettings(port=port, tls=True, connect_within=slow)
        with Table(calling) as table:
            late = [0.0]

            def told() -> bool:
                late.append(time.monotonic() - table.mqtt.ticked)
                return bool(table.states)

            wait_for(told, "a word")
            assert max(late) < slow - 0.5


def test_a_process_with_a_thousand_open_files_still_reaches_the_broker(tmp_path: Path) -> None:
    with (
        running("mosquitto", tmp_path) as broker,
        crowded(),
        Table(settings(broker)) as table,
    ):
        table.until_state("connected")
        table.say(1, 3)
        table.until(lambda: table.delivered == 3, "all to be delivered")
