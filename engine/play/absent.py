"""A player who is away when his turn comes, where the book kills his hand."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play import bringing_in
from engine.play.judge import rule_if_printed


def turns(deal: Deal) -> None:
    """Rule on each absent player whose turn it is."""
    while deal.agenda.stage == "bet" and (turn := deal.betting.turn) is not None:
        person = deal.room.seats.get(turn.seat)
        if person is None or not person.away:
            return
        brought = bringing_in.for_player(deal, turn)
        case = Case("absent_player", [turn.seat], facts=facts.of(deal, turn.seat))
        ruled = rule_if_printed(deal, case)
        if not (ruled or brought) or deal.betting.turn is turn:
            return
