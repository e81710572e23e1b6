"""Somebody with a password and a plain MQTT client, who knows the product only by its topics."""

import itertools
import json
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any, Self

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tests.controller.brokers import HOST, PATIENCE, Broker, Transport

TABLE = "cutcard/1/main"
_NUMBERS = itertools.count(1)


class Stranger:
    """Hears all that his password opens, and asks whatever he likes."""

    def __init__(
        self, broker: Broker, user: str, transport: Transport = "tcp", client_id: str = "",
        role: str = "",
    ) -> None:  # fmt: skip
        self.user = user
        self._role, self._asks_at = role or user, f"{role}/{user}" if role else user
        self.heard: list[tuple[str, bytes]] = []
        self._news = threading.Condition()
        self._granted = False
        self._client = paho.Client(
            CallbackAPIVersion.VERSION2, client_id, transport=transport, protocol=paho.MQTTv311
        )
        self._client.username_pw_set(user, broker.passwords[user])
        self._client.on_socket_open = _at_once
        self._client.on_message = self._on_message
        self._client.on_subscribe = self._on_subscribe
        self._client.connect(HOST, broker.port if transport == "tcp" else broker.websocket_port)
        self._client.loop_start()
        self._client.subscribe("#", qos=1)
        self.until(lambda: self._granted, "a subscription")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def asks(self, verb: str, *, number: int | None = None, **fields: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        name = f"{self.user}-{next(_NUMBERS) if number is None else number}"
        start = len(self.heard)
        self._client.publish(
            f"{TABLE}/request/{self._asks_at}/{verb}", json.dumps({"id": name, **fields}), qos=1
        )
        found: list[dict[str, Any]] = []

        def answered() -> bool:
            told = self.told(f"response/{self._role}/{verb}", start)
            found[:] = [one for one in told if one["id"] == name]
            return bool(found)

        self.until(answered, f"an answer to {verb}")
        return found[0]

    def told(self, branch: str, start: int = 0) -> list[dict[str, Any]]:
        """All that was heard on one of the table's topics."""
        topic = f"{TABLE}/{branch}"
        return [
            json.loads(payload) for at, payload in self.heard[start:] if at == topic and payload
        ]

    def last(self, branch: str) -> dict[str, Any]:
        """The last word on one of the table's topics; empty where there is none."""
        topic = f"{TABLE}/{branch}"
        payload = next((payload for at, payload in reversed(self.heard) if at == topic), b"")
        return json.loads(payload) if payload else {}

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Wait until something was heard."""
        with self._news:
            assert self._news.wait_for(true, PATIENCE), f"{self.user} waited in vain for {what}"

    def until_settled(self, seq: int) -> None:
        """Wait until the whole table was told after an event."""
        self.until(lambda: self.last("public/state").get("seq", 0) >= seq, f"event {seq}")

    def _on_subscribe(self, *_: object) -> None:
        with self._news:
            self._granted = True
            self._news.notify_all()

    def _on_message(self, client: Any, data: Any, message: paho.MQTTMessage) -> None:
        with self._news:
            self.heard.append((message.topic, bytes(message.payload)))
            self._news.notify_all()


def _at_once(client: Any, data: Any, sock: Any) -> None:
    raw = getattr(sock, "_socket", sock)  # paho wraps that of websockets
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def faces(payloads: Iterable[bytes], cards: Iterable[str]) -> set[str]:
    """Which of these cards some payloads name."""
    text = b"\n".join(payloads)
    return {card for card in cards if f'"{card}"'.encode() in text}
