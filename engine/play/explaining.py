"""Cards of burn and board that go on from where they were in doubt."""

from __future__ import annotations

from engine.cards import BOARD, BURN
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import doubting, streets


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
