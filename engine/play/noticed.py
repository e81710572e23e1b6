"""A wager that a person notices later: made good with the action backed up, or it stands."""

from __future__ import annotations

from engine.betting.acts import Done
from engine.betting.underway import Outcome
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play.judge import found, issue

FAULTS = ("short_bet", "short_raise", "over_pot", "unclear_bet")
MENDED = ("back_up", "complete")


def wager(deal: Deal, case: Case) -> bool:
    """Rule on it by the book's line; False where it is no such thing, or the book is silent."""
    if case.fault not in FAULTS or deal.over or case.seat not in deal.betting.players:
        return False
    place = _place(deal, case.seat)
    case.facts |= _known(deal, place)
    line = found(deal, case)
    if line is None:
        return False
    player = deal.betting.players[case.seat]
    if place is not None and line.decision != "floor_call" and case.fault != "unclear_bet":
        case.outcome = Outcome("raise" if case.fault == "short_raise" else "bet", player.bet)
    issue(deal, case, line)
    if place is not None and line.decision in MENDED:
        _back_up(deal, case.seat, place)
    return True


def _place(deal: Deal, seat: int) -> int | None:
    """Where his last chips of the round stand among the acts; a burn has begun the next."""
    acts = deal.acts
    began = acts.round_began if deal.agenda.stage == "bet" else 0
    for place in range(len(acts.all) - 1, began - 1, -1):
        if acts.all[place].seat == seat and acts.all[place].chips:
            return place
    return None


def _known(deal: Deal, place: int | None) -> set[str]:
    """What has come after it."""
    now, agenda = deal.acts.now, deal.agenda
    if place is None:
        return {"on_turn", "acted_behind"} if now.held else {"on_turn"}
    since = deal.acts.all[place + 1 :]
    known = {deal.setting.structure}
    if since:
        known.add("acted_behind")
    if len(since) >= 3 or sum(done.chips for done in since) >= 2:
        known.add("substantial")
    if not deal.betting.outstanding():
        known.add("all_acted")
    if agenda.stage == "cards" and agenda.dealing.burned:
        known.add("burned_after")
    return known


def _back_up(deal: Deal, seat: int, place: int) -> None:
    """Calls behind it are nullified: who made them acts anew, mostly without a raise."""
    acts, betting, why = deal.acts, deal.betting, deal.setting.book.why
    since = acts.all[place + 1 :]
    if any(done.to > acts.all[place].to for done in since):
        return  # it was raised: that is the wager now
    callers = [done for done in since if done.chips]
    for done in callers:
        _nullify(deal, done, place)
        last = done is since[-1]
        barred = why.get("backed_up_last" if last else "backed_up")
        if barred is not None:
            acts.now.lost[done.seat] = barred
    acts.all[place + 1 :] = [done for done in since if not done.chips]
    acts.now.begun = acts.now.ended = None
    if callers and deal.agenda.stage != "bet":
        deal.agenda.back_to_betting()
    betting.turn_from(betting.players[seat])


def _nullify(deal: Deal, done: Done, place: int) -> None:
    acts, player = deal.acts, deal.betting.players[done.seat]
    earlier = [one.to for one in acts.all[acts.round_began : place] if one.seat == done.seat]
    first = deal.agenda.betting.first == "after_blinds"
    before = max([*earlier, deal.blinds.get(done.seat, 0) if first else 0])
    back = player.bet - before
    player.bet, player.paid, player.stack = before, player.paid - back, player.stack + back
    player.all_in, player.acted = False, bool(earlier)
