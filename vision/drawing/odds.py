"""Things that lie on tables and are no cards, though an eye might take them for one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Colour, Picture

INK, PAPER = (40, 35, 30), (246, 248, 250)
PLAIN, BOLD = cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX


@dataclass(frozen=True)
class Odd:
    """One such thing: how wide it is, in metres, and how it looks."""

    wide: float
    drawn: Callable[[], Picture]


def _sheet(wide: int, tall: int, colour: Colour) -> Picture:
    sheet: Picture = np.empty((tall, wide, 3), np.uint8)
    sheet[:] = colour
    return sheet


def _phone() -> Picture:
    """A telephone, lit: the time, and a list of messages with their little pictures."""
    sheet = _sheet(200, 410, (25, 22, 20))
    cv2.rectangle(sheet, (10, 14), (189, 395), (235, 235, 240), -1)
    cv2.putText(sheet, "10:47", (20, 44), BOLD, 0.8, INK, 2, cv2.LINE_AA)
    for row in range(6):
        y = 90 + 50 * row
        cv2.circle(sheet, (36, y), 16, (40 * row, 120, 220 - 30 * row), -1, cv2.LINE_AA)
        for line in range(2):
            end = (175 - 23 * ((row + line) % 4), y - 8 + 16 * line)
            cv2.line(sheet, (62, y - 8 + 16 * line), end, (110, 110, 110), 4, cv2.LINE_AA)
    return sheet


def _receipt() -> Picture:
    """A slip of printed paper, with figures at its corners as a card has them."""
    sheet = _sheet(200, 300, PAPER)
    cv2.putText(sheet, "8", (14, 40), BOLD, 1.1, INK, 2, cv2.LINE_AA)
    for row in range(7):
        y = 80 + 28 * row
        cv2.putText(sheet, "2 x beer", (18, y), PLAIN, 0.5, INK, 1, cv2.LINE_AA)
        cv2.putText(sheet, f"{row + 3}.50", (140, y), PLAIN, 0.5, INK, 1, cv2.LINE_AA)
    cv2.putText(sheet, "47.50", (110, 288), BOLD, 0.8, INK, 2, cv2.LINE_AA)
    return sheet


def _napkin() -> Picture:
    """A folded paper napkin with a red border."""
    sheet = _sheet(200, 200, PAPER)
    cv2.rectangle(sheet, (12, 12), (187, 187), (60, 50, 200), 5)
    cv2.line(sheet, (0, 100), (200, 100), (222, 224, 226), 3)
    return sheet


def _reserved() -> Picture:
    """A small printed sign of a card's own size and whiteness."""
    sheet = _sheet(200, 280, PAPER)
    cv2.rectangle(sheet, (8, 8), (191, 271), INK, 3)
    cv2.putText(sheet, "SEAT", (30, 120), BOLD, 1.6, INK, 3, cv2.LINE_AA)
    cv2.putText(sheet, "OPEN", (26, 190), BOLD, 1.6, (40, 30, 200), 3, cv2.LINE_AA)
    return sheet


ODDS = {
    "phone": Odd(0.072, _phone),
    "receipt": Odd(0.075, _receipt),
    "napkin": Odd(0.12, _napkin),
    "sign": Odd(0.063, _reserved),
}


@lru_cache(maxsize=len(ODDS))
def odd_look(name: str) -> Picture:
    """How an odd thing looks."""
    return ODDS[name].drawn()
