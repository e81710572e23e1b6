"""The table of the displays' measurement: the daemon with its pages, and nothing on the felt."""

import asyncio
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from controller import daemon
from controller.config import Broker, Decks, Journal, Roles, Table, TableConfig, Web
from controller.fusion import Windows
from firmware_bridge import decks
from firmware_bridge.pins import Lamp, Mode

TABLE = "bench"


class NoWires:
    """Hardware of which there is none: all that happens at this table is asked for."""

    def start(self) -> None:
        """Nothing to start."""

    def stop(self) -> None:
        """Nothing to stop."""

    def expect(self, zone: str | None) -> None:
        """Nobody deals."""

    def decks(self, decks: decks.Decks) -> None:
        """There are no cards."""

    def light(self, lamp: Lamp, mode: Mode) -> None:
        """There is no lamp."""

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """There is no buzzer."""

    def unsettled(self) -> float | None:
        """No antenna reads anything."""
        return None

    @property
    def ticked(self) -> Mapping[str, float]:
        """It is always well."""
        return {"none": time.monotonic()}


def config(folder: Path, broker: int, web: int) -> TableConfig:
    """A table that waits for nobody; each role's password is any word, the broker asks for none."""
    word = folder / "word"
    return TableConfig(
        table=Table(name=TABLE),
        fusion=Windows(lag=0.0),
        decks=Decks(file=folder / "decks.json"),
        journal=Journal(file=folder / "journal.sqlite", key=folder / "table.key"),
        broker=Broker(port=broker),
        roles=Roles(display=word, dealer=word, floor=word),
        web=Web(port=web, secret=folder / "web.secret", passwords=folder / "web.passwords"),
    )


def main(folder: str, broker: str, web: str) -> None:
    """Serve the table until it is ended."""
    asyncio.run(
        daemon.run(config(Path(folder), int(broker), int(web)), wires=lambda told: NoWires())
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
