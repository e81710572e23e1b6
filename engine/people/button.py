"""Who is dealt in, and where button and blinds go between deals."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from engine.room import Room
from engine.setting import Setting


class Places(NamedTuple):
    """The places of a new deal."""

    button: int
    small: int | None  # None, or a seat without a player: a dead small blind
    big: int | None  # None in stud, which has neither blinds nor a button
    order: list[int]  # clockwise from the button's left
    by: str  # how the button came there, in the words of ``engine.whys``


def next_deal(setting: Setting, room: Room, button: int | None) -> tuple[Places | None, list[int]]:
    """Places for the next deal, or None where two cannot be found; and who is out for his blind."""
    dealt_in = eligible(setting, room)
    out: list[int] = []
    while len(dealt_in) >= 2:
        places = _places(setting, room, dealt_in, button)
        broke = _cannot_post(setting, room, places)
        if broke is None:
            return places, out
        dealt_in.remove(broke)
        out.append(broke)  # dc.1604.3.aa.1: out of the tournament
    return None, out


def dealt_in(setting: Setting, room: Room, button: int | None) -> list[int]:
    """Who is dealt in next; where a short blind costs nobody his place, all who can be."""
    if setting.book.param("short_blind", setting.format) != "eliminated":
        return eligible(setting, room)
    places, _ = next_deal(setting, room, button)
    return places.order if places is not None else []


def eligible(setting: Setting, room: Room) -> list[int]:
    """The seats due a hand, in seat order."""
    absent_too = setting.format in setting.book.params["deal_absent"]
    seats = [
        seat
        for seat, person in room.seats.items()
        if (person.stack or person.pending)
        and not person.leaving
        and (not person.away or person.asked or absent_too)
    ]
    seats.sort()
    return seats


def _cannot_post(setting: Setting, room: Room, places: Places) -> int | None:
    """A seat that has too few chips for its blind and ante, where that is the end of it."""
    if setting.book.param("short_blind", setting.format) != "eliminated":
        return None
    for seat in places.order:
        blind = {places.small: setting.small_blind, places.big: setting.big_blind}.get(seat, 0)
        person = room.seats[seat]
        if person.stack + person.pending < blind + setting.ante:
            return seat
    return None


def clockwise(seats: list[int], after: int) -> list[int]:
    """The seats, which are in order, from the first after a place on."""
    first = bisect_right(seats, after)
    return seats[first:] + seats[:first]


def _places(setting: Setting, room: Room, dealt_in: list[int], button: int | None) -> Places:
    if setting.game.stud:  # no button: the first card goes to the lowest seat
        return Places(0, None, None, dealt_in, "")
    by = "button_set"
    if button is None and room.redeal and room.button is not None:
        if (same := _same_places(room, dealt_in)) is not None:
            return same
        button, by = room.button, "button_redeal"
    if button is not None or room.button is None or room.big_seat is None:
        if button is None:
            return _standard(setting, dealt_in, _first_button(setting, dealt_in), "button_first")
        return _standard(setting, dealt_in, button, by)
    method = setting.book.param("button", f"{setting.format}_{setting.kind}", setting.format)
    if method == "dead":
        return _dead_button(setting, room, dealt_in)
    return _standard(setting, dealt_in, clockwise(dealt_in, room.button)[0], "button_moving")


def _same_places(room: Room, dealt_in: list[int]) -> Places | None:
    """A misdeal is dealt again as it was, a dead button or small blind included."""
    if room.button is None or room.big_seat is None or sorted(room.dealt_in) != dealt_in:
        return None
    order = clockwise(dealt_in, room.button)
    return Places(room.button, room.small_seat, room.big_seat, order, "button_redeal")


def _first_button(setting: Setting, dealt_in: list[int]) -> int:
    return dealt_in[0] if setting.book.params["first_button"] == "left" else dealt_in[-1]


def _standard(setting: Setting, dealt_in: list[int], button: int, by: str) -> Places:
    order = clockwise(dealt_in, button)
    small, big = order[0], order[1]
    if len(order) == 2 and setting.book.params["heads_up_small_blind"] == "button":
        small, big = order[1], order[0]
    return Places(button, small, big, order, by)


def _dead_button(setting: Setting, room: Room, dealt_in: list[int]) -> Places:
    """Blinds are never missed: they move on, and the button follows, even to an empty seat."""
    assert room.big_seat is not None
    assert room.button is not None
    big = clockwise(dealt_in, room.big_seat)[0]
    if len(dealt_in) == 2:
        other = next(seat for seat in dealt_in if seat != big)
        if setting.book.params["heads_up_small_blind"] == "button":
            return Places(other, other, big, [big, other], "button_dead")
        return Places(big, other, big, [other, big], "button_dead")
    small = room.big_seat
    button = room.small_seat if room.small_seat is not None else room.button
    if button == small:
        button = room.button  # coming from heads-up play
    return Places(button, small, big, clockwise(dealt_in, button), "button_dead")
