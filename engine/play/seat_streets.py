"""Streets of stud: each card to a seat compared with the one that was due."""

from __future__ import annotations

from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import dealing, seat_plan


def to_seat(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card from the deck reaches a seat after the starting hands."""
    agenda = deal.agenda
    if agenda.stage == "cards" and agenda.dealing.faces:
        _in_time(deal, event, seat)


def _in_time(deal: Deal, event: CardMoved, seat: int) -> None:
    if not seat_plan.begun(deal):
        seat_plan.start(deal)
    due = deal.agenda.start.due
    if due is not None and due.seat == seat:
        dealing.fill(deal, event, seat)
