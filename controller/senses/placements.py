"""Every card as the sensors know it: where it lies, where the table log has it, and its draw."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Literal

from controller.senses.waiting import Item
from engine.cards import DECK_ZONE, UNREAD
from firmware_bridge.decks import Decks
from firmware_bridge.sightings import Draw

Face = Literal["down", "up"]


@dataclass(slots=True, eq=False)
class Landing:
    """A card came to lie somewhere, and is not yet told."""

    zone: str
    reader: str | None  # none: only the camera told it
    face: Face | None = None  # by the camera
    sure: float = 0.0  # how sure the camera is of it
    back: str | None = None  # the colour the camera sees
    item: Item = field(init=False)  # which becomes its event


@dataclass(slots=True, eq=False, repr=False)  # no face in an error's text
class Piece:
    """One card of pasteboard."""

    card: str
    back: str | None
    # As the table log has it
    zone: str = DECK_ZONE
    face: Face = "down"
    # As the antennas have it
    lies: str | None = None
    since: float = -math.inf  # when it came to lie there, or where it lay last
    left: float | None = None  # when it was lifted from there
    draw: Draw | None = None  # since its last placement
    # What is under way
    landing: Landing | None = None
    returning: Item | None = None
    looked: bool = False  # its player was said to look, since it was lifted

    def lands_in(self, zone: str) -> bool:
        """Whether it is about to be told that it lies there."""
        return self.landing is not None and self.landing.zone == zone

    def is_in(self, zone: str) -> bool:
        """Whether it lies there, as far as anybody knows."""
        return self.lies == zone or self.lands_in(zone) or (self.lies is None and self.zone == zone)

    def in_air(self) -> bool:
        """Whether it left the shoe and has not come to lie anywhere."""
        return self.draw is not None and self.landing is None


class Pieces:
    """All cards that a sensor has told of, by their tags."""

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._pieces: dict[str, Piece] = {}
        self._restored: dict[str, tuple[str, Face]] = {}  # of a deal begun before this start

    def __iter__(self) -> Iterator[Piece]:
        return iter(list(self._pieces.values()))

    def change(self, decks: Decks) -> None:
        """A deck was registered, or another is in turn."""
        self._decks = decks
        for tag, piece in self._pieces.items():
            piece.card, piece.back = self._read(tag, piece.card)

    def of(self, tag: str) -> Piece:
        """The card with this tag."""
        piece = self._pieces.get(tag)
        if piece is None:
            piece = self._pieces[tag] = Piece(*self._read(tag, UNREAD))
            piece.zone, piece.face = self._restored.pop(piece.card, (DECK_ZONE, "down"))
        return piece

    def seen(self, card: str, zone: str) -> Piece | None:
        """The card of this face that lies in the zone, or one there that nobody has read yet."""
        here = [piece for piece in self if piece.is_in(zone)]
        for piece in here:
            if piece.card == card:
                return piece
        unread = [piece for piece in here if piece.card == UNREAD and piece.lands_in(zone)]
        if not unread or any(piece.card == card and piece.lies for piece in self):
            return None
        unread[0].card = card
        return unread[0]

    def named(self, card: str) -> Piece:
        """The card of this face that is most likely meant where no antenna tells."""
        known = [piece for piece in self if piece.card == card]
        drawn = [piece for piece in known if piece.draw is not None]
        return (drawn or known or [self.of(self._tag(card))])[0]

    def restore(self, places: Mapping[str, str], shown: AbstractSet[str]) -> None:
        """Take over where the table log has its cards: they will be read again after a start."""
        self._restored = {
            card: (zone, "up" if card in shown else "down") for card, zone in places.items()
        }

    def all_in_deck(self, stale: float) -> None:
        """A new deal begins: whatever lies about or was drawn by then belongs to the deck."""
        self._restored.clear()
        for tag, piece in list(self._pieces.items()):
            piece.zone, piece.face = DECK_ZONE, "down"
            piece.card, piece.back = self._read(tag, UNREAD)
            if piece.draw is not None and piece.draw.t < stale:
                piece.draw = None
            if piece.lies is None and piece.draw is None and piece.landing is None:
                del self._pieces[tag]  # so that tags of no deck do not gather for ever

    def _read(self, tag: str, otherwise: str) -> tuple[str, str | None]:
        deck = self._decks.whose(tag)
        if deck is not None:
            return deck.cards[tag], deck.back
        return (tag.removeprefix(_SEEN) if tag.startswith(_SEEN) else otherwise), None

    def _tag(self, card: str) -> str:
        """The tag of a card of the deck in play; one of no deck has a made-up one."""
        deck = self._decks.in_play
        tags = deck.cards if deck else {}
        return next((tag for tag, name in tags.items() if name == card), _SEEN + card)


_SEEN = "seen:"  # no tag: those are hexadecimal
