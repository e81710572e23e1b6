"""A player asks to see a called hand that was thrown away unshown, and what that does to it."""

from __future__ import annotations

from engine.cards import UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Declare
from engine.play import overruling, progress, showing
from engine.play.judge import found, rule, rule_if_printed
from engine.showdown import reading

OFTEN = 3  # asked so often in one evening, it is looked at as abuse (hilton.A31.4)


def refuse(deal: Deal, event: Declare) -> str | None:
    """Why there is no such hand to see."""
    if event.what == "shows_one":
        return _refuse_one(deal, event)
    if event.what != "see_hand":
        return None
    asker, of, tabled = event.seat, event.of, deal.showing.tabled
    if not deal.began or of is None:
        return "say in 'of' whose hand he wants to see"
    if asker not in deal.betting.players:
        return f"seat {asker} was not dealt in: he may not ask to see a hand"
    if tabled.get(of) is None:
        return f"seat {of} has thrown no hand away at the showdown"
    return f"seat {of}'s hand was shown" if tabled[of] else None


def _refuse_one(deal: Deal, event: Declare) -> str | None:
    if event.of is None or event.of not in deal.room.seats:
        return "say in 'of' who saw the hand"
    return None if event.seat in deal.felt.hands else f"seat {event.seat} has no cards in this deal"


def shown_to_one(deal: Deal, event: Declare) -> None:
    """Shown to one, shown to all: now, or when the deal is over."""
    known = facts.of(deal, event.seat)
    if not deal.over and deal.is_live(event.of or 0):
        known.add("viewer_live")
    rule(deal, Case("shown_to_one", [event.seat], facts=known))


def ask(deal: Deal, event: Declare) -> None:
    """It is turned up; whether it can still win, the book says."""
    asker, of = event.seat, event.of or 0
    person = deal.room.seats[asker]
    person.asked_to_see += 1
    if person.asked_to_see >= OFTEN:
        known = facts.of(deal, asker) | {"often"}
        rule_if_printed(deal, Case("hand_asked_for", [asker], facts=known))
    held = deal.showing.had.get(of, [])
    known = facts.of(deal, of)
    if _has_won(deal, asker):
        known.add("winner_asks")
    if _would_win(deal, of, held):
        known.add("would_win")
    case = Case("hand_asked_for", [of], facts=known)
    case.cards = [card for card in held if card != UNREAD]
    line = found(deal, case)
    deal.felt.shown.update(case.cards)
    lives = line is not None and line.decision == "allowed" and "would_win" in known
    lives = lives and (not deal.over or overruling.cannot_go_on(deal, "award") is None)
    rule(deal, case)
    if lives:
        _lives_again(deal, of, held)


def _has_won(deal: Deal, seat: int) -> bool:
    """Whether the pot is his, or would be: his is the best hand shown."""
    tabled = [s for s, shown in deal.showing.tabled.items() if shown]
    if seat not in tabled:
        return False
    return _rank(deal, seat) == max(_rank(deal, other) for other in tabled)


def _rank(deal: Deal, seat: int) -> int:
    return reading.rank(deal, seat, deal.setting.game.wins[0], reading.board(deal))


def _would_win(deal: Deal, seat: int, held: list[str]) -> bool:
    """Whether the hand, once it is turned up, is the best."""
    if not held or UNREAD in held or not reading.board_is_whole(deal):
        return False
    felt = deal.felt
    kept, seen = list(felt.hands.get(seat, [])), set(held) - felt.shown
    felt.hands[seat] = list(held)
    felt.shown |= seen
    own = _rank(deal, seat)
    felt.hands[seat] = kept
    felt.shown -= seen
    shown = [s for s, tabled in deal.showing.tabled.items() if tabled]
    return all(own > _rank(deal, other) for other in shown)


def _lives_again(deal: Deal, seat: int, held: list[str]) -> None:
    """Both hands are live, and the better one wins (uspa.3.1.8.5d)."""
    if deal.over:
        progress.reopen(deal)
        progress.tell_again(deal)
    deal.felt.hands[seat] = list(held)
    deal.showing.tabled[seat] = True
    showing.settle(deal)
