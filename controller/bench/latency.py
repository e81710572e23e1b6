"""From a frame's last byte on the wire to the message at a display, a journal commit included."""

import os
import secrets
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec

from controller.bench import Result
from controller.bench._dealt import KIND, TABLE, client, deck
from controller.bench._machine import HOST, PATIENCE, free_port, mosquitto, percentile, process
from controller.errors import UsageError
from controller.mqtt.topics import Topics
from firmware_bridge import decks
from firmware_bridge.simulator.table import layout

HANDS = 20  # dealt as quickly as the table takes them: some 450 cards
SLOW = 20  # events at one a second, as at a table: for the processor's share
COMMITS = 100
PAUSE = 0.05  # seconds between two bare round trips, and two bare commits
BARE = "cutcard/bare"
TIMES_BARE = 3.0
TIMES_BOTH = 2.2  # a bare round trip and a bare commit: what is kept is not paid for twice
P99_MS = 20.0
MEGABYTES = 120.0
CONFIG = """
[table]
name = "{table}"
[game]
rulebook = "uspa"
[presence]
dwell = 0.0
[fusion]
lag = 0.0
[decks]
file = "decks.json"
[broker]
port = {port}
"""
READER = """
[[reader]]
name = "{name}"
driver = "{kind}"
port = "{port}"
zones = {zones}
"""


@dataclass(frozen=True)
class Load:
    """What the daemon has used of the machine until a moment."""

    at: float
    seconds: float  # of one core
    megabytes: float  # at most so far


def measure() -> Result:
    """Deal hands to a daemon, in processes of their own, and hear it as a display does."""
    with tempfile.TemporaryDirectory(prefix="cutcard-") as name, ExitStack() as stack:
        folder, port = Path(name), free_port()
        stack.enter_context(mosquitto(folder, port))
        display = stack.enter_context(_Display(port))
        command = ["controller.bench._dealt", name, str(port), str(HANDS), str(SLOW)]
        felt = stack.enter_context(process("the simulated table", command))
        _line(felt, b"ready\n")
        _write_config(folder, port)
        run = ["controller", "run", "--config", str(folder / "table.toml")]
        daemon = stack.enter_context(process("the daemon", run))
        with _Bare(port) as bare:
            _line(felt, b"slow\n")
        before = _load(daemon.pid)
        out, _ = felt.communicate(timeout=SLOW + 2 * PATIENCE)
        after = _load(daemon.pid)
        commits = _bare_commits(folder / "bare.sqlite")
    written = msgspec.json.decode(out, type=list[float])
    delays = sorted(display.delays(written))
    return _result(delays, sorted(bare.delays), sorted(commits), before, after)


def _result(
    delays: list[float], bare: list[float], commits: list[float], before: Load, after: Load
) -> Result:
    p50, p99 = percentile(delays, 50), percentile(delays, 99)
    bare_p50, commit_p50 = percentile(bare, 50), percentile(commits, 50)
    share = 100 * (after.seconds - before.seconds) / (after.at - before.at)
    figures: dict[str, object] = {
        "cards": len(delays),
        "p50_ms": round(p50, 2),
        "p99_ms": round(p99, 2),
        "max_ms": round(delays[-1], 2),
        "bare_p50_ms": round(bare_p50, 2),
        "bare_p99_ms": round(percentile(bare, 99), 2),
        "times_bare": round(p50 / bare_p50, 2),
        "bare_commit_p50_ms": round(commit_p50, 2),
        "times_bare_and_commit": round(p50 / (bare_p50 + commit_p50), 2),
        "memory_mb": round(after.megabytes, 1),
        "cpu_percent_of_one_core": round(share, 1),
    }
    bar: dict[str, object] = {
        "times_bare": TIMES_BARE,
        "times_bare_and_commit": TIMES_BOTH,
        "p99_ms": P99_MS,
        "memory_mb": MEGABYTES,
    }
    quick = p50 <= TIMES_BARE * bare_p50 and p50 <= TIMES_BOTH * (bare_p50 + commit_p50)
    ok = quick and p99 < P99_MS and after.megabytes < MEGABYTES
    return Result("latency", figures, bar, ok, _rows(figures))


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    delay = f"{f['p50_ms']} ms median, {f['p99_ms']} ms p99, {f['max_ms']} ms worst"
    bare = f"{f['bare_p50_ms']} ms median, {f['bare_p99_ms']} ms p99"
    both = f"the table's median is {f['times_bare_and_commit']} times both"
    return [
        ("from last byte to display", f"{delay}, of {f['cards']} cards"),
        ("a bare paho round trip", f"{bare}; the table's median is {f['times_bare']} times it"),
        ("a bare commit of SQLite", f"{f['bare_commit_p50_ms']} ms median; {both}"),
        ("memory", f"{f['memory_mb']} MB at most"),
        ("processor", f"{f['cpu_percent_of_one_core']} % of one core, an event a second"),
    ]


class _Display:
    """Hears the table's events, and when each card's came."""

    def __init__(self, port: int) -> None:
        self._came: list[float] = []
        self._client = client(self._receive)
        self._client.connect(HOST, port)
        self._client.subscribe(Topics(TABLE).public_event, qos=1)
        self._client.loop_start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _receive(self, topic: str, payload: bytes) -> None:
        now = time.monotonic()
        if msgspec.json.decode(payload)["event"]["e"] == "card":
            self._came.append(now)

    def delays(self, written: list[float]) -> Iterator[float]:
        """From frame to message, in milliseconds; one card was under way at a time."""
        if len(written) != len(self._came):
            raise UsageError(f"latency: {len(written)} cards were laid, {len(self._came)} heard of")
        for sent, came in zip(written, self._came, strict=True):
            yield 1000 * (came - sent)


class _Bare:
    """Two paho clients that say one thing to each other now and then, with a payload as ours.

    Beside the hands and not one after the other: a message after a pause finds threads asleep and
    a machine that has other work, and so do the table's.
    """

    def __init__(self, port: int) -> None:
        self.delays: list[float] = []  # from publish to receive, in milliseconds
        self._came, self._came_at = threading.Event(), 0.0
        self._receiver, self._sender = client(self._receive), client(self._receive)
        for one in (self._receiver, self._sender):
            one.connect(HOST, port)
            one.loop_start()
        self._receiver.subscribe(BARE, qos=1)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bare")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stopping.set()
        self._thread.join()
        for one in (self._receiver, self._sender):
            one.disconnect()
            one.loop_stop()

    def _run(self) -> None:
        payload = secrets.token_bytes(400)
        while not self._stopping.wait(PAUSE):
            self._came.clear()
            began = time.monotonic()
            self._sender.publish(BARE, payload, qos=1)
            if self._came.wait(PATIENCE):
                self.delays.append(1000 * (self._came_at - began))

    def _receive(self, _topic: str, _payload: bytes) -> None:
        self._came_at = time.monotonic()
        self._came.set()


def _bare_commits(path: Path) -> list[float]:
    """What the disk takes for one row that must be on it, in milliseconds."""
    delays = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE bare (payload BLOB)")
        for _ in range(COMMITS):
            time.sleep(PAUSE)  # a disk that is never at rest is quicker; a table's is
            began = time.monotonic()
            db.execute("INSERT INTO bare VALUES (?)", (bytes(1000),))
            delays.append(1000 * (time.monotonic() - began))
    return delays


def _write_config(folder: Path, port: int) -> None:
    decks.save(folder / "decks.json", deck())
    readers = (
        READER.format(
            name=one.name, kind=KIND, port=folder / one.name,
            zones=msgspec.json.encode(one.zones).decode(),
        )
        for one in layout(KIND)
    )  # fmt: skip
    text = CONFIG.format(table=TABLE, port=port) + "".join(readers)
    (folder / "table.toml").write_text(text, encoding="utf-8")


def _line(process: subprocess.Popen[bytes], expected: bytes) -> None:
    assert process.stdout is not None
    if process.stdout.readline() != expected:
        raise UsageError("latency: the simulated table has stopped: see the lines above")


def _load(pid: int) -> Load:
    """From /proc: the time of all threads, and the most memory it had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])  # in user and in system mode
    peak = next(
        line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmHWM" in line
    )
    return Load(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1024)
