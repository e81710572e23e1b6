"""The deck is too short for a street of stud: it is ruled when that is seen."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play import remaking
from engine.play.judge import rule


def look(deal: Deal) -> None:
    """The street that comes needs more cards than there are."""
    stud = remaking.of(deal)
    if stud.short:
        needed, stud.short = stud.short, 0
        _rule(deal, needed, set())


def dealt_out(deal: Deal) -> bool:
    """All but the last card are dealt, and some seats lack theirs: the rest is mixed now."""
    stud = remaking.of(deal)
    if not stud.rest:
        return False
    stud.plan.slots, rest = [*stud.plan.slots, *stud.rest], stud.rest
    stud.rest = []
    _rule(deal, len(rest), {"mid_street"})
    return True


def _rule(deal: Deal, needed: int, known: set[str]) -> None:
    mixed = remaking.mixed(deal)
    if mixed - 2 >= needed:
        known.add("remade_enough")
    if mixed - 1 >= needed:
        known.add("remade_burned")
    if mixed >= needed:
        known.add("remade_unburned")
    if remaking.is_gone(deal):
        known.add("stub_gone")
    street = deal.agenda.dealing.name
    rule(deal, Case("cards_run_out", facts=facts.of(deal) | known, street=street))
