"""The watchdog is fed only while every loop turns; heard through a real datagram socket."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.watchdog import Watchdog


class Systemd:
    """The other end of NOTIFY_SOCKET."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        lines = []
        while True:
            try:
                lines.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return lines


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    there = Systemd(str(tmp_path / "notify"))
    yield there
    there.socket.close()


@pytest.fixture
def watchdog(tmp_path: Path, systemd: Systemd) -> Iterator[Watchdog]:
    there = Watchdog(str(tmp_path / "notify"), late=5.0)
    yield there
    there.close()


LOOPS = dict.fromkeys(("serial", "engine", "journal", "mqtt"), 100.0)


def test_a_service_starts_lives_and_ends(watchdog: Watchdog, systemd: Systemd) -> None:
    watchdog.ready()
    assert watchdog.feed(LOOPS, 101.0) == []
    watchdog.stopping()
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


@pytest.mark.parametrize("loop", LOOPS)
def test_one_stuck_loop_starves_it(loop: str, watchdog: Watchdog, systemd: Systemd) -> None:
    ticks = {**LOOPS, loop: 94.9}
    assert watchdog.feed(ticks, 100.0) == [loop]
    assert watchdog.feed(ticks, 100.5) == [loop]
    assert systemd.heard() == [f"STATUS=stuck: {loop}"]
    assert watchdog.feed({**LOOPS, loop: 101.0}, 101.0) == []
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_status_is_one_line_and_told_when_it_changes(
    watchdog: Watchdog, systemd: Systemd
) -> None:
    for text in ("hand 7\nWATCHDOG=1", "hand 7 WATCHDOG=1", "hand 8"):
        watchdog.status(text)
    assert systemd.heard() == ["STATUS=hand 7 WATCHDOG=1", "STATUS=hand 8"]


def test_it_is_fed_twice_in_the_time_systemd_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    assert Watchdog.from_environment().every == 5.0
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid() + 1))
    assert Watchdog.from_environment().every == 1.0, "that was meant for another process"


def test_an_abstract_address_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"cutcard-test-{os.getpid()}"
    there = Systemd("\0" + name)
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    watchdog = Watchdog.from_environment()
    watchdog.ready()
    assert there.heard() == ["READY=1"]
    watchdog.close()
    there.socket.close()


def test_without_systemd_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watchdog = Watchdog.from_environment()
    watchdog.ready()
    assert watchdog.feed({"serial": 0.0}, 100.0) == ["serial"]


def test_systemd_going_away_harms_nobody(watchdog: Watchdog, systemd: Systemd) -> None:
    systemd.socket.close()
    watchdog.ready()
    assert watchdog.feed(LOOPS, 100.0) == []
