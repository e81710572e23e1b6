"""A deck that is too short for a street of stud: what is foreseen, and how it is remade."""

from __future__ import annotations

from engine.cards import BURN, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.starting import StartingDeal
from engine.deal.tasks import Correction, Task
from engine.deal.upcards import Stud


def foresee(deal: Deal) -> None:
    """Look whether the street can be dealt without the last card; else it is ruled in time."""
    stud, stub = of(deal), deal.felt.stub
    needed = len(stud.plan.slots)
    if stub - 2 >= needed:  # a burn, and the last card is not dealt (hilton.A7, uspa.3.2.3.5.15a)
        return
    can = stub - 2 if deal.setting.book.params["stud_remake"] == "last_card" else 0
    if can > 0 and mixed(deal) >= needed:
        stud.rest, stud.plan.slots = list(stud.plan.slots[can:]), stud.plan.slots[:can]
    else:
        stud.short = needed


def is_gone(deal: Deal) -> bool:
    """Whether not even a burn and one card for all are left, the last one not being dealt."""
    return deal.felt.stub < 3


def mixed(deal: Deal) -> int:
    """How many cards a remade deck would have: the stub, the burns, and what was buried."""
    return deal.felt.stub + len(deal.felt.cards(BURN)) + len(of(deal).buried)


def of(deal: Deal) -> Stud:
    """The part of the deal that only stud has."""
    stud = deal.agenda.stud
    assert stud is not None
    return stud


def remake(deal: Deal, case: Case, correction: Correction) -> None:
    """Burns and buried cards go back to the undealt ones; then the street is dealt, or goes on."""
    agenda, stud = deal.agenda, of(deal)
    street = agenda.dealing
    agenda.leftover = [c for c in (*deal.felt.cards(BURN), *stud.buried) if c != UNREAD]
    stud.buried = []
    stud.flags.add("remade")
    burns = [task for task in correction.tasks if task.do in ("burn", "no_burn")]
    street.burn.done, street.named = False, None
    street.amend(burns[0].do if burns else "burn", correction.clause)
    street.remake = Task("reshuffle", clause=correction.clause)
    for task in correction.tasks:
        if task.do in ("reshuffle", "cut") and "shuffle" not in deal.setting.sensors:
            task.done = True  # nobody can see it done
    agenda.start = StartingDeal([], ())  # until the burn, or the last card that goes back
    if agenda.to_seats and not agenda.leftover and street.rule == "no_burn":
        agenda.start = stud.plan


def put_back(deal: Deal) -> None:
    """A card went back into the deck: without a burn the street goes on when all are there."""
    agenda, stud = deal.agenda, deal.agenda.stud
    if stud is None or agenda.leftover or not agenda.to_seats or agenda.stage != "cards":
        return
    if agenda.dealing.rule == "no_burn":
        agenda.start = stud.plan


def common_card(deal: Deal, case: Case, correction: Correction) -> None:
    """One card in the middle is everybody's last."""
    stud, street = of(deal), deal.agenda.dealing
    stud.upto -= len(street.faces)
    stud.common = street.cards = 1
    street.faces = ()
    if is_gone(deal):
        remake(deal, case, correction)
        street.amend("burn", correction.clause)
