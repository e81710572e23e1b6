"""A simulated table on its pseudo-terminals, served by the real daemon, with people at consoles."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from controller import assembly
from controller.config import GameSection, Table, TableConfig
from controller.daemon import Wires
from controller.demo.people import People
from controller.demo.simulation import Simulation
from firmware_bridge.sightings import Told
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.fingers import Pace
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS
from tests.controller.served_table import Served
from vision.sightings import Seen

NAMES = {1: "Ada", 2: "Grace", 3: "Emmy", 4: "Sofia"}
# Cards come quickly; after a fault the floor takes its time, so that the alert can be looked at.
PATIENT = Pace(card=0.35, mouth=0.2, flight=0.15, slide=0.08, act=0.02, pause=12.0)


class _OnWires(Served):
    """A served table whose readers are at the ends of real terminals."""

    def __init__(self, config: TableConfig, broker: brokers.Broker) -> None:
        super().__init__(config, broker)
        self._hardware = partial(assembly.hardware, config)

    def _felt(self, told: Callable[[Told], None]) -> Wires:  # type: ignore[override]  # no test behind it
        return self._hardware(told)


@contextmanager
def simulated(folder: Path, broker: brokers.Broker, fault: str, rulebook: str) -> Iterator[Served]:
    """A hand with a fault, dealt on a simulated table."""
    dealer = Dealer(tuple(NAMES), pace=PATIENT, faults=(fault,), rulebook=rulebook)
    simulation = Simulation(folder, dealer)
    people = People(TOPICS, broker.port, broker.passwords)
    try:
        with _OnWires(simulation.config(_table(rulebook)), broker) as served:
            people.start()

            def seen(item: Seen) -> None:
                served.loop.call_soon_threadsafe(served.daemon.seen, item)

            simulation.start(lambda event: people.ask(_named(event)), seen, hands=1)
            yield served
            simulation.stop()
    finally:
        simulation.stop()
        people.stop()


def _table(rulebook: str) -> TableConfig:
    return TableConfig(table=Table(name=TABLE), game=GameSection(rulebook=rulebook))


def _named(event: dict[str, Any]) -> dict[str, Any]:
    if event["e"] != "sit":
        return event
    return {**event, "name": NAMES[event["seat"]], "stack": 1000}
