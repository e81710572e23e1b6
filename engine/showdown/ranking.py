"""By which clauses a winning hand is made of its cards, and ranks as what it is called."""

from __future__ import annotations

from functools import cache

from engine.answers import Shown
from engine.cards import JOKER
from engine.deal.deal import Deal
from engine.law.hand_words import CALLED, HOLE_CARDS
from engine.worth import Value, scale

BEST_27 = scale("low_27").rank(["7s", "5h", "4d", "3c", "2s"], [])


def shown(deal: Deal, seat: int, side: str, worth: Value) -> Shown:
    """The hand that won; with a clause where the book has one for it."""
    hand: Shown = {"name": worth.name, "cards": list(worth.cards)}
    why = deal.setting.book.why
    for key in _made(deal, seat, side, worth):
        if key in why:
            hand["made_by"] = why[key]
            break
    for key in _ranks(side, worth):
        if key in why:
            hand["ranks_by"] = why[key]
            break
    return hand


def _made(deal: Deal, seat: int, side: str, worth: Value) -> list[str]:
    """What a book may give the clause of, the closest first."""
    if JOKER in deal.felt.hole(seat):
        return ["made_joker", "made"]
    if side != "high":
        return ["made_low", "made"]
    used = len(set(worth.cards) & set(deal.felt.hole(seat)))
    return [HOLE_CARDS[used], "made"] if used < len(HOLE_CARDS) else ["made"]


@cache
def _called(name: str) -> str:
    """The key of what a high hand is called."""
    found = (key for start, key in CALLED.items() if name.startswith(start))
    return next(found, "ranks_high_card")


def _ranks(side: str, worth: Value) -> list[str]:
    if side == "high":
        return [_called(worth.name)]
    keys = ["ranks_low"]
    if any(card[0] == "A" for card in worth.cards):
        keys.insert(0, "ranks_low_ace")
    if side == "low_27":
        best = JOKER not in worth.cards and scale(side).rank(worth.cards, []) == BEST_27
        return ["ranks_low_best", *keys] if best else keys
    high = scale("high").best([card for card in worth.cards if card != JOKER], []).name
    if "straight" in high or "flush" in high:
        keys.insert(0, "ranks_low_straight")
    return keys
