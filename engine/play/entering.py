"""Who comes into a deal: what was put up for it is taken, what went by is owed."""

from __future__ import annotations

from engine.answers import Post, What
from engine.deal.deal import Deal
from engine.people import owing, tournament
from engine.people.button import Places
from engine.room import Room
from engine.setting import Setting

WHY = {"big_blind": "post_new", "missed": "post_missed"}


def note_missed(setting: Setting, room: Room, places: Places) -> None:
    """Blinds that pass a player by are noted, and how far a new game is."""
    evening = room.evening
    if room.button is None:
        evening.first_button, evening.first_small = places.button, places.small
    elif evening.first_button is not None and places.button == evening.first_button:
        evening.first_button = None  # it has gone round
    evening.bigs = list(places.bigs)
    evening.drawn = {}
    owing.note_missed(setting, room, (room.small_seat, room.big_seat), places)
    for person in room.seats.values():
        dues = person.dues
        if dues is not None and dues.sits_out:  # uspa.3.5.2.13a
            dues.sits_out -= 1
            dues.free = not dues.sits_out


def take_posts(deal: Deal, places: Places, *, again: bool) -> list[Post]:
    """Take what was put up for this deal; after a misdeal, what was put up for that one."""
    room, betting = deal.room, deal.betting
    evening = room.evening
    if not again:
        evening.posted = _put_up(deal, places)
    posts: list[Post] = []
    for seat, (what, live, dead) in evening.posted.items():
        if seat not in betting.players:
            continue
        dead = betting.ante(seat, dead, dead=True) if dead else 0
        live = betting.post(seat, live)
        if what == "straddle":
            deal.acts.now.straddle = seat
        why = deal.setting.whys[WHY.get(what, what)]
        word: What = what  # type: ignore[assignment]  # a word of ``post``
        posts.append({"seat": seat, "what": word, "amount": live + dead, "why": why})
        if dead:
            posts[-1]["dead"] = dead
    return posts


def _put_up(deal: Deal, places: Places) -> dict[int, tuple[str, int, int]]:
    """What each seat of the deal has put up; whoever is in it owes nothing any more."""
    setting, room = deal.setting, deal.room
    posted: dict[int, tuple[str, int, int]] = {}
    for seat in places.order:
        person = room.seats[seat]
        dues = person.dues
        if dues is None:
            continue
        if dues.what and seat != places.big:  # on the big blind he takes it like anybody else
            posted[seat] = (dues.what, dues.live, dues.dead)
        if (settled := owing.settle(setting, seat, person)) is not None:
            deal.out.append(settled)
    return posted


def tell(deal: Deal, broke: list[int]) -> None:
    """Say who could not pay his blind, and what players owe."""
    for seat in broke:
        deal.out.append(tournament.out(deal.setting, deal.room, seat, tied=broke))
    tell_owed(deal)


def tell_owed(deal: Deal) -> None:
    """Say what players owe, where that has changed."""
    for seat, person in deal.room.seats.items():
        if person.dues is None:
            continue
        answer = owing.told(deal.setting, seat, person)
        if answer is not None:
            deal.out.append(answer)
