"""What a hand is worth: its own cards and the board, read once, when it is shown."""

from __future__ import annotations

from engine.cards import FACES
from engine.deal.deal import Deal
from engine.worth import Value, scale

NO_HAND = Value("no hand", ())


def board_is_whole(deal: Deal) -> bool:
    """Whether every card of the board can be read."""
    stud = deal.agenda.stud
    common = deal.setting.game.board_cards if stud is None else stud.common
    return len(_seen(deal, deal.felt.board)) == common


def _seen(deal: Deal, cards: list[str]) -> list[str]:
    """The faces that the table has seen: no pot rests on another, a burn counted as board say."""
    shown = deal.felt.shown
    return [card for card in dict.fromkeys(cards) if card in FACES and card in shown]


def cards_of(deal: Deal, seat: int) -> tuple[list[str], list[str]]:
    """What a seat plays, own and board; a card too many that nobody ruled on does not play."""
    board = _seen(deal, deal.felt.board)
    own = [card for card in _seen(deal, deal.felt.hole(seat)) if card not in board]
    return own[: deal.setting.game.hand_cards], board


def rank(deal: Deal, seat: int, side: str) -> int:
    """How a hand compares on one side of the pot; 0 where it has nothing there."""
    own, board = cards_of(deal, seat)
    cards = own + board
    known = deal.showing.ranks.get((seat, side))
    if known is None or known[0] != cards:
        worth = scale(side, deal.setting.game.uses).rank(own, board)
        known = deal.showing.ranks[seat, side] = (cards, worth)
    return known[1]


def value(deal: Deal, seat: int, side: str) -> Value:
    """The hand by name, and the five cards that make it."""
    own, board = cards_of(deal, seat)
    uses = deal.setting.game.uses
    if uses and len(own) < uses:
        return NO_HAND  # let live by the floor, though too few cards are left to make one
    return scale(side, uses).best(own, board)
