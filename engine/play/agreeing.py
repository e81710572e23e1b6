"""What players agree on: to deal the rest twice, to take their blinds back."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.runs import Runs
from engine.people.owing import kinds
from engine.people_events import Agree
from engine.play import progress
from engine.play.judge import rule

TIMES = {"deal_twice": 2, "deal_three_times": 3}
NOT_NOW = "nobody can agree on that now"


def refuse(deal: Deal, event: Agree) -> str | None:
    """Why there is nothing to agree on."""
    if deal.over:
        return "no deal is in progress"
    if not event.seats or not all(deal.is_live(seat) for seat in event.seats):
        return "all who agree must be live in this deal"
    if event.what in TIMES:
        return _refuse_runs(deal, event)
    if event.what == "chop_blinds":
        return _refuse_chop(deal, event)
    return None


def _refuse_runs(deal: Deal, event: Agree) -> str | None:
    if deal.betting.turn is not None or deal.agenda.stage != "cards":
        return f"{NOT_NOW}: there is still betting, or no card to come"
    if deal.showing.runs is not None:
        return "the players have agreed on it already"
    if deal.felt.fresh or deal.agenda.dealing.burned:
        return "the next street has begun"
    return None if set(event.seats) == set(deal.live_seats()) else "all live players must agree"


def _refuse_chop(deal: Deal, event: Agree) -> str | None:
    betting = deal.betting
    live = set(deal.live_seats())
    first = deal.agenda.betting is deal.setting.game.first_betting
    if not first or deal.agenda.stage != "bet" or betting.aggressor is not None:
        return f"{NOT_NOW}: blinds are chopped before the flop, when nobody has bet"
    if live != set(event.seats) or not live <= set(deal.blinds):
        return "only the blinds are chopped, when all others have folded"
    others = [p for p in betting.order if p.seat not in live and p.paid]
    return "there are chips of others in the pot" if others or betting.dead else None


def agree(deal: Deal, event: Agree) -> None:
    """Players agree: the book allows it, leaves it to them, or does not."""
    what = event.what
    if what in TIMES:
        most = int(deal.setting.book.param("runs", *kinds(deal.setting)))
        if TIMES[what] <= most:
            agenda = deal.agenda
            deal.showing.runs = Runs(TIMES[what], agenda.at, list(deal.felt.board))
            return
    elif what == "chop_blinds" and what in deal.setting.book.params["agreements"]:
        progress.chop(deal)
        return
    known = facts.of(deal, event.seats[0]) | {what}
    rule(deal, Case("wrong_agreement", list(event.seats), facts=known))
