"""Fusion: what readers, camera, buttons and people tell becomes one table log, in its order.

Nothing here waits or knows the time: times come in with what is told and with ``take``, all on the
clock of the readers. ``take`` gives events one by one; let the engine answer each, and call
``expect`` with the table, before asking for the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from controller.senses import looks
from controller.senses.bets import Asked, Bets
from controller.senses.chip_tags import ChipTags
from controller.senses.disagreements import Disagreement, Disagreements, contradictions
from controller.senses.eyes import Eyes, colour_of
from controller.senses.found import LOOKS, Found
from controller.senses.placements import Face, Landing, Piece, Pieces
from controller.senses.waiting import Event, Item, Make, Undecided, Waiting
from engine.cards import BOARD, DECK_ZONE, SEAT_OF
from engine.table import Table
from engine.views import Outlook
from firmware_bridge.decks import Decks
from firmware_bridge.sightings import Button, Draw, Press, Sighting, Told
from vision.sightings import Backs, CameraState, ChipsSeen, FaceGone, FaceUp, Flashed, Seen

SURE = {"both": 1.0, "rfid": 0.99, "unseen": 0.9, "unread": 0.7, "shoe": 0.99}
_PRESSED: dict[Button, Event] = {
    "new_hand": {"e": "hand"},
    "undo": {"e": "undo"},
    "call_floor": {"e": "call"},  # no word of the table log: the floor is called
}


@dataclass(frozen=True, slots=True)
class Windows:
    """How long sensors are waited for, in seconds."""

    face: float = 0.55  # from a card's landing on: the camera says which way up it lies
    lone: float = 0.5  # a card that only one of antenna and camera tells of
    lifted: float = 2.0  # a hole card off the felt for so long was looked at
    returned: float = 0.8  # a card that is wanted in the deck has reached it
    lasting: float = 2.0  # a disagreement that the floor should know of
    hold: float = 1.0  # at most, for something earlier that is not yet decided
    lag: float = 0.1  # a card lies for so long, at most, before an antenna reads it
    flight: float = 2.0  # from the shoe to the felt, a flop held in the hand included
    together: float = 1.0  # cards read within this keep the order of their draws, one late too


class Fusion:
    """Joins all that is told of one table."""

    def __init__(
        self,
        decks: Decks,
        *,
        camera: bool = False,
        chips: Mapping[str, int] | None = None,
        windows: Windows | None = None,
    ) -> None:
        self.windows = windows or Windows()
        self._pieces = Pieces(decks)
        self._eyes = Eyes(open_=camera)
        self._bets = Bets()
        self._chip_tags = ChipTags(chips or {})
        self._camera = camera
        self._waiting = Waiting(self.windows.hold, self.windows.together)
        self._conflicts = Disagreements(self.windows.lasting)
        self._flashes: dict[tuple[str, str], Item] = {}
        self._scene: Outlook | None = None
        self._due: str | None = None  # the zone in which a card is due
        self._due_face: Face = "down"  # and how it is to lie
        self._found = Found()
        self._t = 0.0  # of the last event given
        self._now = 0.0  # the latest time heard of

    # What comes in

    def receive(self, item: Told) -> None:
        """Take what the bridge tells; how readers are is not of the table log."""
        self._now = max(self._now, item.t)
        if isinstance(item, Sighting) and self._chip_tags.is_chip(item):
            self._chip(item)
        elif isinstance(item, Sighting):
            (self._arrived if item.arrived else self._left)(item)
        elif isinstance(item, Draw):
            self._drawn(item)
        elif isinstance(item, Press):
            make = partial(self._pressed, item.button)
            self._person(item.t, make)

    def seen(self, item: Seen) -> None:
        """Take what the camera tells."""
        self._now = max(self._now, item.t)
        if isinstance(item, CameraState):
            self._camera_is(item)
        elif not self._eyes.open:
            return
        elif isinstance(item, FaceUp):
            self._face_up(item)
        elif isinstance(item, FaceGone):
            self._face_gone(item)
        elif isinstance(item, Backs):
            self._eyes.backs(item)
            self._covered(item.zone, item.t)
            self._uncovered(item.zone, item.t)
        elif isinstance(item, Flashed):
            self._flashed(item)
        elif isinstance(item, ChipsSeen):
            self._chips(item)

    def asked(self, event: Event, t: float) -> None:
        """Take an event that a person gave at a console; it comes out as it is, with its time."""
        self._now = max(self._now, t)
        if event["e"] in ("act", "chips"):
            self._bets.said(event["seat"], event.get("chips"))
        self._person(t, lambda: [event])

    def expect(self, table: Table) -> None:
        """Look at the table after each event: what is due, what is over, what is wanted back."""
        first, self._scene = self._scene is None, table.outlook()
        expected = table.expected or {}
        self._due = expected.get("zone") if expected.get("what") == "card" else None
        self._due_face = expected["face"] if self._due is not None else "down"
        if first and self._scene.stage:
            self._pieces.restore(*table.places())
            self._bets.restore(table.spots())
            self._chip_tags.restore(table.spots())
        if self._bets.asked and self._scene.stage != "bet":
            self._bets.forget_asked()
        if self._scene.fresh:
            self._pieces.all_in_deck(stale=self._now - self.windows.flight)
            self._found.forget()
        self._returns()

    def begin(self, t: float) -> None:
        """The table was away until now: what is read at first may have landed in any order."""
        self._now = max(self._now, t)
        self._found.until = t + LOOKS

    @property
    def found(self) -> list[str]:
        """The zones of the cards that landed while the table was away and are not yet told."""
        return [piece.landing.zone for piece in self._found.pieces if piece.landing]

    def take_found(self) -> None:
        """Somebody says that the cards which were found are to be told as they lie."""
        self._found.as_they_lie = True

    def decks(self, decks: Decks) -> None:
        """A deck was registered, or another is in turn."""
        self._pieces.change(decks)

    @property
    def chips_asked(self) -> list[Asked]:
        """Chips that the camera cannot name: the dealer says which they are."""
        asks = self.scene.stage == "bet" and self.scene.reads_chips
        return list(self._bets.asked.values()) if asks else []

    # What goes out

    def take(self, t: float, unsettled: float | None = None) -> Iterator[Event]:
        """Give what is due by now; ``unsettled`` is since when an antenna reads an untold card."""
        self._now = max(self._now, t)
        self._looks(t)
        while item := self._next(t, unsettled):
            self._t = max(self._t, item.since)
            for event in item.make():
                yield {**event, "t": self._t}

    def _next(self, t: float, unsettled: float | None) -> Item | None:
        """What comes next: a card that was found and is just due, or what happened next."""
        found = self._found.next(self._due, t) if self.scene.on else None
        return found or self._waiting.next(t, self._undecided(t, unsettled))

    def disagreements(self, t: float) -> list[Disagreement]:
        """Give the disagreements that have lasted by now, and those told before that ended."""
        self._now = max(self._now, t)
        if not self.scene.on:
            return self._conflicts.found(t, ())
        found = contradictions(self._pieces, self._eyes, t, self.windows.flight)
        return self._conflicts.found(t, found)

    def due(self) -> float | None:
        """When ``take`` and ``disagreements`` should be asked again though nothing was told."""
        lifts = looks.lifts(self._pieces, self.scene)
        lifted = [since + self.windows.lifted for since, _ in lifts]
        air = [piece.draw.t + self.windows.flight for piece in self._pieces if piece.draw]
        landing = [at for at in air if at > self._now and self.scene.on]
        times = [self._waiting.due(), self._conflicts.due(), self._found.due(), *lifted, *landing]
        return min((at for at in times if at is not None), default=None)

    @property
    def scene(self) -> Outlook:
        """How far the deal is."""
        return self._scene or Outlook()

    # Antennas and shoe

    def _arrived(self, sighting: Sighting) -> None:
        piece, zone, t = self._pieces.of(sighting.tag), sighting.zone, sighting.t
        since = t if sighting.since is None else sighting.since
        if piece.lies == zone or since <= piece.since:
            return  # told before, or late
        piece.lies, piece.since, piece.left, piece.looked = zone, since, None, False
        self._waiting.drop(piece.returning)
        piece.returning = None
        landing = piece.landing
        if landing is not None and landing.reader is None:  # the camera told it first
            self._waiting.drop(landing.item)
            piece.landing = None
        self._found.drop(piece)
        self._lands(piece, zone, since, t, sighting.reader or zone)
        for flash in (item for (card, _), item in self._flashes.items() if card == piece.card):
            flash.since = max(flash.since, since + 1e-6)  # it was seen on its way there

    def _lands(self, piece: Piece, zone: str, since: float, t: float, reader: str) -> None:
        if self.scene.stage == "over" and self._found.looks(t) and piece.draw is None:
            piece.zone, piece.face = zone, "down"  # it lay there: nobody has laid it just now
            return
        wait = self.windows.lone if zone == BOARD else self.windows.face
        landing = Landing(zone, reader)
        self._wait(piece, landing, since, t, since + wait if self._eyes.open else t)
        face = self._eyes.face(piece.card, zone)
        if face is not None:
            self._known(landing, "up", face.sure, t)
        else:
            self._covered(zone, t)

    def _wait(self, piece: Piece, landing: Landing, since: float, t: float, ready: float) -> None:
        drawn = piece.draw.t if piece.draw else None
        make = partial(self._placed, piece, landing)
        landing.item = Item(since, t, max(t, ready), make, drawn=drawn)
        piece.landing = landing
        if self._found.looks(t) and drawn is None and piece.zone == DECK_ZONE:
            self._found.add(piece)
        else:
            self._waiting.add(landing.item)

    def _left(self, sighting: Sighting) -> None:
        piece, since = self._pieces.of(sighting.tag), sighting.since
        since = sighting.t if since is None else since
        if piece.lies != sighting.zone or since < piece.since:
            return
        piece.lies, piece.left = None, since
        if piece in self._found.pieces:
            self._found.drop(piece)
            piece.landing = None
        self._returns()
        for face in self._eyes.faces:
            if face.card == piece.card and face.zone != sighting.zone:
                self._lone(face)

    def _drawn(self, draw: Draw) -> None:
        piece = self._pieces.of(draw.tag)
        if piece.landing is not None and draw.t <= piece.landing.item.since:
            piece.landing.item.drawn = draw.t
        elif draw.t <= piece.since:
            return  # late: it lies where the shoe sent it
        piece.draw = draw

    def _returns(self) -> None:
        """Cards that were lifted, and that a ruling wants in the deck, go there."""
        for piece in self._pieces if self.scene.wanted else ():
            if piece.left is None or piece.returning or piece.zone == DECK_ZONE:
                continue
            if piece.card in self.scene.wanted and piece.landing is None:
                make = partial(self._to_deck, piece, f"rfid:{piece.zone}")
                ready = piece.left + self.windows.returned
                piece.returning = Item(piece.left, self._now, ready, make)
                self._waiting.add(piece.returning)

    # The camera

    def _camera_is(self, state: CameraState) -> None:
        if state.state == "ok":
            self._eyes.open = self._camera
            return
        self._eyes.close()
        for piece in self._pieces:
            if piece.landing is not None:
                piece.landing.item.ready = min(piece.landing.item.ready, state.t)

    def _face_up(self, face: FaceUp) -> None:
        if not self._eyes.face_up(face):
            return
        piece = self._pieces.seen(face.card, face.zone)
        held_up = face.zone == DECK_ZONE and piece and piece.in_air()  # and not laid yet
        if held_up and self._due_up(self._due or ""):
            return  # it is on its way to lie face up before a player
        if held_up:
            self._flashed(Flashed(face.t, face.card, face.zone, face.sure))
        elif piece is None:
            self._lone(face)
        elif piece.landing is not None and piece.lands_in(face.zone):
            self._known(piece.landing, "up", face.sure, face.t)
        elif piece.zone == face.zone and piece.face == "down":
            make = partial(self._turned, piece, face)
            self._waiting.add(Item(face.since, face.t, face.t, make))

    def _face_gone(self, gone: FaceGone) -> None:
        self._eyes.face_gone(gone)
        for piece in self._pieces:
            landing = piece.landing
            if landing and landing.reader is None and piece.card == gone.card:
                self._waiting.drop(landing.item)
                piece.landing = None
        self._uncovered(gone.zone, gone.t)

    def _uncovered(self, zone: str, t: float) -> None:
        """Upcards of which the camera sees only the backs any more were turned down."""
        if zone not in self.scene.upcards:
            return
        down = [p for p in self._pieces if p.lies == zone and not self._eyes.face(p.card, zone)]
        turned = [piece for piece in down if piece.zone == zone and piece.face == "up"]
        if turned and self._eyes.covers(zone, len(down) + self._unread(zone)):
            for piece in turned:
                self._waiting.add(Item(t, t, t, partial(self._turned_down, piece, zone)))

    def _lone(self, face: FaceUp) -> None:
        """A face where no antenna reads the card: an antenna's word of another place stands."""
        piece = self._pieces.named(face.card)
        if piece.lies is not None or piece.landing is not None:
            return
        landing = Landing(face.zone, None, "up", face.sure)
        self._wait(piece, landing, face.since, face.t, face.since + self.windows.lone)

    def _covered(self, zone: str, t: float) -> None:
        """Cards just landed lie face down if the camera sees as many backs as lie there."""
        down = [p for p in self._pieces if p.lies == zone and not self._eyes.face(p.card, zone)]
        new = [piece for piece in down if piece.landing and piece.landing.face is None]
        backs = self._eyes.covers(zone, len(down) + self._unread(zone))
        if backs is None:
            return
        if self._due_up(zone):  # only a look since it came tells that it lies otherwise
            new = [piece for piece in new if backs.t > piece.since]
        for piece in new:
            assert piece.landing is not None
            others = [other.back for other in down if other is not piece]
            piece.landing.back = colour_of(backs, piece.back, others)
            self._known(piece.landing, "down", backs.sure, t)

    def _due_up(self, zone: str) -> bool:
        """Whether a card is just due face up before a player, this one or another."""
        return zone in SEAT_OF and self._due in SEAT_OF and self._due_face == "up"

    def _unread(self, zone: str) -> int:
        """How many down cards of upcards' owners lie there though no antenna reads them now."""
        if zone not in self.scene.upcards:
            return 0
        here = (p for p in self._pieces if p.zone == zone and p.face == "down")
        return sum(piece.lies is None for piece in here)

    def _known(self, landing: Landing, face: Face, sure: float, t: float) -> None:
        landing.face, landing.sure = face, sure
        landing.item.ready = min(landing.item.ready, t)

    def _flashed(self, flashed: Flashed) -> None:
        key = flashed.card, flashed.zone
        last = self._flashes.get(key)
        if last is not None and flashed.t - last.told < self.windows.hold:
            return
        went = self._went(flashed)
        since = went.since + 1e-6 if went else flashed.t
        ready = flashed.t + self.windows.lone  # an antenna may yet tell where the card went
        make = partial(self._flash, flashed)
        self._flashes[key] = Item(since, flashed.t, ready, make, heeds_draws=True)
        self._waiting.add(self._flashes[key])

    def _went(self, flashed: Flashed) -> Piece | None:
        """The card that showed its face on its way, where an antenna has read it since."""
        after = (p for p in self._pieces if p.card == flashed.card and p.since >= flashed.t)
        return next((piece for piece in after if piece.lies is not None), None)

    def _chips(self, seen: ChipsSeen) -> None:
        if chips := self._bets.pushed(seen):
            make = partial(self._pushed, seen.seat, chips, "camera", seen.sure)
            self._waiting.add(Item(seen.since, seen.t, seen.t, make))

    def _chip(self, sighting: Sighting) -> None:
        def push(seat: int, chips: list[int]) -> list[Event]:
            return self._pushed(seat, chips, f"rfid:{sighting.zone}", SURE["rfid"])

        found = self._found.looks(sighting.t)
        if (item := self._chip_tags.seen(sighting, push, found=found)) is not None:
            self._waiting.add(item)

    # People

    def _person(self, t: float, make: Make) -> None:
        """A card that lay there when it was said, but was read a moment later, comes before it."""
        late = t + self.windows.lag
        self._waiting.add(Item(late, t, late, make, heeds_draws=True))

    def _pressed(self, button: Button) -> list[Event]:
        if button != "round_complete":
            return [{**_PRESSED[button], "src": "button", "sure": 1.0}]
        return [
            {"e": "act", "seat": seat, "do": do, "src": "button", "sure": 1.0}
            for seat, do in self.scene.to_act
        ]

    # Events

    def _placed(self, piece: Piece, landing: Landing) -> list[Event]:
        """A card lies somewhere: an event, unless the table log has it there already."""
        draw, zone, was = piece.draw, landing.zone, piece.zone
        if piece.landing is landing:
            piece.landing = None
        if landing.reader is None and draw is None and self._is_read_as_another(zone):
            return []
        piece.draw = None
        boxed = draw is not None and draw.face_up
        face: Face = landing.face or self._likely(zone)
        face = "up" if boxed else face
        if draw is None and was == zone and (face == "down" or piece.face == "up"):
            return []
        origin = DECK_ZONE if draw else was
        back = landing.back or piece.back
        event: Event = {"e": "card", "card": piece.card, "zone": zone, "face": face}
        event |= {"from": origin}
        event |= {"boxed": True} if boxed else {}
        event |= {"back": back} if back else {}
        event |= self._source(landing)
        events = [event] if self._tells(origin) else []
        if draw is not None and was != DECK_ZONE and self.scene.on:
            events = [*self._to_deck(piece, "shoe"), *events]
        piece.zone, piece.face = zone, face
        return events

    def _likely(self, zone: str) -> Face:
        """How a card lies of which nobody saw: as one is due to a seat; on the board, up.

        In the deal cards only cross the board.
        """
        if zone in SEAT_OF:
            return self._due_face if self._due in SEAT_OF else "down"
        return "up" if zone == BOARD and self.scene.stage != "deal" else "down"

    def _is_read_as_another(self, zone: str) -> bool:
        """Whether the faces of a zone that no antenna reads are cards it reads as others."""
        lying = [piece for piece in self._pieces if piece.lies == zone]
        cards = {piece.card for piece in lying}
        lone = [face for face in self._eyes.faces if face.zone == zone and face.card not in cards]
        unseen = [piece for piece in lying if not self._eyes.face(piece.card, zone)]
        return 0 < len(lone) <= len(unseen) - self._eyes.count(zone)

    def _tells(self, origin: str) -> bool:
        """When the deal is over, cards go home without a word; what comes off the stub does not."""
        return self.scene.on or (self.scene.stage == "over" and origin == DECK_ZONE)

    def _source(self, landing: Landing) -> Event:
        if landing.reader is None:
            return {"src": "camera", "sure": round(SURE["unread"] * landing.sure, 3)}
        if landing.face is not None:
            return {"src": "rfid+camera", "sure": SURE["both"]}
        sure = SURE["unseen" if self._eyes.open else "rfid"]
        return {"src": f"rfid:{landing.reader}", "sure": sure}

    def _to_deck(self, piece: Piece, src: str) -> list[Event]:
        was, piece.zone, piece.face, piece.returning = piece.zone, DECK_ZONE, "down", None
        event = {"e": "card", "card": piece.card, "zone": DECK_ZONE, "face": "down", "from": was}
        return [{**event, "src": src, "sure": SURE["shoe" if src == "shoe" else "unseen"]}]

    def _turned(self, piece: Piece, face: FaceUp) -> list[Event]:
        if piece.zone != face.zone or piece.face == "up":
            return []
        piece.face = "up"
        event: Event = {"e": "card", "card": piece.card, "zone": face.zone, "face": "up"}
        event |= {"from": face.zone, "src": "camera", "sure": face.sure}
        return [event] if self.scene.on else []

    def _turned_down(self, piece: Piece, zone: str) -> list[Event]:
        if piece.lies != zone or piece.face == "down" or self._eyes.face(piece.card, zone):
            return []
        piece.face = "down"
        event: Event = {"e": "card", "card": piece.card, "zone": zone, "face": "down"}
        event |= {"from": zone, "src": "camera", "sure": SURE["unseen"]}
        return [event] if zone in self.scene.upcards else []

    def _flash(self, flashed: Flashed) -> list[Event]:
        went = self._went(flashed)
        card, zone = flashed.card, (went.lies if went else None) or flashed.zone
        up = any(p.card == card and p.zone == zone and p.face == "up" for p in self._pieces)
        if up or not self.scene.on:
            return []
        own = zone in SEAT_OF and self.scene.stage != "deal"
        event = {"e": "flash", "card": card, "zone": zone, "by": "player" if own else "dealer"}
        return [{**event, "src": "camera", "sure": flashed.sure}]

    def _pushed(self, seat: int, chips: list[int], src: str, sure: float) -> list[Event]:
        event = {"e": "chips", "seat": seat, "chips": chips, "src": src, "sure": sure}
        return [event] if chips and self.scene.on and self.scene.reads_chips else []

    def _looks(self, t: float) -> None:
        """Players who have held their cards for long have looked at them."""
        for since, zone in looks.looked(t, self.windows.lifted, self._pieces, self.scene):
            self._waiting.add(Item(since, t, t, partial(self._look, zone)))

    def _look(self, zone: str) -> list[Event]:
        event = {"e": "look", "seat": SEAT_OF[zone], "src": f"rfid:{zone}"}
        return [{**event, "sure": SURE["unseen"]}]

    def _undecided(self, t: float, unsettled: float | None) -> Undecided:
        draws = [piece.draw.t for piece in self._pieces if piece.draw and piece.in_air()]
        return Undecided(unsettled, tuple(at for at in draws if t < at + self.windows.flight))
