"""A downcard whose face was seen through the dealer's fault."""

from __future__ import annotations

from engine.cards import UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.play.judge import rule


def exposed(deal: Deal, name: str, seat: int, extra: set[str]) -> None:
    """A downcard was exposed by the dealer."""
    felt = deal.felt
    if name != UNREAD and name in felt.exposed:
        return
    again = bool(felt.exposed)
    felt.exposed.append(name)
    told = "off_table" not in extra  # that counts as exposed, though it may lie face down
    known = facts.of(deal, seat, name) | extra | facts.of_exposed(deal, name, told=told)
    if again:
        known.add("again")
    if told:
        felt.shown.add(name)
    rule(deal, Case("exposed_card", [seat], name, facts=known))
