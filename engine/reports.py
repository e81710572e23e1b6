"""What a sensor glimpsed and what a person reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import exposure, facts, handling, log, streets
from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def flash(table: Table, event: log.Flash) -> str | None:
    """A face was seen without the card being laid face up."""
    hand = table.hand
    name, zone = event.card, event.zone
    if hand is None:
        return None
    if hand.over:
        if zone in (DECK_ZONE, MUCK):
            handling.discard_seen(table, hand, name, zone)
        return None
    seat = SEAT_OF.get(zone)
    if seat is not None and seat not in hand.holding:
        return f"seat {seat} has no cards in this deal"
    if seat is not None and event.by == "dealer" and hand.is_live(seat):
        exposure.exposed(table, hand, name, seat, {"flash"})
    elif seat is not None:
        hand.felt.shown.add(name)
        rule(table, Case("player_exposed", [seat], name, facts=facts.of(table, seat, name)))
    elif zone == BURN:
        streets.burn_seen(table, hand, name)
    elif zone in (DECK_ZONE, MUCK):
        hand.felt.shown.add(name)
        known = facts.of(table, None, None, zone)
        rule(
            table,
            Case("stub_exposed", [], name, zone=zone, facts=known, street=hand.street_at_issue),
        )
    elif zone == OFF and hand.stage == "deal" and hand.plan.due is not None:
        hand.felt.shown.add(name)
        exposure.exposed(table, hand, name, hand.plan.due.seat, {"off_table"})
    return None


def report(table: Table, event: log.Report) -> None:
    """A person reports what no sensor saw."""
    hand = table.hand
    fault, seat = event.fault, event.seat
    name = event.card if event.card != UNREAD else None  # a face was seen, and nobody may say which
    if hand is not None and not hand.over and seat is not None and name is None:
        name = _card_meant(hand, fault, seat)
    if fault == "joker":
        name = JOKER
        if hand is not None and seat is not None and UNREAD in hand.holding.get(seat, []):
            held = hand.holding[seat]
            held[held.index(UNREAD)] = JOKER
            if UNREAD in hand.felt.cards(hand.zone(seat)):
                hand.felt.read(JOKER, hand.zone(seat))
    if hand is not None and not hand.over and fault == "extra_burn" and name is not None:
        hand.felt.move(name, BURN, DECK_ZONE)  # it stuck to the other one, unread until now
    known = facts.of(table, seat, name, event.zone) | {"reported"}
    if hand is not None:
        known |= _again(hand, fault)
    if event.zone == BOARD:
        known.add("board")
    if event.card is not None:
        known.add("card_seen")
    case = Case(fault, [seat] if seat is not None else [], name, zone=event.zone, facts=known)
    if hand is not None and not hand.over:
        case.street = hand.street_at_issue
        _cards_of_case(hand, case, event.card)
    rule(table, case)


def elsewhere(hand: Hand | None, event: log.Report) -> bool:
    """Whether a card is called exposed at one seat that another one holds."""
    if hand is None or hand.over or event.fault != "exposed_card" or event.seat is None:
        return False
    at = SEAT_OF.get(hand.felt.place.get(event.card or UNREAD, ""))
    return at not in (None, event.seat)


def _card_meant(hand: Hand, fault: str, seat: int) -> str | None:
    held = hand.hole(seat)
    return held[-1] if held and fault in ("exposed_card", "boxed_card", "extra_card") else None


def _again(hand: Hand, fault: str) -> set[str]:
    again = {
        "exposed_card": bool(hand.exposed),
        "boxed_card": hand.boxed > 0,
        "extra_card": hand.extra > 0,
    }
    if fault == "exposed_card":
        hand.exposed.append(UNREAD)
    elif fault == "boxed_card":
        hand.boxed += 1
    elif fault == "extra_card":
        hand.extra += 1
    return {"again"} if again.get(fault) else set()


def _cards_of_case(hand: Hand, case: Case, named: str | None) -> None:
    if case.fault == "flop_count" and hand.street == 1:
        case.cards = [*hand.board, *([case.card] if case.card else [])]
    if named is not None and case.fault == "exposed_card" and named == case.card:
        hand.felt.shown.add(named)  # who names it has seen it; else no hidden face is told
