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
    if any(act.chips for act in acts) or not deal.setting.book.params["deal_free_folds"]:
        stud.dead.clear()  # a bet kills them for good (hilton.C3.1, uspa.3.2.3.5.7)
    else:
        stud.dead |= {act.seat for act in acts if act.do == "fold"}
    deal.acts.begin_round()  # nobody has acted on the street that comes
    deal.conduct.looked.clear()  # nor seen a card of it
    dead = stud.dead - stud.left_out
    seats = [p.seat for p in deal.betting.order if not p.folded or p.seat in dead]
    stud.begin([seat for seat in seats if seat not in stud.barred], coming.faces)
    stud.barred.clear()
    if stud.to_bury < 0:  # so many came too soon: the rest of their round is buried too
        stud.to_bury = max(0, len(stud.plan.slots) + stud.to_bury)
    remaking.foresee(deal)
    if agenda.stand and deal.felt.withdrawn:
        _let_stand(deal)
    elif agenda.to_seats and not _burn_is_due(deal):
        start(deal)


def _let_stand(deal: Deal) -> None:
    """Cards that came too soon, and were let stand, are those of the street."""
    agenda, felt = deal.agenda, deal.felt
    stud = agenda.stud
    assert stud is not None
    agenda.stand, agenda.dealing.burn.done = False, True
    start(deal)
    while (due := agenda.start.due) is not None:
        card = next((one for one in felt.withdrawn if felt.zone_of(one) == due.zone), None)
        if card is None:
            return
        felt.withdrawn.remove(card)
        felt.give(card, due.seat)
        agenda.start.pos += 1
        if due.face == "up":
            stud.turn_up(card, due.seat)


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
