"""A simulated table on the wall's clock: readers on terminals, a dealer, a camera, people."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import msgspec

from controller.config import BOARD, Camera, Decks, Journal, ReaderSection, TableConfig
from controller.demo.croupier import Croupier
from controller.senses.fusion import Windows
from engine.table import Table
from firmware_bridge import decks
from firmware_bridge.presence import Timing
from firmware_bridge.simulator.camera import SimulatedCamera
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.operator import Operator
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.truth import Happening, Said, Truth
from vision.sightings import CameraState, Seen

TICK = 0.005  # seconds; how late a card may lie down
LAST = 1.5  # seconds for the last words to be heard
AHEAD = 3.0  # seconds; longer than a flop is held in the hand
SETTLED = 6.0  # seconds for a controller to see the end of a deal that is over on the felt
Ask = Callable[[dict[str, Any]], object]
See = Callable[[Seen], object]


class Deals(Protocol):
    """A dealer: what he does comes out as happenings, at the times he does it."""

    t: float

    def decks(self) -> decks.Decks:
        """The register of his cards."""

    def opening(self) -> Iterator[Happening]:
        """The table opens and the players sit down."""

    def hand(self) -> Iterator[Happening]:
        """The next hand."""


def on_the_felt(config: TableConfig) -> TableConfig:
    """A table as its file has it, but with all that lies on the felt as the simulation has it."""
    return msgspec.structs.replace(
        config, reader=(), presence=Timing(), fusion=Windows(), camera=Camera(), pins=None
    )


class Simulation:
    """Plays in a thread of its own, once a host is at every port."""

    def __init__(
        self, folder: Path, dealer: Deals, *, kind: str = BOARD, noise: Noise | None = None
    ) -> None:
        self.truth, self.dealer = Truth(), dealer
        self.done = threading.Event()  # all hands are dealt
        self._folder = folder
        ports = folder / "ports"
        ports.mkdir()
        self._table = SimulatedTable(kind, ports, self.truth, noise)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def config(self, base: TableConfig) -> TableConfig:
        """The table's configuration: what a person would write down for this felt."""
        file = self._folder / "decks.json"
        decks.save(file, self.dealer.decks())
        readers = tuple(
            ReaderSection(
                name=place.name,
                driver=place.kind,
                port=str(self._table.wires[place.name].path),
                zones=[] if place.kind == BOARD else list(place.zones),
            )
            for place in self._table.places
        )
        return msgspec.structs.replace(
            on_the_felt(base),
            reader=readers,
            decks=Decks(file=file),
            journal=Journal(file=self._folder / "journal.sqlite", key=self._folder / "table.key"),
        )

    def start(
        self, ask: Ask, seen: See, hands: int, *,
        when: Callable[[], bool] = lambda: True, table: Callable[[], Table] | None = None,
    ) -> None:  # fmt: skip
        """Deal so many hands, 0 for ever, from ``when`` on; tell what people say, a camera sees.

        With a look at the controller's own ``table`` each hand begins as it stands there.
        """
        self._thread = threading.Thread(
            target=self._run, args=(ask, seen, hands, when, table), name="simulation", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End the play and take all cables out."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self._table.close()

    def _run(
        self, ask: Ask, seen: See, hands: int, when: Callable[[], bool],
        table: Callable[[], Table] | None,
    ) -> None:  # fmt: skip
        people = Operator(self.truth, ask)
        camera = SimulatedCamera(self.truth, seen)
        seen(CameraState(time.monotonic(), "ok"))
        wires = self._table.wires.values()
        self._until(lambda: when() and all(wire.heard for wire in wires), people, camera)
        start = time.monotonic() + 0.5
        self.dealer.t = start
        for happening in self.dealer.opening():
            assert isinstance(happening, Said)
            self.truth.add(Said(start, happening.event))  # the players sit already
        for number in count(1):
            self._deal(table, people, camera)
            if self._stopping.is_set() or number == hands:
                break
            if table is not None and isinstance(self.dealer, Croupier):
                self._agree(table, self.dealer, ask, people, camera)
        self._for(LAST, lambda: False, people, camera)
        self.done.set()

    def _deal(
        self, table: Callable[[], Table] | None, people: Operator, camera: SimulatedCamera
    ) -> None:
        """One hand, planned a little ahead; given up where the table's controller has ended it."""
        apart: float | None = None  # since when it has ended there and not here
        for happening in self.dealer.hand():
            self.truth.add(happening)
            self._until(lambda: time.monotonic() >= self.dealer.t - AHEAD, people, camera)
            if self._stopping.is_set():
                return
            if table is None or not isinstance(self.dealer, Croupier):
                continue
            ended = self.dealer.table.deal_on and not table().deal_on
            apart = (apart or self.dealer.t) if ended else None
            if apart is not None and self.dealer.t - apart > SETTLED:
                for move in self.dealer.abandon():
                    self.truth.add(move)
                break
        self._until(lambda: time.monotonic() >= self.dealer.t, people, camera)

    def _agree(
        self, table: Callable[[], Table], dealer: Croupier, ask: Ask, people: Operator,
        camera: SimulatedCamera,
    ) -> None:  # fmt: skip
        """Whatever somebody pressed on a page meanwhile, the next hand begins alike for all."""
        self._for(SETTLED, lambda: not table().deal_on, people, camera)
        if table().deal_on:
            ask({"e": "floor", "decision": "void_deal"})
            self._for(SETTLED, lambda: not table().deal_on, people, camera)
        dealer.t = max(dealer.t, time.monotonic())
        dealer.agree({seat: person.stack for seat, person in tuple(table().seats.items())})

    def _for(
        self, seconds: float, true: Callable[[], bool], people: Operator, camera: SimulatedCamera
    ) -> None:
        end = time.monotonic() + seconds
        self._until(lambda: true() or time.monotonic() >= end, people, camera)

    def _until(self, true: Callable[[], bool], people: Operator, camera: SimulatedCamera) -> None:
        while not true() and not self._stopping.is_set():
            self._table.wait(TICK)
            now = time.monotonic()
            self._table.step(now)
            people.step()
            camera.step(now)
