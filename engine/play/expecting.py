"""What must happen next: the head of the agenda, with its clause."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, SEAT_ZONES, UNREAD
from engine.deal.deal import Answer, Deal
from engine.deal.tasks import Correction, Task
from engine.play import discarding
from engine.showdown import order


def expectation(deal: Deal) -> Answer | None:
    """The one thing that must happen next, or None while nothing is under way."""
    agenda, book = deal.agenda, deal.setting.book
    stage = agenda.stage
    if stage == "over":
        return _expect_deal(deal)
    if deal.corrections:
        due = _expect_correction(deal)
        if due is not None:
            return due
    if stage == "deal":
        if agenda.deal_burn:
            return {
                "o": "expect", "what": "card", "zone": BURN, "face": "down",
                "why": agenda.deal_burn,
            }  # fmt: skip
        slot = agenda.start.due
        assert slot is not None
        return {
            "o": "expect", "what": "card", "zone": slot.zone, "face": slot.face,
            "why": book.why.get("deal", book.authority),
        }  # fmt: skip
    if stage == "bet":
        return _expect_act(deal)
    if stage in ("cards", "patch"):
        return _expect_board(deal)
    if stage == "discard":
        return discarding.expectation(deal)
    return order.expectation(deal)


def _expect_deal(deal: Deal) -> Answer | None:
    room, book = deal.room, deal.setting.book
    if len(room.seats) < 2:
        return None
    for correction in deal.between:
        if correction.awaits_floor:
            return _expect_floor(correction)
    must_cut = "cut" in book.params["before_deal"]
    if "shuffle" in deal.setting.sensors and not (room.shuffled and (room.cut or not must_cut)):
        what = "shuffle" if not room.shuffled else "cut"
    else:
        what = "hand"
    why = book.why.get(what, book.authority)
    if what == "hand" and room.redeal:
        why = book.why.get("redeal", why)
    return {"o": "expect", "what": what, "why": why}


def due_first(deal: Deal) -> tuple[Correction, Task | None] | None:
    """The correction that comes first, and its first task that is due; the floor before all."""
    waiting = deal.open_corrections()
    for correction in sorted(waiting, key=lambda c: not c.awaits_floor):
        if correction.awaits_floor:
            return correction, None
        for task in correction.tasks:
            if deal.agenda.is_due(task):
                return correction, task
    return None


def _expect_correction(deal: Deal) -> Answer | None:
    first = due_first(deal)
    if first is None:
        return None
    correction, task = first
    return _expect_floor(correction) if task is None else _expect_task(deal, task)


def _expect_floor(correction: Correction) -> Answer:
    return {
        "o": "expect", "what": "floor", "ruling": correction.ruling, "why": correction.clause,
    }  # fmt: skip


def _expect_task(deal: Deal, task: Task) -> Answer | None:
    expect: Answer = {"o": "expect", "what": "card"}
    if task.do == "replace":
        zone = task.zone or SEAT_ZONES[task.seat or 0]
        expect |= {"zone": zone, "face": "up" if zone == BOARD else "down"}
    elif task.do == "move":
        face = "up" if task.zone == BOARD else "down"
        expect |= {"zone": task.zone, "face": face, "card": task.card}
    elif task.do == "take_back":
        left = [card for card in task.cards if card in deal.felt.on_board()]
        if not left or deal.agenda.stage in ("bet", "discard") or deal.agenda.leftover_waits():
            return None
        expect |= {"zone": DECK_ZONE, "face": "down", "card": left[0]}
    else:
        expect["what"] = {"reshuffle": "shuffle"}.get(task.do, task.do)
    expect["why"] = task.clause
    return expect


def _expect_act(deal: Deal) -> Answer | None:
    betting, book = deal.betting, deal.setting.book
    turn = betting.turn
    if turn is None:
        return None
    street = deal.agenda.betting
    why = book.why.get("act" if street.first == "after_blinds" else "act_later", book.authority)
    options, barred = betting.options(deal.setting.whys.by_street[street.name])
    return {
        "o": "expect", "what": "act", "seat": turn.seat, "options": options, "barred": barred,
        "to_call": min(betting.to_call(turn), turn.stack), "why": why,
    }  # fmt: skip


def _expect_board(deal: Deal) -> Answer:
    agenda, felt, book = deal.agenda, deal.felt, deal.setting.book
    expect: Answer = {"o": "expect", "what": "card"}
    street = agenda.coming
    cards = agenda.stage == "cards" and street is not None
    burn = cards and street is not None and not felt.fresh and _burn_due(deal)
    top = felt.top[-1] if felt.top else None
    if burn:
        expect |= {"zone": BURN, "face": "down"}
        top = (street.card if street else None) or top
    else:
        expect |= {"zone": BOARD, "face": "up"}
    if top is not None and top != UNREAD:
        expect["card"] = top
    clause = street.burn.clause if street is not None else ""
    if burn and street is not None:
        clause = street.clause
    key = f"{agenda.street_name}_burn" if burn else agenda.street_name
    expect["why"] = clause or book.why.get(key, book.authority)
    return expect


def _burn_due(deal: Deal) -> bool:
    street = deal.agenda.dealing
    return not street.burned and street.rule == "burn"
