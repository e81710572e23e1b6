"""A table drawn whole, as the camera above it sees it: markers, felt, cards, chips and hands."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture, shares
from vision.card_shape import INDEX_BOX
from vision.drawing.backs import back, chip
from vision.drawing.faces import Style, face
from vision.drawing.felt import clouds
from vision.drawing.laying import Canvas, Kind, Thing, grid, laid_at, moved
from vision.drawing.light import smeared
from vision.drawing.odds import ODDS, odd_look
from vision.drawing.stacks import stacked
from vision.markers import marker
from vision.zones import TALL, WIDE

CARD, CHIP_WIDE, MARKER = 0.063, 0.039, 0.085  # of things on a table two metres long, in metres
EDGE = 0.06  # of floor seen beyond the markers, in metres
TURNED = 2.4  # radians from one chip of a stack to the next
WHOLE = 0.8  # of an index is seen of one that can be read
NOISES = 5  # pictures of noise, used in turn
HOUSE = Style(rank_tall=0.19, rank_wide=0.13, suit_tall=0.15, index_x=0.11)


@dataclass(frozen=True)
class Lying:
    """A card or a chip on the table, in the table's own measure."""

    name: str  # a card, the colour of a back or a chip, or an odd thing
    x: float
    y: float
    turn: float = 0.0  # radians
    kind: Kind = "face"
    blur: float = 0.0  # of its motion, in card widths
    count: int = 1  # of chips in a stack


Reach = tuple[float, float, float, float]  # of an arm, from one point to another


@dataclass(frozen=True)
class Glow:
    """Light on a part of the table: how far it reaches, and by how much; a shadow takes some."""

    x: float
    y: float
    reach: float
    by: float


@dataclass
class DrawnTable:
    """What lies on the table now; draws it as often as asked."""

    size: tuple[int, int] = (2304, 1296)
    seed: int = 1
    noise: float = 4.0
    light: float = 0.85
    upside_down: bool = False
    things: dict[str, Lying] = field(default_factory=dict)
    hands: list[Reach] = field(default_factory=list)
    style: Style = HOUSE
    eye: float = 1.5  # metres from the table's middle up to the camera
    beside: dict[str, Lying] = field(default_factory=dict)  # on top of all, and likely to move
    others: dict[str, Reach] = field(default_factory=dict)  # hands that are not the dealer's
    glows: dict[str, Glow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        wide, tall = self.size
        self.scale = min(wide / (WIDE + 2 * EDGE), tall / (TALL + 2 * EDGE))
        self.left = (wide - self.scale * WIDE) / 2
        self.top = (tall - self.scale * TALL) / 2
        self.felt = self._felt()
        drawn = [self.rng.standard_normal((tall, wide), np.float32) for _ in range(NOISES)]
        self.noises = [(self.noise * one).astype(np.int8) for one in drawn]
        self.count = 0
        self.rested: list[Lying] = []
        self.rest = self.shot = Canvas(self.felt.copy())

    def lay(self, key: str, thing: Lying) -> None:
        """Lay a thing on top, or where it is known, anew."""
        self.things.pop(key, None)
        self.things[key] = thing

    def take(self, key: str) -> None:
        """Take a thing away."""
        del self.things[key]

    def picture(self) -> Picture:
        """The table as the camera gives it."""
        canvas = self._at_rest(list(self.things.values())[:-1]).copy()
        for thing in list(self.things.values())[-1:]:
            self._lay(canvas, thing)
        for thing in self.beside.values():
            self._lay(canvas, thing)
        for hand in (*self.hands, *self.others.values()):
            self._hand(canvas, hand)
        self.shot = canvas
        for glow in self.glows.values():
            self._shine(canvas.picture, glow)
        self.count += 1
        noise = self.noises[self.count % NOISES]
        shot = cv2.convertScaleAbs(canvas.picture, alpha=self.light)
        shot = cv2.add(shot, cv2.merge([noise] * 3), dtype=cv2.CV_8U)
        whole = np.asarray(shot, np.uint8)
        return np.ascontiguousarray(whole[::-1, ::-1]) if self.upside_down else whole

    def shows_index(self, card: str) -> bool:
        """Whether the last picture shows an index of a face that lies there."""
        for number, thing in enumerate(self.shot.things, 1):
            if (thing.kind, thing.name) == ("face", card):
                upper = grid(*INDEX_BOX)
                both = upper, np.asarray((1, thing.tall) - upper, np.float32)
                return any(self.shot.shown(number, moved(thing.place, at)) > WHOLE for at in both)
        return False

    def _at_rest(self, things: list[Lying]) -> Canvas:
        """All but the last thing laid, which alone is likely to move before the next picture."""
        known = len(self.rested)
        if self.rested != things[:known]:
            known, self.rest = 0, Canvas(self.felt.copy())
        for thing in things[known:]:
            self._lay(self.rest, thing)
        self.rested = things
        return self.rest

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table in the picture."""
        return self.left + x * self.scale, self.top + y * self.scale

    def _lay(self, canvas: Canvas, lying: Lying) -> None:
        """Lay a card flat, or chips as high as they stand; only the lowest throws a shadow."""
        turns = [lying.turn + TURNED * number for number in range(lying.count)]
        pieces = [self._thing(replace(lying, turn=turn)) for turn in turns]
        if lying.kind == "chip" and lying.name not in ODDS:
            pieces = stacked(pieces, lambda height: self._aside(lying, height))
        for piece in pieces:
            canvas.lay(piece, shadow=0.25 if piece is pieces[0] else 0.0)

    def _aside(self, lying: Lying, height: float) -> Floats:
        """How many pixels a thing so high above the felt is seen aside of its place."""
        away = np.array([lying.x - WIDE / 2, lying.y - TALL / 2])
        return np.asarray(away * self.scale * height / (self.eye - height))

    def _thing(self, lying: Lying) -> Thing:
        odd = ODDS.get(lying.name)
        look = odd_look(lying.name) if odd else self._look(lying)
        if lying.blur:
            look = smeared(look, lying.blur)
        wide = odd.wide if odd else CHIP_WIDE if lying.kind == "chip" else CARD
        tall = look.shape[0] / look.shape[1]
        middle = self.point(lying.x, lying.y)
        place = laid_at(np.eye(2), middle, lying.turn, wide * self.scale, tall)
        return Thing(lying.kind, lying.name, look, place)

    def _look(self, lying: Lying) -> Picture:
        return _look(lying.kind, lying.name, self.style, self.seed)

    def _felt(self) -> Picture:
        wide, tall = self.size
        tone = 4 * clouds(self.rng, tall, wide, (6, 9))
        grain: Mask = self.rng.standard_normal((tall, wide), np.float32)
        tone = tone + 3 * np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32)
        felt = np.clip(np.array((78.0, 104.0, 22.0)) + tone[:, :, None], 0, 255).astype(np.uint8)
        side = round(MARKER * self.scale)
        for number, (x, y) in enumerate(((0, 0), (WIDE, 0), (WIDE, TALL), (0, TALL))):
            _paste(felt, marker(number, side), self.point(x, y))
        return felt

    def _hand(self, canvas: Canvas, hand: Reach) -> None:
        """A forearm and a fist from one point to another."""
        arm, fist = self.point(hand[0], hand[1]), self.point(hand[2], hand[3])
        mask: Picture = np.zeros(canvas.ids.shape, np.uint8)
        thick = round(0.055 * self.scale)
        ends = [(round(x), round(y)) for x, y in (arm, fist)]
        cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
        cv2.circle(mask, ends[1], round(0.045 * self.scale), 255, -1, cv2.LINE_AA)
        canvas.cover(shares(mask), np.array([118, 148, 200], np.uint8))

    def _shine(self, picture: Picture, glow: Glow) -> None:
        """Lighten or darken a round patch with a soft edge."""
        (x, y), reach = self.point(glow.x, glow.y), glow.reach * self.scale
        x0, y0 = max(0, round(x - reach)), max(0, round(y - reach))
        spot = picture[y0 : max(0, round(y + reach)), x0 : max(0, round(x + reach))]
        if not spot.size:
            return
        rows, columns = np.ogrid[y0 : y0 + spot.shape[0], x0 : x0 + spot.shape[1]]
        far = np.minimum(1.0, np.hypot(rows - y, columns - x) / reach)
        share = (1 + glow.by * (1 - far**2)).astype(np.float32)
        spot[:] = np.minimum(spot * share[:, :, None], 255).astype(np.uint8)


def _paste(felt: Picture, code: Picture, middle: tuple[float, float]) -> None:
    """Put a marker with its white rim on the felt."""
    rim = len(code) // 6
    whole = cv2.copyMakeBorder(code, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    side = whole.shape[0]
    x, y = round(middle[0] - side / 2), round(middle[1] - side / 2)
    x0, y0 = max(0, x), max(0, y)
    part = whole[y0 - y : felt.shape[0] - y, x0 - x : felt.shape[1] - x]
    felt[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]] = cv2.merge([part] * 3)


@lru_cache(maxsize=512)
def _look(kind: str, name: str, style: Style, seed: int) -> Picture:
    rng = np.random.default_rng([seed, *name.encode()])
    if kind == "chip":
        return chip(rng, name)
    return back(rng, name) if kind == "back" else face(name, style)
