"""After each event the deal goes on as far as it can by itself; time ends what was in doubt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.doubts import Doubt
from engine.log import Act, Answered, Chips, Report, Say
from engine.play import (
    absent,
    acting,
    clocking,
    dealing,
    deferring,
    discarding,
    doing,
    doubting,
    drawn_out,
    explaining,
    folding,
    follow,
    handling,
    opening,
    passing,
    progress,
    run_out,
    shifts,
    showing,
    streets,
    turns,
    upcards,
    wagering,
    watch,
)

GOES_ON = frozenset(("bet", "discard", "draw", "show"))  # the stages that do


def settle(deal: Deal) -> None:
    """Absent players' turns pass, actions that waited are taken, tabled hands are paid."""
    stage = deal.agenda.stage
    if stage == "over":
        for doubt in list(deal.doubts.open):
            doubting.drop(deal, doubt)  # nothing is left to ask
        deal.doubts.strays.clear()
        doing.clock_off(deal)
        return
    if deal.doubts.open:
        _explained(deal)
        stage = deal.agenda.stage
    if stage == "bet":
        _settle_betting(deal)
    elif stage == "cards" and deal.agenda.stud is not None:
        run_out.look(deal)
    elif stage in discarding.STAGES:
        drawn_out.foresee(deal)
        discarding.go_on_if_done(deal)  # who still owed one is perhaps out of the deal
    if deal.agenda.stage == "show":
        showing.settle(deal)
    if deal.acts.now.clock is not None:
        clocking.stop_if_passed(deal)


def _settle_betting(deal: Deal) -> None:
    now, conduct, turn = deal.acts.now, deal.conduct, deal.betting.turn
    if turn is not None and turn.seat in deal.room.seats and deal.room.seats[turn.seat].away:
        absent.turns(deal)
    if now.held or now.dark:
        turns.reached(deal)
    if conduct.deferred:
        _take_deferred(deal)
    if conduct.bound:
        _take_bound(deal)


def let_pass(deal: Deal, t: float) -> bool:
    """It is later now: doubts end, hands come to rest, a clock warns or runs out."""
    ended = bool(deal.doubts.open) and pass_time(deal, t)
    if deal.acts.now.wake > t:
        return ended
    wagering.pass_time(deal, t)
    clocking.pass_time(deal, t)
    folding.pass_time(deal, t)
    settle(deal)
    return True


def _take_deferred(deal: Deal) -> None:
    """Actions taken before the deal was whole are taken now, each in its turn."""
    deferred, deal.conduct.deferred = deal.conduct.deferred, []
    for k, event in enumerate(deferred):
        turn, begun = deal.betting.turn, wagering.own(deal, event.seat)
        if turn is not None and turn.seat != event.seat and _waits_for_floor(deal, turn.seat):
            deal.conduct.deferred = deferred[k:]
            return
        refuse, take = EARLY[type(event)]
        his = begun is not None or (turn is not None and turn.seat == event.seat)
        if his and refuse(deal, event) is None:
            wagering.meanwhile(deal, event)
            take(deal, event)


EARLY: dict[type, tuple[Callable[[Deal, Any], str | None], Callable[[Deal, Any], None]]] = {
    Act: (acting.refuse, acting.take),
    Say: (wagering.refuse_say, wagering.say),
    Chips: (wagering.refuse_chips, wagering.chips),
}


def _waits_for_floor(deal: Deal, seat: int) -> bool:
    """Whether the floor is to say if a hand in the muck is dead, before the next one acts."""
    return any(
        c.awaits_floor and c.fault == "mucked_hand" and seat in c.case.seats
        for c in deal.corrections
    )


def _take_bound(deal: Deal) -> None:
    """Who is held to what he did out of turn does it now that it is his turn, if it can be."""
    bound = deal.conduct.bound
    while deal.agenda.stage == "bet" and (turn := deal.betting.turn) and turn.seat in bound:
        act = bound.pop(turn.seat)
        if acting.refuse(deal, act) is None:
            deal.out.append(folding.told(deal, turn, act))
            acting.take(deal, act)


def _explained(deal: Deal) -> None:
    """What happened since explains a doubt, or leaves it no more room."""
    for doubt in list(deal.doubts.open):
        if deal.over or doubt not in deal.doubts.open:
            return
        if doubt.kind == "premature_burn" and deal.agenda.stage != "bet":
            doubting.drop(deal, doubt)  # the last action was entered a moment after the burn
            deal.agenda.burned_in_time()
        elif doubt.kind == "flop_short" and deal.agenda.stage != "cards":
            doubting.drop(deal, doubt)  # its last card was read a moment after the first action
        elif doubt.kind == "shown_late" and doubt.seat in deal.showing.tabled:
            doubting.drop(deal, doubt)  # given up, or shown as a whole
        elif doubt.kind == "mucked":
            _mucked(deal, doubt)
        elif doubt.kind == "twin" and not passing.is_due_at(deal, doubt.case.zone or ""):
            doubting.drop(deal, doubt)  # the seat got a card of its own


def _mucked(deal: Deal, doubt: Doubt) -> None:
    seat, stage = doubt.case.seats[0], deal.agenda.stage
    if not deal.is_live(seat):
        doubting.drop(deal, doubt)  # he folded, as his cards said
    elif stage in ("cards", "show") and doubt.until <= deal.room.t:
        _rule(deal, doubt)  # the deal goes on without it
    elif stage == "bet" and deal.betting.turn and deal.betting.turn.seat == seat:
        _asked_at_his_turn(deal, doubt, seat)


def _asked_at_his_turn(deal: Deal, doubt: Doubt, seat: int) -> None:
    """His word may come a little late: the time counts from his turn."""
    if deal.conduct.first_time("turn_in_doubt", seat):
        doubt.until = deal.room.t + deal.setting.book.params["doubt_seconds"]
        deal.out.append(doubting.told(doubt))


# Time


def pass_time(deal: Deal, now: float) -> bool:
    """Whatever was in doubt for too long is ruled; whether anything was."""
    ran_out = False
    for doubt in sorted(deal.doubts.open, key=lambda one: one.until):
        if doubt.until > now or deal.over or doubt not in deal.doubts.open:
            continue
        if doubt.kind == "mucked" and _waits_for_its_turn(deal, doubt):
            continue
        deal.room.t = max(deal.room.t, doubt.until)
        _rule(deal, doubt)
        settle(deal)
        ran_out = True
    return ran_out


def _waits_for_its_turn(deal: Deal, doubt: Doubt) -> bool:
    if deal.agenda.stage not in ("bet", "deal"):
        return False
    turn = deal.betting.turn
    return turn is None or turn.seat != doubt.seat


def refuse_answer(deal: Deal, event: Answered) -> str | None:
    """Why there is nothing to answer."""
    if any(doubt.id == event.doubt for doubt in deal.doubts.open):
        return None
    return f"there is no open doubt {event.doubt}"


def answer(deal: Deal, event: Answered) -> None:
    """A person says whether it is so."""
    doubt = next(doubt for doubt in deal.doubts.open if doubt.id == event.doubt)
    if event.is_:
        _rule(deal, doubt)
        return
    doubting.drop(deal, doubt)
    if doubt.kind == "mucked" and doubt.seat is not None:
        progress.fold_in_turn(deal, doubt.seat)  # not by mistake: he threw it away
    elif doubt.kind == "dealing":
        passing.accept(deal)
    elif doubt.kind == "shown_late" and doubt.seat is not None:
        showing.shown_late(deal, doubt.seat, surely=False)


def reported(deal: Deal, event: Report) -> bool:
    """Whether a person reports what is in doubt: then it is ruled."""
    for doubt in deal.doubts.open:
        meant = event.seat is None or event.seat in doubt.case.seats
        if meant and doubt.case.fault == event.fault:
            _rule(deal, doubt)
            return True
    return False


def _rule(deal: Deal, doubt: Doubt) -> None:
    """Nothing explains it: what was held back is ruled."""
    told = len(deal.out)
    case = doubting.resolve(deal, doubt)
    VERDICTS[doubt.kind](deal, case)
    doubting.tell_end(deal, doubt, told)
    if doubt.kind in deferring.OF_STREET and deal.agenda.stage == "cards":
        deferring.give_up(deal)


def _dealt_astray(deal: Deal, case: Case) -> None:
    for event in passing.taken_up(deal):
        watch.come(deal, event)


def _twin(deal: Deal, case: Case) -> None:
    watch.duplicate(deal, case)
    passing.land(deal)


def _burn_on_board(deal: Deal, case: Case) -> None:
    if case.card is not None and deal.agenda.stage == "cards":
        event = passing.again_off_deck(deal, case.card)
        if event is not None:
            streets.board_in_time(deal, event)


def _flop_short(deal: Deal, case: Case) -> None:
    deferring.rule_short(deal)


def _cut_short(deal: Deal, case: Case) -> None:
    dealing.cut_short(deal)


def _shown_late(deal: Deal, case: Case) -> None:
    showing.shown_late(deal, case.seats[0], surely=True)


def _flop_count(deal: Deal, case: Case) -> None:
    if case.card is None:
        return
    back = deal.agenda.stage == "cards"
    if back:  # all are in, or have acted since: the flop is looked at once more
        deal.agenda.back_to_betting()
    shifts.let_lie(deal)
    streets.flop_count(deal, case.card, case.cards[1:])
    if follow.latest(deal, "flop_count"):
        doubting.drop(deal, deal.doubts.of("no_burn"))  # the burn is anew, with the flop
    if back and deal.agenda.stage == "bet":
        deal.agenda.to_next()


VERDICTS: dict[str, Callable[[Deal, Case], None]] = {
    "mucked": handling.rule_mucked,
    "into_hand": handling.rule_fouled,
    "discard": handling.rule_fouled,
    "dealing": _dealt_astray,
    "twin": _twin,
    "on_board": handling.rule_on_board,
    "wrong_button": opening.rule_wrong_button,
    "cut_short": _cut_short,
    "no_burn": streets.rule_no_burn,
    "burn_on_board": _burn_on_board,
    "extra_burn": streets.rule_extra_burn,
    "flop_count": _flop_count,
    "flop_short": _flop_short,
    "premature_burn": streets.rule_premature_burn,
    "shown_late": _shown_late,
    "mixed_burn": handling.rule_mixed,
    "unread_hand": explaining.rule_unread,
    "turned_down": upcards.rule_turned,
}
