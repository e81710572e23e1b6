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
from firmware_bridge.link import Link
from firmware_bridge.poll_link import PollTimes
from firmware_bridge.ports import PortSettings
from firmware_bridge.reader_thread import Heards, Reader
from firmware_bridge.readers.registry import LinkTimes, driver
from firmware_bridge.sightings import Sighting, Swept
from firmware_bridge.simulator.table import Place, layout

SECONDS = 40.0
WARM_UP = 2.0  # seconds; ports open and readers wake
POLLS_A_SECOND = 20
P99_BAR_MS = 2.0


Times = list[tuple[str, float, float]]  # reader, when its last byte was read, when it was judged


@dataclass
class Run:
    """What came of listening to the table for a while."""

    cpu: float  # share of one core
    seconds: float
    frames: Times  # every answer, for all are judged the same way
    sightings: Times  # those that made a card's landing or leaving sure


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
    written = msgspec.json.decode(out, type=dict[str, list[float]])
    frames, sightings = _delays(run.frames, written), _delays(run.sightings, written)
    p99 = _percentile(frames, 99)
    figures: dict[str, object] = {
        "zones": len(places),
        "polls_a_second_and_zone": round(len(run.frames) / run.seconds / len(places), 1),
        "cpu_percent_of_one_core": round(100 * run.cpu, 1),
        "frames": len(frames),
        "p50_ms": round(_percentile(frames, 50), 2),
        "p99_ms": round(p99, 2),
        "max_ms": round(frames[-1], 2),
        "sightings": len(sightings),
        "sightings_p50_ms": round(_percentile(sightings, 50), 2),
        "sightings_p99_ms": round(_percentile(sightings, 99), 2),
    }
    bar: dict[str, object] = {"p99_ms": P99_BAR_MS}
    return Result("bridge", figures, bar, p99 < P99_BAR_MS, _rows(figures))


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    delay = f"{f['p50_ms']} ms median, {f['p99_ms']} ms p99, {f['max_ms']} ms worst"
    sure = f"{f['sightings_p50_ms']} ms median, {f['sightings_p99_ms']} ms p99"
    return [
        ("table", f"{f['zones']} zones, {f['polls_a_second_and_zone']} polls/s each, {KIND}"),
        ("processor", f"{f['cpu_percent_of_one_core']} % of one core"),
        ("from last byte to judgement", f"{delay}, of {f['frames']} frames"),
        ("those that made a sighting", f"{sure}, of {f['sightings']}"),
    ]


def _percentile(ordered: list[float], share: int) -> float:
    return ordered[len(ordered) * share // 100]


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
        time.sleep(1 / POLLS_A_SECOND / len(readers))  # so that they do not all answer at once
    try:
        _drain(bridge, heard, WARM_UP)
        cpu, began = time.process_time(), time.monotonic()
        frames, sightings = _drain(bridge, heard, SECONDS - WARM_UP)
        took = time.monotonic() - began
        share = (time.process_time() - cpu) / took
    finally:
        for reader in readers:
            reader.stop()
    names = {zone: place.name for place in places for zone in place.zones}
    return Run(share, took, [(names[zone], read, told) for zone, read, told in frames], sightings)


def _reader(place: Place, path: Path, heard: Heards) -> Reader[Link]:
    kind = driver(place.kind)
    times = LinkTimes(PollTimes(poll_every=1 / POLLS_A_SECOND))
    link = kind.link(place.name, dict(enumerate(place.zones)), times)
    return Reader(PortSettings(str(path), kind.baud, kind.parity), link, heard)


def _drain(bridge: Bridge, heard: Heards, seconds: float) -> tuple[Times, Times]:
    """Judge all that is heard for so long; keep the times of sweeps, by zone, and of sightings."""
    frames: Times = []
    sightings: Times = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            item = heard.get(timeout=left)
        except queue.Empty:
            break
        told = bridge.heard(item)
        now = time.monotonic()
        if isinstance(item, Swept):
            frames.append((item.zones[0], item.t, now))
        sightings += [(one.reader, one.t, now) for one in told if isinstance(one, Sighting)]
    return frames, sightings


def _delays(times: Times, written: dict[str, list[float]]) -> list[float]:
    """From the last byte that was in the wire when the frame was read, in milliseconds."""
    delays = []
    for reader, read_at, told_at in times:
        at = bisect_right(written[reader], read_at) - 1
        if at >= 0:
            delays.append(1000 * (told_at - written[reader][at]))
    if not delays:
        raise UsageError("bridge: nothing was told: is the machine too busy to run the table?")
    return sorted(delays)
