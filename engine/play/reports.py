"""What a sensor glimpsed and what a person reports."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Flash, Report
from engine.play import exposing, handling, streets
from engine.play.judge import rule


def refuse_flash(deal: Deal, event: Flash) -> str | None:
    """Why a face cannot have been seen there."""
    seat = SEAT_OF.get(event.zone)
    if deal.over or seat is None or seat in deal.felt.hands:
        return None
    return f"seat {seat} has no cards in this deal"


def flash(deal: Deal, event: Flash) -> None:
    """A face was seen without the card being laid face up."""
    name, zone = event.card, event.zone
    if deal.over:
        if deal.began and zone in (DECK_ZONE, MUCK):
            handling.discard_seen(deal, name, zone)
        return
    agenda, felt, seat = deal.agenda, deal.felt, SEAT_OF.get(zone)
    if seat is not None and event.by == "dealer" and deal.is_live(seat):
        exposing.exposed(deal, name, seat, {"flash"})
    elif seat is not None:
        felt.shown.add(name)
        rule(deal, Case("player_exposed", [seat], name, facts=facts.of(deal, seat, name)))
    elif zone == BURN:
        streets.burn_seen(deal, name)
    elif zone in (DECK_ZONE, MUCK):
        felt.shown.add(name)
        known = facts.of(deal, None, None, zone)
        street = agenda.street_name
        rule(deal, Case("stub_exposed", [], name, zone=zone, facts=known, street=street))
    elif zone == OFF and agenda.stage == "deal" and agenda.start.due is not None:
        felt.shown.add(name)
        exposing.exposed(deal, name, agenda.start.due.seat, {"off_table"})


def refuse(deal: Deal, event: Report) -> str | None:
    """Why a report cannot be true: a card is called exposed at one seat that another one holds."""
    if deal.over or event.fault != "exposed_card" or event.seat is None:
        return None
    at = SEAT_OF.get(deal.felt.place.get(event.card or UNREAD, ""))
    if at in (None, event.seat):
        return None
    return f"that card does not lie before seat {event.seat}"


def report(deal: Deal, event: Report) -> None:
    """A person reports what no sensor saw."""
    fault, seat = event.fault, event.seat
    name = event.card if event.card != UNREAD else None  # a face was seen, and nobody may say which
    if not deal.over and seat is not None and name is None:
        name = _card_meant(deal, fault, seat)
    if fault == "joker":
        name = JOKER
        if deal.began and seat is not None and UNREAD in deal.felt.hands.get(seat, []):
            deal.felt.name_unread(JOKER, seat)
    if not deal.over and fault == "extra_burn" and name is not None:
        deal.felt.move(name, BURN, DECK_ZONE)  # it stuck to the other one, unread until now
    known = facts.of(deal, seat, name, event.zone) | {"reported"}
    if deal.began:
        known |= _again(deal, fault)
    if event.zone == BOARD:
        known.add("board")
    if event.card is not None:
        known.add("card_seen")
    case = Case(fault, [seat] if seat is not None else [], name, zone=event.zone, facts=known)
    if not deal.over:
        case.street = deal.agenda.street_name
        _cards_of_case(deal, case, event.card)
    rule(deal, case)


def _card_meant(deal: Deal, fault: str, seat: int) -> str | None:
    held = deal.felt.hole(seat)
    return held[-1] if held and fault in ("exposed_card", "boxed_card", "extra_card") else None


def _again(deal: Deal, fault: str) -> set[str]:
    felt, conduct = deal.felt, deal.conduct
    again = {
        "exposed_card": bool(felt.exposed),
        "boxed_card": conduct.boxed > 0,
        "extra_card": conduct.extra > 0,
    }
    if fault == "exposed_card":
        felt.exposed.append(UNREAD)
    elif fault == "boxed_card":
        conduct.boxed += 1
    elif fault == "extra_card":
        conduct.extra += 1
    return {"again"} if again.get(fault) else set()


def _cards_of_case(deal: Deal, case: Case, named: str | None) -> None:
    laid = deal.agenda.laid
    several = laid is not None and laid.cards > 1
    if case.fault == "flop_count" and several:
        case.cards = [*deal.felt.board, *([case.card] if case.card else [])]
    if named is not None and case.fault == "exposed_card" and named == case.card:
        deal.felt.shown.add(named)  # who names it has seen it; else no hidden face is told
