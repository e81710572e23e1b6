"""People come, go, and say things that the rules give weight to."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Away, Back, Declare, Leave, Look, Sit
from engine.people import owing
from engine.people_events import Move, Wait
from engine.play import (
    bringing_in,
    buying,
    claims,
    entering,
    follow,
    legs,
    racing,
    seat_streets,
    seeing,
    showing,
)
from engine.play.judge import rule
from engine.room import Dues, Person


def refuse_seat(deal: Deal, seat: int) -> str | None:
    """Why a seat cannot be meant: there is none, or nobody sits there."""
    if why := deal.setting.no_seat(seat):
        return why
    return None if seat in deal.room.seats else f"nobody sits in seat {seat}"


def _is_dealt_in(deal: Deal, seat: int) -> bool:
    return not deal.over and seat in deal.betting.players


def sit(deal: Deal, event: Sit) -> None:
    """A player sits, or adds chips."""
    room, seat = deal.room, event.seat
    person = room.seats.get(seat)
    dealt_in = _is_dealt_in(deal, seat)
    if person is None or (person.leaving and not dealt_in):  # who left no longer holds the seat
        dues = owing.dues_of_newcomer(deal.setting, room, seat, event.from_)
        person = room.seats[seat] = Person(event.stack, event.name, dues=dues)
        buying.bought(deal, seat, person, event.from_, broke=False)
    elif dealt_in:
        person.pending += event.stack  # table stakes: not before the next deal
        buying.added_in_hand(deal, seat, event.stack)
    else:
        broke = person.stack + person.pending <= 0
        person.stack += event.stack
        person.name = event.name or person.name
        if broke or person.waits_for_chips:
            buying.bought(deal, seat, person, event.from_, broke=broke)
        else:
            buying.topped_up(deal, seat, person)
    if person.dues is not None:
        entering.tell_owed(deal)


def leave(deal: Deal, event: Leave) -> None:
    """A player quits."""
    legs.quits(deal.room, event.seat)
    person = deal.room.seats[event.seat]
    if _is_dealt_in(deal, event.seat):
        person.leaving = person.away = True
    else:
        buying.cashes_out(deal, person, person.stack + person.pending)
        del deal.room.seats[event.seat]
        deal.ending.gone.add(event.seat)
        racing.left(deal, event.seat)


def wait(deal: Deal, event: Wait) -> None:
    """A player stays out until the big blind comes to him."""
    person = deal.room.seats[event.seat]
    person.dues = person.dues or Dues(free=True)
    person.dues.waits, person.dues.what = True, ""
    entering.tell_owed(deal)


def refuse_move(deal: Deal, event: Move) -> str | None:
    """Why a player cannot change seats."""
    if (why := refuse_seat(deal, event.seat)) or (why := deal.setting.no_seat(event.to)):
        return why
    taken = deal.room.seats.get(event.to)
    if taken is not None:
        return f"seat {event.to} is taken"
    return None


def move(deal: Deal, event: Move) -> None:
    """A player changes seats; in a deal that he is in, nobody does."""
    room, seat, to = deal.room, event.seat, event.to
    if _is_dealt_in(deal, seat):
        known = facts.of(deal, seat) | {"in_hand"}
        rule(deal, Case("seat_changed", [seat], facts=known))
        return
    person = room.seats[seat]
    told = person.dues.told if person.dues is not None else None
    person.dues = owing.dues_of_mover(deal.setting, room, seat, to, person.dues)
    del room.seats[seat]
    room.seats[to] = person
    if person.dues is not None:
        person.dues.told = None  # it names the new seat
        if person.dues.what:
            person.dues.what = ""  # put up for a place where he does not sit any more
    elif told is not None:
        deal.out.append(owing.no_more(deal.setting, to, told))
    evening = room.evening
    evening.leg = to if evening.leg == seat else evening.leg
    evening.killer = to if evening.killer == seat else evening.killer
    racing.left(deal, seat, to)
    deal.ending.gone.add(seat)
    entering.tell_owed(deal)


def away(deal: Deal, event: Away) -> None:
    """A player walks away."""
    deal.room.seats[event.seat].away = True


def back(deal: Deal, event: Back) -> None:
    """A player returns."""
    person = deal.room.seats[event.seat]
    person.away = person.asked = False
    deal.conduct.absent.discard(event.seat)
    if person.dues is not None:
        person.dues.told = None  # once more, now that he is here to pay it
        entering.tell_owed(deal)


def refuse_declare(deal: Deal, event: Declare) -> str | None:
    """Why nothing can be said, or nothing of that kind."""
    return refuse_seat(deal, event.seat) or seeing.refuse(deal, event)


def declare(deal: Deal, event: Declare) -> None:
    """Something is said."""
    if event.what == "deal_me_in":
        deal.room.seats[event.seat].asked = True
    if not deal.began:
        return
    if event.what == "play_board":
        showing.claim_board(deal, event.seat)
    elif event.what == "shows_one":
        seeing.shown_to_one(deal, event)
    elif event.what == "see_hand":
        seeing.ask(deal, event)
    elif event.what == "all_in_for_less":
        bringing_in.declare_all_in(deal, event.seat)
    elif event.what == "protected":
        deal.conduct.guarded.add(event.seat)
    elif event.what == "split_openers":
        deal.conduct.splits.add(event.seat)
    else:
        claims.declare(deal, event)


def look(deal: Deal, event: Look) -> None:
    """A player looked at the cards."""
    if deal.began:
        deal.conduct.looked.add(event.seat)
        follow.seen(deal, event.seat)
        if deal.agenda.stud is not None:
            seat_streets.seen(deal, event.seat)
