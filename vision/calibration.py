"""Where the table lies in the picture: from its markers, kept, and looked after later."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.arrays import Floats, Picture, Points
from vision.errors import CalibrationError, MarkerError
from vision.markers import CORNERS, find_markers
from vision.pictures import read_picture, write_picture
from vision.sightings import State
from vision.zones import TALL, WIDE, Zones, drawn, template

FILE, FELT = "calibration.json", "felt.png"
MOVED = 0.004  # of the picture's width: a marker so far from its place means a moved camera
TABLE: Points = np.array([(0, 0), (WIDE, 0), (WIDE, TALL), (0, TALL)], np.float32)


class CalibrationFile(msgspec.Struct, forbid_unknown_fields=True):
    """The calibration as it is written."""

    wide: int
    tall: int
    markers: dict[int, list[list[float]]]
    zones: dict[str, list[list[float]]]
    white: list[float]


@dataclass(frozen=True)
class Calibration:
    """One camera over one table."""

    size: tuple[int, int]  # wide, tall, in pixels
    markers: dict[int, Points]
    zones: Zones
    white: Floats  # what white is in this light: blue, green, red
    felt: Picture  # the table with nothing on it

    @cached_property
    def homography(self) -> Floats:
        """From the picture to the table."""
        middles = np.array([self.markers[n].mean(0) for n in range(4)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(middles, TABLE))

    def width_of(self, metres: float) -> float:
        """How many pixels a length in the table's middle takes."""
        ends = np.array([(WIDE / 2, TALL / 2), (WIDE / 2 + metres, TALL / 2)], np.float32)
        start, end = self.in_picture(ends)
        return float(np.hypot(*(end - start)))

    def on_table(self, points: Points) -> Points:
        """Points of the picture in the table's measure."""
        return np.asarray(cv2.perspectiveTransform(points[None], self.homography)[0], np.float32)

    def in_picture(self, points: Points) -> Points:
        """Points of the table in the picture."""
        return np.asarray(cv2.perspectiveTransform(points[None], self._back)[0], np.float32)

    @cached_property
    def _back(self) -> Floats:
        return np.linalg.inv(self.homography)


def calibrate(picture: Picture, zones: Zones) -> Calibration:
    """Find the markers on the empty table; a table without them is refused by name."""
    found = find_markers(picture)
    missing = [f"{n} ({CORNERS[n]})" for n in range(4) if n not in found]
    if missing:
        raise MarkerError(
            f"expected the markers 0 to 3 at the table's corners, not found: {', '.join(missing)}; "
            "print them with `cutcard calibrate --print`, and light the table evenly"
        )
    if upside_down(found):
        raise MarkerError(
            "the camera is the wrong way up: marker 0 must be at the top left with the dealer at "
            "the bottom; turn the camera, or exchange the markers"
        )
    size = (picture.shape[1], picture.shape[0])
    return Calibration(size, found, zones, _white(picture, found), picture)


def upside_down(found: dict[int, Points]) -> bool:
    """Whether most markers that are seen stand on their heads."""
    falls = [float(c[3, 1] - c[0, 1]) for c in found.values()]
    return bool(falls) and sum(fall < 0 for fall in falls) > len(falls) / 2


def trouble(calibration: Calibration, picture: Picture) -> tuple[State, str]:
    """What is wrong with the camera's place now, by the markers that can be seen."""
    found = find_markers(picture)
    if not found:
        return "no markers", "none of the four markers is seen; is the table covered?"
    if upside_down(found):
        return "upside down", "the markers stand on their heads; turn the camera"
    scale = picture.shape[1] / calibration.size[0]
    shifts = [
        float(np.abs(corners / scale - calibration.markers[n]).max())
        for n, corners in found.items()
    ]
    if np.median(shifts) > MOVED * calibration.size[0]:
        return "moved", f"the markers are {np.median(shifts):.0f} pixels off; calibrate again"
    return "ok", ""


def with_zones(calibration: Calibration) -> Picture:
    """The felt with its zones drawn on it, for people to check."""
    picture = calibration.felt.copy()
    thick = max(1, picture.shape[1] // 900)
    for name, polygon in calibration.zones.polygons.items():
        outline = calibration.in_picture(np.array(polygon, np.float32))
        ink = (60, 200, 250) if name.startswith("bet:") else (80, 220, 80)
        cv2.polylines(picture, [np.rint(outline).astype(np.int32)], True, ink, thick, cv2.LINE_AA)
        x, y = outline.mean(0)
        at = (round(float(x)) - 12 * thick, round(float(y)))
        cv2.putText(picture, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick, ink, thick)
    return picture


def keep(calibration: Calibration, folder: Path) -> None:
    """Write the calibration and the empty felt into a folder."""
    kept = CalibrationFile(
        *calibration.size,
        {n: corners.tolist() for n, corners in calibration.markers.items()},
        _points(calibration.zones),
        [float(value) for value in calibration.white],
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_picture(folder / FELT, calibration.felt)
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(kept)))


def keep_zones(zones: Zones, path: Path) -> None:
    """Write the zones alone, to be drawn anew by hand."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(_points(zones))))


def load(folder: Path) -> Calibration:
    """Read what was kept; what is not a calibration is refused with the file's name."""
    path = folder / FILE
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=CalibrationFile)
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; run `cutcard calibrate`") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f"{path}: {error}; run `cutcard calibrate` again") from error
    markers = {n: np.array(corners, np.float32) for n, corners in kept.markers.items()}
    if sorted(markers) != [0, 1, 2, 3]:
        raise CalibrationError(f"{path}: expected the markers 0 to 3, got {sorted(markers)}")
    felt = read_picture(folder / FELT)
    size = (kept.wide, kept.tall)
    return Calibration(size, markers, drawn(kept.zones), np.array(kept.white), felt)


def load_zones(path: Path | None, seats: int) -> Zones:
    """The template for so many seats, or zones drawn by hand in a JSON file."""
    if path is None:
        return template(seats)
    try:
        return drawn(msgspec.json.decode(path.read_bytes(), type=dict[str, list[list[float]]]))
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f'{path}: expected {{"board": [[x, y], …], …}}: {error}') from error


def _points(zones: Zones) -> dict[str, list[list[float]]]:
    return {name: [list(point) for point in shape] for name, shape in zones.polygons.items()}


def _white(picture: Picture, found: dict[int, Points]) -> Floats:
    """The paper around and within the markers is the white patch."""
    papers = []
    for corners in found.values():
        x0, y0 = np.maximum(corners.min(0), 0).astype(int)
        x1, y1 = corners.max(0).astype(int) + 1
        pixels = picture[y0:y1, x0:x1].reshape(-1, 3)
        papers.append(np.percentile(pixels, 85, axis=0))
    return np.asarray(np.median(papers, axis=0))
