"""Corners of cards from the outline of what shows faces: each may have an index in it."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture, unit
from vision.card_shape import INDEX, SHORTEST, TALL, TALLEST

SMALLEST = 64  # patches worth following are at least the picture's longer side by this wide
MOST = 400  # outlines followed in one mask, the largest: a mesh has thousands
LENGTHS = 1500  # sides compared with each other, the longest
FINE = 0.012  # how closely sides follow an outline, as a share of its length
STRAIGHT = 0.3  # the tangent of a turn too slight to be a corner
SQUARE = 0.5  # how far from a right angle a corner may be, as its cosine
SIDE = 0.3  # of a card's width must be seen of each side beside an index


@dataclass(frozen=True)
class Bend:
    """A right-angled corner of an outline: its point, and its sides to the right and down."""

    point: Floats
    right: Floats
    down: Floats

    @property
    def ratio(self) -> float:
        """How much longer the side down is."""
        return float(np.hypot(*self.down) / np.hypot(*self.right))

    def index(self, wide: float) -> tuple[Floats, Floats]:
        """Where an index would stand, and which way up, were the card so wide."""
        across, along = unit(self.right), unit(self.down)
        up = unit(np.array([across[1], -across[0]]) - along)  # both sides have a say
        return self.point + wide * (INDEX[0] * across + INDEX[1] * along), up


@dataclass(frozen=True)
class Outline:
    """One outline: its bends, and the width of the card if it is just one whole card."""

    bends: list[Bend]
    wide: float | None

    def frames(self) -> Iterator[Floats]:
        """The corners of a whole card, from each of the four on: to its right, opposite, below."""
        for k, bend in enumerate(self.bends if self.wide else ()):
            start, opposite = bend.point, self.bends[k - 2].point
            yield np.array([start, start + bend.right, opposite, start + bend.down])


def outlines(mask: Picture) -> list[Outline]:
    """The outlines of all that is set in a mask."""
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least = (max(mask.shape) / SMALLEST) ** 2
    areas = ((cv2.contourArea(one), k) for k, one in enumerate(contours) if len(one) > 40)
    large = sorted((area, k) for area, k in areas if area >= least)[-MOST:]
    return [
        _outline(np.asarray(contours[k], np.float64)[:, 0]) for k in sorted(k for _, k in large)
    ]


def whole_widths(found: list[Outline], narrowest: float) -> list[float]:
    """The likeliest widths of the whole cards that are seen."""
    return _modes([one.wide for one in found if one.wide], narrowest)


def side_widths(found: list[Outline], narrowest: float) -> list[float]:
    """The likeliest widths of cards by what seem to be full sides, where none is seen whole."""
    bends = [bend for one in found for bend in one.bends]
    sides = [float(np.hypot(*b.right)) for b in bends if SHORTEST < b.ratio < TALLEST]
    longest = [float(np.hypot(*b.down)) / TALL for b in bends]
    return [mode for part in (sides, longest) for mode in _modes(part, narrowest)[:1]]


def _modes(lengths: list[float], narrowest: float) -> list[float]:
    """The one or two lengths that most others are near; small shapes are many, and count less."""
    kept: list[float] = []
    longest = sorted((length for length in lengths if length > narrowest), reverse=True)
    logs = np.log(longest[:LENGTHS])
    while len(logs) and len(kept) < 2:
        near = np.abs(logs[:, None] - logs[None]) < 0.1
        best = int((near @ np.exp(logs)).argmax())
        kept.append(float(np.exp(np.median(logs[near[best]]))))
        logs = logs[np.abs(logs - logs[best]) > 0.25]
    return kept


def _outline(points: Floats) -> Outline:
    """Sides by the vertices of a simpler shape; each bend where two fitted sides meet."""
    length = cv2.arcLength(points.astype(np.float32), True)
    closely = max(1.6, FINE * length)
    rough = np.asarray(cv2.approxPolyDP(points.astype(np.int32), closely, True), np.float64)
    shape = _turning(rough[:, 0])
    places = [int(np.argmin(np.abs(points - vertex).sum(1))) for vertex in shape]
    count = len(places)
    if count < 3:
        return Outline([], None)
    lines = [_side(points, places[k], places[(k + 1) % count]) for k in range(count)]
    corners = [_meet(lines[k - 1], lines[k], points[places[k]]) for k in range(count)]
    bends = []
    for k in range(count):
        back, on = corners[k - 1] - corners[k], corners[(k + 1) % count] - corners[k]
        bend = _bend(corners[k], back, on)
        if bend is not None:
            bends.append(bend)
    return Outline(bends, _whole(bends) if count == len(bends) == 4 else None)


def _turning(shape: Floats) -> Floats:
    """The vertices at which a shape really turns: the first one need not."""
    back, on = np.roll(shape, 1, 0) - shape, np.roll(shape, -1, 0) - shape
    along = (back * on).sum(1)
    across = np.abs(back[:, 0] * on[:, 1] - back[:, 1] * on[:, 0])
    return np.asarray(shape[(along > 0) | (across > STRAIGHT * np.abs(along))])


def _bend(point: Floats, back: Floats, on: Floats) -> Bend | None:
    """A corner that juts out and is nearly square; contours run against the clock."""
    reach = float(np.hypot(*back) * np.hypot(*on))
    if reach == 0 or abs(float(back @ on)) / reach > SQUARE:
        return None
    turn = float(on[0] * back[1] - on[1] * back[0])
    return Bend(point, back, on) if turn < 0 else None


def _whole(bends: list[Bend]) -> float | None:
    """The width of four bends that make a card."""
    across = [float(np.hypot(*bend.right)) for bend in bends]
    along = [float(np.hypot(*bend.down)) for bend in bends]
    short = (min(across[0], along[0]) + min(across[2], along[2])) / 2
    long = (max(across[0], along[0]) + max(across[2], along[2])) / 2
    return short if short and SHORTEST < long / short < TALLEST else None


def _side(points: Floats, start: int, end: int) -> tuple[Floats, Floats]:
    """A line through the middle of one side, away from the rounded corners."""
    count = (end - start) % len(points) + 1
    run = np.take(points, range(start, start + count), axis=0, mode="wrap")
    trim = count // 6
    run = run[trim : count - trim] if count > 8 else run
    x, y, left, top = cv2.fitLine(run.astype(np.float32), cv2.DIST_L2, 0, 0.01, 0.01).ravel()
    return np.array([left, top], np.float64), np.array([x, y], np.float64)


def _meet(one: tuple[Floats, Floats], other: tuple[Floats, Floats], near: Floats) -> Floats:
    """Where two lines meet; where they hardly do, the vertex itself."""
    (p, u), (q, v) = one, other
    turn = float(u[0] * v[1] - u[1] * v[0])
    if abs(turn) < 0.3:
        return near
    apart = q - p
    meet = p + u * float(apart[0] * v[1] - apart[1] * v[0]) / turn
    return meet if float(np.hypot(*(meet - near))) < 12 else near


def candidates(bend: Bend, hints: list[float]) -> list[float]:
    """The card widths worth trying at a bend."""
    right, down = float(np.hypot(*bend.right)), float(np.hypot(*bend.down))
    if SHORTEST < bend.ratio < TALLEST:  # both sides whole: the card says its width itself
        near = [hint for hint in hints if 0.85 < right / hint < 1.18]
        return [right] if near or not hints else [right, *hints[:1]]
    return [hint for hint in hints if right > SIDE * hint and down > SIDE * hint]
