"""Each player throws cards of his away between two rounds: whose they are is seen, not which."""

from __future__ import annotations

from engine.answers import ExpectDiscard
from engine.cards import MUCK, SEAT_ZONES, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved, Draw
from engine.play import progress
from engine.play.judge import rule


def expectation(deal: Deal) -> ExpectDiscard | None:
    """Who throws away next, clockwise from the button's left; in turn or not is no matter."""
    for seat in deal.live_seats():
        if owed := deal.agenda.discards.get(seat):
            why = deal.setting.whys["discard"]
            return {"o": "expect", "what": "discard", "seat": seat, "count": owed, "why": why}
    return None


def takes(deal: Deal, event: CardMoved, seat: int) -> bool:
    """Whether a card that leaves a seat for the muck is a discard; then it is done."""
    if deal.agenda.stage != "discard" or event.zone != MUCK:
        return False
    if not deal.agenda.discards.get(seat) or not deal.is_live(seat):
        return False
    if event.card != UNREAD and not _holds(deal, seat, event.card):
        return False
    deal.felt.move(event.card, MUCK, SEAT_ZONES[seat])
    deal.felt.throw_away(event.card, seat)
    if event.face == "up" and event.card not in deal.felt.shown:
        deal.felt.shown.add(event.card)
        known = facts.of(deal, seat)
        rule(deal, Case("player_exposed", [seat], event.card, zone=MUCK, facts=known))
    if not deal.over:
        _thrown(deal, seat)
    return True


def _holds(deal: Deal, seat: int, card: str) -> bool:
    held = deal.felt.hands.get(seat, [])
    return card in held or UNREAD in held


def _thrown(deal: Deal, seat: int) -> None:
    deal.agenda.discards[seat] -= 1
    go_on_if_done(deal)


def go_on_if_done(deal: Deal) -> None:
    """Nobody left in the deal owes a discard: the next round begins."""
    if deal.agenda.stage == "discard" and expectation(deal) is None:
        progress.go_on(deal)


def refuse(deal: Deal, event: Draw) -> str | None:
    """Why a player cannot discard."""
    if deal.agenda.stage != "discard":
        return "this is no time to discard"
    seat, named = event.seat, event.discards
    owed = deal.agenda.discards.get(seat, 0) if deal.is_live(seat) else 0
    if not owed:
        return f"seat {seat} has nothing to discard"
    count = len(named) if named is not None else event.count
    if count != owed:
        return f"seat {seat} discards {owed}, not {count}"
    if any(card == UNREAD or not _holds(deal, seat, card) for card in named or ()):
        return f"seat {seat} was dealt other cards than these"
    return None


def draw(deal: Deal, event: Draw) -> None:
    """A player names what he throws away; a mere number counts where no antenna sees the cards."""
    cards = event.discards
    if cards is None:
        cards = [UNREAD] * (event.count or 0) if "rfid" not in deal.setting.sensors else []
    for card in cards:
        deal.felt.throw_away(card, event.seat)
        _thrown(deal, event.seat)
