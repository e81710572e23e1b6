"""Names colours as people at a table do, after taking the room's light out of them."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.find import Find, beyond
from vision.scene import FaceSeen

NAMES = ("black", "grey", "white", "red", "orange", "yellow", "green", "blue", "purple", "pink")
HUES = ((7, "red"), (17, "orange"), (34, "yellow"), (95, "green"), (128, "blue"), (148, "purple"))
INKS = ("red", "green", "blue", "purple", "pink")  # wood is orange and yellow
PALE, DARK, BRIGHT = 48, 70, 150  # saturation of greys; value of black and of white
TINT = 38  # of a dark colour, between its strongest and its weakest part
PAPER = 235.0  # what the paper of a card should be


def white_of(picture: Picture, cards: list[FaceSeen]) -> Floats:
    """The colour that paper has in this light, from the faces that were read."""
    papers = [_paper(picture, card) for card in cards if card.corners is not None]
    return np.median(papers, axis=0) if papers else np.array([PAPER] * 3)


def in_white_light(pixels: Floats, white: Floats) -> Floats:
    """Pixels as they were if paper were white."""
    return np.clip(pixels * (PAPER / np.maximum(white, 40.0)), 0, 255)


def name_of(pixels: Floats, skip: tuple[str, ...] = ()) -> str:
    """The colour that most of these pixels have."""
    votes = np.bincount(_names(pixels), minlength=len(NAMES))
    for name in skip:
        votes[NAMES.index(name)] = 0
    return NAMES[int(votes.argmax())]


def share_of(pixels: Floats, name: str) -> float:
    """The share of these pixels that have a colour."""
    return float((_names(pixels) == NAMES.index(name)).mean())


def printed(pixels: Floats) -> bool:
    """Whether these pixels are a back's: one strong ink, on some white or deep, and not paper."""
    named = np.bincount(_names(pixels), minlength=len(NAMES)) / max(1, len(pixels))
    white = named[NAMES.index("white")] + named[NAMES.index("grey")]
    inks = [share for name, share in zip(NAMES, named, strict=True) if name in INKS]
    return bool(max(inks) > 0.25 and white < 0.6)


def disc(picture: Picture, x: float, y: float, radius: float, above: Iterable[Find] = ()) -> Floats:
    """The pixels of a disc beyond those above it, few enough to count quickly."""
    step = max(1, int(radius / 12))
    tall, wide = picture.shape[:2]
    x0, x1 = max(0, int(x - radius)), min(wide, int(x + radius) + 1)
    y0, y1 = max(0, int(y - radius)), min(tall, int(y + radius) + 1)
    rows, columns = np.mgrid[y0:y1:step, x0:x1:step]
    inside = ((columns - x) ** 2 + (rows - y) ** 2 <= radius**2) & beyond(above, columns, rows)
    return np.asarray(picture[y0:y1:step, x0:x1:step][inside], np.float64)


def _names(pixels: Floats) -> Floats:
    row = pixels.reshape(1, -1, 3).astype(np.uint8)
    hue, pale, light = (
        part.astype(int) for part in cv2.split(cv2.cvtColor(row, cv2.COLOR_BGR2HSV))
    )
    named = np.full(hue.shape, NAMES.index("pink"))
    named[hue > 174] = NAMES.index("red")
    for most, name in reversed(HUES):
        named[hue < most] = NAMES.index(name)
    pinkish = (named == NAMES.index("red")) & (light > 190) & (pale < 115)
    named[pinkish] = NAMES.index("pink")
    grey = pale < PALE
    named[grey] = NAMES.index("grey")
    named[grey & (light > BRIGHT)] = NAMES.index("white")
    chroma = pale * light // 255  # dark green is still green
    named[(light < DARK) & (chroma < TINT)] = NAMES.index("black")
    return named.ravel()


def _paper(picture: Picture, card: FaceSeen) -> Floats:
    """The paper of one face: what is bright along a line beside its index."""
    quad = np.array(card.corners, np.float32)
    x0, y0 = np.maximum(quad.min(0), 0).astype(int)
    x1, y1 = quad.max(0).astype(int) + 1
    piece = picture[y0:y1:2, x0:x1:2].reshape(-1, 3)
    if not len(piece):
        return np.array([PAPER] * 3)
    inside = cv2.fillConvexPoly(
        np.zeros(picture[y0:y1, x0:x1].shape[:2], np.uint8), (quad - (x0, y0)).astype(np.int32), 1
    )[::2, ::2].ravel()
    light = piece.min(1)
    paper = piece[(inside > 0) & (light >= np.percentile(light[inside > 0], 60))]
    return np.median(paper, axis=0) if len(paper) else np.array([PAPER] * 3)
