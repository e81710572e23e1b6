"""Discards and burns are made into a new stub."""

from __future__ import annotations

from engine.cards import BURN, DECK_ZONE, MUCK, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task


def remake(deal: Deal, case: Case, correction: Correction) -> None:
    """The discards and the burns go back into the deck; then the draw goes on."""
    felt = deal.felt
    for zone in (MUCK, BURN):
        lying = felt.cards(zone)
        for card in [card for card in lying if card != UNREAD]:
            back = Task("move", "now", correction.clause, card=card, zone=DECK_ZONE, plain=True)
            correction.tasks.insert(0, back)
        felt.stub += lying.count(UNREAD)
        lying[:] = [card for card in lying if card != UNREAD]
    for task in correction.tasks:
        if task.do in ("reshuffle", "cut") and "shuffle" not in deal.setting.sensors:
            task.done = True  # nobody can see it done
    correction.awaits_floor = False


def remade(deal: Deal) -> None:
    """All lie in the new stub: nobody knows its order, and no face in it was seen."""
    deal.felt.reshuffled()
    deal.felt.void.clear()
