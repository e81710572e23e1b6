"""The signs on a card: ranks in many fonts and suits in a few shapes, as masks."""

from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np

from engine.cards import RANKS
from vision.arrays import Floats, Mask, Picture, shares
from vision.drawing import strokes

BUILT_IN = ("sans", "italic", "uni")  # fonts that come within OpenCV
FONT_ROOTS = (Path("/usr/share/fonts"),)
UNFIT = (
    "Symbol Dingbat Emoji Initials Mono-Ob Z003 D05 Keyboard Math Thin Hairline Light"
).split()  # no printer takes these
SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
OWN = "own "  # suits of our own shapes have this name and a number
SUIT_FONTS = ("", "sans", "DejaVuSans.ttf", "DejaVuSerif-Bold.ttf", "FreeSerif.ttf", "FreeSans.ttf")
LONG_TAIL = 1.28  # times the height of an ace
TALL = 96  # pixels of a glyph's master
Pen = np.random.Generator | None  # the hand that draws a shape of our own; none: the usual one


@cache
def fonts() -> tuple[str, ...]:
    """All fonts to be had, in a fixed order: built-in ones and the machine's own."""
    files = (p for root in FONT_ROOTS for end in ("ttf", "otf") for p in root.rglob(f"*.{end}"))
    fit = {p.name: str(p) for p in sorted(files) if not any(w in p.name for w in UNFIT)}
    return (*BUILT_IN, *(fit[name] for name in sorted(fit) if _legible(fit[name])))


def _legible(font: str) -> bool:
    """Whether a font has a sign of its own for each rank, and a queen that is no nine.

    What a font lacks it draws as one box; a Q with a long tail, squeezed to an index, is a 9.
    """
    queen, ace = _written("Q", font, 400), _written("A", font, 400)
    if queen.shape[0] > LONG_TAIL * ace.shape[0]:
        return False
    signs = [rank_glyph(rank, font, 400) for rank in RANKS]
    plain = [cv2.resize(sign, (12, 16), interpolation=cv2.INTER_AREA) for sign in signs]
    pairs = ((a, b) for k, a in enumerate(plain) for b in plain[:k])
    return all(float(np.abs(a - b).mean()) > 0.04 for a, b in pairs)


def suit_fonts() -> list[str]:
    """Those fonts whose suits are fit for cards; the empty name means our own shapes."""
    by_name = {Path(font).name: font for font in fonts()}
    return [by_name.get(name, name) for name in SUIT_FONTS if name in by_name or not name]


@lru_cache(maxsize=4096)
def rank_glyph(rank: str, font: str, weight: int) -> Mask:
    """A rank's sign cut to its ink; a ten is written 10, its figures close together."""
    if rank != "T":
        return _written(rank, font, weight)
    one, nought = _written("1", font, weight), _written("0", font, weight)
    one, nought = (_to_height(part, TALL) for part in (one, nought))
    gap = np.zeros((TALL, TALL // 14), np.float32)
    return np.hstack([one, gap, nought])


@lru_cache(maxsize=512)
def suit_glyph(suit: str, font: str) -> Mask:
    """A suit's sign cut to its ink, from a font or of our own shape."""
    if font and not font.startswith(OWN):
        return _written(SUIT_SIGNS[suit], font, 400)
    hand = np.random.default_rng(int(font.removeprefix(OWN))) if font else None
    return _trim(_SHAPES[suit](hand))


@lru_cache(maxsize=64)
def _face(font: str) -> cv2.FontFace:
    return cv2.FontFace(font)


def _written(text: str, font: str, weight: int) -> Mask:
    if font.startswith(strokes.NAME):
        return _trim(strokes.penned(text, font))
    canvas: Picture = np.zeros((3 * TALL, 4 * TALL, 3), np.uint8)
    cv2.putText(canvas, text, (TALL, 2 * TALL), (255, 255, 255), _face(font), TALL, weight)
    ink = np.ascontiguousarray(canvas[:, :, 0])
    if weight > 400 and font not in BUILT_IN:  # most fonts of the machine have one weight only
        side = 1 + (weight - 400) // 100
        ink = np.asarray(cv2.dilate(ink, np.ones((side, side), np.uint8)), np.uint8)
    return _trim(shares(ink))


def _trim(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(1) > 0.2), np.flatnonzero(mask.max(0) > 0.2)
    if not len(rows):
        return np.zeros((TALL, TALL // 2), np.float32)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _to_height(mask: Mask, height: int) -> Mask:
    wide = max(1, round(mask.shape[1] * height / mask.shape[0]))
    return np.asarray(cv2.resize(mask, (wide, height), interpolation=cv2.INTER_AREA), np.float32)


def _blank() -> Picture:
    return np.zeros((200, 200), np.uint8)


def _varied(hand: Pen, *usual: float) -> list[float]:
    """Usual measures, or some that another printer takes."""
    if hand is None:
        return list(usual)
    return [value * float(hand.uniform(0.86, 1.16)) for value in usual]


def _between(hand: Pen, *bounds: tuple[float, float]) -> list[float]:
    """Measures between two bounds, the usual ones in the middle of them."""
    if hand is None:
        return [(low + high) / 2 for low, high in bounds]
    return [float(hand.uniform(low, high)) for low, high in bounds]


def _curve(*points: tuple[float, float]) -> Floats:
    """A bend from the first point to the last, drawn towards the two between them."""
    t = np.linspace(0, 1, 20)[:, None]
    a, b, c, d = (np.array(point) for point in points)
    return np.asarray(
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    )


def _stem_on(canvas: Picture, hand: Pen) -> None:
    waist, foot = _between(hand, (5, 19), (14, 46))
    half = [(0, 110), (waist, 170), (foot, 188)]
    stem = [(100 + x, y) for x, y in half] + [(100 - x, y) for x, y in half[:0:-1]]
    cv2.fillPoly(canvas, [np.array(stem, np.int32)], 255)


def _heart(hand: Pen) -> Mask:
    canvas = _blank()
    deep, dip = _varied(hand, 13, 5)
    t = np.linspace(0, 2 * np.pi, 80)
    x = 16 * np.sin(t) ** 3
    y = deep * np.cos(t) - dip * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    outline = np.stack([100 + 5.4 * x, 95 - 5.4 * y], 1)
    cv2.fillPoly(canvas, [outline.astype(np.int32)], 255)
    return shares(canvas)


def _spade(hand: Pen) -> Mask:
    """From tip to shoulder hollow or round, then a lobe: printers differ most in these."""
    canvas = _blank()
    slim, hollow = _between(hand, (52, 82), (4, 40))
    tip, shoulder, lobe, notch = _between(hand, (24, 62), (98, 134), (148, 168), (122, 148))
    side = _curve((0, 10), (hollow, tip), (slim, shoulder - 34), (slim, shoulder))
    under = _curve((slim, shoulder), (slim, lobe), (slim / 3, lobe + 4), (0, notch))
    half = np.vstack([side, under])
    outline = np.vstack([half, half[::-1] * (-1, 1)]) + np.array((100, 0))
    cv2.fillPoly(canvas, [np.rint(outline).astype(np.int32)], 255)
    _stem_on(canvas, hand)
    return shares(canvas)


def _club(hand: Pen) -> Mask:
    canvas = _blank()
    radius, apart = _varied(hand, 39, 44)
    for centre in ((100, 52), (100 - round(apart), 116), (100 + round(apart), 116)):
        cv2.circle(canvas, centre, round(radius), 255, -1)
    cv2.circle(canvas, (100, 95), 24, 255, -1)
    _stem_on(canvas, hand)
    return shares(canvas)


def _diamond(hand: Pen) -> Mask:
    canvas = _blank()
    t = np.linspace(0, 2 * np.pi, 81)
    bend, wide = _varied(hand, 1.15, 72)  # sides a little hollow, as printers draw them
    x, y = np.cos(t), np.sin(t)
    x, y = np.sign(x) * np.abs(x) ** (2 * bend), np.sign(y) * np.abs(y) ** (2 * bend)
    outline = np.stack([100 + wide * x, 100 + 92 * y], 1)
    cv2.fillPoly(canvas, [outline.astype(np.int32)], 255)
    return shares(canvas)


_SHAPES = {"h": _heart, "s": _spade, "c": _club, "d": _diamond}
