"""People come, go, and say things that the rules give weight to."""

from __future__ import annotations

from engine.deal.deal import Deal
from engine.log import Away, Back, Declare, Leave, Look, Sit
from engine.play import bringing_in, claims, follow, seat_streets, showing
from engine.room import Person


def refuse_seat(deal: Deal, seat: int) -> str | None:
    """Why a seat cannot be meant: there is none, or nobody sits there."""
    if why := deal.setting.no_seat(seat):
        return why
    return None if seat in deal.room.seats else f"nobody sits in seat {seat}"


def _is_dealt_in(deal: Deal, seat: int) -> bool:
    return not deal.over and seat in deal.betting.players


def sit(deal: Deal, event: Sit) -> None:
    """A player sits, or adds chips."""
    person = deal.room.seats.get(event.seat)
    dealt_in = _is_dealt_in(deal, event.seat)
    if person is None or (person.leaving and not dealt_in):  # who left no longer holds the seat
        deal.room.seats[event.seat] = Person(event.stack, event.name)
    elif dealt_in:
        person.pending += event.stack  # table stakes: not before the next deal
    else:
        person.stack += event.stack
        person.name = event.name or person.name


def leave(deal: Deal, event: Leave) -> None:
    """A player quits."""
    if _is_dealt_in(deal, event.seat):
        person = deal.room.seats[event.seat]
        person.leaving = person.away = True
    else:
        del deal.room.seats[event.seat]
        deal.ending.gone.add(event.seat)


def away(deal: Deal, event: Away) -> None:
    """A player walks away."""
    deal.room.seats[event.seat].away = True


def back(deal: Deal, event: Back) -> None:
    """A player returns."""
    person = deal.room.seats[event.seat]
    person.away = person.asked = False
    deal.conduct.absent.discard(event.seat)


def declare(deal: Deal, event: Declare) -> None:
    """Something is said."""
    if event.what == "deal_me_in":
        deal.room.seats[event.seat].asked = True
    if not deal.began:
        return
    if event.what == "play_board":
        showing.claim_board(deal, event.seat)
    elif event.what == "all_in_for_less":
        bringing_in.declare_all_in(deal, event.seat)
    elif event.what == "protected":
        deal.conduct.guarded.add(event.seat)
    else:
        claims.declare(deal, event)


def look(deal: Deal, event: Look) -> None:
    """A player looked at the cards."""
    if deal.began:
        deal.conduct.looked.add(event.seat)
        follow.seen(deal, event.seat)
        if deal.agenda.stud is not None:
            seat_streets.seen(deal, event.seat)
