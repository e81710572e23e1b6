"""What must happen next: the head of the agenda, with its clause."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from engine.answers import AnyExpect, Bar, ExpectCard, ExpectFloor, Option
from engine.betting.moments import Moments, refine, turn_of
from engine.betting.options import offered
from engine.cards import ASIDE, BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_ZONES, UNREAD
from engine.deal.deal import Deal
from engine.deal.starting import Slot
from engine.deal.tasks import ORDER, Correction, Task
from engine.law.vocabulary import STREETS
from engine.log import Face
from engine.play import (
    discarding,
    killing,
    opening_bet,
    racing,
    seat_plan,
    stud_moments,
    turns,
    wagers,
)
from engine.showdown import order
from engine.whys import Dealt


def expectation(deal: Deal) -> AnyExpect | None:
    """The one thing that must happen next, or None while nothing is under way."""
    due = _next(deal)
    if not deal.rulings or due is None:
        return due
    dead = killing.step(deal)
    if dead is None or due_first(deal) is not None:
        return due
    if due["what"] in ("card", "act", "show", "draw", "discard"):
        due["first"] = dead
    return due


def _next(deal: Deal) -> AnyExpect | None:
    agenda = deal.agenda
    stage = agenda.stage
    if deal.corrections and stage != "over":
        due = _expect_correction(deal)
        if due is not None:
            return due
    if stage == "deal":
        if agenda.deal_burn:
            return _card(BURN, "down", agenda.deal_burn)
        return _expect_starting_card(deal)
    if stage == "bet":
        return _expect_act(deal)
    if stage == "over":
        return _expect_deal(deal)
    if stage == "cards" and (open_hand := order.all_in_hand(deal)) is not None:
        return open_hand
    if stage in ("cards", "patch"):
        return _expect_board(deal) if not agenda.to_seats else _expect_seat(deal)
    if stage in discarding.STAGES:
        return discarding.expectation(deal)
    return order.expectation(deal)


def _expect_starting_card(deal: Deal) -> AnyExpect:
    start = deal.agenda.start
    seat, zone, face, _ = start.slots[start.pos]
    if start.slots is not start.plan or deal.rulings or deal.doubts.open:
        why = _dealt_by(deal, seat)
    else:
        if not start.whys:
            start.whys = _whys_dealt(start.plan, deal.button, deal.setting.whys.deal)
        why = start.whys[start.pos]
    return {"o": "expect", "what": "card", "zone": zone, "face": face, "why": why}


@lru_cache(maxsize=256)
def _whys_dealt(plan: tuple[Slot, ...], button: int, why: Dealt) -> tuple[str, ...]:
    """By which clause each card of an orderly starting deal is its seat's."""
    last = len(plan) - len({slot.seat for slot in plan})
    return tuple(
        why.to_button if why.to_button and slot.seat == button
        else why.second if why.second and slot.round
        else why.last if why.last and at >= last
        else why.card
        for at, slot in enumerate(plan)
    )  # fmt: skip


def _dealt_by(deal: Deal, seat: int) -> str:
    """By which clause the next card of the starting deal is a seat's."""
    why = deal.setting.whys.deal
    if why.to_button and seat == deal.button:
        return why.to_button
    if why.second and deal.felt.hands.get(seat):
        return why.second
    start = deal.agenda.start
    if why.last and start.pos >= len(start.slots) - len(start.order):
        return why.last
    return why.card


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
        own = book.why.get(what, book.authority)
        if what == "shuffle" and room.button is not None and not room.redeal:
            own = deal.setting.whys.grounds.get("shuffle_again", own)
        return {"o": "expect", "what": what, "why": own}
    why = book.why.get("hand", book.authority)
    if room.redeal:
        why = book.why.get("redeal", why)
    elif room.passed:
        why = book.why.get("passed", why)
        if room.evening.entitled:
            why = book.why.get("passed_forfeited", why)
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
        zone = ASIDE if task.card in deal.felt.withdrawn else MUCK
        return _card(zone, "down", task.clause, task.card)
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
    betting, now = deal.betting, deal.acts.now
    turn = betting.turn
    if turn is None:
        return None
    clauses, moments, straddled = deal.setting.whys.by_round[deal.agenda.at]
    if now.straddle:
        moments = straddled
    options, barred, owed = offered(betting, turn, clauses)
    why = clauses["act"]
    if moments.clauses:
        why = _refined(deal, options, barred, moments) or why
    if not betting.high and deal.agenda.betting.bet_or_fold:
        opening_bet.no_check(deal, options, barred)
    if now.begun is not None and now.begun.waits == "option":
        options = wagers.choices(now.begun)
    elif now.lost and turn.seat in now.lost:
        turns.without_raise(deal, options, barred, turn.seat)
    return {
        "o": "expect", "what": "act", "seat": turn.seat, "options": options, "barred": barred,
        "to_call": owed, "why": why,
    }  # fmt: skip


def _refined(deal: Deal, options: list[Option], barred: list[Bar], moments: Moments) -> str:
    """Cite what the book says of this very moment; the clause of the turn, if it has one."""
    acts, betting, clauses = deal.acts, deal.betting, moments.clauses
    if moments.options:
        refine(betting, options, barred, moments, acts.largest, acts.now.straddle)
    if acts.opens_at and not betting.high and "act_reopened" in clauses:
        return clauses["act_reopened"]
    stud = deal.agenda.stud
    if stud is not None and (own := stud_moments.why(deal, stud, clauses)):
        return own
    return turn_of(
        betting,
        moments,
        button=deal.button,
        big=deal.room.big_seat,
        straddle=acts.now.straddle,
        later=deal.agenda.betting.first != "after_blinds",
    )


def _expect_board(deal: Deal) -> ExpectCard:
    agenda, felt, book = deal.agenda, deal.felt, deal.setting.book
    street = agenda.coming
    if street is not None and street.remake is not None and not (felt.fresh or street.burned):
        astray = _not_yet_in_deck(deal)
        if astray is not None:
            from_aside = felt.zone_of(astray) == ASIDE
            key = "remake_buried" if from_aside else "remake_burns"
            return _card(DECK_ZONE, "down", book.why.get(key, street.remake.clause), astray)
    top = felt.top[-1] if felt.top else None
    clause = street.burn.clause if street is not None else ""
    burn = agenda.stage == "cards" and street is not None and not felt.fresh and street.burn_due
    if burn and street is not None:
        top, clause = street.card or top, street.clause
    card = top if top != UNREAD else None
    name = agenda.street_name
    # A house's own street may be called as something else is: `last`, `best`, `fold`.
    cited = book.why if name in STREETS else {}
    why = clause or cited.get(f"{name}_burn" if burn else name, book.authority)
    due = _card(BURN, "down", why, card) if burn else _card(BOARD, "up", why, card)
    runs = deal.showing.runs
    if runs is not None and runs.number > 1:
        due["run"] = runs.number
    return due


def _expect_seat(deal: Deal) -> ExpectCard:
    """Stud: the burn, then a card to each seat in turn."""
    agenda, book = deal.agenda, deal.setting.book
    stud = agenda.stud
    if stud is not None and stud.to_bury > 0:
        return _card(ASIDE, "down", deal.setting.whys["bury"])
    slot = agenda.start.due if seat_plan.begun(deal) else None
    if slot is None:
        return _expect_board(deal)
    why = agenda.dealing.clause or book.why.get(agenda.dealing.name, book.authority)
    if not deal.is_live(slot.seat):
        why = deal.setting.whys["free_fold_down" if slot.face == "down" else "free_fold"]
    elif slot.face == "down" and deal.betting.players[slot.seat].all_in:
        why = book.why.get("last_card_all_in", why)
    top = deal.felt.top[-1] if deal.felt.top else None
    return _card(slot.zone, slot.face, why, top if top != UNREAD else None)
