"""Backs of cards, and chips: patterns in the colours that houses buy."""

import cv2
import numpy as np

from vision.arrays import Colour, Picture
from vision.drawing.faces import WIDE

COLOURS: dict[str, Colour] = {
    "red": (40, 35, 185),
    "blue": (165, 85, 25),
    "green": (70, 110, 25),
    "black": (35, 30, 30),
    "white": (240, 238, 235),
    "yellow": (30, 200, 235),
    "purple": (130, 45, 95),
    "orange": (30, 120, 235),
    "pink": (150, 80, 235),
    "grey": (130, 128, 125),
}
BACK_COLOURS = [name for name in COLOURS if name not in ("white", "grey")]


def shade(rng: np.random.Generator, name: str, spread: float = 18) -> Colour:
    """One house's idea of a colour."""
    blue, green, red = np.clip(np.array(COLOURS[name]) + rng.normal(0, spread, 3), 0, 255)
    return int(blue), int(green), int(red)


def back(rng: np.random.Generator, name: str, aspect: float = 1.4) -> Picture:
    """The back of a card: a pattern in one colour on white, mostly within a white border."""
    tall = round(WIDE * aspect)
    ink, paper = shade(rng, name), (250, 250, 250)
    if rng.random() < 0.4:
        ink, paper = paper, ink
    canvas: Picture = np.empty((tall, WIDE, 3), np.uint8)
    canvas[:] = paper
    PATTERNS[int(rng.integers(len(PATTERNS)))](canvas, ink, rng)
    canvas[tall - tall // 2 :] = canvas[: tall // 2][::-1, ::-1]
    border = int(rng.choice([0, 0, 5, 9, 14, 18]))
    if border:
        cv2.rectangle(canvas, (0, 0), (WIDE - 1, tall - 1), (248, 248, 248), 2 * border)
        if rng.random() < 0.4:
            frame = (border, border, WIDE - 2 * border, tall - 2 * border)
            cv2.rectangle(canvas, frame, shade(rng, name), 3)
    return canvas


def _lattice(canvas: Picture, ink: Colour, rng: np.random.Generator) -> None:
    step, thick = int(rng.integers(7, 26)), int(rng.integers(1, 5))
    lean = rng.uniform(0.7, 1.6)
    for c in range(-600, 600, step):
        for way in (lean, -lean):
            end = (WIDE, round(c + way * WIDE + (WIDE if way < 0 else 0)))
            start = (0, round(c + (WIDE if way < 0 else 0)))
            cv2.line(canvas, start, end, ink, thick, cv2.LINE_AA)


def _dots(canvas: Picture, ink: Colour, rng: np.random.Generator) -> None:
    step = int(rng.integers(8, 24))
    r = max(1, round(step * rng.uniform(0.2, 0.45)))
    for row, y in enumerate(range(0, canvas.shape[0], step)):
        for x in range((row % 2) * step // 2, WIDE, step):
            cv2.circle(canvas, (x, y), r, ink, -1, cv2.LINE_AA)


def _rings(canvas: Picture, ink: Colour, rng: np.random.Generator) -> None:
    _lattice(canvas, ink, rng)
    for _ in range(int(rng.integers(1, 5))):
        at = (int(rng.integers(0, WIDE)), int(rng.integers(0, canvas.shape[0] // 2)))
        for r in range(6, int(rng.integers(20, 80)), int(rng.integers(5, 12))):
            cv2.circle(canvas, at, r, ink, int(rng.integers(1, 4)), cv2.LINE_AA)


def _scrolls(canvas: Picture, ink: Colour, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(30, 90))):
        at = (int(rng.integers(0, WIDE)), int(rng.integers(0, canvas.shape[0] // 2)))
        axes = (int(rng.integers(4, 30)), int(rng.integers(4, 30)))
        turn, end = int(rng.integers(0, 180)), int(rng.integers(120, 360))
        cv2.ellipse(canvas, at, axes, turn, 0, end, ink, int(rng.integers(1, 5)), cv2.LINE_AA)


PATTERNS = (_lattice, _lattice, _dots, _rings, _scrolls)


def chip(rng: np.random.Generator, name: str, side: int = 160) -> Picture:
    """A chip from above: its colour, marks around the edge, and a ring or a label within."""
    canvas: Picture = np.empty((side, side, 3), np.uint8)
    body = shade(rng, name, 12)
    canvas[:] = body
    middle, r = (side // 2, side // 2), side / 2
    marks = int(rng.choice([4, 6, 6, 8, 8, 8, 12]))
    mark = _mark_colour(rng, name)
    wide, deep = rng.uniform(0.07, 0.2), rng.uniform(0.1, 0.24)
    inset = rng.choice([0.0, 0.0, rng.uniform(0.03, 0.1)])
    for k in range(marks):
        turn = 2 * np.pi * (k + rng.uniform(0, 0.05)) / marks
        ray = np.array([np.cos(turn), np.sin(turn)])
        side_way = np.array([-ray[1], ray[0]]) * wide * r
        outer, inner = ray * r * (1.02 - inset), ray * r * (1 - inset - deep)
        corners = np.array([outer + side_way, outer - side_way, inner - side_way, inner + side_way])
        cv2.fillPoly(canvas, [(corners + side / 2).astype(np.int32)], mark, cv2.LINE_AA)
    if rng.random() < 0.7:
        ring = tuple(int(c) for c in np.clip(np.array(body) * rng.uniform(0.75, 1.3), 0, 255))
        cv2.circle(canvas, middle, round(r * rng.uniform(0.55, 0.75)), ring, 2, cv2.LINE_AA)
    if rng.random() < 0.25:
        cv2.circle(canvas, middle, round(r * rng.uniform(0.35, 0.5)), mark, -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            text = str(rng.choice(["1", "5", "25", "100", "500"]))
            at = (side // 2 - 12 * len(text), side // 2 + 12)
            cv2.putText(canvas, text, at, body, cv2.FontFace("sans"), 36, 600)
    return canvas


def _mark_colour(rng: np.random.Generator, name: str) -> Colour:
    if name == "white":
        return shade(rng, str(rng.choice(["blue", "black", "red", "green", "grey"])))
    return (245, 245, 245) if rng.random() < 0.7 else shade(rng, str(rng.choice(list(COLOURS))))
