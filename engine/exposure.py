"""A downcard whose face was seen through the dealer's fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts
from engine.cards import UNREAD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def exposed(table: Table, hand: Hand, name: str, seat: int, extra: set[str]) -> None:
    """A downcard was exposed by the dealer."""
    if name != UNREAD and name in hand.exposed:
        return
    known = facts.of(table, seat, name) | extra
    if hand.exposed:
        known.add("again")
    hand.exposed.append(name)
    if "off_table" not in extra:  # that counts as exposed, though it may lie face down
        hand.felt.shown.add(name)
    rule(table, Case("exposed_card", [seat], name, facts=known))
