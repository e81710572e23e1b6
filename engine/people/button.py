"""Who is dealt in, and where button and blinds go between deals."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import RANKS
from engine.people.circle import clockwise, lies_between
from engine.room import Dues, Room
from engine.setting import Setting
from engine.worth.upcards import card_order

SUIT_ORDER = "cdhs"  # uspa.3.1.9.1a


class Places(NamedTuple):
    """The places of a new deal."""

    button: int
    small: int | None  # None, or a seat without a player: a dead small blind
    big: int | None  # None in stud, which has neither blinds nor a button
    order: list[int]  # clockwise from the button's left
    by: str  # how the button came there, in the words of ``engine.whys``
    bigs: tuple[int, ...] = ()  # who posts a big blind besides, for it passed him by


class Waiting(NamedTuple):
    """Players with chips: who is dealt in wherever he sits, and for whom it depends."""

    paid: list[int]
    owing: list[int]


def next_deal(
    setting: Setting, room: Room, button: int | None, known: Waiting | None = None
) -> tuple[Places | None, list[int]]:
    """Places for the next deal, or None where two cannot be found; and who is out for his blind.

    Who asks twice may say who waits; it is his no more then.
    """
    waiting = known if known is not None else who_waits(setting, room)
    out: list[int] = []
    while len(waiting.paid) >= 2:
        places = _places(setting, room, waiting, button)
        broke = _cannot_post(setting, room, places)
        if broke is None:
            return places, out
        for seats in waiting:
            if broke in seats:
                seats.remove(broke)
        out.append(broke)  # dc.1604.3.aa.1: out of the tournament
    return None, out


def dealt_in(setting: Setting, room: Room, button: int | None) -> list[int]:
    """Who is dealt in next; where a short blind costs nobody his place, all who can be."""
    if setting.book.param("short_blind", setting.format) != "eliminated":
        waiting = who_waits(setting, room)
        if not waiting.owing:
            return waiting.paid
    places, _ = next_deal(setting, room, button)
    return places.order if places is not None else []


def who_waits(setting: Setting, room: Room) -> Waiting:
    """The seats due a hand, in seat order; with fewer than two, nobody owes anything."""
    absent_too = setting.format in setting.book.params["deal_absent"]
    paid: list[int] = []
    owing: list[int] = []
    entitled, barred = room.evening.entitled, room.evening.barred
    for seat, person in room.seats.items():
        if seat in barred or (entitled and seat not in entitled):
            continue  # uspa.3.2.9.5.5b, uspa.3.2.9.5.2c
        if (
            person.leaving
            or person.stack + person.pending <= 0
            or person.waits_for_chips
            or person.sits_out
            or (person.away and not person.asked and not absent_too)
        ):
            continue
        (paid if person.dues is None else owing).append(seat)
    if len(paid) < 2:
        return Waiting(sorted(paid + owing), [])
    paid.sort()
    return Waiting(paid, owing)


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


def _places(setting: Setting, room: Room, waiting: Waiting, button: int | None) -> Places:
    if setting.game.stud:  # no button: the first card goes to the lowest seat
        return Places(0, None, None, sorted(waiting.paid + waiting.owing), "")
    by = "button_set"
    if button is None and room.redeal and room.button is not None:
        if (same := _same_places(room, waiting.paid)) is not None:
            return same
        button, by = room.button, "button_redeal"
    if button is not None or room.button is None or room.big_seat is None:
        if button is None:
            button, by = _first_button(setting, room, waiting.paid)
        return _standard(setting, room, waiting, button, by)
    if (bought := _bought(room, waiting)) is not None:
        return _standard(setting, room, waiting, bought, "button_bought")
    method = setting.book.param("button", f"{setting.format}_{setting.kind}", setting.format)
    if method == "dead":
        return _dead_button(setting, room, waiting)
    # Who owes a blind is passed over, though it would be his (hilton.B10).
    moved = clockwise(waiting.paid, room.button)[0]
    places = _standard(setting, room, waiting, moved, "button_moving")
    was, now = room.big_seat, places.big
    if not now or len(places.order) == 2 or clockwise(waiting.paid, was)[0] == now:
        return places
    if setting.book.params["escaped_big_blind"] == "posts":  # uspa.3.5.2.1.1
        return places._replace(bigs=tuple(s for s in waiting.paid if lies_between(s, was, now)))
    return places


def as_told(places: Places, button: int) -> Places | None:
    """The places where a person puts the button just where it moves anyway; None elsewhere."""
    if places.by != "button_moving" or places.button != button:
        return None
    return Places(button, places.small, places.big, places.order, "button_set")


def _same_places(room: Room, dealt_in: list[int]) -> Places | None:
    """A misdeal is dealt again as it was, a dead button or small blind included."""
    if room.button is None or room.big_seat is None or sorted(room.dealt_in) != dealt_in:
        return None
    order = clockwise(dealt_in, room.button)
    bigs = tuple(room.evening.bigs)
    return Places(room.button, room.small_seat, room.big_seat, order, "button_redeal", bigs)


def _first_button(setting: Setting, room: Room, dealt_in: list[int]) -> tuple[int, str]:
    """The card drawn that the book wants, by suit where ranks are equal; else where it begins."""
    drawn = {s: card for s, card in room.evening.drawn.items() if s in dealt_in}
    wanted = setting.book.param("draw_button", setting.format)
    if drawn and wanted == "high":
        return max(drawn, key=lambda seat: high_card(drawn[seat])), "button_drawn"
    if drawn and wanted == "low":  # aces are what the game has them for
        ace_low = setting.game.wins[0] == "low_a5"
        lowest = min(drawn, key=lambda seat: card_order(drawn[seat], ace_low=ace_low))
        return lowest, "button_drawn_low"
    left = setting.book.params["first_button"] == "left"
    return dealt_in[0 if left else -1], "button_first"


def high_card(card: str) -> tuple[int, int]:
    """How one card compares with another: by rank, then spades, hearts, diamonds, clubs."""
    return RANKS.index(card[0]), SUIT_ORDER.index(card[1])


def _bought(room: Room, waiting: Waiting) -> int | None:
    """The seat that has put up for the button (diamondjims.16)."""
    for seat in waiting.owing:
        dues = room.seats[seat].dues
        if dues is not None and dues.what == "buy_button":
            return seat
    return None


def _standard(setting: Setting, room: Room, waiting: Waiting, button: int, by: str) -> Places:
    paid, owing = waiting
    order = clockwise(paid, button)
    small, big = order[0], order[1]
    if owing:
        big = clockwise(paid + owing, small)[0]
        order = clockwise(paid + _admitted(setting, room, owing, button, big), button)
    if len(order) == 2 and setting.book.params["heads_up_small_blind"] == "button":
        small, big = order[1], order[0]
    return Places(button, small, big, order, by)


def _dead_button(setting: Setting, room: Room, waiting: Waiting) -> Places:
    """Blinds are never missed: they move on, and the button follows, even to an empty seat."""
    assert room.big_seat is not None
    assert room.button is not None
    paid, owing = waiting
    big = clockwise(paid + owing, room.big_seat)[0]
    small = room.big_seat
    button = room.small_seat if room.small_seat is not None else room.button
    if button == small:
        button = room.button  # coming from heads-up play
    dealt = paid + _admitted(setting, room, owing, button, big) if owing else paid
    if len(dealt) == 2:
        other = next(seat for seat in dealt if seat != big)
        if setting.book.params["heads_up_small_blind"] == "button":
            return Places(other, other, big, [big, other], "button_dead")
        return Places(big, other, big, [other, big], "button_dead")
    return Places(button, small, big, clockwise(dealt, button), "button_dead")


def _admitted(setting: Setting, room: Room, owing: list[int], button: int, big: int) -> list[int]:
    """Of those who owe, who is dealt in: on the big blind, or with what he has put up."""
    admitted = []
    for seat in owing:
        dues = room.seats[seat].dues
        assert dues is not None
        if seat == big or (is_ready(dues) and not is_closed(setting, dues, seat, button, big)):
            admitted.append(seat)
    return admitted


def is_ready(dues: Dues) -> bool:
    """Whether nothing but his place may keep him out."""
    return not dues.waits and (dues.free or bool(dues.what))


def is_closed(setting: Setting, dues: Dues, seat: int, button: int, big: int) -> bool:
    """Whether one who comes in may not sit there: from the button to the big blind."""
    inside = seat == button or lies_between(seat, button, big)
    if dues.what == "buy_button" or not inside:
        return False
    kinds = (setting.format, setting.structure, setting.kind)
    if dues.small or dues.big:
        return not setting.book.param("missed_between", *kinds)
    return bool(setting.book.param("closed_seats", *kinds))
