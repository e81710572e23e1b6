"""A street of stud begins: who gets a card, and whether the deck is enough for it."""

from __future__ import annotations

from engine.deal.deal import Deal
from engine.games.rounds import ToSeats
from engine.play import remaking


def begin(deal: Deal, coming: ToSeats) -> None:
    """The seats that are due a card: live ones, and who folded with nothing to call."""
    agenda = deal.agenda
    stud = agenda.stud
    assert stud is not None
    acts = deal.acts.of_round()
    if any(act.chips for act in acts):
        stud.dead.clear()  # a bet kills them for good (hilton.C3.1, uspa.3.2.3.5.7)
    else:
        stud.dead |= {act.seat for act in acts if act.do == "fold"}
    dead = stud.dead - stud.left_out
    seats = [p.seat for p in deal.betting.order if not p.folded or p.seat in dead]
    stud.begin(seats, coming.faces)
    remaking.foresee(deal)
    if agenda.to_seats and not _burn_is_due(deal):
        start(deal)


def start(deal: Deal) -> None:
    """The burn is made, or none is wanted: the first seat is due its card."""
    stud = deal.agenda.stud
    assert stud is not None
    deal.agenda.start = stud.plan


def begun(deal: Deal) -> bool:
    """Whether the street's first card is due, the burn being made."""
    stud = deal.agenda.stud
    return stud is not None and deal.agenda.start is stud.plan


def _burn_is_due(deal: Deal) -> bool:
    street = deal.agenda.dealing
    return not street.burned and street.rule == "burn"
