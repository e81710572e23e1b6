"""Rendered table scenes with their truth: what the networks learn from."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK
from vision.arrays import Floats, Picture, shares
from vision.card_shape import INDEX, INDEX_BOX
from vision.drawing.backs import BACK_COLOURS, COLOURS, back, chip
from vision.drawing.faces import WIDE, Style, courts_from, face, many_styles
from vision.drawing.felt import surface
from vision.drawing.laying import Canvas, Thing, grid, laid_at, moved
from vision.drawing.light import Room, photographed, smeared

SHOWS = ("nothing", "face", "back", "chip")
GROUND = 480  # pixels of a surface's master
HARD = [card for card in DECK if card[1] in "sc"]  # the two suits that are most alike
BARE_INDEX = [card for card in HARD if card[0] in "A23"]  # with no pip beside it to go by
DEALT = (*DECK, *HARD, *BARE_INDEX, *BARE_INDEX)
DOWN = 0.15  # of close-ups are of a card face down
BARE = 0.15  # of close-ups show a corner that has no index
SEEN, HIDDEN = 0.8, 0.45  # an index shown this much is to be found; less than the other is not


AT, BOX = np.array([INDEX], np.float32), grid(*INDEX_BOX)
TURNED = [  # to the right and down, as each corner of a card has it
    np.array(axes, np.float32)
    for axes in (((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0)))
]


@dataclass(frozen=True)
class Index:
    """One corner of a face-up card: where, which way is up, how wide the card is."""

    card: str
    x: float
    y: float
    up: tuple[float, float]
    wide: float
    shown: float


@dataclass(frozen=True)
class Spot:
    """A back or a chip: its middle, its angle and its width."""

    kind: str
    name: str
    x: float
    y: float
    along: tuple[float, float]
    wide: float
    shown: float


@dataclass(frozen=True)
class DrawnScene:
    """A picture and all that is true of it."""

    picture: Picture
    indices: list[Index]
    bare: list[Index]  # corners of cards that have no index
    spots: list[Spot]
    shows: Picture  # what each pixel shows: nothing of ours, a face, a back, a chip
    unknown: list[tuple[float, float, float]]  # x, y, radius: drawn too dimly to ask about


class Painter:
    """Draws scenes from a stock of decks, backs and chips made once."""

    def __init__(self, seed: int, art: Path, decks: int = 24) -> None:
        self.rng = np.random.default_rng(seed)
        self.courts = courts_from(art)
        self.styles = many_styles(self.rng, decks)
        self.drawn: dict[tuple[int, str], Picture] = {}
        for deck in ("knoll", "jumbo"):
            self._take(art / deck)
        names = [str(self.rng.choice(BACK_COLOURS)) for _ in range(30)]
        self.backs = [(name, back(self.rng, name)) for name in names]
        kinds = [str(self.rng.choice(list(COLOURS))) for _ in range(40)]
        self.chips = [(name, chip(self.rng, name)) for name in kinds]
        self.grounds = [surface(self.rng, GROUND, GROUND) for _ in range(50)]

    def _take(self, folder: Path) -> None:
        """Take a drawn deck into the stock, where its folder is there."""
        if not folder.is_dir():
            return
        number = len(self.styles)
        self.styles.append(Style())
        for card in DECK:
            whole = cv2.imread(str(folder / f"{card}.png"))
            assert whole is not None, f"{folder}/{card}.png: expected a picture of the card"
            tall = round(WIDE * whole.shape[0] / whole.shape[1])
            small = cv2.resize(whole, (WIDE, tall), interpolation=cv2.INTER_AREA)
            self.drawn[number, card] = np.asarray(small, np.uint8)

    def renew(self) -> None:
        """Exchange one deck, back and chip, so that the stock is never learnt by heart."""
        rng = self.rng
        number = int(rng.integers(len(self.styles) - 2))  # the decks that others drew stay
        self.styles[number] = many_styles(rng, 1)[0]
        self.drawn = {key: look for key, look in self.drawn.items() if key[0] != number}
        name = str(rng.choice(BACK_COLOURS))
        self.backs[int(rng.integers(len(self.backs)))] = (name, back(rng, name))
        name = str(rng.choice(list(COLOURS)))
        self.chips[int(rng.integers(len(self.chips)))] = (name, chip(rng, name))
        self.grounds[int(rng.integers(len(self.grounds)))] = surface(rng, GROUND, GROUND)

    def ground(self, side: int) -> Picture:
        """A piece of some surface, turned any way."""
        whole = self.grounds[int(self.rng.integers(len(self.grounds)))]
        x, y = self.rng.integers(0, GROUND - side + 1, 2)
        piece = np.rot90(whole[y : y + side, x : x + side], int(self.rng.integers(4)))
        return np.ascontiguousarray(piece)

    def look(self, number: int, card: str) -> Picture:
        """A face out of the stock, drawn when first asked for."""
        key = number, card
        if key not in self.drawn:
            self.drawn[key] = face(card, self.styles[number], self.courts)
        return self.drawn[key]

    def scene(self, side: int, narrow: float, broad: float) -> DrawnScene:
        """A square scene with cards of a width between two bounds."""
        rng = self.rng
        canvas = Canvas(self.ground(side))
        wide = float(np.exp(rng.uniform(np.log(narrow), np.log(broad))))
        tilt = _tilt(rng)
        _litter(rng, canvas, wide)
        for thing in self._things(side, wide, tilt):
            canvas.lay(thing, shadow=float(rng.choice([0, 0.15, 0.3, 0.5])))
        if rng.random() < 0.25:
            _hand(rng, canvas, wide, self.ground(side))
        shot = photographed(rng, canvas.picture, Room())
        return _truth(canvas, shot)

    def close_up(self, narrow: float, broad: float) -> DrawnScene:
        """A small scene around one corner of a card, with others under it or beside it."""
        rng = self.rng
        wide = float(np.exp(rng.uniform(np.log(narrow), np.log(broad))))
        side, tilt = round(1.1 * wide), _tilt(rng)
        canvas = Canvas(self.ground(side))
        deck = self._deck()
        turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.1)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        away = (0.5 - INDEX[0], 0.7 - INDEX[1])
        if rng.random() < BARE:
            away = (INDEX[1] - 0.5, 0.7 - INDEX[0])
        middle = side / 2 + tilt @ spin @ (np.array(away) * wide) + rng.normal(0, 2, 2)
        for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
            aside = middle + rng.normal(0, 0.5 * wide, 2)
            canvas.lay(self._card(deck, aside, turn + rng.normal(0, 0.5), wide, tilt), 0.2)
        shadow = float(rng.choice([0, 0.15, 0.3, 0.5]))
        first = self._back if rng.random() < DOWN else self._card
        canvas.lay(first(deck, middle, turn, wide, tilt), shadow)
        if rng.random() < 0.3:  # another card over part of it, mostly beyond the index
            shift = np.array([rng.uniform(0.25, 1.0), rng.uniform(-0.5, 1.0)]) * wide
            over = middle + tilt @ spin @ shift
            canvas.lay(self._card(deck, over, turn + rng.normal(0, 0.4), wide, tilt), shadow)
        room = Room(
            over=0.22, blur=min(2.0, wide / 60), noise=7.0, motion=0.1 if wide > 60 else 0.0
        )
        return _truth(canvas, photographed(rng, canvas.picture, room))

    def _card(self, deck: int, middle: Floats, turn: float, wide: float, tilt: Floats) -> Thing:
        card = DEALT[int(self.rng.integers(len(DEALT)))]
        look = self.look(deck, card)
        at = (float(middle[0]), float(middle[1]))
        return Thing(
            "face", card, look, laid_at(tilt, at, turn, wide, look.shape[0] / look.shape[1])
        )

    def _back(self, _: int, middle: Floats, turn: float, wide: float, tilt: Floats) -> Thing:
        """A card face down, at times smeared by its own flight: it must not be read."""
        name, look = self.backs[int(self.rng.integers(len(self.backs)))]
        if self.rng.random() < 0.5:
            look = smeared(look, float(self.rng.uniform(0.1, 0.9)))
        at = (float(middle[0]), float(middle[1]))
        place = laid_at(tilt, at, turn, wide, look.shape[0] / look.shape[1])
        return Thing("back", name, look, place)

    def _deck(self) -> int:
        """One of the stock; the two drawn by others more often than the rest."""
        if self.rng.random() < 0.12:
            return len(self.styles) - 1 - int(self.rng.integers(2))
        return int(self.rng.integers(len(self.styles)))

    def _things(self, side: int, wide: float, tilt: Floats) -> list[Thing]:
        rng = self.rng
        deck = self._deck()
        backs = self.backs[int(rng.integers(len(self.backs)))]
        things: list[Thing] = []
        groups = max(1, round((side / wide / 2.2) ** 2 * rng.uniform(0.3, 1)))
        for _ in range(min(groups, 9)):
            at = rng.uniform(0.05 * side, 0.95 * side, 2)
            kind = rng.choice(["pair", "row", "single", "backs", "chips", "chips", "fan"])
            if kind == "chips":
                things += self._chips(at, wide, tilt)
            elif kind == "backs":
                things += self._cards(at, wide, tilt, int(rng.integers(1, 4)), 0.35, back=backs)
            else:
                count = {"pair": 2, "single": 1}.get(str(kind), int(rng.integers(2, 5)))
                gap = {"pair": rng.uniform(0.1, 0.6), "row": rng.uniform(1.02, 1.3)}.get(str(kind))
                things += self._cards(at, wide, tilt, count, gap or rng.uniform(0.15, 0.5), deck)
        return things

    def _cards(
        self,
        at: Floats,
        wide: float,
        tilt: Floats,
        count: int,
        gap: float,
        deck: int = 0,
        back: tuple[str, Picture] | None = None,
    ) -> list[Thing]:
        """Some cards next to each other, each turned a little more than the last."""
        rng = self.rng
        turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.06)
        step = np.array([np.cos(turn), np.sin(turn)]) * gap * wide
        fan = rng.normal(0, 0.25) if gap < 1 else 0.0
        things = []
        for k in range(count):
            if back and rng.random() < 0.12:  # now and then a face among backs, or another back
                back = self.backs[int(rng.integers(len(self.backs)))]
            if back:
                name, look = back
            else:
                name = str(rng.choice(DECK))
                look = self.look(deck, name)
            middle = at + k * (tilt @ step) + rng.normal(0, 0.05 * wide, 2)
            angle = turn + k * fan + rng.normal(0, 0.06) + (np.pi if rng.random() < 0.3 else 0)
            size = wide * rng.uniform(0.98, 1.02)
            tall = look.shape[0] / look.shape[1]
            place = laid_at(tilt, (middle[0], middle[1]), angle, size, tall)
            things.append(Thing("back" if back else "face", name, look, place))
        return things

    def _chips(self, at: Floats, wide: float, tilt: Floats) -> list[Thing]:
        rng = self.rng
        size = wide * rng.uniform(0.56, 0.7)
        spread = size * rng.uniform(0.7, 2.2)
        things: list[Thing] = []
        spots: list[Floats] = []
        one_kind = self.chips[int(rng.integers(len(self.chips)))] if rng.random() < 0.4 else None
        for _ in range(int(rng.integers(1, 8))):
            spot = at + rng.normal(0, spread, 2)
            near = min((float(np.hypot(*(spot - other))) for other in spots), default=size)
            if near < 0.35 * size:
                continue
            spots.append(spot)
            name, look = one_kind or self.chips[int(rng.integers(len(self.chips)))]
            place = laid_at(tilt, (spot[0], spot[1]), rng.uniform(0, 6.3), size, 1.0)
            things.append(Thing("chip", name, look, place))
        return things


def _tilt(rng: np.random.Generator) -> Floats:
    """How the table's plane is seen: mostly from above, at times from the side."""
    squash = rng.uniform(0.93, 1.0) if rng.random() < 0.6 else rng.uniform(0.68, 1.0)
    turn = rng.uniform(0, np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(spin @ np.diag([squash, 1 / np.sqrt(squash)]) @ spin.T)


def _litter(rng: np.random.Generator, canvas: Canvas, wide: float) -> None:
    """Things that are neither cards nor chips: papers, cups, cables, racks."""
    side = canvas.picture.shape[0]
    for _ in range(int(rng.integers(0, 5))):
        at = rng.uniform(0, side, 2)
        ink = tuple(int(c) for c in rng.integers(0, 256, 3))
        if rng.random() < 0.4:
            ink = (int(rng.integers(215, 256)),) * 3
        kind = rng.integers(5)
        corner = (int(at[0]), int(at[1]))
        if kind == 0:
            ends = at + rng.normal(0, side / 2, (2, 2))
            line = ends.astype(int).tolist()
            cv2.line(canvas.picture, line[0], line[1], ink, int(rng.integers(1, 9)), cv2.LINE_AA)
        elif kind == 1:
            shape = cv2.boxPoints(
                (at.tolist(), (rng.uniform(0.3, 3, 2) * wide).tolist(), rng.uniform(0, 90))
            )
            cv2.fillPoly(canvas.picture, [shape.astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 2:
            axes = rng.uniform(0.1, 1.2, 2) * wide
            size = (int(axes[0]) + 1, int(axes[1]) + 1)
            thick = int(rng.choice([-1, 2, 4]))
            cv2.ellipse(canvas.picture, corner, size, 30.0, 0, 360, ink, thick, cv2.LINE_AA)
        elif kind == 3:
            words = "".join(rng.choice(list("ABEHKQJ20135789 agrt"), int(rng.integers(2, 9))))
            big = int(rng.uniform(0.1, 0.6) * wide) + 5
            cv2.putText(canvas.picture, words, corner, ink, cv2.FontFace("sans"), big, 400)
        else:
            _rack(rng, canvas, at, wide)


def _rack(rng: np.random.Generator, canvas: Canvas, at: Floats, wide: float) -> None:
    """Chips on edge in their rack, seen from the side: those are not in play."""
    r = wide * rng.uniform(0.12, 0.24)
    turn = rng.uniform(0, 180)
    shape = cv2.boxPoints((at.tolist(), (3.2 * r, 11 * r), turn))
    cv2.fillPoly(canvas.picture, [shape.astype(np.int32)], (35, 32, 30), cv2.LINE_AA)
    along = np.array([-np.sin(np.radians(turn)), np.cos(np.radians(turn))])
    for k in range(-2, 3):
        ink = tuple(int(c) for c in np.array(list(COLOURS.values())[int(rng.integers(6))]) * 0.8)
        middle = at + along * k * 2.1 * r
        for slip in range(4):
            spot = (middle + slip * 0.12 * r).astype(int).tolist()
            size = (int(r * rng.uniform(0.6, 0.95)) + 1, int(r) + 1)
            cv2.ellipse(canvas.picture, spot, size, turn, 0, 360, ink, -1, cv2.LINE_AA)
            cv2.ellipse(canvas.picture, spot, size, turn, 0, 360, (20, 20, 20), 1, cv2.LINE_AA)


def _hand(rng: np.random.Generator, canvas: Canvas, wide: float, cloth: Picture) -> None:
    """A hand with its fingers, or a piece of cloth, over some of it."""
    side = canvas.picture.shape[0]
    mask = np.zeros((side, side), np.uint8)
    palm = rng.uniform(0, side, 2)
    away = rng.uniform(0, 2 * np.pi)
    thick = max(2, int(wide * rng.uniform(0.18, 0.35)))
    for k in range(int(rng.integers(1, 5))):
        angle = away + 0.3 * k + rng.normal(0, 0.1)
        tip = palm + wide * rng.uniform(0.8, 1.6) * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(mask, palm.astype(int).tolist(), tip.astype(int).tolist(), 255, thick, cv2.LINE_AA)
    arm = palm - side * np.array([np.cos(away + 0.4), np.sin(away + 0.4)])
    cv2.line(mask, palm.astype(int).tolist(), arm.astype(int).tolist(), 255, 3 * thick, cv2.LINE_AA)
    if rng.random() < 0.25:
        look = cloth
    else:
        skin = np.array([130, 160, 215]) * rng.uniform(0.35, 1.1)
        tone = cloth.astype(np.float32).mean(2, keepdims=True)
        look = np.clip(skin + 0.08 * (tone - tone.mean()), 0, 255).astype(np.uint8)
    canvas.cover(shares(mask), look)


def _truth(canvas: Canvas, shot: Picture) -> DrawnScene:
    indices: list[Index] = []
    bare: list[Index] = []
    spots: list[Spot] = []
    unknown: list[tuple[float, float, float]] = []
    kinds = [0, *(SHOWS.index(thing.kind) for thing in canvas.things)]
    shows = np.array(kinds, np.uint8)[np.maximum(canvas.ids, 0)]
    for number, thing in enumerate(canvas.things, 1):
        if thing.kind == "face":
            indices += [_corner(canvas, number, thing, quarter) for quarter in (0, 2)]
            bare += [_corner(canvas, number, thing, quarter) for quarter in (1, 3)]
        else:
            spots.append(_spot(canvas, number, thing))
        if thing.kind == "back":
            bare += [_corner(canvas, number, thing, quarter) for quarter in range(4)]
    unknown += [(i.x, i.y, 0.15 * i.wide) for i in indices if HIDDEN <= i.shown < SEEN]
    unknown += [(s.x, s.y, 0.2 * s.wide) for s in spots if 0.08 <= s.shown < 0.22]
    return DrawnScene(
        shot,
        [one for one in indices if one.shown >= SEEN],
        [one for one in bare if one.shown >= SEEN],
        [one for one in spots if one.shown >= 0.22],
        shows,
        unknown,
    )


def _corner(canvas: Canvas, number: int, thing: Thing, quarter: int) -> Index:
    """What stands in a corner of a card, the corners counted clockwise from its own top left."""
    start = np.array(((0, 0), (1, 0), (1, thing.tall), (0, thing.tall))[quarter], np.float32)
    axes = TURNED[quarter]
    x, y = moved(thing.place, start + AT @ axes)[0]
    up = -thing.place[:, :2] @ axes[1]
    up = up / np.hypot(*up)
    tall, wide = canvas.ids.shape
    inside = 0 <= x < wide and 0 <= y < tall
    shown = canvas.shown(number, moved(thing.place, start + BOX @ axes)) if inside else 0.0
    return Index(thing.name, float(x), float(y), (float(up[0]), float(up[1])), thing.size, shown)


def _spot(canvas: Canvas, number: int, thing: Thing) -> Spot:
    shown = canvas.shown(number, moved(thing.place, grid(0.05, 0.05, 0.95, thing.tall * 0.95, 10)))
    x, y = thing.middle
    along = thing.place[:, 1] / np.hypot(*thing.place[:, 1])
    direction = (float(along[0]), float(along[1]))
    return Spot(thing.kind, thing.name, float(x), float(y), direction, thing.size, shown)
