"""What a player owes before he is dealt in, by which clause, and when it is settled."""

from __future__ import annotations

from typing import NamedTuple, cast

from engine.people.button import Places
from engine.people.circle import clockwise, lies_between
from engine.people_answers import Owe, Owes
from engine.room import Dues, Person, Room
from engine.setting import Setting


class Owed(NamedTuple):
    """What is owed: how much of it is live, how much dead, and the key of its clause."""

    what: Owes
    live: int
    dead: int
    why: str


def kinds(setting: Setting) -> tuple[str, str, str]:
    """What parameters of people may differ by, the closest first."""
    return setting.format, setting.structure, setting.kind


def owed(setting: Setting, dues: Dues | None) -> Owed | None:
    """What a player owes; None where he may simply play."""
    if dues is None or dues.free or dues.what:
        return None
    if dues.small or dues.big:
        return _missed(setting, dues)
    if dues.new or dues.moved:
        return Owed("big_blind", setting.big_blind, 0, "owe_moved" if dues.moved else "owe_new")
    return None


def _missed(setting: Setting, dues: Dues) -> Owed | None:
    small = setting.small_blind if dues.small else 0
    big = setting.big_blind if dues.big else 0
    params = setting.book.params
    if setting.book.param("missed_blinds", *kinds(setting)) == "big_blind" and big:
        small = 0  # hilton.B15.b.1
    live = big
    if params["missed_live"] == "opening_bet":  # uspa.3.5.2.9b
        live = min(small + big, max(setting.big_blind, setting.bets[0] if _limit(setting) else 0))
    why = "owe_missed" if dues.big else "owe_missed_small"
    return Owed("missed", live, small + big - live, why)


def _limit(setting: Setting) -> bool:
    return setting.structure == "limit"


def told(setting: Setting, seat: int, person: Person) -> Owe | None:
    """What is to be told of a seat: what it owes now, or that it is settled; None if known."""
    dues = person.dues
    if dues is None:
        return None
    now = owed(setting, dues)
    was = dues.told
    if now is None:
        dues.told = None
        return _settled(setting, seat, was)
    state = (now.what, now.live, now.dead)
    if state == was:
        return None
    dues.told = state
    return _owe(seat, now.what, now.live, now.dead, setting.whys[now.why])


def settle(setting: Setting, seat: int, person: Person) -> Owe | None:
    """Nothing stands between a player and his hand any more."""
    was = person.dues.told if person.dues is not None else None
    person.dues = None
    return _settled(setting, seat, was)


def no_more(setting: Setting, seat: int, was: tuple[str, int, int]) -> Owe:
    """What was told as owed is not owed any more."""
    key = "owe_new" if was[0] == "big_blind" else "owe_missed"
    return _owe(seat, was[0], 0, 0, setting.whys[key])


def _settled(setting: Setting, seat: int, was: tuple[str, int, int] | None) -> Owe | None:
    return no_more(setting, seat, was) if was is not None else None


def _owe(seat: int, what: str, amount: int, dead: int, clause: str) -> Owe:
    word = cast("Owes", what)
    return {
        "o": "owe", "seat": seat, "what": word, "amount": amount, "dead": dead, "clause": clause,
    }  # fmt: skip


def kill(setting: Setting, seat: int, amount: int) -> Owe:
    """Who must kill the next pot; with 0, that he has."""
    return _owe(seat, "kill", amount, 0, setting.whys["owe_kill"])


def buy_in(seat: int, amount: int, clause: str) -> Owe:
    """What a stack lacks of what the house wants; with 0, that it lacks nothing."""
    return _owe(seat, "buy_in", amount, 0, clause)


def collection(setting: Setting, seat: int, amount: int) -> Owe:
    """Seat rental that a stack was too short for."""
    return _owe(seat, "collection", amount, 0, setting.whys["owe_collection"])


# Coming in


def dues_of_newcomer(setting: Setting, room: Room, seat: int, came_from: str | None) -> Dues | None:
    """What stands between a new player and his first hand."""
    if room.button is None or room.big_seat is None or not setting.big_blind:
        return None  # a new game, or one without blinds
    book = setting.book
    if book.param("newcomer", *kinds(setting)) == "big_blind" and posts_here(setting):
        moved_here = came_from in ("house", "broken_game") and not book.params["transfer_posts"]
        if not moved_here and not _is_free_yet(setting, room, seat):
            return Dues(new=True)
    return Dues(free=True) if book.param("closed_seats", *kinds(setting)) else None


def posts_here(setting: Setting) -> bool:
    """Whether the stakes are high enough that newcomers post (hilton.B17.1)."""
    return not _limit(setting) or setting.bets[0] >= setting.book.params["newcomer_from"]


def _is_free_yet(setting: Setting, room: Room, seat: int) -> bool:
    """In the first round of a new game, where no blind has gone past the seat (uspa.3.5.2.12.2)."""
    evening, big = room.evening, room.big_seat
    first = evening.first_small
    if setting.book.params["new_game"] != "first_round" or first is None or big is None:
        return False
    passed = seat in (first, big) or lies_between(seat, first, big)
    return evening.first_button is not None and not passed


# Blinds that go by


def note_missed(
    setting: Setting, room: Room, old: tuple[int | None, int | None], places: Places
) -> None:
    """Whoever is not dealt in and was passed by a blind, small or big, has missed it.

    Where a person put the button elsewhere than the book, nobody can tell what was missed.
    """
    old_small, old_big = old
    now = places.big
    if (
        len(places.order) == len(room.seats)  # all are dealt in
        or not setting.big_blind
        or old_big is None
        or now is None
        or setting.book.param("missed_blinds", *kinds(setting)) == "none"
    ):
        return
    leapt = any(lies_between(s, old_big, now) for s in places.order)
    if leapt and places.by == "button_set":
        return
    for seat, person in room.seats.items():
        dues = person.dues
        if seat in places.order or (dues is not None and (dues.new or dues.free)):
            continue  # who is new to the game has missed nothing (uspa.3.5.2.5)
        small = old_small is not None and places.small is not None
        small = small and lies_between(seat, old_small or 0, places.small or 0)
        big = lies_between(seat, old_big, now)
        if small or big:
            _mark(setting, person, small=small, big=big)


def _mark(setting: Setting, person: Person, *, small: bool, big: bool) -> None:
    dues = person.dues = person.dues or Dues()
    broke = person.stack + person.pending <= 0
    if big and broke and setting.book.params["broke"] == "new":  # hilton.B19.1
        posts = setting.book.param("newcomer", *kinds(setting)) == "big_blind"
        person.dues = Dues(new=posts and posts_here(setting), told=dues.told)
        person.dues.free = not person.dues.new
        return
    dues.small |= small
    dues.big |= big
    dues.moved, dues.sits_out = False, 0


# Changing seats


def dues_of_mover(
    setting: Setting, room: Room, seat: int, to: int, dues: Dues | None
) -> Dues | None:
    """What a change of seats costs: counted in players between him and the big blind."""
    method = setting.book.param("seat_change", *kinds(setting))
    if dues is not None or method == "free" or room.big_seat is None or not posts_here(setting):
        return dues
    if _is_free_yet(setting, room, to):
        return None  # uspa.3.5.2.12.3
    others = [s for s, person in room.seats.items() if s != seat and not person.away]
    away = _distance(others, room.big_seat, to) - _distance(others, room.big_seat, seat)
    if away < setting.book.params["seat_change_players"]:
        return None
    return Dues(moved=True, sits_out=away if method == "waits" else 0)


def _distance(others: list[int], big: int, seat: int) -> int:
    """How many players take the big blind before it comes to a seat."""
    if seat == big:
        return len(others)
    return clockwise([*others, seat], big).index(seat)
