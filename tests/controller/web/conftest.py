"""A broker, a table served by the real daemon, the displays beside it, and a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import Broadcast, GameSection
from controller.security import seal
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured, console
from tests.controller.web.screens import Browser, Screens, browsing, settings

DELAY = 1.0  # seconds; a station that waited half an hour would be no test


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("mosquitto")) as broker:
        yield broker


@pytest.fixture
def station(tmp_path: Path) -> Path:
    """The folder with the station's two keys."""
    seal.make_pair(tmp_path / "station.key", tmp_path / "station.pub")
    return tmp_path


@pytest.fixture
def table(tmp_path: Path, station: Path, broker: brokers.Broker) -> Iterator[Served]:
    broadcast = Broadcast(delay=DELAY, station_key=station / "station.pub")
    config = configured(tmp_path, broadcast=broadcast, game=GameSection(rulebook="hilton"))
    with Served(config, broker) as served:
        yield served


@pytest.fixture
def floor(broker: brokers.Broker) -> Iterator[Console]:
    with console(broker, "floor") as somebody:
        yield somebody


@pytest.fixture
def screens(tmp_path: Path, station: Path, broker: brokers.Broker) -> Iterator[Screens]:
    with Screens(settings(broker, tmp_path, station=station / "station.key")) as screens:
        yield screens


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """A window for one test; it is empty again before the server behind it stops."""
    yield chromium
    chromium.leaves()
