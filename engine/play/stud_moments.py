"""Why it is this player's turn in stud, where more than the plain rule decides it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deal.deal import Deal
from engine.deal.upcards import Stud
from engine.games.rounds import BY_CARD, First
from engine.play.first_to_act import by_card, opener, seen
from engine.worth.upcards import high_board, low_board


def why(deal: Deal, stud: Stud, moments: Mapping[str, str]) -> str:
    """The clause of this very turn; an empty word where the book has none of its own."""
    turn = deal.betting.turn
    assert turn is not None
    if not deal.acts.of_round():
        seat, first = opener(deal, deal.agenda.betting)
        own_card = first in BY_CARD or first == "high_or_fold"
        moment = _by_card if own_card else _by_board
        if (key := moment(deal, stud, seat, first)) in moments:
            return moments[key]
    if turn.seat in stud.last_up and len(deal.live_seats()) > 2:
        return moments.get("act_undeclared", "")
    return moments.get("act_declared", "") if "declared" in stud.flags else ""


def _by_card(deal: Deal, stud: Stud, seat: int, first: First) -> str:
    """What is special about who opens by his card."""
    if deal.betting.players[seat].all_in:
        return "act_low_all_in"
    if seat in stud.excused:
        return "act_low_excused"
    return "act_next_card" if by_card(deal, first, dead_too=True) != seat else ""


def _by_board(deal: Deal, stud: Stud, seat: int, first: First) -> str:
    """What is special about who opens by his board."""
    live = deal.live_seats()
    if stud.common:
        return "act_common"
    if stud.last_up:
        both = len(live) == 2 and stud.last_up.issuperset(live)
        return "act_both_up" if both else "act_last_up"
    worth = low_board if first == "low_board" else high_board
    boards = {
        one: worth(seen(deal, cards)) for one, cards in stud.up.items() if cards and one != seat
    }
    best = worth(seen(deal, stud.up.get(seat, [])))
    if any(board > best for one, board in boards.items() if one not in live):
        return "act_live_board"
    tied = any(board == best for one, board in boards.items() if one in live)
    return "act_tied" if tied else ""
