"""A simulated table on the wall's clock: readers on terminals, a dealer, a camera, people."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from controller.config import (
    BOARD,
    Camera,
    Decks,
    Game,
    Journal,
    Reader,
    Table,
    TableConfig,
)
from firmware_bridge import decks
from firmware_bridge.simulator.camera import SimulatedCamera
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.operator import Operator
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.truth import Said, Truth
from vision.sightings import CameraState, Seen

TICK = 0.005  # seconds; how late a card may lie down
LAST = 1.5  # seconds for the last words to be heard
Ask = Callable[[dict[str, Any]], object]
See = Callable[[Seen], object]


class Simulation:
    """Plays in a thread of its own, once a host is at every port."""

    def __init__(
        self, folder: Path, dealer: Dealer, *, kind: str = BOARD, noise: Noise | None = None
    ) -> None:
        self.truth, self.dealer = Truth(), dealer
        self.done = threading.Event()  # all hands are dealt
        self._folder = folder
        ports = folder / "ports"
        ports.mkdir()
        self._table = SimulatedTable(kind, ports, self.truth, noise)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def config(self, name: str, rulebook: str) -> TableConfig:
        """The table's configuration: what a person would write down for this table."""
        file, dealt = self._folder / "decks.json", self.dealer.dealt
        decks.save(file, self.dealer.decks())
        return TableConfig(
            table=Table(name=name),
            game=Game(game=dealt.game, structure=dealt.structure, rulebook=rulebook),
            reader=tuple(
                Reader(
                    name=place.name,
                    driver=place.kind,
                    port=str(self._table.wires[place.name].path),
                    zones=[] if place.kind == BOARD else list(place.zones),
                )
                for place in self._table.places
            ),
            camera=Camera(),
            decks=Decks(file=file),
            journal=Journal(file=self._folder / "journal.sqlite", key=self._folder / "table.key"),
        )

    def start(
        self, ask: Ask, seen: See, hands: int, when: Callable[[], bool] = lambda: True
    ) -> None:
        """Deal so many hands, 0 for ever, from ``when`` on; tell what people say, a camera sees."""
        self._thread = threading.Thread(
            target=self._run, args=(ask, seen, hands, when), name="simulation", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the play and take all cables out."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self._table.close()

    def _run(self, ask: Ask, seen: See, hands: int, when: Callable[[], bool]) -> None:
        people = Operator(self.truth, ask)
        camera = SimulatedCamera(self.truth, seen)
        seen(CameraState(time.monotonic(), "ok"))
        wires = self._table.wires.values()
        self._until(lambda: when() and all(wire.heard for wire in wires), people, camera)
        start = time.monotonic() + 0.5
        for happening in self.dealer.opening():
            assert isinstance(happening, Said)
            self.truth.add(Said(start, happening.event))  # the players sit already
        self.dealer.t = start
        for number in count(1):
            for happening in self.dealer.hand():
                self.truth.add(happening)
            self._until(lambda: time.monotonic() >= self.dealer.t, people, camera)
            if self._stopping.is_set() or number == hands:
                break
        end = time.monotonic() + LAST
        self._until(lambda: time.monotonic() >= end, people, camera)
        self.done.set()

    def _until(self, true: Callable[[], bool], people: Operator, camera: SimulatedCamera) -> None:
        while not true() and not self._stopping.is_set():
            self._table.wait(TICK)
            now = time.monotonic()
            self._table.step(now)
            people.step()
            camera.step(now)
