"""A simulated table from its terminals to its rulings, in one thread on simulated time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, Self

from controller.core import Core, Setting
from controller.demo.simulation import Deals
from controller.mqtt.client import Listener, Mqtt
from controller.records.journal import Journal
from controller.records.keeper import Keeper
from controller.security.vault import Vault
from controller.senses.disagreements import Disagreement
from controller.senses.fusion import Fusion
from controller.table_clock import Moment
from engine.history import History
from engine.table import Table
from firmware_bridge.simulator.camera import SimulatedCamera
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.fingers import BRISK
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.operator import Operator
from firmware_bridge.simulator.table import SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import Truth
from tests.controller import brokers
from tests.controller.filmed_camera import FilmedCamera
from tests.firmware_bridge.lockstep import Host

Answer = dict[str, Any]
UNKIND = {"flicker": 0.05, "missed": 0.03, "neighbour": 0.02, "garbage": 1.0}
SEATS = (1, 2, 3, 5, 8)
SAME = ("fault", "decision", "clause", "seats", "cards")


def rulings(answers: list[Answer]) -> list[dict[str, Any]]:
    """The rulings as far as they must not differ."""
    return [{key: one[key] for key in SAME} for one in answers if one["o"] == "ruling"]


class Rules(Protocol):
    """Whoever answers the events."""

    @property
    def table(self) -> Table: ...

    def apply(self, event: Answer, /) -> list[Answer]: ...


class Sees(Protocol):
    """A camera of some kind."""

    def step(self, t: float, /) -> None: ...


class WholeTable:
    """Terminals, bridge, camera, console, fusion and engine; the truth is beside it."""

    def __init__(
        self, folder: Path, faults: tuple[str, ...], *, seed: int, book: str = "uspa",
        kind: str = "board", camera: bool = True, rules: Rules | None = None,
        filmed: bool = False, look: int = 4, seats: tuple[int, ...] = SEATS,
        untidy: tuple[str, ...] = (), dealer: Deals | None = None,
    ) -> None:  # fmt: skip
        self.truth = Truth()
        self.dealer: Deals = dealer or Dealer(
            seats, seed=seed, pace=BRISK, faults=faults, rulebook=book, untidy=untidy,
            tag_bytes=tag_bytes(kind),
        )  # fmt: skip
        self.fusion = Fusion(self.dealer.decks(), camera=camera)
        self.rules = rules or History()
        self.events: list[Answer] = []
        self.answers: list[Answer] = []
        self.disagreements: list[Disagreement] = []
        self._noise = Noise(seed=seed, **UNKIND)
        self._folder, self._kind, self._heard = folder, kind, 0
        self.eye: Sees = (
            FilmedCamera(self.truth, self.fusion.seen, look=look)
            if filmed
            else SimulatedCamera(self.truth, self.fusion.seen, miss=0.1, seed=seed)
        )
        self._camera = camera
        self._ticked = 0.0
        self.pulled: dict[str, tuple[float, float]] = {}  # readers, from when until when

    def play(self, hands: int) -> None:
        """Deal so many hands to the end."""
        with (
            SimulatedTable(self._kind, self._folder, self.truth, self._noise) as table,
            Host(table) as host,
        ):
            console = Operator(self.truth, lambda event: self._ask(event, host.t))
            self.dealer.t = 0.5
            for happening in self.dealer.opening():
                self.truth.add(happening)
            for _ in range(hands):
                for happening in self.dealer.hand():
                    self.truth.add(happening)
                self._until(self.dealer.t, host, console)
            self._until(self.dealer.t + 3.0, host, console)

    def _ask(self, event: dict[str, object], t: float) -> None:
        self.fusion.asked({key: value for key, value in event.items() if key != "t"}, t)

    def _until(self, t: float, host: Host, console: Operator) -> None:
        while host.t < t:
            self._trouble(host)
            host.tick()
            for told in host.told[self._heard :]:
                self.fusion.receive(told)
            self._heard = len(host.told)
            console.step()
            if self._camera:
                self.eye.step(host.t)
            self._judge(host)
            self._let_time_pass(host.t)

    def _let_time_pass(self, t: float) -> None:
        """As the daemon does: what is in doubt comes to its end though nothing else happens."""
        ends = [doubt["until"] for doubt in self.rules.table.doubts()]
        if any(self._ticked < end <= t for end in ends):
            self._ticked = t
            self.answers += self.rules.apply({"e": "tick", "t": t})

    def _trouble(self, host: Host) -> None:
        for name, (start, end) in list(self.pulled.items()):
            if host.t >= start:
                host.table.pull(name, end)
                del self.pulled[name]

    def _judge(self, host: Host) -> None:
        for event in self.fusion.take(host.t, host.bridge.presence.unsettled(host.t)):
            event["t"] = max(event["t"], self.rules.table.t)  # as the daemon's core has it
            self.events.append(event)
            self.answers += self.rules.apply(event)
            self.fusion.expect(self.rules.table)
        self.disagreements += self.fusion.disagreements(host.t)


class KeptTable:
    """The core with its journal on the disk and its line to a broker: answers go out there."""

    def __init__(self, folder: Path, broker: brokers.Broker) -> None:
        self.core = Core(Setting(brokers.TOPICS, boot="b"))
        self._journal = Journal(folder / "journal.sqlite", Vault.open(folder / "key", create=True))
        listener = Listener(
            asked=lambda raw: None, delivered=lambda upto: self.keeper.delivered(upto)
        )
        self._mqtt = Mqtt(brokers.settings(broker), brokers.TOPICS, listener)
        self.keeper = Keeper(self._journal, self._mqtt)

    def __enter__(self) -> Self:
        self._mqtt.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.keeper.keep()
        self._mqtt.stop()
        self._journal.close()

    @property
    def table(self) -> Table:
        return self.core.table

    def apply(self, event: Answer, /) -> list[Answer]:
        """Keep and send the answers; they are to be heard at the broker."""
        said = {key: value for key, value in event.items() if key != "t"}
        self.keeper.put(self.core.take(said, Moment(event["t"], "")))
        self.keeper.keep()
        return []

    def told_all(self) -> bool:
        """Hand over what there is room for by now; whether that was all."""
        self.keeper.keep()
        return not self.keeper.behind
