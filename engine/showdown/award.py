"""Pushing the pots: which hand wins which, high and low."""

from __future__ import annotations

from engine.betting.pots import Pot
from engine.deal.deal import Answer, Deal
from engine.showdown import odd_chips, reading
from engine.showdown.odd_chips import Halves


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
        _give(deal, pot.seats[0], pot.amount, {"pot": number})
        return
    high, *lows = deal.setting.game.wins
    low = next((low for low in lows if any(reading.rank(deal, s, low) for s in shown)), None)
    if low is None:  # a low that nobody has leaves all to the high hand (uspa.3.2.2.5.2.2b)
        _push_side(deal, high, pot.amount, shown, {"pot": number})
        return
    half = odd_chips.halves(deal, pot.amount)
    _push_side(deal, high, half.high, shown, {"pot": number, "side": "high"}, half)
    _push_side(deal, low, half.low, shown, {"pot": number, "side": "low"}, half)


def _push_side(
    deal: Deal,
    scale: str,
    amount: int,
    shown: list[int],
    more: Answer,
    halved: Halves | None = None,
) -> None:
    ranks = {seat: reading.rank(deal, seat, scale) for seat in shown}
    best = max(ranks.values())
    winners = [seat for seat in shown if ranks[seat] == best]
    shares = odd_chips.share(deal, winners, amount)
    why = shares.why(deal, more.get("side", "high"), halved)
    for seat, chips in shares.of.items():
        worth = reading.value(deal, seat, scale)
        told = more | {"hand": {"name": worth.name, "cards": list(worth.cards)}}
        _give(deal, seat, chips, told | {"clause": why} if why else told)


def _give(deal: Deal, seat: int, amount: int, more: Answer) -> None:
    deal.betting.players[seat].stack += amount
    deal.out.append({"o": "award", "seat": seat, "amount": amount, **more})


def to_last(deal: Deal) -> None:
    """Everyone else is out: the last hand takes all, unshown."""
    _give(deal, deal.betting.live[0].seat, deal.betting.pot(), {"pot": 0})


def by_floor(deal: Deal, seat: int) -> None:
    """The floor gives the pots to a seat."""
    deal.betting.return_uncalled()
    more = {"pot": 0, "clause": deal.setting.book.authority}
    _give(deal, seat, deal.betting.pot(), more)
