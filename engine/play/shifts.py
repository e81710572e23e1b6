"""Putting every card in its proper place after a burn was missed or doubled."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, SEAT_OF
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play import seat_faults

Moves = list[tuple[str, str]]


def moves(deal: Deal, case: Case) -> Moves:
    """Which card goes where."""
    if (of_seats := seat_faults.shift(deal, case)) is not None:
        return of_seats
    if case.fault == "no_burn":
        cards = [case.card] if case.card in deal.felt.on_board() else _street_cards(deal)
        return [(card, BURN) for card in cards[:1] if card is not None]
    if case.fault == "extra_burn":
        return _of_second_burn(deal, case)
    if "extra_burn" in case.facts:  # the street came over a second burn: that is its first card
        return [(case.card, BOARD)] if case.card else []
    home = next((zone for zone in (MUCK, BURN) if f"from_{zone}" in case.facts), DECK_ZONE)
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
    if seat_faults.shifted(deal, case, moved):
        return
    for card, zone in moved:
        if case.fault == "no_burn":
            _leave_board(deal, card)
        elif case.fault == "extra_burn" or "extra_burn" in case.facts:
            _second_burn(deal, card, zone)
        else:
            _not_the_top(deal, case, card)


def _leave_board(deal: Deal, card: str) -> None:
    felt, agenda = deal.felt, deal.agenda
    if card in felt.fresh:
        felt.fresh.remove(card)
        agenda.dealing.burn.done = True
    elif card in felt.board:
        felt.board.remove(card)
        agenda.to_patch()


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
        if agenda.stage == "deal" and felt.dealt[-1:] == [(card, case.seat)]:
            felt.dealt.pop()  # nothing came after it: the deal asks for its place again
            agenda.start.pos -= 1
    elif card in felt.fresh:
        felt.fresh.remove(card)
    elif card in felt.board:
        felt.board.remove(card)
        agenda.to_patch()
    elif case.zone == BURN and agenda.stage == "cards":
        agenda.dealing.burn.done = False


def let_lie(deal: Deal) -> None:
    """A flop is void though its order can be told: its first card is no burn (hilton.B2.1)."""
    for correction in deal.open_corrections():
        first = correction.case.card
        moves = [task for task in correction.tasks if task.do == "move" and not task.done]
        if correction.fault == "no_burn" and first in deal.felt.on_board() and moves:
            undo(deal, [(task.card, BURN) for task in moves if task.card is not None])


def undo(deal: Deal, moves: Moves) -> None:
    """Cards that were to move stay where they lie, and count there."""
    felt, agenda = deal.felt, deal.agenda
    dealing = agenda.stage == "cards"
    board = felt.fresh if dealing else felt.board
    laid = agenda.laid
    first = 0 if dealing else len(board) - (laid.cards if laid else 0)
    for card, zone in moves:
        _keep_in_hand(deal, card)
        if zone == BOARD and card in board:  # a second burn: it is none of the street's
            board.remove(card)
        elif zone in (BURN, DECK_ZONE) and card in felt.on_board() and card not in board:
            board.insert(max(first + (zone == BURN), 0) if zone == BURN else len(board), card)
    if agenda.stage == "patch":
        agenda.resume()


def _keep_in_hand(deal: Deal, card: str) -> None:
    """A card that was to leave a hand is its player's after all."""
    felt, start = deal.felt, deal.agenda.start
    seat = SEAT_OF.get(felt.zone_of(card))
    if seat is None:
        return
    felt.hold(card, seat)
    due = start.due
    if due is not None and due.seat == seat and (card, seat) not in felt.dealt:
        felt.dealt.append((card, seat))
        start.pos += 1
