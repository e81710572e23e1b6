"""Which right or bar it is, among those that the books tell apart."""

from __future__ import annotations

from engine.betting.player import Player


def refined(right: str, player: Player, above: int, *, odd: bool) -> str:
    """A more special word for what lets him raise, or bars it.

    ``above`` the last full bet so much is in; ``odd``: no whole number of fixed bets.
    """
    checked = player.acted and not player.bet
    if right == "not_reopened":
        return "not_reopened_checked" if checked else right
    if right not in ("raise", "reraise"):
        return right
    if checked:
        return "check_raise"
    if player.acted:
        return "raise_reopened_short" if above else "raise_reopened"
    return "raise_short" if odd else right
