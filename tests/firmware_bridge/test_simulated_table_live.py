"""The simulated table on the wall's clock, with the bridge's own threads and ports."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.board_link import BoardLink
from firmware_bridge.bridge import Antenna, Bridge
from firmware_bridge.link import Link
from firmware_bridge.poll_link import PollLink
from firmware_bridge.ports import PortSettings
from firmware_bridge.reader_thread import Heards, Reader
from firmware_bridge.readers.registry import driver
from firmware_bridge.sightings import ReaderState, Sighting, Told
from firmware_bridge.simulator.dealer import FAST, Dealer
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import TABLE_BOARD, Place, SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import ANTENNAS, Truth
from tests.firmware_bridge.lockstep import by_tag

KIND = "pn532"  # readers at the seats, and a table board for the piles


class Live:
    """A table that runs in a thread, and the host's threads that listen to it."""

    def __init__(self, folder: Path) -> None:
        noise = Noise(seed=6, garbage=1.0, neighbour=0.02, flicker=0.05)
        self.table = SimulatedTable(KIND, folder, Truth(), noise)
        self.told: list[Told] = []
        self._heard = Heards()
        places = self.table.places
        self.bridge = Bridge({zone: Antenna(p.name, p.most) for p in places for zone in p.zones})
        self._readers = [self._reader(place) for place in places]
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._asked: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Live:
        self._thread.start()
        for reader in self._readers:
            reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.stop()
        self._stop.set()
        self._thread.join()
        self.table.close()

    @property
    def t(self) -> float:
        return time.monotonic() - self._began

    def ask(self, what: str, wire: str) -> float:
        """Pull or plug a cable; when it was asked."""
        self._asked.put((what, wire))
        return time.monotonic()

    def listen(self, until: float) -> None:
        while (left := until - self.t) > 0:
            try:
                self.told += self.bridge.heard(self._heard.get(timeout=left))
            except queue.Empty:
                return

    def _run(self) -> None:
        while not self._stop.is_set():
            self.table.wait(0.005)
            self.table.step(self.t)
            while not self._asked.empty():
                what, name = self._asked.get()
                wire = self.table.wires[name]
                wire.pull() if what == "pull" else wire.plug()

    def _reader(self, place: Place) -> Reader[Link]:
        path = str(self.table.wires[place.name].path)
        if place.kind == TABLE_BOARD:
            return Reader(PortSettings(path), BoardLink(place.name), self._heard)
        kind = driver(place.kind)
        link: Link = PollLink(place.name, kind.codec(), dict(enumerate(place.zones)))
        return Reader(PortSettings(path, kind.baud, kind.parity), link, self._heard)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with Live(tmp_path) as running:
        yield running


def test_cables_pulled_in_mid_deal_are_reported_and_no_card_is_lost_or_invented(live: Live) -> None:
    script = Dealer((1, 2, 3), seed=6, pace=FAST, tag_bytes=tag_bytes(KIND))
    live.listen(0.7)
    script.t = live.t
    for happening in [*script.opening(), *script.hand()]:
        live.table.truth.add(happening)
    live.listen(script.t - 6.5)  # hole cards lie, the flop is coming
    cables = ("seat-3", "table-board")
    pulled = [live.ask("pull", cable) for cable in cables]
    live.listen(live.t + 2.0)
    for cable, at in zip(cables, pulled, strict=True):
        away = [one for one in states(live, cable) if one.state in ("absent", "silent")]
        assert away, cable
        assert away[0].t - at < 2.0
    for cable in cables:
        live.ask("plug", cable)
    live.listen(live.t + 3.0)
    assert [states(live, cable)[-1].state for cable in cables] == ["ok", "ok"]
    zones = (zone for zone in ANTENNAS if zone != "deck")
    settled = {card.tag: zone for zone in zones for card in live.table.truth.under(zone)}
    assert set(live.bridge.presence.present().items()) >= set(settled.items()) - moved_late(live)
    live.listen(script.t + 1.5)
    told = [one for one in live.told if isinstance(one, Sighting)]
    assert list(by_tag(live.table.truth.sightings, told)) == []


def moved_late(live: Live) -> set[tuple[str, str]]:
    """What moved too short a time ago to be sure of."""
    recent = [one for one in live.table.truth.sightings if one.t > live.t - 0.6]
    return {(one.tag, one.zone) for one in recent}


def states(live: Live, reader: str) -> list[ReaderState]:
    return [one for one in live.told if isinstance(one, ReaderState) and one.reader == reader]
