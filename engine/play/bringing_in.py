"""The forced bet of stud where its player does not make it himself."""

from __future__ import annotations

from engine.answers import Acted
from engine.betting.player import Player
from engine.deal.deal import Deal
from engine.play import progress


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


def declare_all_in(deal: Deal, seat: int) -> None:
    """Whose last card lies up may go all-in for what is in, before the last round of betting."""
    stud, betting = deal.agenda.stud, deal.betting
    if stud is None or seat not in stud.last_up or not deal.is_live(seat):
        return
    begun = deal.agenda.stage == "bet" and bool(deal.acts.of_round())
    player = betting.players[seat]
    if deal.agenda.stage not in ("cards", "bet") or begun or player.all_in:
        return
    player.all_in = True
    stud.flags.add("declared")
    clause = deal.setting.whys["all_in_for_less"]
    told: Acted = {"o": "act", "seat": seat, "do": "all_in", "to": player.bet, "clause": clause}
    deal.out.append(told)
    if deal.agenda.stage == "bet" and betting.turn is not None:
        betting.turn_from(betting.turn)
        progress.round_over_if_done(deal)
