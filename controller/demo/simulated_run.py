"""A table of a file with all on its felt made up: for trying displays, consoles and brokers."""

import asyncio
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller import daemon
from controller.config import TableConfig
from controller.demo.croupier import Croupier
from controller.demo.simulation import Simulation, on_the_felt
from controller.watchdog import Watchdog
from firmware_bridge.simulator.dealer import RANDOM
from firmware_bridge.simulator.fingers import HUMAN
from firmware_bridge.simulator.truth import SEATS

T = TypeVar("T")
FOR_EVER = 0  # hands
EMPTY = 3  # seats that stay free at a large table


def croupier(config: TableConfig) -> Croupier:
    """A dealer and people for the file's game, stakes and seats; other hands at each table."""
    seats = min(config.table.seats, SEATS)
    taken = range(1, seats + 1) if seats <= 2 * EMPTY else _some(seats)
    seed = zlib.crc32(config.table.name.encode())
    opening = on_the_felt(config).opening()
    return Croupier(opening, tuple(taken), seed=seed, pace=HUMAN, faults=(RANDOM,))


def _some(seats: int) -> list[int]:
    """All but every third seat."""
    return [seat for seat in range(1, seats + 1) if seat % 3]


async def run(config: TableConfig, *, watchdog: Watchdog | None = None) -> None:
    """Serve it until SIGTERM or SIGINT; its journal and decks are thrown away."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory(prefix="cutcard-") as folder:
        simulation = Simulation(Path(folder), croupier(config))

        def ready(served: daemon.Daemon) -> None:
            simulation.start(
                lambda event: _handed(loop, served.said, event),
                lambda item: _handed(loop, served.seen, item),
                FOR_EVER,
                table=lambda: served.core.table,
            )

        try:
            await daemon.run(
                simulation.config(config), watchdog=watchdog, watched=False, ready=ready
            )
        finally:
            simulation.stop()


def _handed(loop: asyncio.AbstractEventLoop, to: Callable[[T], None], item: T) -> None:
    """Hand over what the simulation's thread told."""
    loop.call_soon_threadsafe(to, item)
