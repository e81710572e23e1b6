"""The eye on one core: its speed, its memory, and what it tells of drawn hands with faults."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from controller.bench import Result

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.arrays import Picture
    from vision.drawing.table import DrawnTable
    from vision.drawing.tally import Tally

EVENINGS = (101, 102, 103)  # seeds; a hand of each
QUIET_FRAMES = 60
ODD = 200  # pictures of print, mesh, grain and nothing at all
ODD_BAR = 5.0  # processor seconds for the slowest of them
QUIET_BAR, MOVING_BAR, MEMORY_BAR, FLASH_BAR = 15.0, 10.0, 350.0, 0.95
BAR: dict[str, object] = {
    "quiet": QUIET_BAR, "moving": MOVING_BAR, "memory_mb": MEMORY_BAR,
    "slowest_odd_picture": ODD_BAR,
    "told_in_time": 1.0, "flashes_found": FLASH_BAR, "false_faces": 0,
}  # fmt: skip


class Report(msgspec.Struct):
    """What the watching process measured."""

    times: dict[str, list[float]]
    stages: dict[str, float]
    memory: float


def measure() -> Result:
    """Watch two films for the speed, and some hands for what is told of them."""
    report = _report()
    began = time.perf_counter()
    told = _told()
    took = time.perf_counter() - began
    slowest = _slowest_odd()
    quiet, moving = (_rate(report.times[name]) for name in ("quiet", "moving"))
    figures: dict[str, object] = {
        "quiet_frames_a_second": round(quiet, 1),
        "moving_frames_a_second": round(moving, 1),
        "memory_mb": round(report.memory),
        "stages_ms": {name: round(took, 1) for name, took in report.stages.items()},
        "slowest_odd_picture": round(slowest, 2),
        "told_in_time": [told.prompt, told.up],
        "flashes_found": [told.found, told.flashes],
        "false_faces": told.false,
    }
    ok = (
        quiet >= QUIET_BAR
        and moving >= MOVING_BAR
        and report.memory <= MEMORY_BAR
        and slowest <= ODD_BAR
        and told.prompt == told.up
        and told.found >= FLASH_BAR * told.flashes
        and not told.false
    )
    rows = _speed_rows(figures, report) + _told_rows(told, took)
    return Result("vision", figures, BAR, ok, rows)


def _report() -> Report:
    """Both films, watched in a process of its own on one core."""
    with tempfile.TemporaryDirectory(prefix="cutcard-") as folder:
        _films(Path(folder))
        command = [sys.executable, "-m", "controller.bench._watched", folder]
        out = subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603  (ours)
    return msgspec.json.decode(out, type=Report)


def _told() -> "Tally":
    """What is told of a few drawn hands, held against what happened in them."""
    from vision.drawing.tally import watched

    return watched(EVENINGS, hands=1)


def _slowest_odd() -> float:
    """The most processor seconds that one of many odd pictures takes."""
    from vision.drawing.busy import busy
    from vision.eye import Eye

    eye, slowest = Eye.open(), 0.0
    for seed in range(ODD):
        picture, began = busy(seed), time.process_time()
        eye.see(picture)
        slowest = max(slowest, time.process_time() - began)
    return slowest


def _rate(times: list[float]) -> float:
    return len(times) / sum(times)


def _speed_rows(figures: dict[str, object], report: Report) -> list[tuple[str, str]]:
    slow = 1000 * sorted(report.times["moving"])[len(report.times["moving"]) * 95 // 100]
    moving = f"{figures['moving_frames_a_second']} frames a second, p95 {slow:.0f} ms"
    return [
        ("quiet table", f"{figures['quiet_frames_a_second']} frames a second"),
        ("a deal moving", moving),
        ("memory", f"{figures['memory_mb']} MB"),
        ("slowest odd picture", f"{figures['slowest_odd_picture']} s of {ODD} pictures"),
        *((f"stage: {name}", f"{took:.1f} ms") for name, took in report.stages.items()),
    ]


def _told_rows(told: "Tally", took: float) -> list[tuple[str, str]]:
    hours = took / told.seconds * 10
    return [
        ("dealt face up", f"{told.prompt} of {told.up} told in time, {told.slowest:.2f} s at most"),
        ("flashes", f"{told.found} of {told.flashes} found"),
        ("false faces", f"{told.false} in {told.seconds / 60:.1f} minutes of film"),
        ("ten hours of film", f"would take {hours:.1f} hours here"),
    ]


def _films(folder: Path) -> None:
    """A quiet table after a deal, and a deal; found at 1280 pixels, read at 2304."""
    from vision.calibration import calibrate, keep
    from vision.drawing.film import Film
    from vision.drawing.table import DrawnTable
    from vision.zones import template

    table = DrawnTable()
    keep(calibrate(table.picture(), template(9)), folder)
    film = Film(table, 9, exposed={2: "up", 9: "flash"})
    _write(folder / "moving.avi", table, (picture for _, picture in film.frames()))
    _write(folder / "quiet.avi", table, (table.picture() for _ in range(QUIET_FRAMES)))


def _write(path: Path, table: "DrawnTable", pictures: "Iterable[Picture]") -> None:
    import cv2

    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.0, table.size)
    for picture in pictures:
        film.write(picture)
    film.release()
