"""Faces of cards as printers draw them: style by style, at one width."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK
from vision.arrays import Colour, Mask, Picture, shares
from vision.drawing import strokes
from vision.drawing.glyphs import OWN, fonts, rank_glyph, suit_fonts, suit_glyph

WIDE = 200  # pixels of a master
PENNED = 0.3  # of decks have figures that no font has
INK: dict[str, Colour] = {
    "black": (22, 20, 20),
    "red": (38, 28, 205),
    "blue": (190, 60, 20),
    "green": (50, 120, 20),
}
L, C, R = 0.29, 0.5, 0.71  # the three columns of pips
TOP, QUARTER, THIRD, HALF = 0.17, 0.335, 0.39, 0.5
PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(C, HALF)],
    "2": [(C, TOP), (C, 1 - TOP)],
    "3": [(C, TOP), (C, HALF), (C, 1 - TOP)],
    "4": [(x, y) for x in (L, R) for y in (TOP, 1 - TOP)],
    "5": [(x, y) for x in (L, R) for y in (TOP, 1 - TOP)] + [(C, HALF)],
    "6": [(x, y) for x in (L, R) for y in (TOP, HALF, 1 - TOP)],
    "7": [(x, y) for x in (L, R) for y in (TOP, HALF, 1 - TOP)] + [(C, QUARTER)],
    "8": [(x, y) for x in (L, R) for y in (TOP, HALF, 1 - TOP)] + [(C, QUARTER), (C, 1 - QUARTER)],
    "9": [(x, y) for x in (L, R) for y in (TOP, THIRD, 1 - THIRD, 1 - TOP)] + [(C, HALF)],
    "T": [(x, y) for x in (L, R) for y in (TOP, THIRD, 1 - THIRD, 1 - TOP)]
    + [(C, 0.28), (C, 0.72)],
}


@dataclass(frozen=True)
class Style:
    """How one printer's deck looks; lengths are shares of the card's width."""

    font: str = "sans"
    weight: int = 400
    suit_font: str = ""
    aspect: float = 1.4  # height for each width
    rank_tall: float = 0.16
    rank_wide: float = 0.11
    ten_wide: float = 1.25  # times the width of another rank
    suit_tall: float = 0.12
    suit_wide: float = 1.0  # times the width that its shape has by itself
    index_x: float = 0.095
    index_top: float = 0.05
    gap: float = 0.025  # between rank and suit
    pip: float = 0.19
    spread: float = 1.0  # how far apart the columns of pips stand
    ace: float = 0.3
    court: int = -1  # which drawn court; below nought: patterns by that seed
    inset: float = 0.1  # of a court's frame, besides what the index takes
    frame: bool = True
    four_colours: bool = False
    paper: Colour = (250, 250, 250)
    outlined: bool = False


def random_style(rng: np.random.Generator, known: list[str], suits: list[str]) -> Style:
    """One deck out of the many that are printed; jumbo indices are a third of them."""
    number = int(rng.integers(100_000))
    jumbo = rng.random() < 0.3
    tall = rng.uniform(0.2, 0.32) if jumbo else rng.uniform(0.105, 0.19)
    paper = 255 - rng.integers(0, 14)
    return Style(
        font=f"{strokes.NAME}{number}" if rng.random() < PENNED else str(rng.choice(known)),
        weight=int(rng.choice([300, 400, 400, 600, 800])),
        suit_font=f"{OWN}{number}" if rng.random() < 0.5 else str(rng.choice(suits)),
        aspect=rng.uniform(1.36, 1.58),
        rank_tall=tall,
        rank_wide=tall * rng.uniform(0.45, 0.85),
        ten_wide=rng.uniform(1.0, 1.6),
        suit_tall=tall * rng.uniform(0.55, 0.95),
        suit_wide=rng.uniform(0.86, 1.12),
        index_x=rng.uniform(0.07, 0.11) + (0.045 if jumbo else 0),
        index_top=rng.uniform(0.035, 0.075),
        gap=rng.uniform(0.01, 0.045),
        pip=rng.uniform(0.12, 0.18) if jumbo else rng.uniform(0.15, 0.24),
        spread=rng.uniform(0.5, 0.8) if jumbo else rng.uniform(0.9, 1.08),
        ace=rng.uniform(0.2, 0.55),
        court=int(rng.integers(-1000, 1000)),
        inset=rng.uniform(0.085, 0.14),
        frame=bool(rng.random() < 0.75),
        four_colours=bool(rng.random() < 0.1),
        paper=(int(paper - rng.integers(0, 16)), int(paper - rng.integers(0, 5)), int(paper)),
        outlined=bool(rng.random() < 0.3),
    )


def many_styles(rng: np.random.Generator, count: int) -> list[Style]:
    """So many decks, drawn with all fonts that the machine has."""
    known, suits = list(fonts()), suit_fonts()
    return [random_style(rng, known, suits) for _ in range(count)]


def ink_of(suit: str, four_colours: bool) -> Colour:
    """The ink of a suit in a deck of two colours or of four."""
    if four_colours:
        return INK[{"s": "black", "h": "red", "d": "blue", "c": "green"}[suit]]
    return INK["red" if suit in "hd" else "black"]


def face(card: str, style: Style, courts: dict[str, list[Picture]] | None = None) -> Picture:
    """Draw one face; ``courts`` are drawn pictures of court cards, by card."""
    tall = round(WIDE * style.aspect)
    canvas = np.empty((tall, WIDE, 3), np.float32)
    canvas[:] = style.paper
    rank, suit = card[0], card[1]
    ink = ink_of(suit, style.four_colours)
    if rank in "JQK":
        _court(canvas, card, style, courts or {})
    else:
        _pips(canvas, rank, suit, style, ink)
    _indices(canvas, rank, suit, style, ink)
    if style.outlined:
        cv2.rectangle(canvas, (0, 0), (WIDE - 1, tall - 1), (150, 150, 150), 2)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def whole_deck(style: Style, courts: dict[str, list[Picture]] | None = None) -> dict[str, Picture]:
    """All 52 faces of one style."""
    return {card: face(card, style, courts) for card in DECK}


def outline(shape: tuple[int, ...], radius: float = 0.06) -> Mask:
    """The mask of a card with its round corners."""
    tall, wide = shape[:2]
    mask = np.zeros((tall, wide), np.uint8)
    r = max(1, round(radius * wide))
    cv2.rectangle(mask, (r, 0), (wide - 1 - r, tall - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (wide - 1, tall - 1 - r), 255, -1)
    for x in (r, wide - 1 - r):
        for y in (r, tall - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return shares(mask)


def courts_from(folder: Path) -> dict[str, list[Picture]]:
    """Cut the middle out of drawn court cards, where a folder has them."""
    found: dict[str, list[Picture]] = {}
    for deck, (x0, y0, x1, y1) in {
        "knoll": (0.135, 0.095, 0.865, 0.905),
        "jumbo": (0.27, 0.245, 0.73, 0.755),
    }.items():
        for card in (rank + suit for rank in "JQK" for suit in "shdc"):
            drawn = cv2.imread(str(folder / deck / f"{card}.png"))
            if drawn is not None:
                tall, wide = drawn.shape[:2]
                cut = drawn[
                    round(y0 * tall) : round(y1 * tall), round(x0 * wide) : round(x1 * wide)
                ]
                found.setdefault(card, []).append(np.asarray(cut, np.uint8))
    return found


def stamp(
    canvas: Mask, glyph: Mask, x: float, y: float, size: tuple[float, float], ink: Colour
) -> None:
    """Print a glyph with its middle at a point; sizes in pixels, what sticks out is cut."""
    wide, tall = max(2, round(size[0])), max(2, round(size[1]))
    mask = cv2.resize(glyph, (wide, tall), interpolation=cv2.INTER_AREA)
    left, top = round(x - wide / 2), round(y - tall / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], left + wide), min(canvas.shape[0], top + tall)
    if x0 < x1 and y0 < y1:
        part = np.asarray(mask, np.float32)[y0 - top : y1 - top, x0 - left : x1 - left, None]
        spot = canvas[y0:y1, x0:x1]
        spot += part * (np.array(ink, np.float32) - spot)


def _pips(canvas: Mask, rank: str, suit: str, style: Style, ink: Colour) -> None:
    glyph = suit_glyph(suit, style.suit_font)
    side = WIDE * (style.ace if rank == "A" else style.pip)
    tall = canvas.shape[0]
    if rank == "A" and suit == "s" and style.ace > 0.3:
        cv2.circle(canvas, (WIDE // 2, tall // 2), round(side * 0.62), ink, 2, cv2.LINE_AA)
    for x, y in PIPS[rank]:
        turned = np.ascontiguousarray(glyph[::-1]) if y > HALF else glyph
        at = 0.5 + style.spread * (x - 0.5)
        stamp(canvas, turned, at * WIDE, y * tall, (side * _slim(glyph), side * 1.08), ink)


def _indices(canvas: Mask, rank: str, suit: str, style: Style, ink: Colour) -> None:
    sign = rank_glyph(rank, style.font, style.weight)
    suit_sign = suit_glyph(suit, style.suit_font)
    wide = style.rank_wide * (style.ten_wide if rank == "T" else 1.0)
    rank_y = (style.index_top + style.rank_tall / 2) * WIDE
    suit_y = (style.index_top + style.rank_tall + style.gap + style.suit_tall / 2) * WIDE
    x = max(style.index_x, wide / 2 + 0.012) * WIDE
    side = style.suit_tall * WIDE
    suit_wide = side * style.suit_wide * _slim(suit_sign)
    for half in (canvas, canvas[::-1, ::-1]):
        stamp(half, sign, x, rank_y, (wide * WIDE, style.rank_tall * WIDE), ink)
        stamp(half, suit_sign, x, suit_y, (suit_wide, side), ink)


def _slim(glyph: Mask) -> float:
    """A sign's width for each height, as printers have it: a spade is slimmer than a club."""
    return float(np.clip(glyph.shape[1] / glyph.shape[0], 0.68, 1.1))


def _court(canvas: Mask, card: str, style: Style, courts: dict[str, list[Picture]]) -> None:
    tall = canvas.shape[0]
    inset = style.inset + 0.75 * style.index_x
    x0, y0 = round(inset * WIDE), round(0.09 * tall)
    x1, y1 = WIDE - x0, tall - y0
    drawn = courts.get(card, [])
    known = style.court >= 0 and drawn
    inner = drawn[style.court % len(drawn)] if known else _pattern(card, style)
    canvas[y0:y1, x0:x1] = cv2.resize(inner, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    if style.frame:
        cv2.rectangle(canvas, (x0, y0), (x1, y1), (120, 60, 30), 1, cv2.LINE_AA)


def _pattern(card: str, style: Style) -> Picture:
    """A court nobody drew: bright shapes, the same upside down, with its pips in two corners."""
    rng = np.random.default_rng([abs(style.court), *card.encode()])
    canvas = np.empty((240, 150, 3), np.float32)
    canvas[:] = style.paper
    inks = [(30, 200, 240), (40, 40, 210), (180, 70, 20), (20, 20, 20), (250, 250, 250)]
    for _ in range(int(rng.integers(12, 30))):
        ink = inks[int(rng.integers(len(inks)))]
        middle = rng.uniform((10, 0), (140, 120))
        corners = middle + rng.normal(0, rng.uniform(6, 30), (int(rng.integers(3, 7)), 2))
        cv2.fillPoly(canvas, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        if rng.random() < 0.5:
            at = (int(middle[0]), int(middle[1]))
            cv2.circle(canvas, at, int(rng.integers(3, 16)), ink, int(rng.integers(1, 4)))
    canvas[120:] = canvas[:120][::-1, ::-1]
    glyph = suit_glyph(card[1], style.suit_font)
    ink = ink_of(card[1], style.four_colours)
    for half in (canvas, canvas[::-1, ::-1]):
        stamp(half, glyph, 26, 28, (36, 40), ink)
    return np.clip(canvas, 0, 255).astype(np.uint8)
