"""A reader that sends nothing but noise: in a hand it is a fault, and more noise mends nothing."""

import contextlib
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.security.vault import write_secret
from tests.controller import brokers
from tests.controller.brokers import TABLE, TOPICS
from tests.controller.raw_mqtt import RawClient
from tests.controller.served_table import registered
from tests.firmware_bridge.pseudo import Cable

SETTINGS = """
[table]
name = "{table}"
seats = 3
[broker]
port = {port}
password_file = "password"
[[reader]]
name = "felt"
driver = "{driver}"
port = "{cable}"
"""
OTHERS = "".join(
    f"""
[[reader]]
name = "{zone.replace(":", "-")}"
driver = "skyetek"
port = "nowhere/{zone}"
zones = ["{zone}"]
"""
    for zone in ("deck", "board", "burn", "muck", "seat:2", "seat:3")
)  # not plugged in
MORE = dict.fromkeys(("skyetek", "r200"), f'zones = ["seat:1"]\n{OTHERS}') | {"board": ""}


class NoisyReader:
    """A cable with nobody at its end but noise, when there is any."""

    def __init__(self, path: Path) -> None:
        self.cable = Cable(path)
        os.set_blocking(self.cable.master, False)
        self.noisy = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        chance = random.Random(7)
        while not self._over.wait(0.02):
            with contextlib.suppress(BlockingIOError):
                self.cable.read(0.0)
            if self.noisy.is_set():
                with contextlib.suppress(BlockingIOError):  # nobody reads it any more
                    os.write(self.cable.master, chance.randbytes(40))

    def stop(self) -> None:
        self._over.set()
        self._thread.join()
        self.cable.pull()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path) as broker:
        yield broker


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[NoisyReader]:
    reader = NoisyReader(tmp_path / "cable")
    yield reader
    reader.stop()


@pytest.fixture(params=MORE)
def floor(
    request: pytest.FixtureRequest, tmp_path: Path, broker: brokers.Broker, reader: NoisyReader
) -> Iterator[RawClient]:
    """The floor of a table whose real daemon listens to the cable."""
    registered(tmp_path / "decks.json")
    write_secret(tmp_path / "password", broker.passwords["controller"].encode())
    text = SETTINGS.format(
        table=TABLE, port=broker.port, driver=request.param, cable=reader.cable.name
    )
    (tmp_path / "table.toml").write_text(text + MORE[request.param])
    command = [sys.executable, "-m", "controller", "run", "--config", "table.toml"]
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, cwd=tmp_path, stderr=log, env=path) as daemon,
        RawClient(broker, "floor") as floor,
    ):
        floor.subscribe(f"{TOPICS.root}/#")
        try:
            yield floor
        finally:
            daemon.kill()


def asks(floor: RawClient, verb: str, name: str, **fields: Any) -> dict[str, Any]:
    said = b'"id":"%s"' % name.encode()
    ask = msgspec.json.encode({"id": name, **fields})
    answer = floor.answered(
        TOPICS.request("floor", verb).encode(), ask, said, f"response/floor/{verb}"
    )
    told: dict[str, Any] = msgspec.json.decode(answer)
    return told


def begins_a_hand(floor: RawClient) -> None:
    for seat in (1, 2, 3):
        assert asks(floor, "sit", f"sit-{seat}", seat=seat, stack=200)["ok"]
    assert asks(floor, "hand", "hand")["ok"]


def open_now(floor: RawClient) -> dict[str, str]:
    """The alerts that the floor was told of last, and their texts."""
    told = [payload for topic, payload in floor.heard if topic == TOPICS.floor_alert]
    alerts = msgspec.json.decode(told[-1])["alerts"] if told and told[-1] else []
    return {alert["id"]: alert["text"] for alert in alerts}


def hears_for_a_while(floor: RawClient) -> None:
    """Long enough for noise to have changed whatever it can."""
    for number in range(4):
        assert asks(floor, "health", f"a while {number}")["ok"]
        for _ in range(10):
            floor.listen()


def test_noise_alone_is_told_in_a_hand(floor: RawClient, reader: NoisyReader) -> None:
    reader.noisy.set()
    begins_a_hand(floor)
    floor.until_heard(b"no whole frame", TOPICS.floor_alert)
    hears_for_a_while(floor)
    assert "no whole frame" in open_now(floor)["reader-felt"]


def test_noise_does_not_mend_a_reader_that_has_failed(
    floor: RawClient, reader: NoisyReader
) -> None:
    begins_a_hand(floor)
    floor.until_heard(b"reader-felt", TOPICS.floor_alert)
    for _ in range(3):
        reader.noisy.set()
        hears_for_a_while(floor)
        assert "reader-felt" in open_now(floor)
        reader.noisy.clear()
        hears_for_a_while(floor)
        assert "reader-felt" in open_now(floor)
