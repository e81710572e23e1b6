"""A simulated table on the wall's clock: ports, threads, daemon, journal and mosquitto."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller import assembly
from controller.config import GameSection, TableConfig
from controller.config import Table as NamedTable
from controller.daemon import Daemon
from controller.demo.people import People
from controller.demo.simulation import Simulation
from controller.session import resume
from engine.table import Table
from engine.views import masked
from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.fingers import BRISK
from firmware_bridge.simulator.noise import Noise
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS
from tests.controller.whole_table import SEATS, UNKIND, Answer, rulings

BOOK = "diamondjims"
LONGEST = 3600.0  # seconds until the last hand must be dealt


async def serve(
    config: TableConfig, broker: brokers.Broker, begin: Callable[[Daemon], None],
    simulation: Simulation,
) -> None:  # fmt: skip
    """Run the daemon until the last hand is dealt."""
    session = resume(config)
    daemon = Daemon(config, session, brokers.settings(broker), partial(assembly.hardware, config))
    running = asyncio.create_task(daemon.run(begin))
    await asyncio.to_thread(simulation.done.wait, LONGEST)
    daemon.stop()
    await running
    session.journal.close()


def play(simulation: Simulation, config: TableConfig, broker: brokers.Broker, hands: int) -> None:
    people = People(TOPICS, broker.port, broker.passwords)

    def begin(daemon: Daemon) -> None:
        loop = asyncio.get_running_loop()
        people.start()
        simulation.start(
            people.ask, lambda item: loop.call_soon_threadsafe(daemon.seen, item),
            hands, when=people.served.is_set,
        )  # fmt: skip

    try:
        asyncio.run(serve(config, broker, begin, simulation))
    finally:
        people.stop()
        simulation.stop()


def replayed(simulation: Simulation, opening: dict[str, Any]) -> list[Answer]:
    """What replay answers to the truth of this table, as a display may see it."""
    engine, log = Table(), simulation.truth.log
    events = [{**opening, "t": log[0]["t"]}, *log[1:]]
    return [masked(answer, engine, "public") for event in events for answer in engine.apply(event)]


def dealt(folder: Path, faults: tuple[str, ...], hands: int, seed: int) -> set[str]:
    """Deal hands; what a display hears must be what replay rules. Gives the faults ruled on."""
    dealer = Dealer(SEATS, seed=seed, pace=BRISK, faults=faults, rulebook=BOOK)
    simulation = Simulation(folder, dealer, noise=Noise(seed=seed, **UNKIND))
    config = simulation.config(
        TableConfig(table=NamedTable(name=TABLE), game=GameSection(rulebook=BOOK))
    )
    with (
        brokers.running("mosquitto", folder) as broker,
        brokers.Person(broker, "display") as display,
    ):
        display.subscribe(f"{TOPICS.root}/#")
        play(simulation, config, broker, hands)
        told = [
            msgspec.json.decode(one.payload)
            for one in list(display.heard)
            if one.topic == TOPICS.public_event
        ]
    heard = rulings([answer for one in told for answer in one["answers"]])
    assert heard == rulings(replayed(simulation, config.opening()))
    assert [one["seq"] for one in told] == list(range(1, len(told) + 1))
    return {one["fault"] for one in heard}


def test_what_a_display_hears_is_what_replay_rules_on_the_truth(tmp_path: Path) -> None:
    assert dealt(tmp_path, ("premature_flop",), hands=1, seed=9) == {"premature_flop"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_fifty_hands_with_faults_and_noise_at_the_walls_pace(seed: int, tmp_path: Path) -> None:
    assert dealt(tmp_path, ("random",), hands=50, seed=seed)
