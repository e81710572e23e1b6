"""Watching the cards: each movement is looked at and handed to what knows its kind."""

from __future__ import annotations

from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD, seats_in
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.felt import UNKNOWN
from engine.log import CardMoved
from engine.play import (
    dealing,
    discarding,
    doubting,
    drawing,
    explaining,
    follow,
    going_home,
    handling,
    off_table,
    passing,
    seat_streets,
    streets,
    waiting,
)
from engine.play.judge import rule


def refuse(deal: Deal, event: CardMoved) -> str | None:
    """Why a card cannot lie there."""
    places = deal.setting.places
    if SEAT_OF.get(event.zone, 0) <= places:
        return None
    return f"there is no {event.zone}: this table has {places} seats"


def card(deal: Deal, event: CardMoved) -> None:
    """A card now lies somewhere."""
    agenda, felt = deal.agenda, deal.felt
    if agenda.stage == "over":
        going_home.after_the_deal(deal, event)
        return
    if event.card not in felt.place:
        if event.face == "down":
            felt.shown.discard(event.card)  # seen once, but mixed into the stub since
        if felt.dealt and _comes_plainly(deal, event):  # the common case: keep its way short
            return
    if felt.going_home and agenda.stage == "deal" and going_home.is_gathered(deal, event):
        return
    if not felt.dealt and "shuffle" in deal.setting.sensors:
        _unshuffled(deal)
    if not deal.over:
        _look_at_card(deal, event)
    elif event.card != UNREAD:
        felt.move(event.card, event.zone, DECK_ZONE)
    if deal.over:
        deal.ending.came = event


def _comes_plainly(deal: Deal, event: CardMoved) -> bool:
    """A new card comes off the deck to where one was due, and nothing is being put right."""
    if event.boxed or event.back is not None or deal.corrections:
        return False
    if event.card != UNREAD and not deal.plays(event.card):
        return False
    if event.from_ is not None and event.from_ != DECK_ZONE:
        return False
    start = deal.agenda.start
    if start.pos < len(start.slots):
        due = start.slots[start.pos]
        if event.zone == due.zone and event.face == due.face:
            dealing.fill(deal, event, due.seat)
            return True
    if deal.agenda.stage == "deal" or not _is_surely_new(deal, event.card, event.zone):
        return False
    _from_deck(deal, event)
    if deal.over:
        deal.ending.came = event
    return True


def _is_surely_new(deal: Deal, card: str, zone: str) -> bool:
    """Whether a card on board or burns neither lay there unread nor explains what was in doubt."""
    if card == UNREAD or deal.doubts.open or card in deal.doubts.strays:
        return False
    return zone in (BOARD, BURN) and UNREAD not in deal.felt.cards(zone)


def _look_at_card(deal: Deal, event: CardMoved) -> None:
    name, zone, felt = event.card, event.zone, deal.felt
    place = felt.place.get(name) if name != UNREAD else None
    if name in felt.void and place is None and zone in (OFF, MUCK):
        felt.move(name, zone, DECK_ZONE)
        return  # scrap paper is put away
    if name in deal.doubts.strays and passing.is_on_its_way(deal, event):
        _moves_on(deal, event)
        return
    origin = _origin(deal, event, place)
    if origin == UNKNOWN or (event.from_ is None and _only_read_now(deal, event, place)):
        felt.read(name, zone, SEAT_OF.get(zone))
        if zone == BOARD and event.face == "up":
            felt.see_on_board(name, up=True, at=event.t)
        return
    if _is_duplicate(deal, event, place):
        case = Case("duplicate_card", seats_in(zone), name, zone=zone)
        if event.from_ is not None or doubting.hold(deal, "twin", case) is None:
            _place_unread(deal, event, case)
        return
    if event.back is not None and _is_foreign(deal, event.back):
        known = facts.of(deal, None, None, zone)
        _follow(deal, event, origin)
        if not deal.over:
            rule(deal, Case("foreign_back", seats_in(zone), name, zone=zone, facts=known))
        return
    if not _is_of_no_play(deal, event, origin) and not _belongs(deal, event, origin):
        _follow(deal, event, origin)


def _is_of_no_play(deal: Deal, event: CardMoved, origin: str) -> bool:
    """A boxed card or a joker, or one that never left the deck."""
    if origin == event.zone == DECK_ZONE and not event.boxed and event.face == "down":
        return True
    if event.boxed or origin == event.zone == DECK_ZONE:
        _scrap(deal, event, "boxed_card", again=deal.conduct.boxed > 0)
        deal.conduct.boxed += 1
        return True
    if event.card == JOKER and origin == DECK_ZONE and JOKER not in deal.setting.faces:
        _scrap(deal, event, "joker", again=False)
        return True
    return False


def _belongs(deal: Deal, event: CardMoved, origin: str) -> bool:
    """Whether a movement is a step of a correction, or explains what was in doubt."""
    if deal.corrections and (
        follow.claims(deal, event, origin) or waiting.belongs(deal, event, origin)
    ):
        return True
    return bool(deal.doubts.open) and (
        handling.comes_back(deal, event, origin)
        or explaining.explains(deal, event, origin)
        or _was_no_burn(deal, event, origin)
    )


def _was_no_burn(deal: Deal, event: CardMoved, origin: str) -> bool:
    """What seemed a second burn goes on to the seat that is due: it only crossed the burns."""
    second = deal.doubts.about_card("extra_burn", event.card)
    if second is None or origin not in (BURN, MUCK) or not passing.is_due_at(deal, event.zone):
        return False
    doubting.drop(deal, second)
    deal.felt.move(event.card, DECK_ZONE, origin)
    _to_seat(deal, event, SEAT_OF[event.zone], surely=True)
    return True


def _moves_on(deal: Deal, event: CardMoved) -> None:
    """A card that lay where none was due goes on: perhaps to its place."""
    felt, strays = deal.felt, deal.doubts.strays
    if not passing.is_due_at(deal, event.zone):
        felt.move(event.card, event.zone, felt.zone_of(event.card))
        if event.zone == DECK_ZONE:
            del strays[event.card]
        passing.land(deal)
        dealing.done_if_whole(deal)
        return
    del strays[event.card]
    felt.move(event.card, DECK_ZONE, felt.zone_of(event.card))
    _to_seat(deal, event, SEAT_OF[event.zone], surely=True)


def come(deal: Deal, event: CardMoved) -> None:
    """A card surely came off the deck to where it lies."""
    if deal.over:
        return
    seat = SEAT_OF.get(event.zone)
    if seat is not None:
        _to_seat(deal, event, seat, surely=True)
    elif event.zone in (BOARD, BURN) and deal.agenda.stage == "deal":
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        dealing.cut_short(deal, by_card=True)
    else:
        _from_deck(deal, event)
    if deal.over:
        deal.ending.came = event


def _origin(deal: Deal, event: CardMoved, place: str | None) -> str:
    """Where a card came from: what is known stands before what the event believes."""
    believed = event.from_
    if place is not None:
        return DECK_ZONE if believed == DECK_ZONE else place
    if believed is None or believed == DECK_ZONE:
        return DECK_ZONE
    held = deal.felt.cards(believed)
    return believed if UNREAD in held or (event.card == UNREAD and held) else DECK_ZONE


def _only_read_now(deal: Deal, event: CardMoved, place: str | None) -> bool:
    """A card that lay unread in the zone is read at last, rather than a new one coming."""
    name, zone = event.card, event.zone
    if not deal.plays(name) or place is not None or UNREAD not in deal.felt.cards(zone):
        return False
    agenda = deal.agenda
    late = bool(deal.setting.book.params["doubt_seconds"])
    if agenda.stage == "deal":
        return agenda.start.due is None or agenda.start.due.zone != zone
    if agenda.stage == "cards":
        if late and zone == MUCK and drawing.is_burn(deal):
            return False  # an unread hand lies there too, but a burn is due
        if late and zone == BOARD:  # the street before was whole: one of its cards is read now
            same = event.face == "up" or UNREAD in deal.felt.face_down
            return same and not deal.felt.fresh and not agenda.dealing.burned
        burned = zone == BURN and agenda.dealing.burned and not deal.felt.fresh
        return zone not in (BOARD, BURN) or burned
    if agenda.stage == "patch":
        return zone not in (BOARD, BURN)
    last_burn = zone == BURN and deal.felt.cards(BURN)[-1] == UNREAD
    return zone in SEAT_OF or (late and (zone == BOARD or last_burn))


def _is_duplicate(deal: Deal, event: CardMoved, place: str | None) -> bool:
    """One face in two places: the shoe gave it again, or it lies where a new card was due."""
    if place is None:
        return False
    if event.from_ == DECK_ZONE:
        return True
    if place == event.zone or event.card in deal.felt.void:
        return False
    if event.from_ is not None or follow.awaits(deal, event.card):
        return False
    due = deal.agenda.start.due
    if due is None or deal.agenda.stage != "deal" or due.zone != event.zone:
        return False
    return event.card not in deal.felt.hands.get(due.seat, [])  # else it comes back to him


def duplicate(deal: Deal, case: Case) -> None:
    """One face surely lies in two places."""
    assert case.card is not None and case.zone is not None
    _place_unread(deal, CardMoved(deal.room.t, case.card, case.zone, "down"), case)


def _is_foreign(deal: Deal, back: str) -> bool:
    if deal.conduct.back is None:
        deal.conduct.back = back
    return back != deal.conduct.back


def _place_unread(deal: Deal, event: CardMoved, case: Case) -> None:
    """The second card of a face is placed and counted without its face, then ruled."""
    case.facts = facts.of(deal, case.seat, None, event.zone)
    unread = CardMoved(event.t, UNREAD, event.zone, event.face, DECK_ZONE)
    _follow(deal, unread, DECK_ZONE)
    if not deal.over:
        rule(deal, case)


def _scrap(deal: Deal, event: CardMoved, fault: str, *, again: bool) -> None:
    """A boxed card or a joker: what the book says decides whether it takes the place it got."""
    name, zone, felt = event.card, event.zone, deal.felt
    seats = seats_in(zone)
    known = facts.of(deal, seats[0] if seats else None, None, zone)
    if again:
        known.add("again")
    due = deal.agenda.start.due
    unread = UNREAD in felt.cards(zone) and name not in felt.place
    if unread and (due is None or due.zone != zone) and seats:
        felt.read(name, zone, seats[0])  # it lay there unread
    elif zone != DECK_ZONE:
        felt.move(name, zone, DECK_ZONE)
    felt.shown.add(name)
    street = deal.agenda.street_name
    line = rule(deal, Case(fault, seats, name, zone=zone, facts=known, street=street))
    if deal.over or line.decision in ("scrap", "misdeal", "void_deal") or zone == DECK_ZONE:
        return
    _count_where_it_lies(deal, event)


def _count_where_it_lies(deal: Deal, event: CardMoved) -> None:
    """No remedy is printed: until a person decides, the card counts where it lies."""
    agenda, felt = deal.agenda, deal.felt
    due = agenda.start.due
    if agenda.stage == "deal" and due is not None and seats_in(event.zone) == [due.seat]:
        follow.meets_scrap(deal, due.seat, but=event.card)
        felt.give(event.card, due.seat)
        agenda.start.pos += 1
        dealing.done_if_whole(deal)
    elif event.zone == BOARD and agenda.stage == "cards":
        felt.fresh.append(event.card)
        streets.street_done_if_full(deal)
    elif event.zone == BURN and agenda.stage == "cards":
        agenda.dealing.burn.done = True


def _follow(deal: Deal, event: CardMoved, origin: str) -> None:
    """Compare a movement with what was due, by where it came from and where it went."""
    if origin == DECK_ZONE:
        _from_deck(deal, event)
    elif origin in SEAT_OF:
        if not discarding.takes(deal, event, SEAT_OF[origin]):
            handling.from_seat(deal, event, origin)
    else:
        handling.from_table(deal, event, origin)


def _to_seat(deal: Deal, event: CardMoved, seat: int, *, surely: bool = False) -> None:
    if deal.agenda.stage == "draw":
        drawing.to_seat(deal, event, seat)
    elif deal.agenda.stud is None or deal.agenda.stage == "deal":
        dealing.to_seat(deal, event, seat, surely=surely)
    else:
        seat_streets.to_seat(deal, event, seat, surely=surely)


def _to_burn(deal: Deal, event: CardMoved) -> None:
    if not drawing.burned(deal, event):
        streets.to_burn(deal, event)
    if event.zone == MUCK:
        handling.burned_into_muck(deal, event.card)


def _from_deck(deal: Deal, event: CardMoved) -> None:
    zone, felt = event.zone, deal.felt
    if zone not in SEAT_OF and seat_streets.bury(deal, event):
        return
    if zone in SEAT_OF:
        _to_seat(deal, event, SEAT_OF[zone])
    elif zone == BOARD:
        streets.to_board(deal, event)
    elif zone == BURN or (zone == MUCK and drawing.is_burn(deal)):
        _to_burn(deal, event)
    elif not off_table.plays(deal, event):
        if zone != MUCK or not passing.pass_by(deal, event):
            felt.move(event.card, zone, DECK_ZONE)
        return
    if felt.stub == 1 and deal.agenda.stage in ("deal", "cards"):
        known = facts.of(deal) | {"last_card"}  # hilton.A7: it would be the next one
        if deal.setting.book.find("bottom_card", known) is not None:
            rule(deal, Case("short_deck", facts=known))
    stud, drawn = deal.agenda.stud, deal.setting.game.draws and deal.agenda.stage != "deal"
    remade = drawn or (stud is not None and "remade" in stud.flags)
    if not deal.over and felt.stub == 0 and not remade:
        known = facts.of(deal, None, None, zone)
        rule(deal, Case("bottom_card", seats_in(zone), event.card, zone=zone, facts=known))


def _unshuffled(deal: Deal) -> None:
    if not deal.conduct.first_time("no_shuffle"):
        return
    room = deal.room
    done = {"shuffle": room.shuffled, "cut": room.cut}
    missing = [need for need in deal.setting.book.params["before_deal"] if not done[need]]
    room.shuffled = room.cut = False  # from now on a shuffle is the next deck's
    if missing:
        rule(deal, Case("no_shuffle", facts=facts.of(deal) | set(missing)))


def come_again(deal: Deal, event: CardMoved) -> None:
    """A card that came as the deal ended is looked at once more, for the deal goes on."""
    if event.boxed or (event.card == JOKER and JOKER not in deal.setting.faces):
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        _count_where_it_lies(deal, event)
    else:
        _from_deck(deal, event)
