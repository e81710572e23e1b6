"""The deck is too short for the draw: discards and burns are made into a new stub."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play.judge import rule


def foresee(deal: Deal) -> None:
    """Rule where a card is due to a player and none may be dealt any more."""
    agenda, exchange = deal.agenda, deal.agenda.exchange
    if agenda.stage != "draw" or exchange is None or deal.felt.stub > _kept_back(deal):
        return
    due = exchange.due(deal.live_seats())
    if due is None or due.what not in ("card", "late"):
        return
    if any(c.fault == "cards_run_out" for c in deal.open_corrections()):
        return
    rule(deal, Case("cards_run_out", [due.seat], facts=facts.of(deal), street=agenda.street_name))


def _kept_back(deal: Deal) -> int:
    """How many cards at the bottom are never dealt (hilton.A7)."""
    known = facts.of(deal) | {"last_card"}
    return int(deal.setting.book.find("bottom_card", known) is not None)
