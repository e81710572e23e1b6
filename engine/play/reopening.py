"""False openers before the draw: another player may open the pot (uspa.3.2.9.5.2)."""

from __future__ import annotations

from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play import progress


def open_again(deal: Deal, case: Case) -> None:
    """The opening bet stays, a call goes back, and the others are asked for openers."""
    agenda, betting = deal.agenda, deal.betting
    if deal.over or agenda.stage != "bet" or "pot_plays" in case.facts:
        return
    opener = betting.players.get(case.seat or 0)
    if opener is None:  # said of a seat that is not in the deal
        return
    for player in betting.live:
        player.stack += player.bet
        player.paid -= player.bet
        player.all_in = player.stack == 0
    if opener.all_in:
        deal.room.evening.barred.append(opener.seat)
    deal.acts.begin_round()
    deal.acts.opens_at = len(deal.acts.all)
    place = betting.order.index(opener)
    betting.open(deal.setting.bets[0], (place + 1) % len(betting.order))
    progress.round_over_if_done(deal)
