"""The demo's pages: served beside its table, with one made-up password for every role."""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.config import Broadcast, Web
from controller.mqtt.client import MqttSettings
from controller.security import seal
from controller.security.vault import write_secret
from controller.web.pages import HOME, PAGES
from controller.web.passwords import hashed
from controller.web.server import Displays
from controller.web.settings import DisplaySettings

HOUR = 3600.0
DELAY = 90.0  # seconds: longer than the demo's hands, and nobody waits half an hour for a card
ANY_PORT = 0


@dataclass(frozen=True, slots=True)
class DemoPages:
    """Where they are, the password, and for each page an address that needs none."""

    address: str
    password: str
    links: Mapping[str, str]


def station(folder: Path) -> Broadcast:
    """A broadcast station of the demo's own."""
    seal.make_pair(folder / "station.key", folder / "station.pub")
    return Broadcast(delay=DELAY, station_key=folder / "station.pub")


@asynccontextmanager
async def served(
    folder: Path, broker: int, passwords: Mapping[str, str]
) -> AsyncIterator[DemoPages]:
    """The pages for as long as the demo lasts; the station's keys are there already."""
    password = secrets.token_hex(5)
    line = hashed(password)  # one for all: hashing takes its time
    words = folder / "web.passwords"
    write_secret(words, "".join(f"{role}:{line}\n" for role in HOME).encode())
    web = Web(
        port=ANY_PORT, secret=folder / "web.secret", passwords=words, station=folder / "station.key"
    )
    lines = {
        role: MqttSettings(port=broker, username=role, password=passwords[role]) for role in HOME
    }
    displays = Displays(DisplaySettings(web, lines))
    await displays.start()
    roles = {name: page.roles[0] for name, page in PAGES.items()} | {"console": "floor"}
    links = {name: displays.link(name, role, 12 * HOUR) for name, role in roles.items()}
    try:
        yield DemoPages(displays.address, password, links)
    finally:
        await displays.stop()
