"""Who opens a round of stud, by the cards on view, and what he may open for."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import FACES
from engine.deal.deal import Deal
from engine.deal.upcards import Stud
from engine.games.rounds import BY_CARD, Betting, First
from engine.worth.upcards import card_order, has_pair, high_board, low_board


def open_round(deal: Deal, opened: Betting) -> None:
    """The round is opened by the card or the board that speaks first."""
    setting, betting, stud = deal.setting, deal.betting, deal.agenda.stud
    assert stud is not None
    size = setting.bets[opened.size == "big"]
    seat, first = opener(deal, opened)
    limits = setting.limits
    if first == "high_or_fold":  # the least is one ante (uspa.3.2.5.5.1.1c)
        size = min(setting.ante or size, size)
        limits = replace(limits, opening="bet_or_fold")
    elif first in BY_CARD:
        free = betting.players[seat].all_in or seat in stud.excused
        opening = "bet_or_fold" if free else "bet"  # uspa.3.2.3.5.8, uspa.3.2.3.5.5c
        limits = replace(limits, opening=opening, bring_in=setting.bring_in)
    elif opened.open_pair and setting.structure == "limit" and _pair_on_view(deal, stud):
        limits = replace(limits, upper=setting.bets[1])
    betting.limits = limits
    place = betting.order.index(betting.players[seat])
    if seat in stud.excused and first in BY_CARD:
        place = (place + 1) % len(betting.order)
    betting.open(size, place)


def opener(deal: Deal, opened: Betting) -> tuple[int, First]:
    """The seat that speaks first, and by what."""
    first = opened.in_big_bet if deal.setting.kind == "big_bet" else None
    first = first or opened.first
    own_card = first in BY_CARD or first == "high_or_fold"
    return (by_card(deal, first) if own_card else by_board(deal, first)), first


def by_card(deal: Deal, first: First, *, dead_too: bool = False) -> int:
    """The seat whose upcard must open: the lowest, or the highest with aces low, by suit."""
    stud = deal.agenda.stud
    assert stud is not None
    seats = list(stud.up) if dead_too else deal.live_seats()
    boards = {seat: seen(deal, stud.up.get(seat, [])) for seat in seats}
    shown = {seat: cards for seat, cards in boards.items() if cards}
    if not shown:
        return seats[0]
    if first == "low_card":
        return min(shown, key=lambda seat: card_order(shown[seat][0]))
    ace_low = first == "high_card"
    return max(shown, key=lambda seat: card_order(shown[seat][0], ace_low=ace_low))


def by_board(deal: Deal, first: First) -> int:
    """The seat whose board speaks first; of equal ones that nearest to the dealer's left."""
    stud = deal.agenda.stud
    assert stud is not None
    worth = low_board if first == "low_board" else high_board
    common = seen(deal, deal.felt.board)  # shared by all, it counts (uspa.3.2.3.5.15d)
    live = deal.live_seats()
    return max(live, key=lambda seat: worth([*seen(deal, stud.up.get(seat, [])), *common]))


def seen(deal: Deal, cards: list[str]) -> list[str]:
    """The faces that the table has seen; one that is only said to lie open has been read alone."""
    return [card for card in cards if card in FACES and card in deal.felt.shown]


def _pair_on_view(deal: Deal, stud: Stud) -> bool:
    return any(has_pair(seen(deal, stud.up.get(seat, []))) for seat in deal.live_seats())
