"""Watches films of a table in a process of its own, so that its memory can be weighed."""

import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.arrays import Picture
from vision.back_finder import backs, ground_of
from vision.calibration import load
from vision.card_shape import CARD_METRES, CHIP
from vision.chipset import USUAL
from vision.circles import circles
from vision.corners import corners, shapes
from vision.eye import FINDING, Eye, quickly_shrunk
from vision.motion import Motion
from vision.watch import LINGER, Watch


def main() -> None:
    """Print the times of each frame of both films, of each stage, and the memory used."""
    folder = Path(sys.argv[1])
    cv2.setNumThreads(1)
    eye = Eye.open()
    times = {name: _watched(folder, name, eye) for name in ("quiet", "moving")}
    wide = load(folder).width_of(CARD_METRES)
    stages = _stages(eye, _busiest(folder / "moving.avi"), wide)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report = {"times": times, "stages": stages, "memory": memory}
    sys.stdout.buffer.write(msgspec.json.encode(report))


def _watched(folder: Path, name: str, eye: Eye) -> list[float]:
    watch = Watch(load(folder), eye, USUAL)
    times = []
    for number, picture in enumerate(_frames(folder / f"{name}.avi")):
        began = time.perf_counter()
        watch.frame(number / 12, picture)
        times.append(time.perf_counter() - began)
    return times[12:]  # the first second lays out the networks


def _stages(eye: Eye, picture: Picture, wide: float) -> dict[str, float]:
    """The median time of each stage on one busy frame, in milliseconds."""
    by = max(picture.shape[:2]) / FINDING
    small = quickly_shrunk(picture, by)
    ground = ground_of(small, wide / by)
    unlike = ground.unlike(small)
    poses = corners(small, shapes(small, wide / by, unlike), wide / by)
    empty = np.zeros(small.shape[:2], np.uint8)
    motion = Motion(wide, LINGER)
    stages: dict[str, Callable[[], object]] = {
        "shrink": lambda: quickly_shrunk(picture, by),
        "motion": lambda: motion.frame(0.0, picture),
        "find the ground": lambda: ground_of(small, wide / by),
        "tell from the ground": lambda: ground.unlike(small),
        "find corners": lambda: corners(small, shapes(small, wide / by, unlike), wide / by),
        f"read {len(poses)} corners": lambda: eye.faces(picture, by, poses),
        "find chips": lambda: circles(small, CHIP * wide / by),
        "find backs": lambda: backs(unlike, wide / by, empty),
    }
    return {name: _median_ms(stage) for name, stage in stages.items()}


def _median_ms(stage: Callable[[], object]) -> float:
    runs = []
    for _ in range(9):
        began = time.perf_counter()
        stage()
        runs.append(time.perf_counter() - began)
    return 1000 * float(np.median(runs))


def _busiest(path: Path) -> Picture:
    """The last frame: all cards of the deal lie on it."""
    (last,) = deque(_frames(path), maxlen=1)
    return last


def _frames(path: Path) -> Iterator[Picture]:
    film = cv2.VideoCapture(str(path))
    while True:
        there, picture = film.read()
        if not there:
            return
        yield np.asarray(picture, np.uint8)


if __name__ == "__main__":
    main()
