"""Which right or bar it is, among those that the books tell apart."""

from __future__ import annotations

from engine.betting.player import Player
from engine.betting.round import Betting


def refined(betting: Betting, player: Player, right: str) -> str:
    """A more special word for what lets him raise, or bars it."""
    if player.acted:
        checked = not player.bet
        if right == "not_reopened":
            return "not_reopened_checked" if checked else right
        if right != "raise" and right != "reraise":
            return right
        if checked:
            return "check_raise"
        return "raise_reopened_short" if betting.high > betting.base else "raise_reopened"
    if betting.limits.structure == "limit" and right in ("raise", "reraise"):
        return "raise_short" if betting.high % betting.size else right  # no whole number of bets
    return right
