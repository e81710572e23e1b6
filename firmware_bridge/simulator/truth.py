"""What truly happened on the felt: cards with tags, the zones they lie in, and the log of it."""

import heapq
from dataclasses import dataclass
from typing import Literal

from firmware_bridge.sightings import Draw, Sighting

DECK, BOARD, BURN, MUCK, OFF = "deck", "board", "burn", "muck", "off"
SEATS = 10
ANTENNAS = (*(f"seat:{n}" for n in range(1, SEATS + 1)), BOARD, BURN, MUCK, DECK)
_UNSEEN = (DECK, OFF)  # the shoe's antenna sees a card pass, not the ones that lie behind it

Event = dict[str, object]
Face = Literal["down", "up"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is made: its tag, what is printed on it, and its back's colour."""

    tag: str
    name: str
    back: str = "red"


@dataclass(frozen=True, slots=True)
class Move:
    """A card goes from one zone to another; off the deck it passes the shoe's mouth first."""

    t: float
    card: Card
    origin: str
    zone: str
    face: Face
    lands: float
    mouth: float = 0.0  # seconds in the shoe's mouth, from t on
    over: str = ""  # the zone whose antenna it slides over
    slide: float = 0.0  # seconds it does so, just before it lands
    boxed: bool = False
    flashed: bool = False  # its face is seen before it flies on
    late: float = 0.0  # seconds until its tag answers where it lies


@dataclass(frozen=True, slots=True)
class Said:
    """Anything else that the table log has a word for."""

    t: float
    event: Event
    late: float = 0.0  # seconds until somebody enters it


Happening = Move | Said


class Truth:
    """Takes what the dealer does, lets time pass, and knows what lies under which antenna."""

    def __init__(self) -> None:
        self.t = 0.0
        self.log: list[Event] = []
        self.entered: list[Event] = []  # what was said, once somebody has entered it
        self.sightings: list[Sighting] = []  # what a bridge that makes no mistake would tell
        self.draws: list[Draw] = []  # likewise, of the shoe
        self._lying: dict[str, dict[str, Card]] = {zone: {} for zone in (*ANTENNAS, OFF)}
        self._up: set[str] = set()  # the tags of the cards that lie face up
        self._answers: dict[str, float] = {}  # from when on a tag that is read late is heard
        self._moving: list[Move] = []
        self._next: list[tuple[float, int, str, Happening]] = []
        self._count = 0

    def add(self, happening: Happening) -> None:
        """Plan something that is going to happen."""
        if isinstance(happening, Said):
            self._plan(happening.t, "say", happening)
            self._plan(happening.t + happening.late, "enter", happening)
        else:
            self._plan(happening.t, "lift", happening)
            self._plan(happening.lands, "land", happening)

    def advance(self, t: float) -> None:
        """Let everything happen that was planned until then."""
        while self._next and self._next[0][0] <= t:
            at, _, what, happening = heapq.heappop(self._next)
            if isinstance(happening, Said):
                told = self.log if what == "say" else self.entered
                told.append({"t": round(at, 3), **happening.event})
            elif what == "lift":
                self._lift(happening)
            else:
                self._land(happening)
        self.t = t

    def next_time(self) -> float | None:
        """When the next planned thing happens, or None where nothing is planned."""
        return self._next[0][0] if self._next else None

    def under(self, zone: str) -> list[Card]:
        """The cards that an antenna could read now, those that lie there in the order they came."""
        lying = self._lying[zone].values()
        return [*(card for card in lying if self._hears(card)), *self.passing(zone)]

    def seen(self, zone: str) -> list[tuple[Card, bool]]:
        """The cards that lie in a zone, each with whether its face is up."""
        return [(card, card.tag in self._up) for card in self._lying[zone].values()]

    def flying(self) -> list[Move]:
        """The cards that are on their way now."""
        return list(self._moving)

    def passing(self, zone: str) -> list[Card]:
        """The cards that only slide over an antenna, or through the shoe's mouth."""
        return [move.card for move in self._moving if _passes(move, zone, self.t)]

    def _hears(self, card: Card) -> bool:
        return self._answers.get(card.tag, self.t) <= self.t

    def _plan(self, t: float, what: str, happening: Happening) -> None:
        self._count += 1  # things of one instant happen in the order they were planned
        heapq.heappush(self._next, (t, self._count, what, happening))

    def _lift(self, move: Move) -> None:
        if move.origin == move.zone:
            return  # it is turned over where it lies
        self._moving.append(move)
        if move.origin == DECK:
            self.draws.append(Draw(move.t + move.mouth, move.card.tag, face_up=move.boxed))
        elif self._lying[move.origin].pop(move.card.tag, None) and move.origin != OFF:
            self.sightings.append(Sighting(move.t, move.card.tag, move.origin, False))

    def _land(self, move: Move) -> None:
        event: Event = {"e": "card", "card": move.card.name, "zone": move.zone, "face": move.face}
        event |= {"from": move.origin, "back": move.card.back}
        if move.boxed:
            event["boxed"] = True
        self.log.append({"t": round(move.lands, 3), **event})
        if move.flashed:
            flash: Event = {"e": "flash", "card": move.card.name, "zone": move.zone, "by": "dealer"}
            self.log.append({"t": round(move.lands, 3), **flash})
        (self._up.add if move.face == "up" else self._up.discard)(move.card.tag)
        if move.origin == move.zone:
            return
        self._moving.remove(move)
        self._answers[move.card.tag] = move.lands + move.late
        if move.zone != DECK:
            self._lying[move.zone][move.card.tag] = move.card
        if move.zone not in _UNSEEN:
            self.sightings.append(Sighting(move.lands, move.card.tag, move.zone, True))


def _passes(move: Move, zone: str, t: float) -> bool:
    if zone == DECK:
        return move.origin == DECK and t < move.t + move.mouth
    return zone == move.over and move.lands - move.slide <= t < move.lands
