"""One table of the demo: felt, dealer, people and the controller that serves it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from controller import assembly
from controller.config import Broadcast, TableConfig
from controller.daemon import Daemon
from controller.demo.croupier import Croupier
from controller.demo.people import People
from controller.demo.simulation import Simulation
from controller.mqtt.client import MqttSettings
from controller.mqtt.roles import CONTROLLER
from controller.mqtt.topics import Topics
from controller.session import resume
from firmware_bridge.simulator.noise import Noise

Heard = Callable[[str, bytes], None]
LOOKS_EVERY = 0.2  # seconds


class DemoTable:
    """A table from its antennas to its messages; nothing of it stays behind."""

    def __init__(
        self, folder: Path, config: TableConfig, dealer: Croupier, *,
        noise: Noise, broadcast: Broadcast, broker: int, passwords: Mapping[str, str],
        heard: Heard,
    ) -> None:  # fmt: skip
        loop = self._loop = asyncio.get_running_loop()
        folder.mkdir()
        self.topics = Topics(config.table.name)
        self._simulation = Simulation(folder, dealer, noise=noise)
        config = msgspec.structs.replace(self._simulation.config(config), broadcast=broadcast)
        self._session = resume(config)
        line = MqttSettings(port=broker, username=CONTROLLER, password=passwords[CONTROLLER])
        self._daemon = Daemon(config, self._session, line, partial(assembly.hardware, config))
        self._people = People(
            self.topics,
            broker,
            passwords,
            lambda topic, payload: loop.call_soon_threadsafe(heard, topic, payload),
        )

    def stop(self) -> None:
        """Ask for the end."""
        self._daemon.stop()

    def close(self) -> None:
        """Let go of all it holds."""
        self._leave()
        self._session.journal.close()

    async def run(self, hands: int) -> None:
        """Play so many hands, 0 for ever, or until it is stopped."""
        ending = asyncio.create_task(self._stop_when_done())
        await self._daemon.run(partial(self._begin, hands))
        ending.cancel()
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        """Nobody says or sees anything any more."""
        self._people.stop()
        self._simulation.stop()

    def _begin(self, hands: int, daemon: Daemon) -> None:
        self._people.start()
        self._simulation.start(
            self._people.ask,
            lambda item: self._loop.call_soon_threadsafe(daemon.seen, item),
            hands,
            when=self._people.served.is_set,
            table=lambda: daemon.core.table,
        )

    async def _stop_when_done(self) -> None:
        while not self._simulation.done.is_set():
            await asyncio.sleep(LOOKS_EVERY)
        self.stop()
