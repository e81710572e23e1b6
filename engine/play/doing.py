"""An action that counts: chips go in, the turn passes, the round closes when all are in."""

from __future__ import annotations

from engine.answers import Clocked
from engine.betting.player import Player
from engine.deal.deal import Deal
from engine.log import Do
from engine.play import absent, premature, progress


def do(deal: Deal, player: Player, what: Do, to: int) -> None:
    """Let a player's action happen; that it can is known."""
    betting = deal.betting
    limits = betting.limits
    forced = bool(limits.opening) and not betting.high and what != "fold" and to <= limits.bring_in
    if what == "fold":
        betting.fold(player)
    elif what == "check":
        betting.check(player)
    elif what == "call" or to <= betting.high:
        betting.call(player)
    else:
        betting.wager(player, to)
    if deal.acts.now.clock is not None:
        clock_off(deal)
    posted = player.seat in deal.blinds
    deal.acts.add(player.seat, what, player.bet, posted=posted, forced=forced)
    if deal.agenda.premature_at is not None:
        absent.turns(deal)
        premature.after_act(deal, player.seat, what)
    if betting.turn is None:  # else there is one to act, and another to act against
        progress.round_over_if_done(deal)


def clock_off(deal: Deal, why: str = "") -> None:
    """The clock is off the player it was on; ``why`` where it ran out."""
    now = deal.acts.now
    if now.clock is None:
        return
    over: Clocked = {"o": "clock", "seat": now.clock.seat, "over": True}
    if why:
        over["why"] = why
    now.clock = None
    now.set_wake()
    deal.out.append(over)


def interrupted(deal: Deal) -> bool:
    """Something not put right meets the action: it is ruled on first, and may end the deal."""
    if deal.corrections or deal.felt.face_down or deal.agenda.start.missed:
        premature.before_act(deal)
        return deal.over
    return False
