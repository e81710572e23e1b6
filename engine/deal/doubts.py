"""Doubts: what a sensor saw once and an innocent explanation may still undo."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.case import Case


@dataclass(slots=True)
class Doubt:
    """A fault that may be none, until when it may be explained, and what it rests on."""

    id: int
    kind: str  # which explanation is waited for
    case: Case
    until: float

    @property
    def seat(self) -> int | None:
        """The seat it is about."""
        return self.case.seat


class Doubts:
    """The open doubts of a deal, and the cards that lie where none was due."""

    __slots__ = ("open", "strays")

    def __init__(self) -> None:
        self.open: list[Doubt] = []
        self.strays: dict[
            str, float
        ] = {}  # cards off the deck that wait for their place, since when

    def of(self, kind: str, seat: int | None = None) -> Doubt | None:
        """The open doubt of a kind, about a seat where one is named."""
        for doubt in self.open:
            if doubt.kind == kind and (seat is None or doubt.seat == seat):
                return doubt
        return None

    def about_card(self, kind: str, card: str) -> Doubt | None:
        """The open doubt of a kind that rests on this very card."""
        for doubt in self.open:
            if doubt.kind == kind and doubt.case.card == card:
                return doubt
        return None
