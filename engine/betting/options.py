"""What the player whose turn it is may do, and what he may not, each with its clause."""

from __future__ import annotations

from collections.abc import Mapping

from engine.answers import Bar, Option
from engine.betting import bring_in
from engine.betting.player import Player
from engine.betting.rights import refined
from engine.betting.round import RIGHTS, Betting
from engine.log import Do

Why = Mapping[str, str]  # the clauses of a betting round: ``engine.whys`` has the words


def offered(betting: Betting, player: Player, why: Why) -> tuple[list[Option], list[Bar], int]:
    """The options of the player whose turn it is, what is barred to him, and what a call takes."""
    high, bet = betting.high, player.bet
    if not high and betting.limits.opening:
        return bring_in.options(betting, player, why), bring_in.barred(betting, why), 0
    stack_to = bet + player.stack
    owed = (high if high < stack_to else stack_to) - bet
    if owed > 0:
        call = why[_call_key(betting)] if stack_to >= high else _short_call(betting, why)
        options: list[Option] = [
            {"do": "fold", "min": 0, "max": 0, "why": why["fold_bet"]},
            {"do": "call", "min": owed, "max": owed, "why": call},
        ]
        barred: list[Bar] = [{"do": "check", "why": why["no_check"]}]
    else:
        owed = 0
        options = [
            {"do": "fold", "min": 0, "max": 0, "why": why["fold"]},
            {"do": "check", "min": 0, "max": 0, "why": why["check_blind" if high else "check"]},
        ]
        barred = []
    if stack_to > high and betting.limits.plain and not player.acted:
        _plain_wagers(betting, player, stack_to, why, options, barred)
    elif stack_to > high:
        _wagers(betting, player, stack_to, why, options, barred)
    else:
        barred.append({"do": "raise" if high else "bet", "why": why["no_chips"]})
        clause = why["all_in"] if stack_to == high else _short_call(betting, why)
        options.append({"do": "all_in", "min": stack_to, "max": stack_to, "why": clause})
    return options, barred, owed


def _plain_wagers(
    betting: Betting, player: Player, stack_to: int, why: Why, options: list[Option],
    barred: list[Bar],
) -> None:  # fmt: skip
    """The same as ``_wagers``, where nothing but his stack bounds him who has not yet acted."""
    high = betting.high
    wager: Do = "raise" if high else "bet"
    for other in betting.order:
        if other.bet + other.stack > high and other is not player and not other.folded:
            break
    else:
        barred.append({"do": wager, "why": why["nobody_to_call"]})
        return
    right: str = wager
    if high and betting.raises:
        right = "reraise"
    elif high and player.bet and betting.aggressor is None:
        right = "raise_blind"
    least, all_in = high + betting.step, "all_in"
    if least > stack_to:
        least, all_in = stack_to, "all_in_short" if high else "all_in_short_bet"
    options.append({"do": wager, "min": least, "max": stack_to, "why": why[right]})
    options.append({"do": "all_in", "min": stack_to, "max": stack_to, "why": why[all_in]})


def _wagers(
    betting: Betting, player: Player, stack_to: int, why: Why, options: list[Option],
    barred: list[Bar],
) -> None:  # fmt: skip
    """What he who has more than the bet may bet or raise to, or why he may not."""
    high = betting.high
    wager: Do = "raise" if high else "bet"
    right = betting.right_to_raise(player)
    if right not in RIGHTS:
        barred.append({"do": wager, "why": why[refined(betting, player, right)]})
        if right not in ("not_reopened", "check_raised"):
            key = "ceiling" if right == "ceiling" else "cap_all_in"
            barred.append({"do": "all_in", "why": why[key]})
        return
    if not _can_be_called(betting, player):
        # A raise that nobody is left to call is not offered; made anyway, it comes back.
        barred.append({"do": wager, "why": why["nobody_to_call"]})
        return
    least, most = betting.bounds(player)
    clause = why[refined(betting, player, right) if high else "bet"]
    if most < stack_to:
        options.append({"do": wager, "min": least, "max": most, "why": clause})
        if betting.limits.upper > betting.size:
            options += bring_in.upper_option(betting, player, why)
        return
    all_in = "all_in"
    if least > stack_to:
        least, all_in = stack_to, "all_in_short" if high else "all_in_short_bet"
    options.append({"do": wager, "min": least, "max": stack_to, "why": clause})
    options.append({"do": "all_in", "min": stack_to, "max": stack_to, "why": why[all_in]})


def _call_key(betting: Betting) -> str:
    """Which call it is: of a bet too small to count, between two players, or any other."""
    limits = betting.limits
    part = not limits.plain and betting.high > betting.base and limits.structure == "limit"
    if part and betting.is_short() and not betting.limits.bring_in:
        return "call_part"
    return "call_two" if len(betting.order) == 2 else "call"


def _short_call(betting: Betting, why: Why) -> str:
    return why["call_short" if len(betting.live) > 2 else "call_short_two"]


def _can_be_called(betting: Betting, raiser: Player) -> bool:
    """Whether anybody else has chips beyond what is bet already."""
    high = betting.high
    for player in betting.order:
        if player is not raiser and not player.folded and player.bet + player.stack > high:
            return True
    return False
