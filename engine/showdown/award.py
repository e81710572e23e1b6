"""Pushing the pots: which hand wins which, high and low."""

from __future__ import annotations

from typing import Any

from engine.answers import Answer
from engine.betting.pots import Pot
from engine.deal.deal import Deal
from engine.deal.runs import Runs
from engine.showdown import odd_chips, reading
from engine.showdown.odd_chips import Halves


def is_settled(deal: Deal) -> bool:
    """Whether every live hand was shown or given up, and the board can be read."""
    tabled = deal.showing.tabled
    for player in deal.betting.order:
        if not player.folded and player.seat not in tabled:
            return False
    return reading.board_is_whole(deal)


def to_best(deal: Deal) -> None:
    """Push every pot, side pots first (hilton.A32.1, uspa.3.1.8.7d)."""
    pots, board, runs = deal.pots(), reading.board(deal), deal.showing.runs
    for number in range(len(pots) - 1, -1, -1):
        if runs is None:
            _push(deal, {"pot": number}, pots[number], board)
        else:
            _push_runs(deal, number, pots[number], runs)


def _push_runs(deal: Deal, number: int, pot: Pot, runs: Runs) -> None:
    """Each board has its part of the pot; an odd chip goes with the first (uspa.app3.3.15)."""
    each, odd = divmod(pot.amount, runs.times)
    for k, board in enumerate(runs.boards):
        part = Pot(each + (k < odd), pot.seats)
        if part.amount:
            _push(deal, {"pot": number, "run": k + 1}, part, board)


def _push(deal: Deal, of: Answer, pot: Pot, board: list[str]) -> None:
    tabled = deal.showing.tabled
    shown = [seat for seat in deal.live_seats() if seat in pot.seats and tabled.get(seat)]
    if not shown:  # nobody contested this side pot: its owner need not show
        why = deal.setting.whys["side_alone"]
        _give(deal, pot.seats[0], pot.amount, {**of, "why": why})
        return
    high, *lows = deal.setting.game.wins
    low = next((low for low in lows if any(reading.rank(deal, s, low, board) for s in shown)), None)
    if low is None:  # a low that nobody has leaves all to the high hand (uspa.3.2.2.5.2.2b)
        _push_side(deal, high, pot.amount, shown, board, of)
        return
    half = odd_chips.halves(deal, pot.amount)
    _push_side(deal, high, half.high, shown, board, {**of, "side": "high"}, half)
    _push_side(deal, low, half.low, shown, board, {**of, "side": "low"}, half)


def _push_side(
    deal: Deal,
    scale: str,
    amount: int,
    shown: list[int],
    board: list[str],
    more: Answer,
    halved: Halves | None = None,
) -> None:
    ranks = {seat: reading.rank(deal, seat, scale, board) for seat in shown}
    best = max(ranks.values())
    winners = [seat for seat in shown if ranks[seat] == best]
    shares = odd_chips.share(deal, winners, amount, scale)
    clause = shares.why(deal, more.get("side", "high"), halved)
    why = deal.setting.whys[_why_best(deal, scale, more)]
    for seat, chips in shares.of.items():
        worth = reading.value(deal, seat, scale, board)
        hand = {"name": worth.name, "cards": list(worth.cards)}
        told = more | {"hand": hand, "why": why}
        _give(deal, seat, chips, told | {"clause": clause} if clause else told)


def _give(deal: Deal, seat: int, amount: int, more: Answer) -> None:
    deal.betting.players[seat].stack += amount
    award: Any = {"o": "award", "seat": seat, "amount": amount, **more}
    deal.out.append(award)


def _why_best(deal: Deal, side: str, more: Answer) -> str:
    """What of the law a shown hand wins by: high, low, or high for want of a low."""
    if side != "high":
        return "low"
    if len(deal.setting.game.wins) > 1 and "side" not in more:
        return "no_low"
    return ("best", "best_side", "best_sides")[min(more["pot"], 2)]


def to_last(deal: Deal) -> None:
    """Everyone else is out: the last hand takes all, unshown."""
    more = {"pot": 0, "why": deal.setting.whys["last"]}
    _give(deal, deal.betting.live[0].seat, deal.betting.pot(), more)


def by_floor(deal: Deal, seat: int, amount: int | None) -> int:
    """The floor gives the pots, or so much of them, to a seat; how much that is."""
    betting = deal.betting
    if amount is None:
        betting.return_uncalled()
        amount = betting.pot()
    authority = deal.setting.book.authority
    _give(deal, seat, amount, {"pot": 0, "why": authority, "clause": authority})
    betting.dead -= amount
    return amount
