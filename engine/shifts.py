"""Putting every card in its proper place after a burn was missed or doubled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.rulings import Case

Moves = list[tuple[str, str]]


def moves(hand: Hand, case: Case) -> Moves:
    """Which card goes where."""
    if case.fault == "no_burn":
        return _of_missing_burn(hand)
    if case.fault == "extra_burn":
        return _of_second_burn(hand, case)
    if "extra_burn" in case.facts:  # the street came over a second burn: that is its first card
        return [(case.card, BOARD)] if case.card else []
    home = MUCK if "from_muck" in case.facts else DECK_ZONE
    return [(case.card, home)] if case.card else []


def _street_cards(hand: Hand) -> list[str]:
    """The board cards of the street in question."""
    if hand.stage == "cards":
        return hand.fresh
    count = hand.game.streets[hand.street].board
    return hand.board[-count:] if count else []


def _of_missing_burn(hand: Hand) -> Moves:
    cards = _street_cards(hand)
    return [(cards[0], BURN)] if cards else []


def _of_second_burn(hand: Hand, case: Case) -> Moves:
    burns, cards = hand.felt.cards(BURN), _street_cards(hand)
    second = case.card if case.card in burns else burns[-1] if burns else None
    if second is None:
        return []
    if not cards:
        return [(second, DECK_ZONE)]
    return [(second, BOARD), (cards[-1], DECK_ZONE)]


def apply(hand: Hand, case: Case, moved: Moves) -> None:
    """Count the cards where they will lie; the steps follow them there."""
    for card, zone in moved:
        if case.fault == "no_burn":
            _leave_board(hand, card)
            hand.burns = 1
        elif case.fault == "extra_burn" or "extra_burn" in case.facts:
            _second_burn(hand, card, zone)
        else:
            _not_the_top(hand, case, card)


def _leave_board(hand: Hand, card: str) -> None:
    if card in hand.fresh:
        hand.fresh.remove(card)
    elif card in hand.board:
        hand.board.remove(card)
        hand.stage = "patch"


def _second_burn(hand: Hand, card: str, zone: str) -> None:
    board = hand.fresh if hand.stage == "cards" else hand.board
    hand.burns = min(hand.burns, 1)
    if zone == BOARD:
        first = 0 if hand.stage == "cards" else len(board) - hand.game.streets[hand.street].board
        board.insert(first, card)
    elif card in board:
        board.remove(card)
        if hand.stage == "bet":
            hand.stage = "patch"


def _not_the_top(hand: Hand, case: Case, card: str) -> None:
    """A card that was not the top one goes back; the top one takes its place."""
    held = hand.holding.get(case.seat, []) if case.seat is not None else []
    if card in held:
        held.remove(card)
        hand.plan.pos = max(hand.plan.pos - 1, 0)
    elif card in hand.fresh:
        hand.fresh.remove(card)
    elif case.zone == BURN and hand.burns:
        hand.burns -= 1
