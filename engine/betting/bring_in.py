"""Stud's forced bet and its completion, and the larger bet that a pair on view allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from engine.answers import Bar, Option
from engine.betting.limits import Limits
from engine.betting.player import Player
from engine.log import Do


class Betting(Protocol):
    """The betting round, as far as it matters here (``engine.betting.round``)."""

    limits: Limits
    high: int
    base: int
    step: int
    size: int
    opener: int | None

    def bounds(self, player: Player) -> tuple[int, int]:
        """The least full wager and the largest."""

    def to_call(self, player: Player) -> int:
        """What he must add to call."""

    def pot_counted(self) -> int:
        """The pot as pot limit counts it."""

    def put(self, player: Player, amount: int) -> None:
        """Chips go in."""

    def done(self, player: Player) -> None:
        """He has acted: the turn passes."""


def is_awaited(betting: Betting) -> bool:
    """Whether the first bet of stud is yet to come: nobody may check."""
    return bool(betting.limits.opening) and not betting.high


def is_forced(betting: Betting) -> bool:
    """Whether its opener has nothing else to do: no right that he lost takes the bet from him."""
    return betting.limits.opening == "bet" and not betting.high


def is_open(betting: Betting) -> bool:
    """Whether the forced bet is in, and nobody has completed it."""
    return bool(betting.limits.bring_in) and betting.high > 0


def full(betting: Betting, player: Player) -> tuple[int, int]:
    """The least and the largest total for which it is opened, or completed, in full."""
    limits, size = betting.limits, betting.size
    if limits.structure == "limit":
        return size, size
    if limits.structure == "no_limit":
        return size, max(player.bet + player.stack, size)
    if limits.structure == "spread":  # with the forced bet not above the limit (hilton.A12.C)
        return size, limits.most_add + (0 if limits.first_to_limit else betting.high)
    return size, max(betting.high + betting.to_call(player) + betting.pot_counted(), size)


def other_totals(betting: Betting, player: Player) -> tuple[int, ...]:
    """Totals that are legal besides the full bet: the bring-in, the upper limit."""
    limits = betting.limits
    if limits.bring_in and not betting.high:
        return (min(limits.bring_in, player.bet + player.stack),)
    if limits.upper > betting.size:
        return (betting.bounds(player)[0] - betting.size + limits.upper,)
    return ()


def made(betting: Betting, player: Player, to: int) -> bool:
    """Take the forced bet, or less than a completion of it; False where it is a full wager."""
    limits, size = betting.limits, betting.size
    awaited = not betting.high
    if awaited and to <= limits.bring_in:
        betting.put(player, to - player.bet)
        # Posted short, it is called as though it were full (hilton.A18.7).
        betting.high = limits.bring_in
        betting.opener = player.seat
        if limits.bring_in >= size:
            betting.base = betting.step = betting.high
            betting.limits = replace(limits, bring_in=0)
    elif to < size and (to < limits.bring_in or not _counts(betting, to)):
        betting.put(player, to - player.bet)
        betting.high = max(betting.high, to)
        betting.opener = betting.opener or player.seat
    else:
        # The completion is the bet itself, and no raise (uspa.3.2.3.5.3, hilton.A12.F).
        betting.limits = replace(limits, bring_in=0)
        betting.high = betting.base = 0
        return False
    betting.done(player)
    return True


def _counts(betting: Betting, to: int) -> bool:
    """At fixed limit an all-in of half a bet or more is taken for the bet (hilton.A12.0.7)."""
    limits = betting.limits
    return limits.structure == "limit" and limits.reopen < 1 and to >= limits.reopen * betting.size


def options(betting: Betting, player: Player, why: Mapping[str, str]) -> list[Option]:
    """What the opener of stud may do: bring it in, or bet in full; fold only where he may."""
    limits, stack_to = betting.limits, player.bet + player.stack
    found: list[Option] = []
    if limits.opening == "bet_or_fold":
        found.append({"do": "fold", "min": 0, "max": 0, "why": why["fold"]})
    least, most = betting.bounds(player)
    least, most = min(least, stack_to), min(most, stack_to)
    forced = [to for to in other_totals(betting, player) if to < least]
    found += [{"do": "bet", "min": to, "max": to, "why": why["bring_in"]} for to in forced]
    key = "bring_in_full" if forced or not limits.bring_in else "bring_in"
    found.append({"do": "bet", "min": least, "max": most, "why": why[key]})
    if most == stack_to:
        all_in: Option = {"do": "all_in", "min": stack_to, "max": stack_to, "why": why["all_in"]}
        found.append(all_in)
    return found


def barred(betting: Betting, why: Mapping[str, str]) -> list[Bar]:
    """What the opener of stud may not do."""
    bars: list[Bar] = [{"do": "check", "why": why["no_check_opening"]}]
    if betting.limits.opening == "bet":
        bars.append({"do": "fold", "why": why["no_fold_opening"]})
    return bars


def upper_option(betting: Betting, player: Player, why: Mapping[str, str]) -> list[Option]:
    """The larger of the two sizes that an open pair allows."""
    totals = other_totals(betting, player) if betting.high or not betting.limits.opening else ()
    stack_to = player.bet + player.stack
    do: Do = "raise" if betting.high else "bet"
    clause = why[f"{do}_upper"]
    return [{"do": do, "min": to, "max": to, "why": clause} for to in totals if to <= stack_to]
