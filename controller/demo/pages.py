"""The demo's pages: served beside its table, with one made-up password for every role."""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.config import Broadcast, Web
from controller.demo import lobby
from controller.mqtt.client import MqttSettings
from controller.mqtt.roles import PAGES as VOUCHES
from controller.security import seal
from controller.security.vault import write_secret
from controller.web.pages import HOME, PAGES
from controller.web.passwords import hashed
from controller.web.server import Displays
from controller.web.settings import DisplaySettings

HOLDS = 12 * 3600.0  # seconds that a link opens a page
ANY_PORT = 0


@dataclass(frozen=True, slots=True)
class DemoPages:
    """Where they are, the password, and for each page a short address that needs none."""

    address: str
    password: str
    lobby: str
    names: Sequence[str]  # of the pages in the lobby


def station(folder: Path, delay: float) -> Broadcast:
    """A broadcast station of the demo's own."""
    seal.make_pair(folder / "station.key", folder / "station.pub")
    return Broadcast(delay=delay, station_key=folder / "station.pub")


@asynccontextmanager
async def served(
    folder: Path, broker: int, passwords: Mapping[str, str], tables: Sequence[str]
) -> AsyncIterator[DemoPages]:
    """The pages for as long as the demo lasts; the station's keys are there already."""
    password = secrets.token_hex(5)
    line = hashed(password)  # one for all: hashing takes its time
    words = folder / "web.passwords"
    write_secret(words, "".join(f"{role}:{line}\n" for role in HOME).encode())
    web = Web(
        port=ANY_PORT, secret=folder / "web.secret", passwords=words,
        accounts=folder / "web.accounts", station=folder / "station.key",
    )  # fmt: skip
    lines = {
        role: MqttSettings(port=broker, username=role, password=passwords[role])
        for role in (*HOME, VOUCHES)
    }
    displays = Displays(DisplaySettings(web, lines))
    await displays.start()
    links = _links(displays, tables)
    try:
        async with lobby.opened(links, password) as address:
            yield DemoPages(displays.address, password, address, tuple(links))
    finally:
        await displays.stop()


def _links(displays: Displays, tables: Sequence[str]) -> dict[str, str]:
    """A page of every table by its name; of several tables each has its own."""
    roles = {name: page.roles[0] for name, page in PAGES.items()} | {"console": "floor"}
    links = {name: displays.link(name, role, HOLDS) for name, role in roles.items()}
    if len(tables) == 1:
        return links
    rooms = [name for name, page in PAGES.items() if page.every_table]
    return {name: links[name] for name in rooms} | {
        f"{name}/{table}": f"{links[name]}&table={table}"
        for table in tables
        for name in links
        if name not in rooms
    }
