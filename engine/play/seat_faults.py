"""What a ruling on a card of stud does: upcards, last cards, cards that came too soon."""

from __future__ import annotations

from engine.cards import SEAT_OF
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.starting import Slot
from engine.deal.tasks import Correction, Task
from engine.play import remaking


def kept(deal: Deal, case: Case) -> None:
    """A card that plays though it came the wrong way up, or too soon."""
    stud = deal.agenda.stud
    if stud is None or case.card is None or case.seat is None:
        return
    if case.fault == "exposed_card" and deal.agenda.stage == "deal":
        _is_the_upcard(deal, case.card, case.seat)
    elif case.fault == "last_card_up":
        _last_card(deal, case)
    elif case.fault == "premature_street" and case.card in deal.felt.withdrawn:
        deal.felt.withdrawn.remove(case.card)
        deal.felt.hold(case.card, case.seat)
        stud.barred.add(case.seat)
        deal.acts.now.lost[case.seat] = deal.setting.whys["early_last_card"]


def _is_the_upcard(deal: Deal, card: str, seat: int) -> None:
    """The exposed hole card is his upcard, and the next one comes down (hilton.A8.e.1.1)."""
    stud, start = remaking.of(deal), deal.agenda.start
    at = next((k for k in range(start.pos, len(start.slots)) if _is_up(start.slots[k], seat)), None)
    if at is None:
        return
    turned = start.slots[at]._replace(face="down")
    start.slots = [*start.slots[:at], turned, *start.slots[at + 1 :]]
    stud.turn_up(card, seat)
    if deal.setting.book.params["exposed_low_excused"]:
        stud.excused.add(seat)


def _is_up(slot: Slot, seat: int) -> bool:
    return slot.seat == seat and slot.face == "up"


def _last_card(deal: Deal, case: Case) -> None:
    """Whose last card lies up: the others' cards, the opener and the betting follow from it."""
    stud, start, params = remaking.of(deal), deal.agenda.start, deal.setting.book.params
    assert case.card is not None and case.seat is not None
    stud.last_up.add(case.seat)
    if params["last_card_up_counts"]:
        stud.turn_up(case.card, case.seat)
    if "seat_all_in" in case.facts:
        return
    two = "two_left" in case.facts
    if "first_able" in case.facts and (two or params["last_card_up_for_all"]):
        start.slots = [
            slot._replace(face="up") if k >= start.pos else slot
            for k, slot in enumerate(start.slots)
        ]
    elif two and params["last_card_up_no_betting"]:
        stud.flags.add("no_betting")


def bury(deal: Deal, case: Case, correction: Correction) -> None:
    """Cards that came too soon are kept apart; after the betting the rest of their round too."""
    street = deal.agenda.coming
    if street is None:
        return
    street.burn.done, street.named = False, None  # it was made too soon
    first = next((task for task in correction.tasks if task.do == "set_aside"), None)
    if first is not None:
        others = [card for card in case.cards if card != first.card]
        extra = [Task("set_aside", "now", first.clause, card=card) for card in others]
        correction.tasks += extra


def shift(deal: Deal, case: Case) -> list[tuple[str, str]] | None:
    """Which card goes where after a burn error on a street of stud, or a folded seat's error."""
    agenda = deal.agenda
    if agenda.stud is None or agenda.stage == "deal":
        return None
    laid = _laid(deal)
    if case.fault == "dead_seat" and case.card is not None:
        due = case.seats[1] if "dealt_to" in case.facts else case.seats[0]
        return [(case.card, f"seat:{due}")]
    if case.fault == "no_burn" and laid:
        moves = [(laid[0][0], "burn")]
        return moves + [
            (card, f"seat:{seat}") for (card, _), (_, seat) in zip(laid[1:], laid, strict=False)
        ]
    if case.fault == "extra_burn" and laid and case.card is not None:
        slot = agenda.start.due
        seats = [f"seat:{seat}" for _, seat in laid]
        seats.append(slot.zone if slot is not None else "deck")
        return list(zip([case.card, *(card for card, _ in laid)], seats, strict=True))
    return None


def _laid(deal: Deal) -> list[tuple[str, int]]:
    """The cards of the street so far, and to whom they went."""
    pos = deal.agenda.start.pos
    return deal.felt.dealt[-pos:] if pos else []


def shifted(deal: Deal, case: Case, moves: list[tuple[str, str]]) -> bool:
    """Count the cards where they will lie; False where it is no matter of seats."""
    if deal.agenda.stud is None or deal.agenda.stage == "deal":
        return False
    if case.fault == "dead_seat":
        return True  # it is counted as it comes
    laid = _laid(deal)
    if not laid or case.fault not in ("no_burn", "extra_burn"):
        return False
    stud, felt, start = remaking.of(deal), deal.felt, deal.agenda.start
    for card, _ in laid:
        felt.take_from_hands(card)
        stud.drop(card)
    del felt.dealt[-len(laid) :]
    start.pos -= len(laid)
    for card, zone in moves:
        if zone in SEAT_OF:
            slot = start.due
            felt.give(card, SEAT_OF[zone])
            start.pos += 1
            if slot is not None and slot.face == "up":
                stud.turn_up(card, SEAT_OF[zone])
    if case.fault == "no_burn" and (street := deal.agenda.coming) is not None:
        street.burn.done = True
    return True
