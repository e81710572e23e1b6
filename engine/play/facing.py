"""What a player faces, in the numbers by which his chips and words are read."""

from __future__ import annotations

from engine.betting import bring_in
from engine.betting.meaning import Faced
from engine.betting.player import Player
from engine.betting.round import RIGHTS, Betting
from engine.deal.deal import Deal


def faced(deal: Deal, player: Player, betting: Betting | None = None) -> Faced:
    """What lies before a player, were it his turn."""
    betting = deal.betting if betting is None else betting
    full, most = betting.bounds(player)
    right = betting.right_to_raise(player)
    bar = "" if right in RIGHTS else right
    if player.seat in deal.acts.now.lost and not bring_in.is_forced(betting):
        bar = "lost"
    small, big = deal.setting.bets
    other = big if betting.size == small else small
    return Faced(
        deal.setting.structure,
        player.bet,
        player.stack,
        betting.high,
        full,
        max(full, most),
        bar,
        other - betting.size,
        deal.acts.before_raise(deal.setting.big_blind if betting.base else 0),
        bring_in.other_totals(betting, player),
        betting.limits.bring_in if bring_in.is_awaited(betting) else 0,
        deal.setting.whys["forced_chip"] != deal.setting.book.authority,
    )
