"""The facts of a situation, in the words that the rulebooks' lines use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.law import Book, Window

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


STAGES = {"deal": "dealing", "bet": "betting", "patch": "betting", "show": "showdown"}


def of(
    table: Table, seat: int | None = None, card: str | None = None, zone: str | None = None
) -> set[str]:
    """All that is true of the table, the seat and the card right now."""
    facts = {table.format, "limit" if table.structure == "limit" else "big_bet"}
    facts.add(f"second_card_exposed:{table.book.params['second_card_exposed']}")
    if table.antes():
        facts.add("antes")
    if seat is not None:
        facts |= _of_person(table, seat)
    if zone is not None:
        facts.add(f"in_{zone.partition(':')[0]}")
    hand = table.hand
    if hand is None:
        return facts | {"over"}
    facts.add(STAGES.get(hand.stage, hand.stage))
    facts |= _of_deal(hand)
    facts.add(_street(hand))
    if seat is not None:
        facts |= _of_hand(hand, seat)
    if card is not None:
        facts |= _of_card(hand, seat, card)
    return facts


def _of_person(table: Table, seat: int) -> set[str]:
    person = table.seats.get(seat)
    if person is None:
        return {"empty"}
    facts = {"absent"} if person.away else {"present"}
    if person.asked:
        facts.add("asked")
    return facts


def _of_deal(hand: Hand) -> set[str]:
    facts = set()
    if hand.actions:
        facts.add("action_begun")
    if hand.has_full_hand():
        facts.add("someone_complete")
    if hand.plan.due is None and not hand.plan.missed:
        facts.add("deal_complete")
    if hand.has_second_card():
        facts.add("second_cards_out")
    return facts


def _street(hand: Hand) -> str:
    """The street a fault of burn or board belongs to."""
    streets = hand.game.streets
    return streets[hand.street].name if hand.stage != "cards" else hand.next_street.name


def _of_hand(hand: Hand, seat: int) -> set[str]:
    player = hand.betting.players.get(seat)
    due = hand.plan.due
    truths = {
        "looked": seat in hand.looked,
        "acted": seat in hand.acted,
        "posted": seat in hand.blinds,
        "blind_left_of_button": seat in hand.blinds and seat != hand.button,
        "on_button": seat == hand.button,
        "guarded": seat in hand.guarded,
        "board_declared": seat in hand.play_board,
        "skipped": seat in hand.skipped,
        "not_dealt_in": player is None,
        "folded": player is not None and player.folded,
        "live": player is not None and not player.folded,
        "no_cards": not hand.hole(seat),
        "due_top": due is not None and due.seat == seat and not hand.plan.missed,
    }
    return {fact for fact, true in truths.items() if true}


def _of_card(hand: Hand, seat: int | None, card: str) -> set[str]:
    facts = {"unread"} if card == "??" else set()
    places = [k for k, (dealt, _) in enumerate(hand.dealt) if dealt == card]
    if not places and hand.plan.due is not None and hand.plan.due.seat == seat:
        places = [len(hand.dealt)]  # seen in flight, before it landed
    if not places:
        return facts
    place = places[-1]
    if place == 0:
        facts.add("first_card")
    elif place == 1:
        facts.add("second_card")
    if place < len(hand.plan.order):
        facts.add("first_round_card")
    if place == len(hand.dealt) - 1:
        facts.add("last_dealt")
    return facts


def windows(book: Book, hand: Hand | None) -> set[str]:
    """The windows of a book that are still open."""
    return {f"until:{name}" for name, window in book.windows.items() if is_open(window, hand)}


def is_open(window: Window, hand: Hand | None) -> bool:
    """Whether so few have acted that the window still holds."""
    if hand is None:
        return False
    if window.of_round:
        return hand.round_actions < window.acted and hand.round_chips < window.chips
    # An action taken before the deal was whole waits, but it has been taken.
    chips = hand.with_chips + sum(act.do not in ("fold", "check") for act in hand.deferred)
    if hand.actions + len(hand.deferred) >= window.acted or chips >= window.chips:
        return False
    beyond = sum(p.seat not in hand.blinds for p in hand.betting.order)
    # Two or three dealt in: nobody sits beyond the blinds, so any two count (uspa.3.1.4.2b).
    count = hand.after_blinds if beyond >= 2 else hand.actions
    return count < window.after_blinds
