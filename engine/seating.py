"""Who is dealt in, and where button and blinds go between deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.table import Table


class Setup(NamedTuple):
    """The places of a new deal."""

    button: int
    small: int | None  # None, or a seat without a player: a dead small blind
    big: int
    order: list[int]  # clockwise from the button's left


def next_deal(table: Table, button: int | None) -> Setup | str:
    """Places for the next deal, or why there can be none."""
    dealt_in = eligible(table)
    while len(dealt_in) >= 2:
        setup = _places(table, dealt_in, button)
        broke = _cannot_post(table, setup)
        if broke is None:
            return setup
        dealt_in.remove(broke)
        table.seats[broke].leaving = True  # dc.1604.3.aa.1: out of the tournament
    return "a deal needs two players with chips"


def eligible(table: Table) -> list[int]:
    """The seats due a hand, in seat order."""
    absent_too = table.format in table.book.params["deal_absent"]
    return sorted(
        seat
        for seat, person in table.seats.items()
        if person.stack > 0 and (not person.away or person.asked or absent_too)
    )


def _cannot_post(table: Table, setup: Setup) -> int | None:
    """A seat that has too few chips for its blind and ante, where that is the end of it."""
    if table.book.param("short_blind", table.format) != "eliminated":
        return None
    for seat in setup.order:
        blind = {setup.small: table.small_blind, setup.big: table.big_blind}.get(seat, 0)
        if table.seats[seat].stack < blind + table.ante:
            return seat
    return None


def clockwise(seats: list[int], after: int) -> list[int]:
    """The seats in order, from the first after a place on."""
    return [s for s in seats if s > after] + [s for s in seats if s <= after]


def _places(table: Table, dealt_in: list[int], button: int | None) -> Setup:
    if button is None and table.redeal and table.button is not None:
        if (same := _same_places(table, dealt_in)) is not None:
            return same
        button = table.button
    if button is not None or table.button is None or table.big_seat is None:
        place = button if button is not None else _first_button(table, dealt_in)
        return _standard(table, dealt_in, place)
    kind = "limit" if table.structure == "limit" else "big_bet"
    method = table.book.param("button", f"{table.format}_{kind}", table.format)
    if method == "dead":
        return _dead_button(table, dealt_in)
    return _standard(table, dealt_in, clockwise(dealt_in, table.button)[0])


def _same_places(table: Table, dealt_in: list[int]) -> Setup | None:
    """A misdeal is dealt again as it was, a dead button or small blind included."""
    hand = table.hand
    if hand is None or table.big_seat is None or sorted(hand.betting.players) != dealt_in:
        return None
    return Setup(hand.button, table.small_seat, table.big_seat, clockwise(dealt_in, hand.button))


def _first_button(table: Table, dealt_in: list[int]) -> int:
    return dealt_in[0] if table.book.params["first_button"] == "left" else dealt_in[-1]


def _standard(table: Table, dealt_in: list[int], button: int) -> Setup:
    order = clockwise(dealt_in, button)
    small, big = order[0], order[1]
    if len(order) == 2 and table.book.params["heads_up_small_blind"] == "button":
        small, big = order[1], order[0]
    return Setup(button, small, big, order)


def _dead_button(table: Table, dealt_in: list[int]) -> Setup:
    """Blinds are never missed: they move on, and the button follows, even to an empty seat."""
    assert table.big_seat is not None
    assert table.button is not None
    big = clockwise(dealt_in, table.big_seat)[0]
    if len(dealt_in) == 2:
        other = next(seat for seat in dealt_in if seat != big)
        if table.book.params["heads_up_small_blind"] == "button":
            return Setup(other, other, big, [big, other])
        return Setup(big, other, big, [other, big])
    small = table.big_seat
    button = table.small_seat if table.small_seat is not None else table.button
    if button == small:
        button = table.button  # coming from heads-up play
    order = clockwise(dealt_in, button)
    return Setup(button, small, big, order)
