"""The forced bet of stud where its player does not make it himself."""

from __future__ import annotations

from engine.answers import Acted
from engine.betting.player import Player
from engine.deal.deal import Deal


def for_player(deal: Deal, player: Player) -> bool:
    """Put the forced bet in for who is away, or threw his hand in (hilton.C1, uspa.3.2.3.5.6a)."""
    betting = deal.betting
    limits = betting.limits
    if limits.opening != "bet" or betting.high or betting.turn is not player:
        return False
    to = min(limits.bring_in, player.bet + player.stack)
    betting.wager(player, to)
    deal.acts.add(player.seat, "bet", player.bet, posted=False, forced=True)
    clause = deal.setting.whys.by_street[deal.agenda.betting.name]["bring_in"]
    told: Acted = {"o": "act", "seat": player.seat, "do": "bet", "to": to, "clause": clause}
    deal.out.append(told)
    return True
