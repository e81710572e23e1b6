"""Moments for which a book has a clause of its own: each takes the place of the general one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.answers import Bar, Option
from engine.betting.limits import Limits
from engine.betting.player import Player
from engine.betting.round import Betting

Clauses = Mapping[str, str]  # by the moments that the book names, and no others
OF_CALLS = frozenset("call_capped call_short_blind call_blind call_posted".split())
OF_RAISES = frozenset(
    "raise_uncapped_all_in raise_uncapped_folds raise_small_bet raise_blind_counted "
    "raise_straddle raise_opening raise_upper_only".split()
)
OF_BETS = frozenset("bet_lower bet_upper_checked".split())
STRADDLED = frozenset(("raise_straddle", "act_straddled"))  # come only with a straddle
STUD = frozenset(
    "act_tied act_low_all_in act_low_excused act_next_card act_live_board act_common act_last_up "
    "act_both_up act_declared act_undeclared".split()
)  # come only in stud


class Moments:
    """What a book names for a round of betting, and which options it bears on."""

    __slots__ = ("bets", "calls", "clauses", "options", "past_all_in", "posted_alone", "raises")

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        calls = OF_CALLS & clauses.keys()
        self.calls = bool(calls)
        self.posted_alone = calls == {"call_posted"}  # it says nothing to who has not posted
        self.raises = not OF_RAISES.isdisjoint(clauses)
        self.bets = not OF_BETS.isdisjoint(clauses)
        self.options = self.calls or self.raises or self.bets or "cap_short_stacks" in clauses
        self.past_all_in = "act_past_all_in" in clauses


def impossible(limits: Limits) -> frozenset[str]:
    """The moments that never come at these limits."""
    never = set() if limits.gap is not None else {"raise_blind_counted"}
    if limits.cap is None:
        never |= {"call_capped", "cap_short_stacks"}
        never |= {"raise_uncapped_all_in", "raise_uncapped_folds"}
    return frozenset(never)


def refine(
    betting: Betting,
    options: Sequence[Option],
    barred: Sequence[Bar],
    moments: Moments,
    bet_before: int,
    straddle: int,
) -> None:
    """Cite the special clause where there is one.

    ``bet_before`` is the most that was bet in earlier rounds, ``straddle`` who put one up.
    """
    turn = betting.turn
    assert turn is not None
    upper, clauses = betting.limits.upper, moments.clauses
    for option in options:
        do, moment = option["do"], ""
        if do == "call":
            if not moments.calls or (moments.posted_alone and not turn.bet):
                continue
            moment = _call(betting, turn, clauses)
        elif do == "raise" and moments.raises:
            moment = (_upper(betting, option) if upper else "") or _raise(betting, turn, straddle)
        elif do == "bet" and moments.bets:
            moment = _upper(betting, option) if upper else ""
            if not moment and option["min"] < bet_before:
                moment = "bet_lower"
        if moment and moment in clauses:
            option["why"] = clauses[moment]
    if "cap_short_stacks" in clauses and betting.limits.cap and betting.is_capped():
        _capped(betting, turn, barred, clauses)


def _capped(betting: Betting, turn: Player, barred: Sequence[Bar], clauses: Clauses) -> None:
    able = [p for p in betting.order if p is not turn and not p.folded and not p.all_in]
    if sum(p.bet + p.stack > betting.high for p in able) < 2 <= len(able):
        for bar in barred:
            if bar["do"] == "raise":
                bar["why"] = clauses["cap_short_stacks"]


def _upper(betting: Betting, option: Option) -> str:
    """Where a pair is on view: who was high has checked, or the upper limit has been bet."""
    upper = betting.limits.upper
    if option["do"] == "bet" and upper > betting.size and option["min"] == upper:
        return "bet_upper_checked" if any(p.acted and not p.folded for p in betting.order) else ""
    return "raise_upper_only" if option["do"] == "raise" and betting.size == upper else ""


def _call(betting: Betting, turn: Player, clauses: Clauses) -> str:
    if turn.bet + turn.stack < betting.high:
        return ""
    if betting.limits.cap is not None and betting.is_capped():
        return "call_capped"
    if betting.aggressor is not None:
        return ""
    if betting.high_of_others(turn) < betting.high:
        return "call_short_blind"
    return "call_posted" if turn.bet and "call_posted" in clauses else "call_blind"


def _raise(betting: Betting, turn: Player, straddle: int) -> str:
    limits = betting.limits
    if limits.cap is not None and betting.raises >= limits.cap:
        others = [p for p in betting.order if p is not turn]
        if any(p.all_in and not p.folded for p in others):
            return "raise_uncapped_all_in"
        return "raise_uncapped_folds" if any(p.folded and p.acted for p in others) else ""
    by = betting.players.get(betting.aggressor or 0)
    odd = limits.structure == "limit" and betting.high % betting.size
    if odd and by is not None and not by.all_in:
        return "raise_small_bet"
    if limits.gap is not None and not betting.players[limits.gap.until].acted:
        return "raise_blind_counted"
    if betting.aggressor is not None or not betting.base:
        return ""
    if turn.seat == straddle and not turn.acted:
        return "raise_straddle"
    return "raise_opening" if not turn.bet and not straddle else ""


def turn_of(
    betting: Betting, moments: Moments, *, button: int, big: int | None, straddle: int, later: bool
) -> str:
    """The clause by which the turn is his, or an empty word where there is no special one."""
    turn = betting.turn
    assert turn is not None
    clauses = moments.clauses
    if moments.past_all_in:
        order = betting.order
        place = order.index(turn)
        for k in range(place - 1, place - len(order), -1):  # below 0: counted from the end
            if not order[k].folded:
                if order[k].all_in:
                    return clauses["act_past_all_in"]
                break
    if straddle and not later and not any(player.acted for player in betting.order):
        return clauses.get("act_straddled", "")
    if later and turn.seat == button:
        return clauses.get("act_button", "")
    if not later and turn.seat == big and not turn.acted:
        return clauses.get("act_big_blind", "")
    return ""
