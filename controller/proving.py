"""Proof: a face in a request counts if the table has seen it, or if a show names it rightly.

What is refused here, and in what words, depends on no face that nobody has seen, with one
exception: a show that names the very cards is its own proof. So that nobody can go on guessing,
a wrong name calls the floor, and that role shows no more hands in the deal: which of a role's
consoles asked, no broker says.
"""

from dataclasses import dataclass
from typing import Any

from controller.messages import AskShow, Trouble
from engine.cards import JOKER, UNREAD
from engine.table import Table

NOT_SEEN = Trouble(
    "a hand that lies face up, or the names of its cards",
    "neither, and the showdown is still to come",
    "name the cards",
)
NOT_READ = Trouble(
    "a hand whose cards were all read", "one with a card unread", "wait for the showdown"
)
NOT_THERE = Trouble(
    "the cards of that hand", "others", "the floor is called: it shows hands in this deal"
)
BARRED = Trouble(
    "a role that named no wrong cards in this deal", "one that did", "let the floor show the hand"
)


@dataclass(frozen=True, slots=True)
class Unproved:
    """Why a hand is not shown."""

    trouble: Trouble
    wrong: bool = False  # cards were named that are not there


def of_show(table: Table, asked: AskShow, *, barred: bool) -> Unproved | None:
    """What is wrong with a request to show a hand; None where the table may judge it."""
    outlook = table.outlook()
    if not outlook.on or asked.seat not in outlook.live:
        return None  # the table refuses it, and knows no face for it
    if barred:
        return Unproved(BARRED)
    named = [card for card in asked.cards or () if card != UNREAD]
    held = table.hole(asked.seat)
    unseen = [card for card in named or held if not _is_seen(table, card)]
    due = table.expected or {}  # all-in hands are laid open before the board is out
    asked_for = due.get("what") == "show" and due.get("seat") == asked.seat
    if outlook.stage != "show" and unseen and not asked_for:
        if not named:
            return Unproved(NOT_SEEN)
        if UNREAD in held:
            return Unproved(NOT_READ)
    return Unproved(NOT_THERE, wrong=True) if _is_wrong(table, held, named) else None


def untold(event: dict[str, Any], table: Table) -> dict[str, Any]:
    """A report without a face that nobody has seen: the table must not say whether it is there."""
    card = event.get("card")
    if event["e"] != "report" or card is None or _is_seen(table, card):
        return event
    if card == JOKER and not table.setting.joker:  # it is no secret that it has no place here
        return event
    return {**event, "card": UNREAD}


def _is_seen(table: Table, card: str) -> bool:
    return card != UNREAD and table.is_shown(card)


def _is_wrong(table: Table, held: list[str], named: list[str]) -> bool:
    """Whether a name is of no card there; one card may be any that was not read, if it is free."""
    places, _ = table.places()
    others = [card for card in named if card not in held]
    return len(others) > held.count(UNREAD) or any(card in places for card in others)
