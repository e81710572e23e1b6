"""The starting deal: hole cards compared with the order, and what goes wrong with them."""

from __future__ import annotations

from engine.cards import DECK_ZONE, OFF, UNREAD, seats_in
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import doubting, exposing, follow, passing, posting, progress, run_out, seat_plan
from engine.play.judge import rule


def fill(deal: Deal, event: CardMoved, seat: int) -> None:
    """The card that was due."""
    felt, start = deal.felt, deal.agenda.start
    felt.move(event.card, event.zone, DECK_ZONE)
    felt.give(event.card, seat)
    start.pos += 1
    if event.face == "up":
        turned_up(deal, event.card, seat)
    if deal.doubts.open:
        passing.land(deal)
    if start.pos >= len(start.slots):
        done_if_whole(deal)


def turned_up(deal: Deal, card: str, seat: int) -> None:
    """A card that was due face up lies there for all to see."""
    deal.felt.shown.add(card)
    as_upcard(deal, card, seat)


def as_upcard(deal: Deal, card: str, seat: int) -> None:
    """It is an upcard; a last card that is dealt up for another's may count as one that is down."""
    agenda, stud = deal.agenda, deal.agenda.stud
    if stud is None:
        return
    if agenda.stage == "cards" and agenda.dealing.faces[-1:] == ("down",):
        stud.last_up.add(seat)
        if not deal.setting.book.params["last_card_up_counts"]:  # hilton.A8.e.1.a
            return
    stud.turn_up(card, seat)


def done_if_whole(deal: Deal) -> None:
    """The last starting card, or the last one of a street of stud, is out: the betting opens."""
    agenda, start = deal.agenda, deal.agenda.start
    if start.due is not None or not agenda.to_seats:
        return
    if agenda.stage == "deal":
        if not start.recall_missed():
            doubting.drop(deal, deal.doubts.of("cut_short"))
            posting.kill_due(deal)
            progress.deal_done(deal)
    elif seat_plan.begun(deal) and not start.recall_missed() and not run_out.dealt_out(deal):
        progress.street_done(deal)


def to_seat(deal: Deal, event: CardMoved, seat: int, *, surely: bool = False) -> None:
    """A card from the deck reaches a seat; where another was due it may only be passing over."""
    if surely or not (passing.waits(deal, event, seat) or passing.strays_unread(deal, event, seat)):
        _land_at_seat(deal, event, seat)


def _land_at_seat(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card from the deck surely came to a seat."""
    agenda, felt = deal.agenda, deal.felt
    if not_the_top(deal, event):
        return
    if agenda.deal_burn:
        clause, agenda.deal_burn = agenda.deal_burn, ""
        follow.stray(deal, "burn", clause, event.card)
    due = agenda.start.due
    if agenda.stage == "deal" and due is not None and due.seat == seat and seat in felt.hands:
        follow.meets_scrap(deal, seat)
        follow.wrong_step(deal, "card")
        if not deal.over:
            _give(deal, event, seat)
    elif seat not in felt.hands:
        to_stranger(deal, event, seat)
    elif len(felt.hole(seat)) >= deal.size or agenda.stage == "discard":
        one_too_many(deal, event, seat)
    elif agenda.start.missed and agenda.start.fill_missed(seat):
        _hold(deal, event, seat)
    elif agenda.stage == "deal" and due is not None:
        _out_of_order(deal, event, seat, due.seat)
    else:
        _hold(deal, event, seat)


def _hold(deal: Deal, event: CardMoved, seat: int) -> None:
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.felt.hold(event.card, seat)


def _out_of_order(deal: Deal, event: CardMoved, seat: int, due: int) -> None:
    """Another seat than the one due: a step done wrong, or too soon, or simply the wrong seat."""
    if follow.too_soon(deal, seat, event.card):
        _hold(deal, event, seat)
    elif follow.wrong_step(deal, "card"):
        if not deal.over:
            _skip(deal, event, seat)
    else:
        _to_wrong_seat(deal, event, seat, due)


def _skip(deal: Deal, event: CardMoved, seat: int) -> None:
    """The dealer goes on from another seat: the seats between are missed."""
    start = deal.agenda.start
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.felt.give(event.card, seat)
    if start.skip_to(seat):
        deal.conduct.skipped |= {slot.seat for slot in start.missed}
    done_if_whole(deal)


def _give(deal: Deal, event: CardMoved, seat: int) -> None:
    """The right seat; but perhaps face up."""
    start = deal.agenda.start
    due_up = start.due is not None and start.due.face == "up"
    face_up = event.face == "up" and not due_up
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.felt.give(event.card, seat)
    start.pos += 1
    if due_up:
        _upcard(deal, event, seat)
    if face_up:
        exposing.exposed(deal, event.card, seat, set())
    if deal.doubts.open and not deal.over:
        passing.land(deal)
    done_if_whole(deal)


def _upcard(deal: Deal, event: CardMoved, seat: int) -> None:
    """The door card; it counts as one though it came face down."""
    stud = deal.agenda.stud
    if event.face == "up":
        turned_up(deal, event.card, seat)
    elif stud is not None:
        stud.turn_up(event.card, seat)
        known = facts.of(deal, seat)
        rule(deal, Case("missing_upcard", [seat], event.card, zone=event.zone, facts=known))


def dealt_off_table(deal: Deal, event: CardMoved) -> None:
    """The card that was due left the table: it counts as exposed."""
    due = deal.agenda.start.due
    assert due is not None
    follow.meets_scrap(deal, due.seat)
    deal.felt.move(event.card, OFF, DECK_ZONE)
    deal.felt.give(event.card, due.seat)
    deal.agenda.start.pos += 1
    if event.face == "up":
        deal.felt.shown.add(event.card)
    exposing.exposed(deal, event.card, due.seat, {"off_table"})
    done_if_whole(deal)


def to_stranger(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card for a seat that is not in this deal."""
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    if deal.agenda.stage != "deal" or not deal.conduct.first_time("stranger", seat):
        return
    person = deal.room.seats.get(seat)
    fault = "absent_seat" if person is not None and person.away else "ineligible_seat"
    rule(deal, Case(fault, [seat], event.card, facts=facts.of(deal, seat)))


def _to_wrong_seat(deal: Deal, event: CardMoved, seat: int, due: int) -> None:
    person = deal.room.seats.get(due)
    if person is not None and person.away:
        _skip(deal, event, seat)
        if deal.conduct.first_time("dealt_out", due):
            rule(deal, Case("dealt_out", [due], facts=facts.of(deal, due)))
        return
    known = facts.of(deal, seat) | ({"face_up"} if event.face == "up" else set())
    known.discard("looked")  # at another card: this one has only just come
    fault = "wrong_seat" if deal.felt.dealt else "wrong_first_seat"
    line = rule(deal, Case(fault, [seat, due], event.card, facts=known))
    if deal.over or line.decision == "move":
        deal.felt.move(event.card, event.zone, DECK_ZONE)
    else:
        _skip(deal, event, seat)


def one_too_many(deal: Deal, event: CardMoved, seat: int) -> None:
    """A hand gets a card more than it should have."""
    agenda, felt, conduct = deal.agenda, deal.felt, deal.conduct
    owner = follow.replacement_due(deal)
    if owner is not None and owner != seat and agenda.stage != "deal":
        felt.move(event.card, event.zone, DECK_ZONE)
        known = facts.of(deal, seat) - {"looked"}
        rule(deal, Case("wrong_seat", [seat, owner], event.card, facts=known))
        return
    known = facts.of(deal, seat)
    if agenda.stage == "deal":
        known.add("mid_deal")
    if conduct.extra:
        known.add("again")
    if agenda.start.order and seat == agenda.start.order[0]:
        known.add("first_player")
    conduct.extra += 1
    _hold(deal, event, seat)
    rule(deal, Case("extra_card", [seat], event.card, facts=known))


def not_the_top(deal: Deal, event: CardMoved) -> bool:
    """A card is known to lie on top of the stub, and another one came."""
    felt, street = deal.felt, deal.agenda.coming
    top = felt.top[-1] if felt.top else None
    if top is None or event.card in (top, UNREAD) or (street and top == street.card):
        return False
    known = facts.of(deal, None, None, event.zone)
    seats = seats_in(event.zone)
    book = deal.setting.book
    line = book.find("not_top_card", known | facts.windows(book, deal))
    goes_back = line is not None and line.decision == "shift"
    if not goes_back:
        felt.top.clear()
    held = bool(seats) and seats[0] in felt.hands
    if goes_back or held:
        felt.move(event.card, event.zone, DECK_ZONE)
    if held:
        felt.hold(event.card, seats[0])
    rule(deal, Case("not_top_card", seats, event.card, zone=event.zone, facts=known))
    return deal.over or goes_back or bool(seats)


def not_from_deck(deal: Deal, event: CardMoved, seat: int, origin: str) -> None:
    """The seat that was due got a card, but not off the deck."""
    deal.felt.move(event.card, event.zone, origin)
    deal.felt.give(event.card, seat)
    deal.agenda.start.pos += 1
    known = facts.of(deal, seat) | {"in_seat", f"from_{origin}"}
    rule(deal, Case("not_top_card", [seat], event.card, zone=event.zone, facts=known))
    done_if_whole(deal)


def cut_short(deal: Deal, *, by_card: bool = False) -> None:
    """The dealer goes on though some seats lack a card."""
    if "rfid" not in deal.setting.sensors or not deal.conduct.first_time("deal_cut_short"):
        return
    case = passing.cut_short_case(deal)
    if case is None:
        return
    case.facts = facts.of(deal, case.seat)
    if by_card:
        case.facts.discard("due_top")
    rule(deal, case)
