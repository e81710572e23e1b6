"""A table of a file with all on its felt made up: for trying displays, consoles and brokers."""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from controller import daemon
from controller.config import TableConfig
from controller.demo.dealt import dealt
from controller.demo.simulation import Simulation
from controller.watchdog import Watchdog
from firmware_bridge.simulator.dealer import HUMAN, RANDOM, Dealer

T = TypeVar("T")
SEATS = (1, 2, 3, 5, 6, 8)
FOR_EVER = 0  # hands
# What the file says of the world around the table; on the felt the simulation has its own.
KEPT = ("house", "broker", "roles", "broadcast", "homeassistant", "web")


async def run(config: TableConfig, *, watchdog: Watchdog | None = None) -> None:
    """Serve it until SIGTERM or SIGINT; its journal and decks are thrown away."""
    loop = asyncio.get_running_loop()
    book = config.game.rulebook
    game = dealt(config.game.game, config.game.structure)
    with tempfile.TemporaryDirectory(prefix="cutcard-") as folder:
        dealer = Dealer(SEATS, pace=HUMAN, faults=(RANDOM,), rulebook=book, dealt=game)
        simulation = Simulation(Path(folder), dealer)

        def ready(served: daemon.Daemon) -> None:
            simulation.start(
                lambda event: _handed(loop, served.said, event),
                lambda item: _handed(loop, served.seen, item),
                FOR_EVER,
            )

        made_up = simulation.config(config.table.name, book)
        kept = {name: getattr(config, name) for name in KEPT}
        try:
            await daemon.run(
                msgspec.structs.replace(made_up, **kept),
                watchdog=watchdog,
                watched=False,
                ready=ready,
            )
        finally:
            simulation.stop()


def _handed(loop: asyncio.AbstractEventLoop, to: Callable[[T], None], item: T) -> None:
    """Hand over what the simulation's thread told."""
    loop.call_soon_threadsafe(to, item)
