"""Pushing the pots: which hand wins which, high and low, and the odd chips."""

from __future__ import annotations

from typing import Any

from engine.answers import Answer
from engine.betting.pots import Pot
from engine.cards import RANKS, SUITS
from engine.deal.deal import Deal
from engine.showdown import reading

HIGH_SUIT = {suit: 3 - k for k, suit in enumerate(SUITS)}  # spades, hearts, diamonds, clubs


def is_settled(deal: Deal) -> bool:
    """Whether every live hand was shown or given up, and the board can be read."""
    tabled = deal.showing.tabled
    return all(seat in tabled for seat in deal.live_seats()) and reading.board_is_whole(deal)


def to_best(deal: Deal) -> None:
    """Push every pot, side pots first (hilton.A32.1, uspa.3.1.8.7d)."""
    pots = deal.pots()
    for number in range(len(pots) - 1, -1, -1):
        _push(deal, number, pots[number])


def _push(deal: Deal, number: int, pot: Pot) -> None:
    tabled = deal.showing.tabled
    shown = [seat for seat in deal.live_seats() if seat in pot.seats and tabled.get(seat)]
    if not shown:  # nobody contested this side pot: its owner need not show
        why = deal.setting.whys["side_alone"]
        _give(deal, pot.seats[0], pot.amount, {"pot": number, "why": why})
        return
    shares = _shares(deal, pot.amount, shown)
    for side, amount in shares.items():
        more: Answer = {"pot": number} if len(shares) == 1 else {"pot": number, "side": side}
        _push_side(deal, side, amount, shown, more)


def _shares(deal: Deal, amount: int, shown: list[int]) -> dict[str, int]:
    """The pot by side: a low that nobody has leaves all to the high hand."""
    high, *lows = deal.setting.game.wins
    if not any(reading.rank(deal, seat, low) for low in lows for seat in shown):
        return {high: amount}
    (low,) = lows
    half = amount // 2
    return {high: amount - half, low: half}  # the odd chip is the high hand's (hilton.A35.a.1)


def _push_side(deal: Deal, side: str, amount: int, shown: list[int], more: Answer) -> None:
    ranks = {seat: reading.rank(deal, seat, side) for seat in shown}
    best = max(ranks.values())
    winners = [seat for seat in shown if ranks[seat] == best]
    share, odd = divmod(amount, len(winners))
    extra = odd_chips(deal, winners, odd) if odd else {}
    why = deal.setting.whys[_why_best(deal, side, more)]
    for seat in winners:
        worth = reading.value(deal, seat, side)
        hand = {"name": worth.name, "cards": list(worth.cards)}
        told = more | {"hand": hand, "why": why}
        if len(winners) > 1:
            told["clause"] = _why_split(deal, odd=bool(odd))
        _give(deal, seat, share + extra.get(seat, 0), told)


def _give(deal: Deal, seat: int, amount: int, more: Answer) -> None:
    deal.betting.players[seat].stack += amount
    award: Any = {"o": "award", "seat": seat, "amount": amount, **more}
    deal.out.append(award)


def _why_best(deal: Deal, side: str, more: Answer) -> str:
    """What of the law a shown hand wins by: high, low, or high for want of a low."""
    if side != "high":
        return "low"
    return "no_low" if len(deal.setting.game.wins) > 1 and "side" not in more else "best"


def _why_split(deal: Deal, *, odd: bool) -> str:
    """The clause that splits; where a book tells formats apart it may be silent on this one."""
    book = deal.setting.book
    key = "odd_chip" if odd else "split"
    return book.why.get(f"{key}_{deal.setting.format}") or book.why.get(key) or book.authority


def odd_chips(deal: Deal, winners: list[int], odd: int) -> dict[int, int]:
    """Who gets the chips that cannot be split."""
    how = deal.setting.book.param("odd_chip", deal.setting.format)
    if how == "all_left_of_button":  # california.award.odd-chip
        return {winners[0]: odd}
    if how == "high_card":  # hilton.A35.1, hilton.A35.2
        winners = sorted(winners, key=lambda s: _highest(deal.felt.hole(s)), reverse=True)
    return dict.fromkeys(winners[:odd], 1)  # uspa.3.1.9.4: one each


def _highest(cards: list[str]) -> tuple[int, int]:
    return max(((RANKS.index(c[0]), HIGH_SUIT[c[1]]) for c in cards), default=(0, 0))


def to_last(deal: Deal) -> None:
    """Everyone else is out: the last hand takes all, unshown."""
    more = {"pot": 0, "why": deal.setting.whys["last"]}
    _give(deal, deal.betting.live[0].seat, deal.betting.pot(), more)


def by_floor(deal: Deal, seat: int) -> None:
    """The floor gives the pots to a seat."""
    deal.betting.return_uncalled()
    authority = deal.setting.book.authority
    more = {"pot": 0, "why": authority, "clause": authority}
    _give(deal, seat, deal.betting.pot(), more)
