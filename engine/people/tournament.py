"""Who is out of a tournament, and in which place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.people_answers import Out
from engine.room import Room
from engine.setting import Setting


def out(setting: Setting, room: Room, seat: int, tied: Iterable[int]) -> Out:
    """A seat is out, and those named with it at the same time and in the same place."""
    return _told(seat, _left(room, tied) + 1, setting.whys.grounds.get("out_blind"))


def _told(seat: int, place: int, why: str | None) -> Out:
    told: Out = {"o": "out", "seat": seat, "place": place}
    if why is not None:
        told["why"] = why
    return told


def went_out(setting: Setting, room: Room, starts: Mapping[int, int]) -> list[Out]:
    """Who lost his last chip in a deal: of several, who began it with more finishes higher.

    ``starts`` are the stacks before the deal (uspa.3.3.2.29); equal ones share a place.
    """
    gone = [
        seat
        for seat in starts
        if (person := room.seats.get(seat)) is not None and person.stack + person.pending <= 0
    ]
    left = _left(room, gone)
    gone.sort(key=lambda seat: starts[seat])
    known = setting.whys.grounds
    why = known.get("out_place" if len(gone) > 1 else "out", known.get("out"))
    return [
        _told(seat, left + 1 + sum(starts[s] > starts[seat] for s in gone), why) for seat in gone
    ]


def _left(room: Room, gone: Iterable[int]) -> int:
    """How many still have chips."""
    out_now = set(gone)
    return sum(
        person.stack + person.pending > 0 and not person.leaving and seat not in out_now
        for seat, person in room.seats.items()
    )
