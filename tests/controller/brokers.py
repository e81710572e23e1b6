"""Real brokers on free loopback ports, with the table's users and ACL, and people who log in."""

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from controller.mqtt.acl import Acl
from controller.mqtt.client import MqttSettings
from controller.mqtt.embedded_broker import EmbeddedBroker
from controller.mqtt.roles import CONTROLLER
from controller.mqtt.topics import Topics
from tests.controller.certificates import certify
from tests.controller.ports import HOST as HOST
from tests.controller.ports import free_port as free_port

TABLE = "main"
TOPICS = Topics(TABLE)
PATIENCE = 20.0  # seconds; how long a loaded machine may take for what happens at once
SHIPPED = Path(__file__).parents[2] / "deploy" / "mosquitto" / "cutcard.conf"
Transport = Literal["tcp", "websockets"]
TRANSPORTS: tuple[Transport, ...] = ("tcp", "websockets")


class Broker(Protocol):
    """What the tests know of a broker: it starts empty, stops, and has a user for each role."""

    port: int
    websocket_port: int
    passwords: dict[str, str]

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Mosquitto:
    """Debian's mosquitto with the configuration that is shipped, on ports of its own."""

    def __init__(self, folder: Path, acl: Acl) -> None:
        self.port, self.websocket_port, self.tls_port = free_port(), free_port(), free_port()
        self.passwords = {user: f"the {user}'s word" for user in acl.users}
        self.ca = certify(folder)
        self._config = folder / "mosquitto.conf"
        self._log = folder / "mosquitto.log"
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "acl").write_text(str(acl))
        users = folder / "users"
        users.write_text("".join(f"{user}:{word}\n" for user, word in self.passwords.items()))
        subprocess.run([_find("mosquitto_passwd"), "-U", str(users)], check=True)
        shipped = SHIPPED.read_text().replace("/etc/mosquitto/cutcard", str(folder))
        for listener, port in (
            ("1883 127.0.0.1", self.port),
            ("9001 127.0.0.1", self.websocket_port),
            ("8883", self.tls_port),
            ("8884", free_port()),
        ):
            line = f"listener {listener}\n"
            assert line in shipped
            shipped = shipped.replace(line, f"listener {port} {HOST}\n")
        # Where root runs the tests mosquitto must stay root to read the test's folder.
        self._config.write_text(f"user root\npersistence false\n{shipped}")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [_find("mosquitto"), "-c", str(self._config)], stdout=log, stderr=log
            )
        ports = (self.port, self.websocket_port)
        wait_for(lambda: all(map(_answers, ports)), f"mosquitto to start: {self._log.read_text()}")
        assert self._process.poll() is None, f"mosquitto ended: {self._log.read_text()}"

    def stop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


class Embedded:
    """The embedded broker in the same shape."""

    def __init__(self, folder: Path, acl: Acl) -> None:
        self.port, self.websocket_port = free_port(), free_port()
        self.passwords = {user: f"the {user}'s word" for user in acl.users}
        self._acl = acl
        self._broker: EmbeddedBroker | None = None

    def start(self) -> None:
        self._broker = EmbeddedBroker(
            self._acl, self.passwords, port=self.port, websocket_port=self.websocket_port
        )
        self._broker.start()

    def stop(self) -> None:
        assert self._broker is not None
        self._broker.stop()


BROKERS: dict[str, Callable[[Path, Acl], Broker]] = {"mosquitto": Mosquitto, "embedded": Embedded}


@contextmanager
def running(kind: str, folder: Path, acl: Acl | None = None) -> Iterator[Broker]:
    """A broker for as long as it is needed."""
    broker = BROKERS[kind](folder, acl or Acl([TABLE]))
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


def settings(broker: Broker, **changes: Any) -> MqttSettings:
    """How the controller gets in."""
    usual = MqttSettings(
        port=broker.port, username=CONTROLLER, password=broker.passwords[CONTROLLER]
    )
    return replace(usual, **changes)


class Heard(NamedTuple):
    """A message as a person got it."""

    topic: str
    payload: bytes
    retain: bool


class Person:
    """Somebody at the broker in a role, who writes down all that he hears."""

    def __init__(
        self,
        broker: Broker,
        role: str,
        *,
        transport: Transport = "tcp",
        password: str | None = None,
        name: str = "",
        will: str = "",
        comes_back: bool = False,
    ) -> None:
        self.heard: list[Heard] = []
        self.refused = ""
        self._news = threading.Condition()
        self._granted: dict[int, bool] = {}
        self._filters: tuple[str, ...] = ()
        self._client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=name,
            transport=transport,
            protocol=paho.MQTTv311,
            reconnect_on_failure=comes_back,
        )
        self._client.max_inflight_messages = 1000
        self._client.reconnect_delay_set(1, 1)
        self._client.username_pw_set(role, broker.passwords[role] if password is None else password)
        if will:
            self._client.will_set(will, b"a will", qos=1, retain=True)
        self._client.on_socket_open = _at_once
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message
        self._client.connect(HOST, broker.port if transport == "tcp" else broker.websocket_port)
        self._client.loop_start()
        self.until(lambda: self._client.is_connected() or bool(self.refused), "an answer")

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()

    def leave(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def vanish(self) -> None:
        """The line is cut: the broker carries out the will."""
        sock = self._client.socket()
        assert sock is not None
        sock.close()
        self._client.loop_stop()

    def subscribe(self, *filters: str) -> list[bool]:
        """Subscribe, and wait for the broker's word on each."""
        granted = []
        self._filters += filters
        for one in filters:
            _, mid = self._client.subscribe(one, qos=1)
            assert mid is not None
            self.until(lambda mid=mid: mid in self._granted, f"a word on {one}")  # type: ignore[misc]  # mypy does not type a lambda's default
            granted.append(self._granted[mid])
        return granted

    def say(self, topic: str, payload: bytes = b"said", *, retain: bool = False) -> None:
        """Publish, and wait until the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something was heard."""
        with self._news:
            assert self._news.wait_for(true, PATIENCE), f"waited in vain for {what}"

    def until_heard(self, payload: bytes) -> None:
        self.until(lambda: any(one.payload == payload for one in self.heard), repr(payload))

    def topics(self) -> set[str]:
        return {one.topic for one in self.heard}

    def _on_connect(self, client: Any, data: Any, flags: Any, code: Any, more: Any) -> None:
        with self._news:
            self.refused = code.getName() if code.is_failure else ""
            for one in self._filters:  # he has come back
                self._client.subscribe(one, qos=1)
            self._news.notify_all()

    def _on_subscribe(self, client: Any, data: Any, mid: int, codes: list[Any], more: Any) -> None:
        with self._news:
            self._granted[mid] = not codes[0].is_failure
            self._news.notify_all()

    def _on_message(self, client: Any, data: Any, message: paho.MQTTMessage) -> None:
        with self._news:
            self.heard.append(Heard(message.topic, bytes(message.payload), message.retain))
            self._news.notify_all()


def wait_for(true: Callable[[], bool], what: str) -> None:
    """Look again and again until it is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def _at_once(client: Any, data: Any, sock: Any) -> None:
    raw = getattr(sock, "_socket", sock)  # paho wraps that of websockets
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _answers(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex((HOST, port)) == 0


def _find(program: str) -> str:
    found = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin")
    assert found, f"expected {program} to be installed: make test does it"
    return found
