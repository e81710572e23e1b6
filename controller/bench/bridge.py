"""The bridge on a full table: fourteen zones, twenty polls a second each, over real terminals."""

import queue
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

import msgspec

from controller.bench import Result
from controller.bench._felt import KIND
from controller.errors import UsageError
from firmware_bridge.bridge import Antenna, Bridge
from firmware_bridge.poll_link import PollLink, PollTimes
from firmware_bridge.ports import PortSettings
from firmware_bridge.reader_thread import Heards, Reader
from firmware_bridge.readers.registry import driver
from firmware_bridge.sightings import Sighting, Swept
from firmware_bridge.simulator.table import Place, layout

SECONDS = 40.0
WARM_UP = 2.0  # seconds; ports open and readers wake
POLLS_A_SECOND = 20
P99_BAR_MS = 2.0


@dataclass
class Run:
    """What came of listening to the table for a while."""

    cpu: float  # share of one core
    polls: float  # a second and zone
    sightings: list[tuple[str, float, float]]  # reader, when its last frame was read, when told


def measure() -> Result:
    """Listen to a simulated table, which runs in another process, and take the times."""
    places = layout(KIND)
    with tempfile.TemporaryDirectory(prefix="cutcard-") as folder:
        felt = _start(folder)
        try:
            run = _listen(places, Path(folder))
            out, _ = felt.communicate(timeout=2 * SECONDS)
        finally:
            felt.kill()
            felt.wait()
    delays = _delays(run, msgspec.json.decode(out, type=dict[str, list[float]]))
    p99 = delays[len(delays) * 99 // 100]
    figures: dict[str, object] = {
        "zones": len(places),
        "polls_a_second_and_zone": round(run.polls, 1),
        "sightings": len(delays),
        "cpu_percent_of_one_core": round(100 * run.cpu, 1),
        "p50_ms": round(delays[len(delays) // 2], 2),
        "p99_ms": round(p99, 2),
        "max_ms": round(delays[-1], 2),
    }
    bar: dict[str, object] = {"p99_ms": P99_BAR_MS}
    return Result("bridge", figures, bar, p99 < P99_BAR_MS, _rows(figures))


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    return [
        ("table", f"{f['zones']} zones, {f['polls_a_second_and_zone']} polls/s each, {KIND}"),
        ("processor", f"{f['cpu_percent_of_one_core']} % of one core"),
        ("sightings", f"{f['sightings']}, from the last byte of the frame that makes it sure"),
        ("delay", f"{f['p50_ms']} ms median, {f['p99_ms']} ms p99, {f['max_ms']} ms worst"),
    ]


def _start(folder: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "controller.bench._felt", folder, str(SECONDS + 1)]
    felt = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603  (our own module)
    assert felt.stdout is not None
    if felt.stdout.readline() != b"ready\n":
        raise UsageError("bridge: the simulated table did not start: see the lines above")
    return felt


def _listen(places: list[Place], folder: Path) -> Run:
    """Run the host side as the daemon would: a thread a reader, one that judges."""
    heard = Heards()
    antennas = {zone: Antenna(place.name, place.most) for place in places for zone in place.zones}
    bridge = Bridge(antennas)
    readers = [_reader(place, folder / place.name, heard) for place in places]
    for reader in readers:
        reader.start()
    try:
        _drain(bridge, heard, WARM_UP)
        cpu, began = time.process_time(), time.monotonic()
        swept, sightings = _drain(bridge, heard, SECONDS - WARM_UP)
        took = time.monotonic() - began
        share = (time.process_time() - cpu) / took
    finally:
        for reader in readers:
            reader.stop()
    return Run(share, swept / took / len(places), sightings)


def _reader(place: Place, path: Path, heard: Heards) -> Reader[PollLink]:
    kind = driver(place.kind)
    times = PollTimes(poll_every=1 / POLLS_A_SECOND)
    link = PollLink(place.name, kind.codec(), dict(enumerate(place.zones)), times)
    return Reader(PortSettings(str(path), kind.baud, kind.parity), link, heard)


def _drain(
    bridge: Bridge, heard: Heards, seconds: float
) -> tuple[int, list[tuple[str, float, float]]]:
    """Judge all that is heard for so long; count the sweeps, keep the sightings' times."""
    swept = 0
    sightings: list[tuple[str, float, float]] = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            item = heard.get(timeout=left)
        except queue.Empty:
            break
        swept += isinstance(item, Swept)
        told = bridge.heard(item)
        now = time.monotonic()
        sightings += [(one.reader, one.t, now) for one in told if isinstance(one, Sighting)]
    return swept, sightings


def _delays(run: Run, written: dict[str, list[float]]) -> list[float]:
    """From the last byte that was in the wire when the frame was read, in milliseconds."""
    delays = []
    for reader, read_at, told_at in run.sightings:
        times = written[reader]
        at = bisect_right(times, read_at) - 1
        if at >= 0:
            delays.append(1000 * (told_at - times[at]))
    if not delays:
        raise UsageError("bridge: nothing was told: is the machine too busy to run the table?")
    return sorted(delays)
