"""A simulated table on the wall's clock, and the hardware's own threads that listen to it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.decks import Decks
from firmware_bridge.hardware import Hardware, ReaderPlan
from firmware_bridge.pins import FakePins
from firmware_bridge.ports import PortSettings
from firmware_bridge.readers.registry import DRIVERS, POLLED
from firmware_bridge.sightings import ReaderState, Sighting, Told
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import Place, SimulatedTable
from firmware_bridge.simulator.truth import Truth


class LiveTable:
    """The table runs in one thread, the hardware in its own."""

    def __init__(self, kind: str, folder: Path, noise: Noise, decks: Decks | None = None) -> None:
        self.table = SimulatedTable(kind, folder, Truth(), noise)
        self.told: list[Told] = []
        self.at_once = 0  # how often two threads told at the same time
        self._telling = threading.Lock()
        self.pins = FakePins()
        plans = [self._plan(place) for place in self.table.places]
        self.hardware = Hardware(plans, self._hear, decks=decks or Decks(), pins=self.pins)
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> LiveTable:
        self._thread.start()
        self.hardware.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hardware.stop()
        self._stop.set()
        self._thread.join()
        self.table.close()

    @property
    def t(self) -> float:
        return time.monotonic() - self._began

    def do(self, act: Callable[[], None]) -> float:
        """Do something at the table, such as pulling a cable; when it was asked."""
        self._asked.put(act)
        return time.monotonic()

    def until(self, t: float) -> None:
        time.sleep(max(0.0, t - self.t))

    def wait_for(self, what: Callable[[], bool], seconds: float) -> None:
        """Return as soon as it is so; fail when it is not in time."""
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, f"not within {seconds} s; told was {self.told[-5:]}"
            time.sleep(0.005)

    def states(self, reader: str) -> list[ReaderState]:
        told = list(self.told)
        return [one for one in told if isinstance(one, ReaderState) and one.reader == reader]

    def state(self, reader: str) -> str:
        states = self.states(reader)
        return states[-1].state if states else ""

    def sightings(self) -> list[Sighting]:
        return [one for one in list(self.told) if isinstance(one, Sighting)]

    def present(self) -> dict[str, str]:
        """Where the cards lie by what was told."""
        lying: dict[str, str] = {}
        for one in self.sightings():
            if one.arrived:
                lying[one.tag] = one.zone
            elif lying.get(one.tag) == one.zone:
                del lying[one.tag]
        return lying

    def _hear(self, told: Told) -> None:
        if not self._telling.acquire(blocking=False):
            self.at_once += 1
            return
        time.sleep(0.001)  # long enough for another to come in between
        self.told.append(told)
        self._telling.release()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.table.wait(0.005)
            self.table.step(self.t)
            while not self._asked.empty():
                self._asked.get()()

    def _plan(self, place: Place) -> ReaderPlan:
        kind = DRIVERS[place.kind]
        port = PortSettings(str(self.table.wires[place.name].path), kind.baud, kind.parity)
        zones = dict(enumerate(place.zones)) if place.kind in POLLED else {}
        return ReaderPlan(place.name, place.kind, port, zones)
