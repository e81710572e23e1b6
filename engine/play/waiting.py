"""While a ruling waits for the floor, what is done with that very card belongs to it."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved

# A card that perhaps does not play: dealers give its place the next one at once.
REPLACED = frozenset(("boxed_card", "joker", "exposed_card", "foreign_back"))
ASTRAY = frozenset(("wrong_seat", "wrong_first_seat"))


def belongs(deal: Deal, event: CardMoved, origin: str) -> bool:
    """Whether a movement is no fault of its own; then it has been followed."""
    if deal.agenda.stage == "show":
        return False
    for correction in deal.corrections:
        case = correction.case
        if not correction.awaits_floor or case.fault not in REPLACED | ASTRAY:
            continue
        if origin == DECK_ZONE:
            if case.fault in REPLACED and _comes_instead(deal, case, event):
                return True
        elif event.card == case.card != UNREAD and _its_place(case, event.zone, origin):
            _follow(deal, case, event, origin)
            return True
    return False


def _its_place(case: Case, zone: str, origin: str) -> bool:
    """Put away, or with those whom the ruling is about; in another hand it is a new fault."""
    return zone == origin or (SEAT_OF[zone] in case.seats if zone in SEAT_OF else zone != BOARD)


def _comes_instead(deal: Deal, case: Case, event: CardMoved) -> bool:
    """The next card is dealt to the place of the one in question."""
    zone = case.zone or SEAT_ZONES[case.seat or 0]
    due = deal.agenda.start.due
    if case.instead or event.zone != zone or (due is not None and due.zone == zone):
        return False
    felt = deal.felt
    case.instead = event.card
    felt.move(event.card, zone, DECK_ZONE)
    if zone == BOARD:
        felt.see_on_board(event.card, up=event.face == "up", at=event.t)
        _swap_on_board(deal, case.card, event.card)
    elif case.seat is not None and zone != BURN:
        _out_of_hand(deal, case.card, case.seat)
        felt.hold(event.card, case.seat)
        if event.face == "up":
            felt.shown.add(event.card)
    return True


def _swap_on_board(deal: Deal, old: str | None, new: str) -> None:
    for cards in (deal.felt.fresh, deal.felt.board):
        if old in cards:
            cards[cards.index(old)] = new


def _out_of_hand(deal: Deal, card: str | None, seat: int) -> None:
    if card is not None:
        deal.felt.take_from_hand(card, seat)


def _follow(deal: Deal, case: Case, event: CardMoved, origin: str) -> None:
    """The card in question is turned, put away, brought back, or passed to its owner."""
    felt, zone = deal.felt, event.zone
    if event.face == "up":
        felt.shown.add(event.card)
    if zone == origin:
        return
    felt.move(event.card, zone, origin)
    if origin in SEAT_OF:
        _out_of_hand(deal, event.card, SEAT_OF[origin])
    seat = SEAT_OF.get(zone)
    if seat is None or seat not in felt.hands:
        return
    felt.hold(event.card, seat)
    if case.fault in ASTRAY and origin in SEAT_OF:
        deal.agenda.start.give_back(seat, SEAT_OF[origin])


def let_it_play(deal: Deal, case: Case) -> None:
    """The card in question counts after all, and not the one that came in its place."""
    if case.instead is None or case.card is None:
        return
    if case.zone == BOARD:
        _swap_on_board(deal, case.instead, case.card)
    elif case.seat is not None:
        _out_of_hand(deal, case.instead, case.seat)
        deal.felt.hold(case.card, case.seat)
