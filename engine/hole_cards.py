"""The starting deal: hole cards compared with the plan, and what goes wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import exposure, facts, log, remedy
from engine.cards import DECK_ZONE, OFF, UNREAD, seats_in
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def fill(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """The card the plan asked for."""
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    advance(table, hand)


def advance(table: Table, hand: Hand) -> None:
    """The plan goes on by one card."""
    plan = hand.plan
    plan.pos += 1
    if plan.pos == len(plan.slots):
        table.deal_done()


def to_seat(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """A card from the deck reaches a seat."""
    if not_the_top(table, hand, event):
        return
    if hand.deal_burn:
        clause, hand.deal_burn = hand.deal_burn, ""
        remedy.stray(table, hand, "burn", clause, event.card)
    due = hand.plan.due
    if hand.stage == "deal" and due is not None and due.seat == seat and seat in hand.holding:
        remedy.meets_scrap(hand, seat)
        remedy.wrong_step(table, hand, "card")
        if not hand.over:
            _give(table, hand, event, seat)
    elif seat not in hand.holding:
        _to_stranger(table, hand, event, seat)
    elif len(hand.hole(seat)) >= hand.size:
        _extra(table, hand, event, seat)
    elif hand.plan.missed and hand.plan.fill_missed(seat):
        _hold(hand, event, seat)
    elif hand.stage == "deal" and due is not None:
        _out_of_order(table, hand, event, seat, due.seat)
    else:
        _hold(hand, event, seat)


def _hold(hand: Hand, event: log.CardMoved, seat: int) -> None:
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)


def _out_of_order(table: Table, hand: Hand, event: log.CardMoved, seat: int, due: int) -> None:
    """Another seat than the one due: a step done wrong, or too soon, or simply the wrong seat."""
    if remedy.too_soon(table, hand, seat, event.card):
        _hold(hand, event, seat)
    elif remedy.wrong_step(table, hand, "card"):
        if not hand.over:
            _skip(table, hand, event, seat)
    else:
        _to_wrong_seat(table, hand, event, seat, due)


def _skip(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """The dealer goes on from another seat: the plan follows, the seats between are missed."""
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    if hand.plan.skip_to(seat):
        hand.skipped |= {slot.seat for slot in hand.plan.missed}
    _after_skip(table, hand)


def _give(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """The right seat; but perhaps face up."""
    face_up = event.face == "up" and hand.plan.due is not None and hand.plan.due.face == "down"
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    hand.plan.pos += 1
    if face_up:
        exposure.exposed(table, hand, event.card, seat, set())
    if not hand.over and hand.plan.due is None and hand.stage == "deal":
        table.deal_done()


def dealt_off_table(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """The card that was due left the table: it counts as exposed."""
    due = hand.plan.due
    assert due is not None
    hand.felt.move(event.card, OFF, DECK_ZONE)
    hand.holding[due.seat].append(event.card)
    hand.dealt.append((event.card, due.seat))
    hand.plan.pos += 1
    if event.face == "up":
        hand.felt.shown.add(event.card)
    exposure.exposed(table, hand, event.card, due.seat, {"off_table"})
    if not hand.over and hand.plan.due is None:
        table.deal_done()


def _to_stranger(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """A card for a seat that is not in this deal."""
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    if hand.stage != "deal" or f"stranger:{seat}" in hand.ruled:
        return
    hand.ruled.add(f"stranger:{seat}")
    person = table.seats.get(seat)
    fault = "absent_seat" if person is not None and person.away else "ineligible_seat"
    rule(table, Case(fault, [seat], event.card, facts=facts.of(table, seat)))


def _to_wrong_seat(table: Table, hand: Hand, event: log.CardMoved, seat: int, due: int) -> None:
    person = table.seats.get(due)
    if person is not None and person.away:
        _skip(table, hand, event, seat)
        _passed_over(table, hand, due)
        return
    first = not hand.dealt
    known = facts.of(table, seat) | ({"face_up"} if event.face == "up" else set())
    known.discard("looked")  # at another card: this one has only just come
    fault = "wrong_first_seat" if first else "wrong_seat"
    line = rule(table, Case(fault, [seat, due], event.card, facts=known))
    if hand.over or line.decision == "move":
        hand.felt.move(event.card, event.zone, DECK_ZONE)
    else:
        _skip(table, hand, event, seat)


def _after_skip(table: Table, hand: Hand) -> None:
    if hand.plan.due is None and hand.stage == "deal":
        table.deal_done()


def _passed_over(table: Table, hand: Hand, seat: int) -> None:
    if f"dealt_out:{seat}" not in hand.ruled:
        hand.ruled.add(f"dealt_out:{seat}")
        rule(table, Case("dealt_out", [seat], facts=facts.of(table, seat)))


def _extra(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    owner = remedy.replacement_due(table)
    if owner is not None and owner != seat and hand.stage != "deal":
        hand.felt.move(event.card, event.zone, DECK_ZONE)
        known = facts.of(table, seat) - {"looked"}
        rule(table, Case("wrong_seat", [seat, owner], event.card, facts=known))
        return
    known = facts.of(table, seat)
    if hand.stage == "deal":
        known.add("mid_deal")
    if hand.extra:
        known.add("again")
    if hand.plan.order and seat == hand.plan.order[0]:
        known.add("first_player")
    hand.extra += 1
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    rule(table, Case("extra_card", [seat], event.card, facts=known))


def not_the_top(table: Table, hand: Hand, event: log.CardMoved) -> bool:
    """A card is known to lie on top of the stub, and another one came."""
    top = hand.felt.top[-1] if hand.felt.top else None
    if top is None or event.card in (top, UNREAD) or top == hand.burn_card:
        return False
    known = facts.of(table, None, None, event.zone) | {hand.street_at_issue}
    seats = seats_in(event.zone)
    line = table.book.find("not_top_card", known | facts.windows(table.book, hand))
    goes_back = line is not None and line.decision == "shift"
    if not goes_back:
        hand.felt.top.clear()
    if goes_back or (seats and seats[0] in hand.holding):
        hand.felt.move(event.card, event.zone, DECK_ZONE)
    if seats and seats[0] in hand.holding:
        hand.holding[seats[0]].append(event.card)
    rule(table, Case("not_top_card", seats, event.card, zone=event.zone, facts=known))
    return hand.over or goes_back or bool(seats)


def not_from_deck(table: Table, hand: Hand, event: log.CardMoved, seat: int, origin: str) -> None:
    """The seat that was due got a card, but not off the deck."""
    hand.felt.move(event.card, event.zone, origin)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    hand.plan.pos += 1
    known = facts.of(table, seat) | {"in_seat", f"from_{origin}"}
    rule(table, Case("not_top_card", [seat], event.card, zone=event.zone, facts=known))
    if not hand.over:
        _after_skip(table, hand)


def deal_cut_short(table: Table, hand: Hand, *, by_card: bool = False) -> None:
    """The dealer goes on though some seats lack a card."""
    if "deal_cut_short" in hand.ruled or "rfid" not in table.sensors:
        return
    hand.ruled.add("deal_cut_short")
    short = list(dict.fromkeys(hand.plan.short()))
    none = [seat for seat in short if not hand.hole(seat)]
    seats = none or short
    if not seats:
        return
    known = facts.of(table, seats[0])
    if by_card:
        known.discard("due_top")
    rule(table, Case("dealt_out" if none else "short_hand", seats, facts=known))
