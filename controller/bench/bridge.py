"""The bridge on a full table: fourteen zones, twenty polls a second each, over real terminals."""

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
from controller.bench._machine import percentile
from controller.errors import UsageError
from firmware_bridge.decks import Decks
from firmware_bridge.hardware import Hardware, ReaderPlan
from firmware_bridge.poll_link import PollTimes
from firmware_bridge.ports import PortSettings
from firmware_bridge.readers.registry import LinkTimes, driver
from firmware_bridge.sightings import Heard, Sighting, Swept, Told
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
        felt = _process("controller.bench._felt", folder, str(SECONDS + 1))
        sleeper = _process("controller.bench._lateness", str(SECONDS - 1))
        try:
            _wait_until_ready(felt)
            run = _listen(places, Path(folder))
            out, _ = felt.communicate(timeout=2 * SECONDS)
            slept, _ = sleeper.communicate(timeout=2 * SECONDS)
        finally:
            for process in (felt, sleeper):
                process.kill()
                process.wait()
    written = msgspec.json.decode(out, type=dict[str, list[float]])
    late = msgspec.json.decode(slept, type=list[float])
    frames, sightings = _delays(run.frames, written), _delays(run.sightings, written)
    p99 = percentile(frames, 99)
    figures: dict[str, object] = {
        "zones": len(places),
        "polls_a_second_and_zone": round(len(run.frames) / run.seconds / len(places), 1),
        "cpu_percent_of_one_core": round(100 * run.cpu, 1),
        "frames": len(frames),
        "p50_ms": round(percentile(frames, 50), 2),
        "p99_ms": round(p99, 2),
        "max_ms": round(frames[-1], 2),
        "machine_late_p99_ms": round(percentile(late, 99), 2),
        "machine_late_max_ms": round(late[-1], 2),
        "sightings": len(sightings),
        "sightings_p50_ms": round(percentile(sightings, 50), 2),
        "sightings_p99_ms": round(percentile(sightings, 99), 2),
    }
    bar: dict[str, object] = {"p99_ms": P99_BAR_MS}
    return Result("bridge", figures, bar, p99 < P99_BAR_MS, _rows(figures))


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    delay = f"{f['p50_ms']} ms median, {f['p99_ms']} ms p99, {f['max_ms']} ms worst"
    sure = f"{f['sightings_p50_ms']} ms median, {f['sightings_p99_ms']} ms p99"
    machine = f"{f['machine_late_p99_ms']} ms p99, {f['machine_late_max_ms']} ms worst"
    return [
        ("table", f"{f['zones']} zones, {f['polls_a_second_and_zone']} polls/s each, {KIND}"),
        ("processor", f"{f['cpu_percent_of_one_core']} % of one core"),
        ("from last byte to judgement", f"{delay}, of {f['frames']} frames"),
        ("a bare sleep beside it is late", machine),
        ("those that made a sighting", f"{sure}, of {f['sightings']}"),
    ]


def _process(*module: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", *module]
    return subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603  (our own modules)


def _wait_until_ready(felt: subprocess.Popen[bytes]) -> None:
    assert felt.stdout is not None
    if felt.stdout.readline() != b"ready\n":
        raise UsageError("bridge: the simulated table did not start: see the lines above")


class _Timed(Hardware):
    """The hardware as the daemon runs it, and when it was done with each answer."""

    def __init__(self, readers: list[ReaderPlan]) -> None:
        super().__init__(readers, self._note, decks=Decks())
        self.frames: Times = []
        self.sightings: Times = []

    def _turn(self, t: float, item: Heard | None) -> None:
        super()._turn(t, item)
        if isinstance(item, Swept):
            self.frames.append((item.reader, item.t, time.monotonic()))

    def _note(self, told: Told) -> None:
        if isinstance(told, Sighting):
            self.sightings.append((told.reader, told.t, time.monotonic()))


def _listen(places: list[Place], folder: Path) -> Run:
    """Run the host side for a while; what comes before the ports are open does not count."""
    hardware = _Timed([_plan(place, folder / place.name) for place in places])
    hardware.start()
    try:
        time.sleep(WARM_UP)
        cpu, began = time.process_time(), time.monotonic()
        time.sleep(SECONDS - WARM_UP)
        took = time.monotonic() - began
        share = (time.process_time() - cpu) / took
    finally:
        hardware.stop()
    frames = [one for one in hardware.frames if began <= one[1] < began + took]
    return Run(share, took, frames, [one for one in hardware.sightings if one[1] >= began])


def _plan(place: Place, path: Path) -> ReaderPlan:
    kind = driver(place.kind)
    port = PortSettings(str(path), kind.baud, kind.parity)
    times = LinkTimes(PollTimes(poll_every=1 / POLLS_A_SECOND))
    return ReaderPlan(place.name, place.kind, port, dict(enumerate(place.zones)), times)


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
