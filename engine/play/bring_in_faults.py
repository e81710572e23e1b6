"""The forced bet of stud from somebody who is not low."""

from __future__ import annotations

from engine.betting import bring_in
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.upcards import Wrong
from engine.log import Act
from engine.play.judge import found, issue, rule


def by_another(deal: Deal, event: Act) -> bool:
    """The wrong player brings it in: corrected until the next one acts; True where that is all."""
    stud, betting = deal.agenda.stud, deal.betting
    turn = betting.turn
    if stud is None or turn is None or not bring_in.is_awaited(betting):
        return False
    if event.seat == turn.seat:
        stud.wrong = None
        return False
    if stud.wrong is not None and event.seat != stud.wrong.seat:
        _stands(deal, stud.wrong)
        stud.wrong = None
        return False
    if event.do != "bet" or betting.limits.opening != "bet":
        return False
    case = Case("wrong_bring_in", [event.seat, turn.seat], facts=facts.of(deal, event.seat))
    rule(deal, case)
    stud.wrong = Wrong(event.seat, event.to or 0, deal.room.last_ruling)
    return True


def _stands(deal: Deal, wrong: Wrong) -> None:
    """The next player has acted: it is the bring-in, and who was low owes nothing."""
    betting, turn = deal.betting, deal.betting.turn
    seats = [wrong.seat, turn.seat] if turn is not None else [wrong.seat]
    case = Case("wrong_bring_in", seats, facts=facts.of(deal, wrong.seat) | {"next_acted"})
    line = found(deal, case)
    if line is None or line.decision != "stands":
        return
    issue(deal, case, line, answers=wrong.ruling)
    player = betting.players[wrong.seat]
    betting.turn = player
    betting.wager(player, min(wrong.to, player.bet + player.stack))
    deal.acts.add(player.seat, "bet", player.bet, posted=False, forced=True)
