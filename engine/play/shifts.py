"""Putting every card in its proper place after a burn was missed or doubled."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK
from engine.deal.case import Case
from engine.deal.deal import Deal

Moves = list[tuple[str, str]]


def moves(deal: Deal, case: Case) -> Moves:
    """Which card goes where."""
    if case.fault == "no_burn":
        cards = _street_cards(deal)
        return [(cards[0], BURN)] if cards else []
    if case.fault == "extra_burn":
        return _of_second_burn(deal, case)
    if "extra_burn" in case.facts:  # the street came over a second burn: that is its first card
        return [(case.card, BOARD)] if case.card else []
    home = MUCK if "from_muck" in case.facts else DECK_ZONE
    return [(case.card, home)] if case.card else []


def _street_cards(deal: Deal) -> list[str]:
    """The board cards of the street in question."""
    if deal.agenda.stage == "cards":
        return deal.felt.fresh
    laid = deal.agenda.laid
    return deal.felt.board[-laid.cards :] if laid is not None else []


def _of_second_burn(deal: Deal, case: Case) -> Moves:
    burns, cards = deal.felt.cards(BURN), _street_cards(deal)
    second = case.card if case.card in burns else burns[-1] if burns else None
    if second is None:
        return []
    if not cards:
        return [(second, DECK_ZONE)]
    return [(second, BOARD), (cards[-1], DECK_ZONE)]


def apply(deal: Deal, case: Case, moved: Moves) -> None:
    """Count the cards where they will lie; the steps follow them there."""
    for card, zone in moved:
        if case.fault == "no_burn":
            _leave_board(deal, card)
        elif case.fault == "extra_burn" or "extra_burn" in case.facts:
            _second_burn(deal, card, zone)
        else:
            _not_the_top(deal, case, card)


def _leave_board(deal: Deal, card: str) -> None:
    felt, agenda = deal.felt, deal.agenda
    if agenda.stage == "cards":
        agenda.dealing.burn.done = True
    if card in felt.fresh:
        felt.fresh.remove(card)
    elif card in felt.board:
        felt.board.remove(card)
        agenda.stage = "patch"


def _second_burn(deal: Deal, card: str, zone: str) -> None:
    felt, agenda = deal.felt, deal.agenda
    dealing = agenda.stage == "cards"
    board = felt.fresh if dealing else felt.board
    if zone == BOARD:
        laid = agenda.laid
        board.insert(0 if dealing else len(board) - (laid.cards if laid else 0), card)
    elif card in board:
        board.remove(card)
        if agenda.stage == "bet":
            agenda.stage = "patch"


def _not_the_top(deal: Deal, case: Case, card: str) -> None:
    """A card that was not the top one goes back; the top one takes its place."""
    felt, agenda = deal.felt, deal.agenda
    if case.seat is not None and felt.take_from_hand(card, case.seat):
        agenda.start.pos = max(agenda.start.pos - 1, 0)
    elif card in felt.fresh:
        felt.fresh.remove(card)
    elif case.zone == BURN and agenda.stage == "cards":
        agenda.dealing.burn.done = False
