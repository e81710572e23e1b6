"""A table served by the real daemon: broker, journal, fusion and rules; cards are told by hand."""

import asyncio
import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from controller.config import Broadcast, Broker, Decks, Journal, Table, TableConfig
from controller.daemon import Daemon
from controller.mqtt.roles import CONTROLLER
from controller.records.journal import JournalReader, Record
from controller.senses.fusion import Windows
from controller.session import resume
from controller.watchdog import Watchdog
from engine.cards import DECK
from firmware_bridge import decks
from firmware_bridge.decks import Deck
from firmware_bridge.pins import Lamp, Mode
from firmware_bridge.sightings import Draw, Press, ReaderState, Sighting, Told
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS, Person, wait_for

TAGS = {card: f"E00401{number:010X}" for number, card in enumerate(DECK)}
AT_ONCE = Windows(lag=0.0, together=0.0)  # nobody else reads this felt


def registered(path: Path) -> None:
    """A whole deck, each card with its tag."""
    deck = Deck("red deck", "red", cards={tag: card for card, tag in TAGS.items()})
    decks.save(path, decks.Decks().having(deck))


def configured(folder: Path, **changes: Any) -> TableConfig:
    """A table whose files lie in a folder."""
    if not (folder / "decks.json").exists():
        registered(folder / "decks.json")
    usual = TableConfig(
        table=Table(name=TABLE),
        fusion=AT_ONCE,
        decks=Decks(file=folder / "decks.json"),
        journal=Journal(file=folder / "journal.sqlite", key=folder / "table.key"),
        broker=Broker(),
        broadcast=Broadcast(),
    )
    return msgspec.structs.replace(usual, **changes)


class Felt:
    """The hardware's door with a test behind it: what it tells is told as readers would."""

    def __init__(self, told: Callable[[Told], None]) -> None:
        self._told = told
        self.lamps: dict[Lamp, Mode] = {}
        self.beeps: list[tuple[int, int]] = []
        self.lying: dict[str, str] = {}  # cards and their zones

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def expect(self, zone: str | None) -> None:
        pass

    def decks(self, changed: decks.Decks) -> None:
        pass

    def light(self, lamp: Lamp, mode: Mode) -> None:
        self.lamps[lamp] = mode

    def buzz(self, beeps: int, milliseconds: int) -> None:
        self.beeps.append((beeps, milliseconds))

    def unsettled(self) -> float | None:
        return None

    @property
    def ticked(self) -> Mapping[str, float]:
        return {"felt": time.monotonic()}

    def lands(self, card: str, zone: str, *, drawn: bool = True) -> None:
        """A card comes off the deck and lies in a zone."""
        t = time.monotonic()
        if drawn:
            self._told(Draw(t, TAGS[card], face_up=False, reader="shoe"))
        if card in self.lying:
            self._told(Sighting(t, TAGS[card], self.lying[card], arrived=False, since=t))
        self.lying[card] = zone
        self._told(Sighting(t, TAGS[card], zone, arrived=True, reader="felt", since=t))

    def gathered(self) -> None:
        """All cards go back to the deck."""
        t = time.monotonic()
        for card, zone in self.lying.items():
            self._told(Sighting(t, TAGS[card], zone, arrived=False, since=t))
        self.lying = {}

    def presses(self, button: Any) -> None:
        """The dealer presses a button."""
        self._told(Press(time.monotonic(), button))

    def reader_is(self, reader: str, state: Any, detail: str = "") -> None:
        """A reader tells how it is."""
        self._told(ReaderState(time.monotonic(), reader, state, detail))


class Served:
    """A daemon on a loop of its own, in a thread of its own."""

    def __init__(
        self, config: TableConfig, broker: brokers.Broker, *, watchdog: Watchdog | None = None,
        **mqtt: Any,
    ) -> None:  # fmt: skip
        self.config, self._watchdog = config, watchdog
        self._broker, self._mqtt = broker, brokers.settings(broker, **mqtt)
        self.felt: Felt
        self.daemon: Daemon
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="served")

    def __enter__(self) -> Self:
        if not self.config.journal.file.exists():
            self._forget_the_test_before()
        self._thread.start()
        assert self._ready.wait(brokers.PATIENCE), "waited in vain for the daemon"
        if self._failed is not None:
            raise self._failed
        wait_for(lambda: self.daemon.mqtt.state.word != "connecting", "the broker's word")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._thread.is_alive():
            self.loop.call_soon_threadsafe(self.daemon.stop)
        self._thread.join(brokers.PATIENCE)
        assert not self._thread.is_alive(), "the daemon does not stop"
        if self._failed is not None:
            raise self._failed

    def _forget_the_test_before(self) -> None:
        """Let a broker that was another test's remember no journal of this table."""
        with contextlib.suppress(OSError), Person(self._broker, CONTROLLER) as person:
            person.say(TOPICS.anchor, b"", retain=True)

    def _serve(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:  # told to the test, in its own thread
            self._failed = error
        finally:
            self._ready.set()

    async def _run(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.session = resume(self.config)
        self.daemon = Daemon(
            self.config, self.session, self._mqtt, self._felt, watchdog=self._watchdog
        )
        try:
            await self.daemon.run(lambda _: self._ready.set())
        finally:
            self.session.journal.close()

    @property
    def records(self) -> list[Record]:
        """What the journal has."""
        with JournalReader(self.config.journal.file, self.session.journal.vault) as journal:
            return list(journal.records())

    def _felt(self, told: Callable[[Told], None]) -> Felt:
        self.felt = Felt(told)
        return self.felt

    def deals(self, *cards: str, first: int = 2, players: int = 3) -> None:
        """Deal these cards round the table, beginning at a seat."""
        for number, card in enumerate(cards):
            self.felt.lands(card, f"seat:{(first - 1 + number) % players + 1}")


class Console:
    """Somebody in a role, who asks and waits for the answer."""

    _numbers = itertools.count(1)

    def __init__(self, person: Person, role: str) -> None:
        self.person, self.role = person, role
        self._told: dict[str, list[dict[str, Any]]] = {}
        self._next = 0  # of what was heard
        person.subscribe("#")

    def asks(self, verb: str, *, again: str = "", **fields: Any) -> dict[str, Any]:
        """Ask, and give the response."""
        name = again or f"{self.role}-{next(self._numbers)}"
        before = len(self.answers(verb, name))
        payload = msgspec.json.encode({"id": name, **fields})
        self.person.say(TOPICS.request(self.role, verb), payload)
        self.person.until(
            lambda: len(self.answers(verb, name)) > before, f"an answer to {verb} {name}"
        )
        return self.answers(verb, name)[-1]

    def says(self, verb: str, payload: bytes) -> dict[str, Any]:
        """Send any bytes as a request, and give the response."""
        topic = TOPICS.response(self.role, verb)
        before = len(self.told(topic))
        self.person.say(TOPICS.request(self.role, verb), payload)
        self.person.until(lambda: len(self.told(topic)) > before, f"an answer on {topic}")
        return self.told(topic)[-1]

    def answers(self, verb: str, name: str) -> list[dict[str, Any]]:
        """All responses to a request."""
        told = self.told(TOPICS.response(self.role, verb))
        return [one for one in told if one["id"] == name]

    def told(self, topic: str) -> list[dict[str, Any]]:
        """All that was heard on a topic."""
        self._read()
        return [one for one in self._told.get(topic, []) if one]

    def shows(self, topic: str) -> dict[str, Any]:
        """The last value heard of a topic; empty where there is none."""
        self._read()
        return self._told.get(topic, [{}])[-1]

    def _read(self) -> None:
        """Read what came since the last look."""
        heard = self.person.heard
        while self._next < len(heard):
            topic, payload, _ = heard[self._next]
            self._next += 1
            if topic != TOPICS.status:
                told = msgspec.json.decode(payload) if payload else {}
                self._told.setdefault(topic, []).append(told)

    def sits(self, players: int = 3, stack: int = 200) -> None:
        """Players sit down."""
        for seat in range(1, players + 1):
            assert self.asks("sit", seat=seat, stack=stack)["ok"]

    def until_said(self, text: str) -> None:
        """Wait until the dealer is told so."""
        self.until_shown(TOPICS.dealer_expect, lambda it: it.get("say") == text, text)

    def until_alerts(self, *names: str) -> None:
        """Wait until just these alerts are open."""

        def alerts(told: dict[str, Any]) -> bool:
            return [one["id"] for one in told.get("alerts", [])] == list(names)

        self.until_shown(TOPICS.floor_alert, alerts, f"alerts {names}")

    def until_shown(self, topic: str, true: Callable[[dict[str, Any]], bool], what: str) -> None:
        """Wait until a topic's value is as wanted."""
        self.person.until(lambda: true(self.shows(topic)), what)


def goes_live(broker: brokers.Broker) -> None:
    """The floor and the producer ask for the broadcast without delay, from the next hand on."""
    for role in ("floor", "broadcast"):
        with console(broker, role) as somebody:
            assert somebody.asks("live", on=True)["ok"]


@contextmanager
def console(broker: brokers.Broker, role: str, **how: Any) -> Iterator[Console]:
    """Somebody comes to the table in a role."""
    with Person(broker, role, **how) as person:
        yield Console(person, role)
