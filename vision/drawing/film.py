"""A deal as a film with known truth: cards fly from the deck, some show their faces."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.cards import BOARD, BURN, DECK, SEAT_ZONES
from vision.arrays import Picture
from vision.drawing.table import CARD, DrawnTable, Lying
from vision.zones import template

Shown = Literal["up", "flash"]
DECK_AT, BURN_AT, FLIGHT, REST = (1.0, 0.92), (0.9, 0.73), 5, 2  # places; frames
TAKEN = 3  # cards at a time
HELD = 0.17  # card widths from frame to frame of a card that is held
EXPOSURE = 0.3  # of the time between frames that the shutter is open


@dataclass(frozen=True)
class Truth:
    """What a perfect eye would have told."""

    t: float  # from when it could be seen
    kind: Shown
    card: str
    zone: str


@dataclass
class Film:
    """One hand dealt to so many seats; ``exposed`` says which cards of the deal show, and how."""

    table: DrawnTable
    seats: int = 9
    rate: float = 12.0
    seed: int = 1
    exposed: Mapping[int, Shown] = field(default_factory=dict)
    flash_frames: int = 3
    back: str = "blue"
    count: int = 0  # frames before the first
    meanwhile: Callable[[], None] = lambda: None  # lets the rest of the table go on by a frame

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        self.rng = rng
        self.cards = [str(card) for card in rng.permutation(DECK)]
        self.zones = template(self.seats)
        self.truth: list[Truth] = []

    def frames(self) -> Iterator[tuple[float, Picture]]:
        """All frames, a quiet moment before and after."""
        yield from self._rest(8)
        deal = [(seat, k) for k in range(2) for seat in range(1, self.seats + 1)]
        for number, (seat, k) in enumerate(deal):
            shown = self.exposed.get(number)
            yield from self._dealt(SEAT_ZONES[seat], self._seat(seat, k), shown)
        for street in (3, 1, 1):
            yield from self._dealt(BURN, BURN_AT, None)
            for _ in range(street):
                on_board = sum(key.startswith(BOARD) for key in self.table.things)
                yield from self._dealt(BOARD, (0.74 + 0.13 * on_board, 0.5), "up")
            yield from self._rest(6)
        yield from self._rest(10)

    def swept(self) -> Iterator[tuple[float, Picture]]:
        """The dealer takes all cards in, a few at a time."""
        keys = list(self.table.things)
        for start in range(0, len(keys), TAKEN):
            for key in keys[start : start + TAKEN]:
                lying = self.table.things[key]
                self.table.hands = [(1.0, 1.15, lying.x, lying.y)]
                self.table.take(key)
            yield self._shot()
        self.table.hands = []

    def still(self, seconds: float, every: float) -> Iterator[tuple[float, Picture]]:
        """Nothing moves for a while: a frame now and then shows as much as all of them."""
        for _ in range(round(seconds / every)):
            yield self._picture(round(every * self.rate))

    def _dealt(
        self, zone: str, to: tuple[float, float], shown: Shown | None
    ) -> Iterator[tuple[float, Picture]]:
        """A card flies from the deck to its place, the dealer's hand with it at first."""
        card, key = self.cards.pop(), f"{zone} {self.count}"
        turn = float(self.rng.normal(0, 0.15)) + (np.pi if self.rng.random() < 0.5 else 0)
        if shown == "up":
            self.truth.append(Truth(self._now(FLIGHT), "up", card, zone))
        elif shown:
            self.truth.append(Truth(self._now(1), "flash", card, zone))
        held = range(self.flash_frames) if shown == "flash" else ()
        far = float(np.hypot(to[0] - DECK_AT[0], to[1] - DECK_AT[1]))
        for frame in held:  # the dealer lets a face be seen before the card flies on
            x, y = _along(to, 0.5 + frame * HELD * CARD / far)
            self.table.lay(key, self._lying(card, x, y, turn, True, EXPOSURE * HELD))
            self.table.hands = [(1.0, 1.15, x, y + 0.1)]
            yield self._shot()
        for step in range(1, FLIGHT + 1):
            part = step / FLIGHT
            x, y = (a + (b - a) * part for a, b in zip(DECK_AT, to, strict=True))
            blur = 0.0 if step == FLIGHT else EXPOSURE * min(far / FLIGHT / CARD, 2.0)
            self.table.lay(key, self._lying(card, x, y, turn, shown == "up", blur))
            self.table.hands = [(1.0, 1.15, *_along(to, min(part, 0.6)))]
            yield self._shot()
        self.table.hands = []
        yield from self._rest(REST)

    def _lying(
        self, card: str, x: float, y: float, turn: float, showing: bool, blur: float
    ) -> Lying:
        if showing:
            return Lying(card, x, y, turn, "face", blur)
        return Lying(self.back, x, y, turn, "back", blur)

    def _seat(self, seat: int, number: int) -> tuple[float, float]:
        shape = np.array(self.zones.polygons[SEAT_ZONES[seat]])
        x, y = shape.mean(0) * 0.96 + np.array([1.0, 0.5]) * 0.04
        return float(x) + 0.045 * number, float(y) + 0.01 * number

    def _rest(self, frames: int) -> Iterator[tuple[float, Picture]]:
        for _ in range(frames):
            yield self._shot()

    def _shot(self) -> tuple[float, Picture]:
        self.meanwhile()
        return self._picture(1)

    def _picture(self, frames: int) -> tuple[float, Picture]:
        """The table so many frames later; a face that is covered can be seen later still."""
        before, self.count = self.count, self.count + frames
        picture = self.table.picture()
        for number, one in enumerate(self.truth):
            due = one.kind == "up" and before < round(one.t * self.rate) <= self.count
            if due and not self.table.shows_index(one.card):
                self.truth[number] = replace(one, t=self._now(1))
        return self.count / self.rate, picture

    def _now(self, later: int) -> float:
        return (self.count + later) / self.rate


def _along(to: tuple[float, float], part: float) -> tuple[float, float]:
    """Where the hand is: behind the card, so that it does not cover it."""
    back = max(0.0, part - 0.25)
    return DECK_AT[0] + (to[0] - DECK_AT[0]) * back, DECK_AT[1] + (to[1] - DECK_AT[1]) * back
