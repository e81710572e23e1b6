"""A card that leaves the table while it is dealt."""

from __future__ import annotations

from engine.cards import DECK_ZONE, OFF
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import dealing, remaking, seat_plan
from engine.play.judge import found, rule


def plays(deal: Deal, event: CardMoved) -> bool:
    """Whether it is the card that was due, and the book speaks of it."""
    if event.zone == OFF and deal.agenda.stage == "deal":
        dealing.dealt_off_table(deal, event)
        return True
    return _of_street(deal, event)


def _of_street(deal: Deal, event: CardMoved) -> bool:
    """On a later street of stud it must play where the book says so (uspa.3.2.3.5.11)."""
    agenda = deal.agenda
    if event.zone != OFF or not agenda.to_seats or not seat_plan.begun(deal) or deal.corrections:
        return False
    due = agenda.start.due
    if due is None:
        return False
    known = facts.of(deal, due.seat) - {"looked"} | {"off_table", "deal_complete"}
    case = Case("exposed_card", [due.seat], event.card, zone=OFF, facts=known)
    case.street = agenda.street_name
    line = found(deal, case)
    if line is None or line.decision != "keep":
        return False
    deal.felt.move(event.card, OFF, DECK_ZONE)
    deal.felt.give(event.card, due.seat)
    agenda.start.pos += 1
    if event.face == "up":
        deal.felt.shown.add(event.card)
    if due.face == "up":
        remaking.of(deal).turn_up(event.card, due.seat)
    rule(deal, case)
    dealing.done_if_whole(deal)
    return True
