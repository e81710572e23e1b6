"""The table of the displays' measurement: the daemon with its pages, and nothing on the felt."""

import asyncio
import sys
from pathlib import Path

from controller import daemon
from controller.config import Broker, Decks, Journal, Roles, Table, TableConfig, Web
from controller.senses.fusion import Windows

TABLE = "bench"


def config(folder: Path, broker: int, web: int) -> TableConfig:
    """A table without readers that waits for nobody; any word opens its pages."""
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
    asyncio.run(daemon.run(config(Path(folder), int(broker), int(web))))


if __name__ == "__main__":
    main(*sys.argv[1:])
