"""The table of the latency's measurement: deals known hands and writes down when it was read."""

import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from controller.bench import _hands
from controller.bench._machine import PATIENCE
from controller.errors import UsageError
from controller.mqtt.client import ONLINE
from controller.mqtt.topics import Topics
from engine.cards import DECK as CARDS
from firmware_bridge import decks
from firmware_bridge.simulator.table import SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import DECK, Card, Move, Truth

KIND = "feig"
TABLE = "bench"
PLAYERS = 9
SEED = 5
TICK = 0.002  # seconds

READS = 2  # presence wants a second read, whatever the dwell: that frame makes a card sure
CLEARED = 0.7  # seconds until all antennas have noticed that the felt is empty
FACES = {card: Card(f"{number:0{2 * tag_bytes(KIND)}X}", card) for number, card in enumerate(CARDS)}


def main(folder: str, port: str, quick: str, slow: str) -> None:
    """Deal so many hands as quickly as they are taken, then so many events at one a second."""
    with SimulatedTable(KIND, Path(folder), Truth()) as table:
        dealer = _Dealer(table, int(port))
        print("ready", flush=True)
        dealer.until(dealer.online.is_set, "the table to come online")
        opening, deals = _hands.generate(int(quick) + int(slow), SEED, _hands.live_table, PLAYERS)
        for event in opening[1:]:  # that it opens is in its configuration
            dealer.play(event)
        for deal in deals[: int(quick)]:
            dealer.deal(deal.events)
        print("slow", flush=True)
        later = (event for deal in deals[int(quick) :] for event in deal.events)
        for event in islice(later, int(slow)):
            dealer.play(event)
            dealer.rest(1.0)
        sys.stdout.buffer.write(msgspec.json.encode(dealer.written))


def deck() -> decks.Decks:
    """The one that is dealt, as it is registered."""
    cards = {card.tag: card.name for card in FACES.values()}
    return decks.Decks().having(decks.Deck("red", "red", cards=cards))


class _Dealer:
    """Lays the cards, asks for the rest at the console, and goes on when the table has said so."""

    def __init__(self, table: SimulatedTable, port: int) -> None:
        self.written: list[float] = []  # when the frame of each card was complete
        self.online = threading.Event()
        self._table, self._topics = table, Topics(TABLE)
        self._wires = {zone: place.name for place in table.places for zone in place.zones}
        self._awaited: dict[str, int] = {}  # by wire: how many frames until its card is sure
        self._lying: dict[str, str] = {}
        self._heard = 0
        self._ids = map(str, count())
        for name, wire in table.wires.items():
            wire.on_write = partial(self._writes, name)
        self._client = client(self._receive)
        self._client.connect("127.0.0.1", port)
        self._client.subscribe([(self._topics.public_event, 1), (self._topics.status, 1)])
        self._client.loop_start()

    def deal(self, events: list[_hands.Event]) -> None:
        """Play a hand to its end and gather the cards."""
        for event in events:
            self.play(event)
        t = time.monotonic()
        for name, zone in self._lying.items():
            self._table.truth.add(Move(t, FACES[name], zone, DECK, "down", t))
        self._lying.clear()
        self.rest(CLEARED)

    def play(self, event: _hands.Event) -> None:
        """Do what an event says, and wait until the table tells of it."""
        before = self._heard
        if event["e"] == "card":
            self._lay(str(event["card"]), str(event["zone"]))
        else:
            fields = {key: value for key, value in event.items() if key not in ("e", "t")}
            payload = msgspec.json.encode({"id": next(self._ids), "by": "bench", **fields})
            self._client.publish(self._topics.request("dealer", str(event["e"])), payload, qos=1)
        self.until(lambda: self._heard > before, f"word of {event['e']}")

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end, "time")

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Serve the readers until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise UsageError(f"latency: waited in vain for {what}")
            self._table.wait(TICK)
            self._table.step(time.monotonic())

    def _lay(self, name: str, zone: str) -> None:
        t = time.monotonic()
        self._table.truth.add(Move(t, FACES[name], DECK, zone, "down", t))
        self._table.truth.advance(t)
        self._lying[name], self._awaited[self._wires[zone]] = zone, READS

    def _writes(self, wire: str) -> None:
        if wire in self._awaited:
            self._awaited[wire] -= 1
            if not self._awaited[wire]:
                del self._awaited[wire]
                self.written.append(time.monotonic())

    def _receive(self, topic: str, payload: bytes) -> None:
        if topic == self._topics.status:
            (self.online.set if payload == ONLINE else self.online.clear)()
        elif msgspec.json.decode(payload)["event"].get("src") != "config":
            self._heard += 1


def client(hear: Callable[[str, bytes], None]) -> paho.Client:
    """A paho client that is told of what it hears as soon as it comes."""
    made = paho.Client(CallbackAPIVersion.VERSION2)
    made.on_socket_open = _at_once
    made.on_message = lambda _client, _data, message: hear(message.topic, bytes(message.payload))
    return made


def _at_once(_client: paho.Client, _data: Any, sock: Any) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
