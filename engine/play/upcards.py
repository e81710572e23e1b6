"""Upcards of stud that a player turns down, or a dealer turns up at last."""

from __future__ import annotations

from engine.cards import SEAT_ZONES
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import bettor, doubting
from engine.play.judge import rule, rule_if_printed


def came(deal: Deal, card: str, seat: int) -> None:
    """A card that was due face up lies at its seat; it counts as an upcard though it came down."""
    stud, felt = deal.agenda.stud, deal.felt
    if stud is None:
        return
    stud.turn_up(card, seat)
    if card not in felt.shown:
        known, street = facts.of(deal, seat) - {"looked"}, deal.agenda.street_name
        zone = SEAT_ZONES[seat]
        rule(deal, Case("missing_upcard", [seat], card, zone=zone, facts=known, street=street))


def turned(deal: Deal, event: CardMoved, seat: int) -> bool:
    """An upcard is turned where it lies; True where that is all of it."""
    stud, felt = deal.agenda.stud, deal.felt
    if stud is None or event.card not in stud.up.get(seat, []):
        return False
    if event.face == "up":
        felt.shown.add(event.card)
        doubting.drop(deal, deal.doubts.about_card("turned_down", event.card))
        _put_right(deal, event.card)
        return True
    on = deal.agenda.stage in ("bet", "cards") and deal.is_live(seat)
    if on and event.card in felt.shown and deal.conduct.first_time("turned_down", seat):
        case = Case("upcards_turned_down", [seat], event.card, zone=event.zone)
        if doubting.hold(deal, "turned_down", case) is None:
            rule_turned(deal, case)
    return True


def rule_turned(deal: Deal, case: Case) -> None:
    """Upcards surely lie face down; a book that does not mind has no fault."""
    assert case.seat is not None
    case.facts = facts.of(deal, case.seat) | bettor.facts_of(deal, case.seat)
    rule_if_printed(deal, case)


def _put_right(deal: Deal, card: str) -> None:
    """A card that came down is turned up: the floor need not decide it any more."""
    for correction in deal.rulings.values():
        if correction.fault == "missing_upcard" and correction.case.card == card:
            correction.awaits_floor = False
            correction.close()
