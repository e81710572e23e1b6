"""Main pot and side pots, from what each player put in."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.betting.player import Player


class Pot(NamedTuple):
    """An amount, and the live seats that can win it."""

    amount: int
    seats: tuple[int, ...]


def split(players: Sequence[Player], dead: int = 0) -> list[Pot]:
    """The pots without number: a new one above each level at which a live player is all-in."""
    amount, seats = dead, []
    for player in players:
        amount += player.paid
        if not player.folded:
            if player.all_in:
                staying = [each for each in players if not each.folded]
                return _by_level(players, staying, dead)
            seats.append(player.seat)
    seats.sort()
    return [Pot(amount, tuple(seats))] if amount and seats else []  # the common case: one for all


def _by_level(players: Sequence[Player], staying: Sequence[Player], dead: int) -> list[Pot]:
    everybody = tuple(sorted(player.seat for player in staying))
    top = max(player.paid for player in players)
    levels = sorted({player.paid for player in staying if player.all_in} | {top})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum(min(player.paid, level) - min(player.paid, below) for player in players)
        # Who can win it: the hands that are in for this level, or still may be.
        seats = tuple(sorted(p.seat for p in staying if p.paid >= level or not p.all_in))
        if amount and seats:
            pots.append(Pot(amount, seats))
        elif amount and pots:  # chips of folded hands above every live one
            pots[-1] = Pot(pots[-1].amount + amount, pots[-1].seats)
        below = level
    if dead < 0:  # the floor has given a part away: side pots are touched last
        return _lessened(pots, -dead)
    if dead and pots:
        pots[0] = Pot(pots[0].amount + dead, pots[0].seats)
    elif dead:
        pots = [Pot(dead, everybody)]
    return pots


def _lessened(pots: list[Pot], given: int) -> list[Pot]:
    left: list[Pot] = []
    for pot in pots:
        taken = min(given, pot.amount)
        given -= taken
        left.append(Pot(pot.amount - taken, pot.seats))
    return [pot for pot in left if pot.amount]
