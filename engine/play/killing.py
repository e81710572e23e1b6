"""A dead hand's cards go to the muck first of all; but whoever plays on has not waited for them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers import ProcedureStep
from engine.cards import DECK_ZONE, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.log import Act, CardMoved, Chips, Draw, Muck, Say, Show

PEOPLE = (Act, Say, Chips, Draw, Show, Muck)


def due(deal: Deal) -> tuple[Correction, Task] | None:
    """The dead hand that is to be taken before the deal goes on."""
    return next(_lying(deal), None) if deal.rulings and not deal.over else None


def step(deal: Deal) -> ProcedureStep | None:
    """The same, as the contract writes it."""
    first = due(deal)
    return first[1].public() if first is not None else None


def meanwhile(deal: Deal, event: object) -> None:
    """Who acts or deals on leaves a dead hand lying: nobody is asked for it any more."""
    if isinstance(event, PEOPLE) or _dealt_on(deal, event):
        for _, task in list(_lying(deal)):
            task.waits = False


def lies(deal: Deal, task: Task) -> bool:
    """Whether cards are known to lie before the player whose hand is, or may yet be, dead."""
    if not task.waits or task.seat is None:
        return False
    return any(card != UNREAD for card in deal.felt.cards(SEAT_ZONES[task.seat]))


def _lying(deal: Deal) -> Iterator[tuple[Correction, Task]]:
    """Hands that are dead by now, and were not yet taken."""
    for correction in deal.rulings.values():
        for task in correction.tasks:
            timely = task.when == "now" or deal.agenda.stage != "deal"
            if timely and lies(deal, task) and not deal.is_live(task.seat or 0):
                yield correction, task


def _dealt_on(deal: Deal, event: object) -> bool:
    if not isinstance(event, CardMoved) or event.zone == DECK_ZONE or event.zone in SEAT_OF:
        return False
    return deal.felt.zone_of(event.card) == DECK_ZONE
