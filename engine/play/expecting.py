"""What must happen next: the head of the agenda, with its clause."""

from __future__ import annotations

from typing import Literal

from engine.answers import AnyExpect, ExpectCard, ExpectFloor
from engine.betting.options import options as options_of
from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_ZONES, UNREAD
from engine.deal.deal import Deal
from engine.deal.tasks import ORDER, Correction, Task
from engine.law.vocabulary import STREETS
from engine.log import Face
from engine.play import discarding, racing, turns, wagers
from engine.showdown import order


def expectation(deal: Deal) -> AnyExpect | None:
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
            return _card(BURN, "down", agenda.deal_burn)
        slot = agenda.start.due
        assert slot is not None
        return _card(slot.zone, slot.face, book.why.get("deal", book.authority))
    if stage == "bet":
        return _expect_act(deal)
    if stage in ("cards", "patch"):
        return _expect_board(deal)
    if stage == "discard":
        return discarding.expectation(deal)
    return order.expectation(deal)


def _card(zone: str, face: Face, why: str, card: str | None = None) -> ExpectCard:
    if card is None:
        return {"o": "expect", "what": "card", "zone": zone, "face": face, "why": why}
    return {"o": "expect", "what": "card", "zone": zone, "face": face, "card": card, "why": why}


def _expect_deal(deal: Deal) -> AnyExpect | None:
    room, book = deal.room, deal.setting.book
    if len(room.seats) < 2:
        return None
    for correction in deal.open_corrections():
        if correction.awaits_floor:
            return _expect_floor(correction)
    if room.evening.race is not None:
        return racing.expectation(deal, room.evening.race)
    must_cut = "cut" in book.params["before_deal"]
    if "shuffle" in deal.setting.sensors and not (room.shuffled and (room.cut or not must_cut)):
        what: Literal["shuffle", "cut"] = "shuffle" if not room.shuffled else "cut"
        return {"o": "expect", "what": what, "why": book.why.get(what, book.authority)}
    why = book.why.get("hand", book.authority)
    if room.redeal:
        why = book.why.get("redeal", why)
    return {"o": "expect", "what": "hand", "why": why}


def due_first(deal: Deal) -> tuple[Correction, Task | None] | None:
    """The correction that comes first, and its first task that is due; the floor before all."""
    waiting = deal.open_corrections()
    for correction in waiting:
        if correction.awaits_floor:
            return correction, None
    due = [(c, task) for c in waiting for task in c.tasks if deal.agenda.is_due(task)]
    return min(due, key=lambda one: ORDER.get(one[1].do, 0), default=None)


def _expect_correction(deal: Deal) -> AnyExpect | None:
    first = due_first(deal)
    if first is None:
        return None
    correction, task = first
    return _expect_floor(correction) if task is None else _expect_task(deal, task)


def _expect_floor(correction: Correction) -> ExpectFloor:
    return {
        "o": "expect", "what": "floor", "ruling": correction.ruling, "why": correction.clause,
    }  # fmt: skip


def _expect_task(deal: Deal, task: Task) -> AnyExpect | None:
    if task.do in ("replace", "move", "show_table"):
        zone = task.zone or SEAT_ZONES[task.seat or 0]
        card = task.card if task.do != "replace" else None
        return _card(zone, "up" if zone == BOARD else "down", task.clause, card)
    if task.do == "take_back":
        left = [card for card in task.cards if card in deal.felt.on_board()]
        if not left:
            return None
        if deal.agenda.leftover_waits():  # it is shuffled in for the street after the next
            return _card(OFF, "up", task.clause, left[0])
        return _card(DECK_ZONE, "down", task.clause, left[0])
    if task.do == "set_aside":
        return _card(MUCK, "down", task.clause, task.card)
    if task.do == "reshuffle" and (astray := _not_yet_in_deck(deal)) is not None:
        return _card(DECK_ZONE, "down", task.clause, astray)
    what: Literal["shuffle", "cut"] = "cut" if task.do == "cut" else "shuffle"
    return {"o": "expect", "what": what, "why": task.clause}


def _not_yet_in_deck(deal: Deal) -> str | None:
    """A withdrawn card that is shuffled in for the street that comes, and was not yet put back."""
    agenda, felt = deal.agenda, deal.felt
    if agenda.stage != "cards" or agenda.leftover_waits():
        return None
    return next((card for card in agenda.leftover if felt.zone_of(card) != DECK_ZONE), None)


def _expect_act(deal: Deal) -> AnyExpect | None:
    betting, book = deal.betting, deal.setting.book
    turn = betting.turn
    if turn is None:
        return None
    street = deal.agenda.betting
    why = book.why.get("act" if street.first == "after_blinds" else "act_later", book.authority)
    options, barred = options_of(betting, turn, deal.setting.whys.by_street[street.name])
    now, owed = deal.acts.now, betting.to_call(turn)
    if now.begun is not None and now.begun.waits == "option":
        options = wagers.choices(now.begun)
    elif turn.seat in now.lost:
        turns.without_raise(deal, options, barred, turn.seat)
    return {
        "o": "expect", "what": "act", "seat": turn.seat, "options": options, "barred": barred,
        "to_call": owed if owed < turn.stack else turn.stack, "why": why,
    }  # fmt: skip


def _expect_board(deal: Deal) -> ExpectCard:
    agenda, felt, book = deal.agenda, deal.felt, deal.setting.book
    street = agenda.coming
    if street is not None and street.remake is not None and not (felt.fresh or street.burned):
        astray = _not_yet_in_deck(deal)
        if astray is not None:
            return _card(DECK_ZONE, "down", street.remake.clause, astray)
    cards = agenda.stage == "cards" and street is not None
    burn = cards and street is not None and not felt.fresh and _burn_due(deal)
    top = felt.top[-1] if felt.top else None
    if burn:
        top = (street.card if street else None) or top
    card = top if top != UNREAD else None
    clause = street.burn.clause if street is not None else ""
    if burn and street is not None:
        clause = street.clause
    name = agenda.street_name
    # A house's own street may be called as something else is: `last`, `best`, `fold`.
    cited = book.why if name in STREETS else {}
    why = clause or cited.get(f"{name}_burn" if burn else name, book.authority)
    due = _card(BURN, "down", why, card) if burn else _card(BOARD, "up", why, card)
    runs = deal.showing.runs
    if runs is not None and runs.number > 1:
        due["run"] = runs.number
    return due


def _burn_due(deal: Deal) -> bool:
    street = deal.agenda.dealing
    return not street.burned and street.rule == "burn"
