"""The clock on a player: it is told, warned of, and runs out by the book."""

from __future__ import annotations

from engine.answers import Clocked
from engine.betting import sentences
from engine.betting.underway import Outcome, Running
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Clock
from engine.play import doing, turns
from engine.play.judge import found, issue, rule


def refuse(deal: Deal, event: Clock) -> str | None:
    """Why no clock can run on a seat."""
    turn = deal.betting.turn
    his_turn = deal.agenda.stage == "bet" and turn is not None and turn.seat == event.seat
    if not his_turn and not _talks_of_insurance(deal, event.seat):
        return f"it is not seat {event.seat}'s turn"
    clock = deal.acts.now.clock
    if clock is not None:
        return f"the clock is on seat {clock.seat} already"
    return None


def _talks_of_insurance(deal: Deal, seat: int) -> bool:
    """Whether only talks of all-in players hold up the next card (hilton.A34.f)."""
    if deal.setting.format != "cash" or "clock_insurance" not in deal.setting.book.why:
        return False
    live = deal.betting.live
    all_in = len(live) > 1 and sum(not player.all_in for player in live) < 2
    return all_in and deal.agenda.stage == "cards" and deal.is_live(seat)


def start(deal: Deal, event: Clock) -> None:
    """The clock is put on a player, if the book lets it be."""
    known = facts.of(deal, event.seat) | {deal.setting.structure, f"asked_by_{event.by}"}
    case = Case("clock", [event.seat], facts=known | {"started"})
    line = found(deal, case)
    if line is not None and line.decision == "refused":
        case.said = sentences.told("no_clock")
        issue(deal, case, line)
        return
    params, now = deal.setting.book.params, deal.acts.now
    until = deal.room.t + params["clock_seconds"] + params["clock_countdown"]
    talks = deal.betting.turn is None
    now.clock = Running(event.seat, until, until - params["clock_warning"], talks)
    _tell(deal, now.clock)
    now.set_wake()


def _tell(deal: Deal, clock: Running) -> None:
    told: Clocked = {"o": "clock", "seat": clock.seat, "until": clock.until}
    if clock.warned:
        told["warning"] = True
    key = "clock_insurance" if clock.talks else "clock_warning" if clock.warned else "clock"
    told["why"] = deal.setting.whys[key]
    deal.out.append(told)


def stop_if_passed(deal: Deal) -> None:
    """The turn has passed from him without an act of his: the clock is off."""
    clock, turn = deal.acts.now.clock, deal.betting.turn
    if clock is not None and clock.talks:
        if not _talks_of_insurance(deal, clock.seat) or deal.agenda.dealing.burned:
            doing.clock_off(deal)
    elif clock is not None and (turn is None or turn.seat != clock.seat):
        doing.clock_off(deal)


def pass_time(deal: Deal, t: float) -> None:
    """The countdown begins, and ends."""
    now = deal.acts.now
    clock = now.clock
    if clock is None or deal.over:
        return
    if not clock.warned and clock.warn_at <= t:
        deal.room.t = max(deal.room.t, clock.warn_at)
        clock.warned = True
        _tell(deal, clock)
    if clock.until <= t:
        deal.room.t = max(deal.room.t, clock.until)
        _expire(deal, clock.seat, talks=clock.talks)
    now.set_wake()


def _expire(deal: Deal, seat: int, *, talks: bool) -> None:
    player = deal.betting.players[seat]
    known = facts.of(deal, seat) | {deal.setting.structure}
    if talks:
        known.add("insurance")
    elif deal.betting.to_call(player):
        known.add("facing_bet")
    case = Case("clock", [seat], facts=known)
    line = found(deal, case)
    decision = line.decision if line is not None else ""
    key = {"check": "wager.check", "dead_hand": "verdict.dead_hand", "stands": "wager.deal_on"}.get(
        decision
    )
    case.said = [*sentences.lead("clock", seat), (key or "verdict.floor_call", {})]
    rule(deal, case)
    doing.clock_off(deal, deal.setting.whys["clock_off"])
    if decision == "check" and line is not None:
        turns.tell(deal, seat, Outcome("check", player.bet), line.clause)
        doing.do(deal, player, "check", player.bet)
