"""Cards of burn and board that go on from where they were in doubt."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, SEAT_OF, SEAT_ZONES
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import dealing, discarding, doubting, handling, passing, streets


def explains(deal: Deal, event: CardMoved, origin: str) -> bool:
    """A card goes on from where it was in doubt: a burn off the board, or the other way."""
    doubts, felt, agenda = deal.doubts, deal.felt, deal.agenda
    name = event.card
    if origin == BOARD and event.zone == BURN:
        over = doubts.about_card("burn_on_board", name)
        if over is not None:
            felt.move(name, BURN, BOARD)
            agenda.dealing.burn.done = True
            return doubting.drop(deal, over)
        if name in felt.fresh or name in felt.board:
            return _burn_leaves_board(deal, name)
        extra = doubts.about_card("flop_count", name)
        if extra is not None:
            felt.move(name, BURN, BOARD)
            doubting.drop(deal, doubts.of("no_burn"))
            return doubting.drop(deal, extra)
    stray = doubts.about_card("unread_hand", name)
    if stray is not None and origin == stray.case.zone != event.zone:
        doubting.drop(deal, stray)
        return _was_read_astray(deal, event, origin, stray.case.seat)
    second = doubts.about_card("extra_burn", name)
    if second is not None and origin == BURN and event.zone == BOARD:
        felt.move(name, BOARD, BURN)
        felt.see_on_board(name, up=event.face == "up", at=event.t)
        doubting.drop(deal, second)
        if agenda.stage == "cards":
            felt.fresh.append(name)
            streets.street_done_if_full(deal)
        return True
    return False


def _was_read_astray(deal: Deal, event: CardMoved, origin: str, at: int | None) -> bool:
    """A card of an unread hand was read at a neighbour's first: it is where it belongs again."""
    felt, others = deal.felt, passing.unread(deal, at)
    own = SEAT_OF.get(event.zone, 0)
    if event.zone == MUCK and len(others) == 1:
        own = others[0]  # his hand crossed the neighbour's antenna
    if own not in others:
        return False
    felt.move(event.card, DECK_ZONE, origin)
    felt.read(event.card, SEAT_ZONES[own], own)
    if event.zone == MUCK and not discarding.takes(deal, event, own):
        handling.from_seat(deal, event, SEAT_ZONES[own])
    return True


def rule_unread(deal: Deal, case: Case) -> None:
    """It stays where it was read: that hand has a card too many."""
    seat, card = case.seat, case.card
    if seat is None or card is None or deal.felt.place.get(card) != case.zone:
        return
    event = passing.again_off_deck(deal, card)
    if event is not None:
        dealing.one_too_many(deal, event, seat)


def _burn_leaves_board(deal: Deal, name: str) -> bool:
    """The burn had counted as a board card: it goes to the burns, and the card in doubt counts."""
    doubts, felt = deal.doubts, deal.felt
    missing, extra = doubts.of("no_burn"), doubts.of("flop_count")
    if missing is None and extra is None:
        return False
    felt.move(name, BURN, BOARD)
    fresh = name in felt.fresh
    counted = felt.fresh if fresh else felt.board
    counted.remove(name)
    if extra is not None and extra.case.card is not None:
        counted.append(extra.case.card)
    if fresh or (missing is None and deal.agenda.stage == "cards"):
        deal.agenda.dealing.burn.done = True  # of all-in streets it may be the next one's
    elif extra is None:
        deal.agenda.to_patch()  # its place on the board is still to be filled
    doubting.drop(deal, missing)
    doubting.drop(deal, extra)
    return True
