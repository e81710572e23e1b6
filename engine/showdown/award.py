"""Pushing the pots: which hand wins which, high and low."""

from __future__ import annotations

from typing import Any

from engine.answers import Answer
from engine.betting.pots import Pot
from engine.deal.deal import Deal
from engine.deal.runs import Runs
from engine.showdown import grounds, odd_chips, ranking, reading
from engine.showdown.odd_chips import Halves, Shares
from engine.showdown.reading import Hands


def is_settled(deal: Deal) -> bool:
    """Whether every live hand was shown or given up, and the board can be read."""
    tabled = deal.showing.tabled
    for player in deal.betting.order:
        if not player.folded and player.seat not in tabled:
            return False
    return reading.board_is_whole(deal)


def to_best(deal: Deal) -> None:
    """Push every pot, side pots first (hilton.A32.1, uspa.3.1.8.7d)."""
    pots, runs = deal.pots(), deal.showing.runs
    hands = reading.Hands(deal, reading.board(deal), len(pots))
    first = len(deal.out)
    for number in range(len(pots) - 1, -1, -1):
        if runs is None:
            _push(deal, {"pot": number}, pots[number], hands)
        else:
            _push_runs(deal, number, pots[number], runs, len(pots))
    _kill_losers(deal, deal.out[first:])


def _kill_losers(deal: Deal, awards: list[Any]) -> None:
    """Say with the first pot which hands are killed before it is pushed, and why."""
    why = deal.setting.whys.grounds.get("kill_losers")
    losers = grounds.to_kill(deal, {award["seat"] for award in awards}) if why else []
    if losers and awards:
        awards[0] |= {"kill": losers, "kill_why": why}


def _push_runs(deal: Deal, number: int, pot: Pot, runs: Runs, pots: int) -> None:
    """Each board has its part of the pot; an odd chip goes with the first (uspa.app3.3.15)."""
    each, odd = divmod(pot.amount, runs.times)
    for k, board in enumerate(runs.boards):
        part = Pot(each + (k < odd), pot.seats)
        if part.amount:
            of: Answer = {"pot": number, "run": k + 1}
            _push(deal, of, part, reading.Hands(deal, board, pots))


def _push(deal: Deal, of: Answer, pot: Pot, hands: Hands) -> None:
    tabled = deal.showing.tabled
    shown = [seat for seat in deal.live_seats() if seat in pot.seats and tabled.get(seat)]
    if not shown:  # nobody contested this side pot: its owner need not show
        why = deal.setting.whys["side_alone"]
        _give(deal, pot.seats[0], pot.amount, {**of, "why": why})
        return
    high, *lows = deal.setting.game.wins
    low = next((low for low in lows if any(hands.ranks(shown, low).values())), None)
    if low is None:  # a low that nobody has leaves all to the high hand (uspa.3.2.2.5.2.2b)
        _push_side(deal, high, pot.amount, shown, hands, of)
        return
    half = odd_chips.halves(deal, pot.amount)
    best = hands.best(shown, high)
    both: tuple[Shares | None, Shares | None] = None, None
    as_one = len(best) > 1 and "odd_both" in deal.setting.book.why
    if as_one and best == hands.best(shown, low):
        both = odd_chips.share_both(deal, best, half)
    _push_side(deal, high, half.high, shown, hands, {**of, "side": "high"}, half, both[0])
    _push_side(deal, low, half.low, shown, hands, {**of, "side": "low"}, half, both[1])


def _push_side(
    deal: Deal,
    scale: str,
    amount: int,
    shown: list[int],
    hands: Hands,
    more: Answer,
    halved: Halves | None = None,
    shares: Shares | None = None,
) -> None:
    if shares is None:
        shares = odd_chips.share(deal, hands.best(shown, scale), amount, scale)
    ranks = hands.ranks(shown, scale)
    clause = shares.why(deal, more.get("side", "high"), halved)
    why = deal.setting.whys[_why_best(deal, scale, more)]
    for seat, chips in shares.of.items():
        worth = hands.value(seat, scale)
        told = more | {"hand": ranking.shown(deal, seat, scale, worth), "why": why}
        if clause:
            told["clause"] = clause
        also = grounds.cited(deal, scale, ranks, seat, worth.cards, pots=hands.pots)
        if shares.odd > 1 or (shares.odd and odd_chips.by_a_card(deal)):
            also += odd_chips.also(deal, shares)
        _give(deal, seat, chips, told | {"also": also} if also else told)


def _give(deal: Deal, seat: int, amount: int, more: Answer) -> None:
    deal.betting.players[seat].stack += amount
    award: Any = {"o": "award", "seat": seat, "amount": amount, **more}
    deal.out.append(award)


def _why_best(deal: Deal, side: str, more: Answer) -> str:
    """What of the law a shown hand wins by: high, low, or high for want of a low."""
    if deal.showing.why:
        return deal.showing.why
    if side != "high":
        return "low"
    if len(deal.setting.game.wins) > 1 and "side" not in more:
        return "no_low"
    if "run" in more:
        return "best_run"
    return ("best", "best_side", "best_sides")[min(more["pot"], 2)]


def to_last(deal: Deal) -> None:
    """Everyone else is out: the last hand takes all, unshown."""
    more: Answer = {"pot": 0, "why": deal.setting.whys["last"]}
    if (unshown := deal.setting.whys.grounds.get("last_unshown")) is not None:
        more["also"] = [unshown]
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
