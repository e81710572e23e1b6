"""``cutcard run``: systemd hears that the table is served, a signal ends it, mistakes are named."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main
from controller.config_file import load
from controller.mqtt.topics import Topics
from controller.records.journal import JournalReader
from controller.security.vault import Vault, write_secret
from tests.controller.brokers import PATIENCE, Person, free_port
from tests.controller.served_table import registered


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table whose one reader is not plugged in, with a broker of its own."""
    registered(tmp_path / "decks.json")
    write_secret(tmp_path / "password", b"sesame\n")
    path = tmp_path / "table.toml"
    path.write_text(
        f"""
        [[reader]]
        name = "board"
        driver = "board"
        port = "{tmp_path}/nowhere"
        [broker]
        embedded = true
        port = {free_port()}
        password_file = "password"
        """
    )
    return path


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "notify"))
        there.settimeout(PATIENCE)
        yield there


@contextlib.contextmanager
def served(table: Path, *more: str, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "controller", "run", "--config", str(table), *more]
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def hears(systemd: socket.socket, wanted: str) -> None:
    """Until systemd hears it; waiting longer than one's patience raises."""
    while systemd.recv(4096).decode() != wanted:
        pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_table_is_served_until_it_is_asked_to_stop(
    number: signal.Signals, table: Path, systemd: socket.socket
) -> None:
    notify = str(table.parent / "notify")
    with served(table, NOTIFY_SOCKET=notify, WATCHDOG_USEC="400000") as process:
        hears(systemd, "READY=1")
        hears(systemd, "WATCHDOG=1")
        hears(systemd, "WATCHDOG=1")
        process.send_signal(number)
        hears(systemd, "STOPPING=1")
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    with JournalReader(
        table.parent / "journal.sqlite", Vault.open(table.parent / "table.key")
    ) as kept:
        assert next(iter(kept.records())).event["e"] == "open"


class ItsBroker:
    """The broker that the table has started itself, as people at it know it."""

    websocket_port = 0

    def __init__(self, port: int, passwords: dict[str, str]) -> None:
        self.port, self.passwords = port, passwords

    def start(self) -> None: ...

    def stop(self) -> None: ...


@pytest.mark.parametrize("game", ["holdem", "omaha8"])
def test_a_simulated_table_deals_for_whoever_listens(
    table: Path, systemd: socket.socket, game: str
) -> None:
    write_secret(table.parent / "floor", b"the floor's word\n")
    file = table.read_text() + f'[roles]\nfloor = "floor"\n[game]\ngame = "{game}"\n'
    table.write_text(file)
    broker = ItsBroker(load(table).broker.port, {"floor": "the floor's word"})
    topics = Topics("table-1")
    with served(table, "--simulated", NOTIFY_SOCKET=str(table.parent / "notify")) as process:
        hears(systemd, "READY=1")
        with Person(broker, "floor") as floor:
            floor.subscribe(topics.public_event)
            floor.until(lambda: any(b'"e":"card"' in one.payload for one in floor.heard), "a card")
            floor.subscribe(topics.info)
            said = f'"game":"{game}"'.encode()
            floor.until(lambda: any(said in one.payload for one in floor.heard), "the game")
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        log = process.stderr.read()
        assert "Traceback" not in log
    assert not (table.parent / "journal.sqlite").exists(), "what is made up is not kept"
    stamp = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING) controller\.")
    assert [line for line in log.splitlines() if not stamp.match(line)] == []
    for wanted in (rf"serves table-1: no_limit {game}", r"reader \S+: ok", "broker: connected",
                   "hand 1: deal", "table-1 is served no longer"):  # fmt: skip
        assert re.search(wanted, log), wanted


def test_two_controllers_cannot_serve_one_table(table: Path, systemd: socket.socket) -> None:
    with served(table, NOTIFY_SOCKET=str(table.parent / "notify")):
        hears(systemd, "READY=1")
        with served(table) as second:
            assert second.wait(PATIENCE) == 2
            assert second.stderr is not None
            said = second.stderr.read()
    assert "another controller" in said
    assert "Traceback" not in said


def test_under_systemd_the_second_waits_until_the_first_has_ended(
    table: Path, systemd: socket.socket
) -> None:
    notify = str(table.parent / "notify")
    with served(table, NOTIFY_SOCKET=notify) as first:
        hears(systemd, "READY=1")
        with served(table, NOTIFY_SOCKET=notify) as second:
            hears(systemd, "EXTEND_TIMEOUT_USEC=60000000")
            first.terminate()
            hears(systemd, "READY=1")
            second.terminate()
            assert second.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("driver", "diver", "did you mean 'driver'"),
        ('"password"', '"nowhere"', "No such file"),
        ("embedded = true", "embedded = maybe", "expected TOML"),
    ],
)
def test_what_must_be_put_right_is_one_clear_answer(
    before: str, after: str, said: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(table.read_text().replace(before, after))
    assert main(["run", "--config", str(table)]) == 2
    assert said in capsys.readouterr().err
