"""Watching the cards: each movement is looked at and handed to what knows its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, handling, hole_cards, log, remedy, streets
from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD, seats_in
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def card(table: Table, event: log.CardMoved) -> None:
    """A card now lies somewhere."""
    hand = table.hand
    if hand is None or hand.stage == "over":
        _after_the_deal(table, event)
        return
    if event.face == "down" and event.card not in hand.felt.place:
        hand.felt.shown.discard(event.card)  # seen once, but mixed into the stub since
    due = hand.plan.due
    if (
        due is not None
        and event.zone == due.zone
        and event.face == due.face
        and event.from_ in (None, DECK_ZONE)
        and not hand.corrections
        and event.card not in hand.felt.place
        and not event.boxed
        and event.back is None
        and event.card != JOKER
        and hand.dealt
    ):
        # An orderly deal is the common case: keep its way short.
        hole_cards.fill(table, hand, event, due.seat)
        return
    if not hand.dealt and "shuffle" in table.sensors:
        _unshuffled(table)
        if hand.over:
            return
    _look_at_card(table, hand, event)


def _look_at_card(table: Table, hand: Hand, event: log.CardMoved) -> None:
    name, zone = event.card, event.zone
    place = hand.felt.place.get(name) if name != UNREAD else None
    if name in hand.void and place is None and zone in (OFF, MUCK):
        hand.felt.move(name, zone, DECK_ZONE)
        return  # scrap paper is put away
    origin = _origin(hand, event, place)
    if origin == "unknown" or (event.from_ is None and _only_read_now(hand, name, zone, place)):
        _read_now(table, hand, event)
        return
    if _is_duplicate(hand, event, place):
        _place_unread(table, hand, event, Case("duplicate_card", seats_in(zone), name, zone=zone))
        return
    if event.back is not None and _is_foreign(hand, event.back):
        known = facts.of(table, None, None, zone)
        _follow(table, hand, event, origin)
        if not hand.over:
            rule(table, Case("foreign_back", seats_in(zone), name, zone=zone, facts=known))
        return
    if origin == DECK_ZONE and zone == DECK_ZONE and not event.boxed and event.face == "down":
        return
    if event.boxed or (origin == zone == DECK_ZONE):
        _scrap(table, hand, event, "boxed_card", again=hand.boxed > 0)
        hand.boxed += 1
        return
    if name == JOKER and origin == DECK_ZONE:
        _scrap(table, hand, event, "joker", again=False)
        return
    if hand.corrections and remedy.claims(table, hand, event, origin):
        return
    _follow(table, hand, event, origin)


def _origin(hand: Hand, event: log.CardMoved, place: str | None) -> str:
    """Where a card came from: what is known stands before what the event believes."""
    believed = event.from_
    if place is not None:
        return DECK_ZONE if believed == DECK_ZONE else place
    if believed is None or believed == DECK_ZONE:
        return DECK_ZONE
    held = hand.felt.cards(believed)
    return believed if UNREAD in held or (event.card == UNREAD and held) else DECK_ZONE


def _only_read_now(hand: Hand, name: str, zone: str, place: str | None) -> bool:
    """A card that lay unread in the zone is read at last, rather than a new one coming."""
    if name in (UNREAD, JOKER) or place is not None or UNREAD not in hand.felt.cards(zone):
        return False
    due = hand.plan.due
    if hand.stage == "deal":
        return due is None or due.zone != zone
    if hand.stage in ("cards", "patch"):
        return zone not in (BOARD, BURN) or (zone == BURN and hand.burns > 0 and not hand.fresh)
    return zone in SEAT_OF


def _read_now(table: Table, hand: Hand, event: log.CardMoved) -> None:
    felt = hand.felt
    if UNREAD in felt.cards(event.zone):
        felt.read(event.card, event.zone)
    else:
        felt.move(event.card, event.zone, "unknown")
    for seat in seats_in(event.zone):
        held = hand.holding.get(seat, [])
        if UNREAD in held:
            held[held.index(UNREAD)] = event.card
    if event.zone == BOARD:
        for cards in (hand.fresh, hand.board):
            if UNREAD in cards:
                cards[cards.index(UNREAD)] = event.card
                break


def _is_duplicate(hand: Hand, event: log.CardMoved, place: str | None) -> bool:
    """One face in two places: the shoe gave it again, or it lies where a new card was due."""
    if place is None or event.card in hand.void:
        return False
    if event.from_ == DECK_ZONE:
        return True
    if place == event.zone:
        return False
    if event.from_ is not None or remedy.awaits(hand, event.card):
        return False
    due = hand.plan.due
    return due is not None and hand.stage == "deal" and due.zone == event.zone


def _is_foreign(hand: Hand, back: str) -> bool:
    if hand.back is None:
        hand.back = back
    return back != hand.back


def _place_unread(table: Table, hand: Hand, event: log.CardMoved, case: Case) -> None:
    """The second card of a face is placed and counted without its face, then ruled."""
    case.facts = facts.of(table, case.seat, None, event.zone)
    unread = log.CardMoved(event.t, UNREAD, event.zone, event.face, DECK_ZONE)
    _follow(table, hand, unread, DECK_ZONE)
    if not hand.over:
        rule(table, case)


def _scrap(table: Table, hand: Hand, event: log.CardMoved, fault: str, *, again: bool) -> None:
    """A boxed card or a joker: what the book says decides whether it takes the place it got."""
    name, zone = event.card, event.zone
    seats = seats_in(zone)
    known = facts.of(table, seats[0] if seats else None, None, zone)
    if again:
        known.add("again")
    due = hand.plan.due
    unread = UNREAD in hand.felt.cards(zone) and name not in hand.felt.place
    if unread and (due is None or due.zone != zone) and seats:
        _read_now(table, hand, event)  # it lay there unread
    elif zone != DECK_ZONE:
        hand.felt.move(name, zone, DECK_ZONE)
    hand.felt.shown.add(name)
    line = rule(
        table, Case(fault, seats, name, zone=zone, facts=known, street=hand.street_at_issue)
    )
    if hand.over or line.decision in ("scrap", "misdeal", "void_deal") or zone == DECK_ZONE:
        return
    _count_where_it_lies(table, hand, event)


def _count_where_it_lies(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """No remedy is printed: until a person decides, the card counts where it lies."""
    due = hand.plan.due
    seats = seats_in(event.zone)
    if hand.stage == "deal" and due is not None and seats == [due.seat]:
        hand.holding[due.seat].append(event.card)
        hand.dealt.append((event.card, due.seat))
        hole_cards.advance(table, hand)
    elif event.zone == BOARD and hand.stage == "cards":
        hand.fresh.append(event.card)
        streets.street_done_if_full(table, hand)
    elif event.zone == BURN and hand.stage == "cards":
        hand.burns += 1


def _follow(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    """Compare a movement with what was due, by where it came from and where it went."""
    if origin == DECK_ZONE:
        _from_deck(table, hand, event)
    elif origin in SEAT_OF:
        handling.from_seat(table, hand, event, origin)
    else:
        handling.from_table(table, hand, event, origin)


def _from_deck(table: Table, hand: Hand, event: log.CardMoved) -> None:
    zone = event.zone
    if zone in SEAT_OF:
        hole_cards.to_seat(table, hand, event, SEAT_OF[zone])
    elif zone == BOARD:
        streets.to_board(table, hand, event)
    elif zone == BURN or (zone == MUCK and _is_burn(table, hand)):
        streets.to_burn(table, hand, event)
    elif zone == OFF and hand.stage == "deal":
        hole_cards.dealt_off_table(table, hand, event)
    else:
        hand.felt.move(event.card, zone, DECK_ZONE)
        return
    if not hand.over and hand.felt.stub == 1 and hand.stage in ("deal", "cards"):
        known = facts.of(table) | {"last_card"}  # hilton.A7: it would be the next one
        if table.book.find("bottom_card", known) is not None:
            rule(table, Case("short_deck", facts=known))
    if not hand.over and hand.felt.stub == 0:
        known = facts.of(table, None, None, zone)
        rule(table, Case("bottom_card", seats_in(zone), event.card, zone=zone, facts=known))


def _is_burn(table: Table, hand: Hand) -> bool:
    """Whether a card off the deck into the discards is a burn; California burns there."""
    if table.book.params["burns_lie"] == MUCK and hand.stage in ("bet", "cards") and not hand.fresh:
        return True
    return _burn_is_due(hand)


def _burn_is_due(hand: Hand) -> bool:
    return (
        hand.stage == "cards"
        and not hand.burns
        and not hand.fresh
        and hand.burn_rule() != "no_burn"
    )


def _after_the_deal(table: Table, event: log.CardMoved) -> None:
    """Cards of a finished deal go home; only a new face from the stub is worth a word."""
    hand = table.hand
    if hand is None:
        return
    felt, name = hand.felt, event.card
    origin = event.from_ or felt.place.get(name, DECK_ZONE)
    new = origin == DECK_ZONE and event.zone in (BOARD, OFF) and event.face == "up"
    if event.zone != origin:
        felt.move(name, event.zone, origin)
    if new and "stub" not in hand.ruled and hand.result == "won":
        hand.ruled.add("stub")
        felt.shown.add(name)
        case = Case("stub_exposed", [], name, zone=event.zone, facts={"over"})
        if table.book.find(case.fault, case.facts) is not None:
            rule(table, case)


def _unshuffled(table: Table) -> None:
    needs = table.book.params["before_deal"]
    done = {"shuffle": table.shuffled, "cut": table.cut}
    hand = table.hand
    assert hand is not None
    missing = [need for need in needs if not done[need]]
    if missing and "no_shuffle" not in hand.ruled:
        hand.ruled.add("no_shuffle")
        rule(table, Case("no_shuffle", facts=facts.of(table) | set(missing)))
