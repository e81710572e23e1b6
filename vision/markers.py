"""The four printed markers at the table's corners: made, printed and found again."""

from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture, Points
from vision.pictures import write_picture

CORNERS = ("top left", "top right", "bottom right", "bottom left")  # of markers 0 to 3
CELLS = 6  # of a marker's side: four of code and a rim
SIDE_MM, GAP_MM, PAGE_MM = 70, 20, (210, 297)
DOTS = 8  # pixels a millimetre of the printed picture
POINTS_MM = 72 / 25.4  # PDF points a millimetre

_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker(number: int, side: int) -> Picture:
    """One marker as a picture of so many pixels."""
    return np.asarray(cv2.aruco.generateImageMarker(_DICTIONARY, number, side), np.uint8)


def find_markers(picture: Picture) -> dict[int, Points]:
    """The corners of each of our markers in a picture, clockwise from its own top left.

    A marker lost to noise in the picture is often plain in its half, so both are looked at.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    in_half = {number: 2 * outline for number, outline in _found(half.astype(np.uint8)).items()}
    return {**in_half, **_found(grey)}


def _found(grey: Picture) -> dict[int, Points]:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerDistanceRate = 0.02  # or the paper's edge around a marker would hide it
    corners, numbers, _ = cv2.aruco.ArucoDetector(_DICTIONARY, settings).detectMarkers(grey)
    if numbers is None:
        return {}
    named = zip(np.asarray(numbers).ravel().tolist(), corners, strict=True)
    pairs = [(int(n), np.asarray(outline, np.float32)[0]) for n, outline in named]
    pairs.sort(key=lambda pair: float(np.ptp(pair[1])))  # of one found twice, the outer edge
    return {number: outline for number, outline in pairs if number < len(CORNERS)}


def print_sheet(path: Path) -> None:
    """Write the sheet of all four markers, as a PDF or a picture by the name's ending."""
    if path.suffix.lower() == ".pdf":
        path.write_bytes(_pdf())
    else:
        write_picture(path, _sheet())


def _places() -> list[tuple[int, int]]:
    """The upper left corners of the four on the page, in millimetres."""
    step = SIDE_MM + GAP_MM
    left, top = (PAGE_MM[0] - step - SIDE_MM) // 2, (PAGE_MM[1] - step - SIDE_MM) // 2
    return [(left, top), (left + step, top), (left + step, top + step), (left, top + step)]


def _sheet() -> Picture:
    sheet: Picture = np.full((PAGE_MM[1] * DOTS, PAGE_MM[0] * DOTS), 255, np.uint8)
    side = SIDE_MM * DOTS
    for number, (x, y) in enumerate(_places()):
        sheet[y * DOTS : y * DOTS + side, x * DOTS : x * DOTS + side] = marker(number, side)
        at = (x * DOTS, (y - 4) * DOTS)
        cv2.putText(sheet, _label(number), at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, 0, 2, cv2.LINE_AA)
    return sheet


def _pdf() -> bytes:
    """A page of black squares: sharp at any size, and no library needed."""
    marks = []
    cell = SIDE_MM / CELLS
    for number, (x, y) in enumerate(_places()):
        for row, column in np.argwhere(marker(number, CELLS) == 0):
            left, low = x + column * cell, PAGE_MM[1] - y - (row + 1) * cell
            box = (v * POINTS_MM for v in (left, low, cell + 0.02, cell + 0.02))
            marks.append(" ".join(f"{v:.3f}" for v in box) + " re f")
        at = f"{x * POINTS_MM:.1f} {(PAGE_MM[1] - y + 4) * POINTS_MM:.1f}"
        marks.append(f"BT /F 11 Tf {at} Td ({_label(number)}) Tj ET")
    page = f"[0 0 {PAGE_MM[0] * POINTS_MM:.1f} {PAGE_MM[1] * POINTS_MM:.1f}]"
    drawing = "\n".join(marks)
    return _objects(
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {page} /Contents 4 0 R "
        "/Resources << /Font << /F 5 0 R >> >> >>",
        f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )


def _objects(*bodies: str) -> bytes:
    """A PDF file of these objects, with the table of where each begins."""
    out, starts = "%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    rows = "".join(f"{start:010d} 00000 n \n" for start in starts)
    count = len(bodies) + 1
    tail = f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return f"{out}xref\n0 {count}\n0000000000 65535 f \n{rows}{tail}".encode("ascii")


def _label(number: int) -> str:
    return f"marker {number}: {CORNERS[number]}, as the dealer sits at the bottom"
