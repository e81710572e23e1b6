"""The people of a simulated table: a dealer and a floorperson at their consoles, over MQTT."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from controller.mqtt.client import ONLINE
from controller.mqtt.topics import Topics

DEALER, FLOOR = "dealer", "floor"
NAMES = {"dealer": "Dana", "floor": "Flo"}  # who asks
VERBS = {"floor": (FLOOR, "decide")}  # all else the dealer asks by the event's own word


class People:
    """Two consoles; the floor's also hears all that it may."""

    def __init__(
        self,
        topics: Topics,
        port: int,
        passwords: Mapping[str, str],
        heard: Callable[[str, bytes], object] = lambda topic, payload: None,  # called by a thread
    ) -> None:
        self._topics, self._port, self._heard = topics, port, heard
        self.served = threading.Event()  # the controller is there and hears requests
        self._numbers = count(1)
        self._clients = {role: self._client(role, passwords[role]) for role in (DEALER, FLOOR)}

    def start(self) -> None:
        """Come to the table."""
        for client in self._clients.values():
            client.connect("127.0.0.1", self._port)
            client.loop_start()

    def stop(self) -> None:
        """Leave it."""
        for client in self._clients.values():
            client.disconnect()
            client.loop_stop()

    def ask(self, event: Mapping[str, Any]) -> None:
        """Ask for what an event says; that the table opens is in its configuration."""
        if event["e"] == "open":
            return
        role, verb = VERBS.get(event["e"], (DEALER, event["e"]))
        fields = {key: value for key, value in event.items() if key not in ("e", "t")}
        payload = {"id": f"{role}-{next(self._numbers)}", "by": NAMES.get(role, role), **fields}
        topic = self._topics.request(role, verb)
        self._clients[role].publish(topic, msgspec.json.encode(payload), qos=1)

    def _client(self, role: str, password: str) -> paho.Client:
        client = paho.Client(CallbackAPIVersion.VERSION2)
        client.username_pw_set(role, password)
        if role == FLOOR:
            client.on_connect = self._listen
            client.on_message = self._receive
        return client

    def _listen(self, client: paho.Client, *_: object) -> None:
        client.subscribe(f"{self._topics.root}/#", qos=1)

    def _receive(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        if message.topic == self._topics.status and message.payload == ONLINE:
            self.served.set()
        self._heard(message.topic, bytes(message.payload))
