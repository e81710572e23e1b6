"""What a sensor glimpsed and what a person reports."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.law import Line
from engine.log import Flash, Report
from engine.play import after, exposing, handling, noticed, sense, streets
from engine.play.judge import found, issue, rule

# Of a card on the board or among the burns no seat is asked anything, whoever saw it.
OF_A_PLACE = frozenset(
    "boxed_card joker foreign_back unknown_card duplicate_card not_top_card".split()
)


def refuse_flash(deal: Deal, event: Flash) -> str | None:
    """Why a face cannot have been seen there."""
    seat = SEAT_OF.get(event.zone)
    if deal.over or seat is None or seat in deal.felt.hands:
        return None
    return f"seat {seat} has no cards in this deal"


def flash(deal: Deal, event: Flash) -> None:
    """A face was seen without the card being laid face up."""
    name, zone = event.card, event.zone
    if deal.over:
        if deal.began and zone in (DECK_ZONE, MUCK):
            handling.discard_seen(deal, name, zone)
        return
    agenda, felt, seat = deal.agenda, deal.felt, SEAT_OF.get(zone)
    if seat is not None and event.by == "dealer" and deal.is_live(seat):
        exposing.exposed(deal, name, seat, {"flash"})
    elif seat is not None:
        felt.shown.add(name)
        rule(deal, Case("player_exposed", [seat], name, facts=facts.of(deal, seat, name)))
    elif zone == BURN:
        streets.burn_seen(deal, name)
    elif zone in (DECK_ZONE, MUCK):
        felt.shown.add(name)
        known = facts.of(deal, None, None, zone)
        street = agenda.street_name
        rule(deal, Case("stub_exposed", [], name, zone=zone, facts=known, street=street))
    elif zone == OFF and agenda.stage == "deal" and agenda.start.due is not None:
        felt.shown.add(name)
        exposing.exposed(deal, name, agenda.start.due.seat, {"off_table"})


def refuse(deal: Deal, event: Report) -> str | None:
    """Why a report cannot be true, as the cards lie."""
    if deal.over:
        return None
    if event.fault == "cards_run_out" and deal.agenda.stud and deal.agenda.coming is None:
        return "every card is dealt: the deck cannot run out"
    if event.seat is None:
        return None
    at = _lies_before(deal, event.card)
    if event.fault == "exposed_card" and at not in (None, event.seat):
        return f"that card does not lie before seat {event.seat}"
    if event.fault == "wrong_seat" and at == event.seat:
        return _nowhere_to_go(deal, event)
    return None


def _lies_before(deal: Deal, card: str | None) -> int | None:
    """The seat before which a card lies."""
    return SEAT_OF.get(deal.felt.place.get(card or UNREAD, ""))


def _nowhere_to_go(deal: Deal, event: Report) -> str | None:
    """A card that would be passed on lies before the seat named."""
    seat = event.seat
    known = facts.of(deal, seat, event.card) | {"reported"}
    line = found(deal, Case(event.fault, facts=known))
    if line is None or line.decision != "move":
        return None
    return f"that card lies before seat {seat} already: name the seat to which it belongs"


def report(deal: Deal, event: Report) -> None:
    """A person reports what no sensor saw, or what was in doubt."""
    if not deal.doubts.open or not after.reported(deal, event):
        _report(deal, event)


def _report(deal: Deal, event: Report) -> None:
    fault, seat = event.fault, event.seat
    name = event.card if event.card != UNREAD else None  # a face was seen, and nobody may say which
    if not deal.over and name is None:
        name = _card_meant(deal, event)
    if fault == "joker":
        name = JOKER
        _name_joker(deal, event)
    if not deal.over and fault == "extra_burn" and name is not None:
        deal.felt.move(name, BURN, DECK_ZONE)  # it stuck to the other one, unread until now
    seats = _whom(deal, event)
    known = facts.of(deal, seats[0] if len(seats) > 1 else seat, name, event.zone) | {"reported"}
    if len(seats) > 1 and not _can_be_passed_on(deal, *seats):
        known.discard("last_dealt")
    if deal.began:
        known |= _again(deal, fault, seat)
    exposed, told = name if fault == "exposed_card" else None, name == event.card
    known |= facts.of_exposed(deal, exposed, told=told)
    if event.zone == BOARD:
        known.add("board")
    if event.card is not None:
        known.add("card_seen")
    case = Case(fault, seats, name, zone=event.zone, facts=known)
    if not deal.over:
        case.street = deal.agenda.street_name
        _cards_of_case(deal, case, event.card)
    if not noticed.wager(deal, case):
        _rule(deal, case)


def _rule(deal: Deal, case: Case) -> None:
    """By the book; but what lies under a later street comes off by none of its steps."""
    line = found(deal, case)
    if line is not None and line.decision == "take_back" and sense.is_covered(deal, case):
        issue(deal, case, Line(case.fault, "floor_call", line.clause, severity="floor"))
    else:
        rule(deal, case)


def _whom(deal: Deal, event: Report) -> list[int]:
    """The seats it is about; of a card at the wrong seat, where it lies and whose it is."""
    seat = event.seat
    if seat is None or (event.zone in (BOARD, BURN) and event.fault in OF_A_PLACE):
        return []
    if event.fault == "wrong_seat" and not deal.over:
        at = _lies_before(deal, event.card)
        if at not in (None, seat):
            return [at, seat]
    return [seat]


def _can_be_passed_on(deal: Deal, holder: int, owner: int) -> bool:
    """Whether the owner lacks a card; else two hands are mixed up (hilton.A9.c.1)."""
    start, felt = deal.agenda.start, deal.felt
    if "rfid" not in deal.setting.sensors:
        return True  # nobody can tell how many he has
    if deal.agenda.stage == "deal":
        return owner in start.short()
    return len(felt.hole(owner)) < deal.size < len(felt.hole(holder))


def _card_meant(deal: Deal, event: Report) -> str | None:
    """The card that came last where the report says."""
    fault, felt = event.fault, deal.felt
    if fault == "not_top_card" and event.zone in (BOARD, BURN):
        lying = felt.cards(event.zone)
    elif fault in ("exposed_card", "boxed_card", "extra_card", "not_top_card"):
        lying = felt.hole(event.seat) if event.seat is not None else []
    else:
        lying = []
    return lying[-1] if lying else None


def _name_joker(deal: Deal, event: Report) -> None:
    """A card that nobody had read is the joker."""
    if not deal.began:
        return
    felt, seat, zone = deal.felt, event.seat, event.zone
    if zone in (BOARD, BURN):
        if UNREAD in felt.cards(zone):
            felt.read(JOKER, zone)
    elif seat is not None and UNREAD in felt.hands.get(seat, []):
        felt.name_unread(JOKER, seat)


def _again(deal: Deal, fault: str, seat: int | None) -> set[str]:
    person = deal.room.seats.get(seat or 0)
    if fault in ("misconduct", "not_at_stakes") and person is not None:
        person.reported += 1
        return {"again"} if person.reported > 1 else set()
    felt, conduct = deal.felt, deal.conduct
    again = {
        "exposed_card": bool(felt.exposed),
        "boxed_card": conduct.boxed > 0,
        "extra_card": conduct.extra > 0,
    }
    if fault == "exposed_card":
        felt.exposed.append(UNREAD)
    elif fault == "boxed_card":
        conduct.boxed += 1
    elif fault == "extra_card":
        conduct.extra += 1
    return {"again"} if again.get(fault) else set()


def _cards_of_case(deal: Deal, case: Case, named: str | None) -> None:
    if case.fault == "mucked_hand" and case.seat is not None:
        deal.conduct.first_time("mucked", case.seat)  # its cards are seen there a moment later
    agenda, felt = deal.agenda, deal.felt
    laid = agenda.laid
    several = laid is not None and laid.cards > 1
    if case.fault == "flop_count" and case.card is None and agenda.stage == "cards" and felt.fresh:
        case.cards = list(felt.fresh)
        case.facts.add("too_few")  # whole, the street would have gone on
    elif case.fault == "flop_count" and several:
        case.cards = [*felt.board, *([case.card] if case.card else [])]
        case.street = laid.name if laid is not None else ""
    if named is not None and case.fault == "exposed_card" and named == case.card:
        deal.felt.shown.add(named)  # who names it has seen it; else no hidden face is told
