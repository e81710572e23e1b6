"""A camera over a drawn table: the truth is drawn as it is now, and vision looks at that."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from engine.cards import UNREAD
from firmware_bridge.simulator.fingers import FLASH
from firmware_bridge.simulator.truth import ANTENNAS, BOARD, BURN, DECK, MUCK, OFF, Move, Truth
from vision.calibration import calibrate
from vision.cameras import Frame
from vision.chipset import ChipSet
from vision.drawing.table import DrawnTable, Lying
from vision.eye import Eye
from vision.lookout import Lookout
from vision.sightings import CameraState, Seen, State
from vision.watch import Watch
from vision.zones import template

Place = tuple[float, float]
EVERY = 1 / 12  # seconds between two frames
FLIGHT = 0.15  # seconds before it lands that a card is in the air
LIGHT, DARK = 0.85, 0.02
HELD = 0.3  # of the way, where a card is that shows its face before it flies on
BLUR = 0.3  # card widths
SHOE: Place = (1.0, 0.95)
PILES: dict[str, Place] = {BURN: (0.9, 0.73), MUCK: (1.13, 0.73), OFF: (0.7, -0.05)}


class FilmedCamera:
    """Draws a frame when one is due, and lets the lookout judge it; its lens can be covered."""

    def __init__(self, truth: Truth, tell: Callable[[Seen], object], *, look: int = 4) -> None:
        self._truth = truth
        self._table = DrawnTable(seed=look)
        self._zones = template(10)
        calibration = calibrate(self._table.picture(), self._zones)
        watch = Watch(calibration, Eye.open(), ChipSet())
        self._lookout = Lookout(lambda: self, watch, lambda seen: self._tell(seen, tell))
        self._slots: dict[str, tuple[str, int]] = {}  # by tag: the zone, and which place in it
        self._t = self._at = 0.0
        self._covered: list[tuple[float, float]] = []
        self.states: list[State] = []

    def covered(self, start: float, end: float) -> None:
        """Something will cover the lens for some time."""
        self._covered.append((start, end))

    def step(self, t: float) -> None:
        """Take a frame, if one is due, as the lookout's own thread would."""
        if t >= self._at:
            self._t, self._at = t, max(t, self._at + EVERY)
            self._lookout.frame(self.read())

    def read(self) -> Frame:
        """The table as it is now."""
        dark = any(start <= self._t < end for start, end in self._covered)
        self._table.light = DARK if dark else LIGHT
        self._draw(self._t)
        return Frame(self._t, self._table.picture())

    def close(self) -> None:
        """It is never closed."""

    def _tell(self, seen: Seen, tell: Callable[[Seen], object]) -> None:
        if isinstance(seen, CameraState):
            self.states.append(seen.state)
        tell(seen)

    def _draw(self, t: float) -> None:
        """Lay the table as it is now: first what lies, in the order it came, then what flies."""
        lying = {
            card.tag: (zone, card, up)
            for zone in (*ANTENNAS, OFF)
            for card, up in self._truth.seen(zone)
        }
        self._slots = {tag: at for tag, at in self._slots.items() if tag in lying}
        things: dict[str, Lying] = {}
        for tag, (zone, card, up) in lying.items():
            at = self._place(*self._slot(tag, zone))
            things[tag] = _lying(card.name, card.back, at, up)
        for move in self._truth.flying():
            if move.lands - t < FLIGHT + move.flashed * FLASH:
                things[move.card.tag] = self._in_flight(move, t)
        still = {tag: one for tag, one in self._table.things.items() if things.get(tag) == one}
        self._table.things = still | {tag: one for tag, one in things.items() if tag not in still}

    def _in_flight(self, move: Move, t: float) -> Lying:
        start = SHOE if move.origin == DECK else self._place(move.origin, 0)
        end = self._place(*self._next(move.zone)) if move.zone != DECK else SHOE
        part = max(HELD, 1 - (move.lands - t) / FLIGHT)
        shows = move.face == "up" or (move.flashed and part == HELD)
        at = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        return _lying(move.card.name, move.card.back, at, shows, BLUR * (part > HELD))

    def _slot(self, tag: str, zone: str) -> tuple[str, int]:
        if self._slots.get(tag, ("", 0))[0] != zone:
            self._slots[tag] = self._next(zone)
        return self._slots[tag]

    def _next(self, zone: str) -> tuple[str, int]:
        taken = [number for where, number in self._slots.values() if where == zone]
        return zone, next(number for number in count() if number not in taken)

    def _place(self, zone: str, number: int) -> Place:
        if zone == BOARD:
            return 0.74 + 0.13 * number, 0.5
        if zone in PILES:
            x, y = PILES[zone]
            return x + 0.003 * number, y + 0.002 * number
        shape = np.array(self._zones.polygons[zone])
        x, y = shape.mean(0) * 0.96 + np.array([1.0, 0.5]) * 0.04
        return float(x) + 0.04 * number, float(y) + 0.01 * number


def _lying(name: str, back: str, at: Place, up: bool, blur: float = 0.0) -> Lying:
    turn = sum(name.encode()) % 7 / 25  # each card lies a little otherwise
    if up and name != UNREAD:
        return Lying(name, *at, turn, "face", blur)
    return Lying(back, *at, turn, "back", blur)
