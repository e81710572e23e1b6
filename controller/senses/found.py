"""Cards found on the felt after a start: they landed while nobody looked, in an order nobody saw.

They are held against the plan as a set: each is told when the table expects a card just there. One
that fits nowhere waits for the dealer's word; or a while, where a card is due and none is it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.senses.placements import Piece
from controller.senses.waiting import Item

LOOKS = 5.0  # seconds after a start: a card that is first read then was found, not dealt
PATIENCE = 10.0  # seconds until a card that fits nowhere is told as it lies


@dataclass(slots=True)
class Found:
    """The cards that were found and not yet told."""

    until: float | None = None  # what is read before that was found; None: nothing is
    pieces: list[Piece] = field(default_factory=list)
    as_they_lie: bool = False  # somebody says that they are to be told
    _waits_since: float | None = None  # a card is due, and none of them is it

    def looks(self, t: float) -> bool:
        """Whether a card that is read now was there before."""
        return self.until is not None and t < self.until

    def add(self, piece: Piece) -> None:
        """A card lies there, and nobody saw it come."""
        self.pieces.append(piece)

    def drop(self, piece: Piece) -> None:
        """It was lifted, or lies elsewhere now: that is told as it happens."""
        if piece in self.pieces:
            self.pieces.remove(piece)

    def forget(self) -> None:
        """A new deal begins."""
        self.pieces, self.as_they_lie, self.until = [], False, None

    def next(self, due: str | None, t: float) -> Item | None:
        """The card that the table expects now; ``due`` is its zone, none where none is due."""
        fits = [piece for piece in self._ready(t) if piece.landing and piece.landing.zone == due]
        if not fits and (self.as_they_lie or self._waited(due, t)):
            fits = self._ready(t)
        if not fits:
            return None
        self._waits_since = None
        piece = min(fits, key=lambda one: one.since)
        self.pieces.remove(piece)
        return piece.landing.item if piece.landing else None

    def due(self) -> float | None:
        """When to look again."""
        times = [piece.landing.item.ready for piece in self.pieces if piece.landing]
        if self._waits_since is not None:
            times.append(self._waits_since + PATIENCE)
        return min(times, default=None)

    def _ready(self, t: float) -> list[Piece]:
        return [piece for piece in self.pieces if piece.landing and piece.landing.item.ready <= t]

    def _waited(self, due: str | None, t: float) -> bool:
        """Whether a card has been due for long that none of these is."""
        if due is None or not self.pieces:
            self._waits_since = None
            return False
        if self._waits_since is None:
            self._waits_since = t
        return t >= self._waits_since + PATIENCE
