"""After each event the deal goes on as far as it can by itself."""

from __future__ import annotations

from engine.deal.deal import Deal
from engine.play import absent, acting, discarding, showing

GOES_ON = ("bet", "show")  # the stages that do


def settle(deal: Deal) -> None:
    """Absent players' turns pass, actions that waited are taken, tabled hands are paid."""
    stage = deal.agenda.stage
    if stage == "bet":
        absent.turns(deal)
        if deal.conduct.deferred:
            _take_deferred(deal)
    elif stage == "discard":
        discarding.go_on_if_done(deal)  # who still owed one is perhaps out of the deal
    if deal.agenda.stage == "show":
        showing.settle(deal)


def _take_deferred(deal: Deal) -> None:
    """Actions taken before the deal was whole are taken now, each in its turn."""
    deferred, deal.conduct.deferred = deal.conduct.deferred, []
    for act in deferred:
        turn = deal.betting.turn
        if turn is not None and turn.seat == act.seat and acting.refuse(deal, act) is None:
            acting.take(deal, act)
