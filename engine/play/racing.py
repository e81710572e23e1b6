"""The smallest chip leaves play: a card for each odd one, new chips for the highest cards."""

from __future__ import annotations

from engine.answers import ExpectCard
from engine.cards import FACES, SEAT_OF, SEAT_ZONES
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.people.button import high_card
from engine.people_answers import Exchange
from engine.people_events import Race as RaceEvent
from engine.room import Race


def refuse(deal: Deal, event: RaceEvent) -> str | None:
    """Why there is nothing to race."""
    if not deal.over:
        return "a deal is in progress: chips are raced between deals"
    if deal.room.evening.race is not None:
        return "a race is on already"
    if event.into % event.chip or event.into <= event.chip:
        return f"{event.into:,} is no multiple of {event.chip:,}"
    odd = {seat: count for seat, count in event.odd.items() if count}
    if not odd:
        return "no seat has odd chips: there is nothing to race"
    for seat, count in odd.items():
        known = seat.isdecimal() and seat == str(int(seat))  # '03' would be seat 3 once more
        if not known or int(seat) not in deal.room.seats:
            return f"nobody sits in seat {seat}"
        if count >= event.into // event.chip:
            return f"seat {seat}'s {count} chips are enough for one of {event.into:,}"
        if count * event.chip > deal.room.seats[int(seat)].stack:
            return f"seat {seat} does not have {count} chips of {event.chip:,}"
    return None


def begin(deal: Deal, event: RaceEvent) -> None:
    """A race is on: the cards come clockwise from seat 1 (uspa.3.3.2.9b)."""
    odd = {int(seat): count for seat, count in event.odd.items() if count}
    deal.room.evening.race = Race(event.chip, event.into, dict(sorted(odd.items())))


def left(deal: Deal, seat: int, to: int | None = None) -> None:
    """A player of the race leaves with his odd chips, or changes seats."""
    race = deal.room.evening.race
    if race is None or seat not in race.odd:
        return
    odd, cards = dict(race.odd), dict(race.cards)
    chips, drawn = odd.pop(seat), cards.pop(seat, None)
    if to is not None:
        odd[to] = chips
        if drawn is not None:
            cards[to] = drawn
    race.odd, race.cards = dict(sorted(odd.items())), cards
    if not odd:
        deal.room.evening.race = None
    elif due(race) is None:
        _settle(deal, race)


def due(race: Race) -> int | None:
    """The seat whose card comes next: each gets all of his before the next."""
    for seat, count in race.odd.items():
        if len(race.cards.get(seat, ())) < count:
            return seat
    return None


def expectation(deal: Deal, race: Race) -> ExpectCard | None:
    """The next card of the race."""
    seat = due(race)
    if seat is None:
        return None
    why = deal.setting.whys["race"]
    return {"o": "expect", "what": "card", "zone": SEAT_ZONES[seat], "face": "up", "why": why}


def takes(deal: Deal, event: CardMoved) -> bool:
    """Whether a card between deals is one of the race, or drawn for the first button."""
    seat = SEAT_OF.get(event.zone)
    if seat is None or event.face != "up" or event.card not in FACES:
        return False
    evening = deal.room.evening
    if evening.race is None:
        if deal.room.button is None and seat in deal.room.seats:
            evening.drawn = {**evening.drawn, seat: event.card}
        return False
    if seat != due(evening.race) or any(event.card in had for had in evening.race.cards.values()):
        return False
    cards = evening.race.cards
    evening.race.cards = {**cards, seat: [*cards.get(seat, ()), event.card]}
    if due(evening.race) is None:
        _settle(deal, evening.race)
    return True


def total_of(race: Race) -> int:
    """What all odd chips of a race are worth."""
    return sum(race.odd.values()) * race.chip


def _settle(deal: Deal, race: Race) -> None:
    """The highest card gets a chip, then the next (uspa.3.3.2.9c); half a chip is one (9d)."""
    total, rest = divmod(total_of(race), race.into)
    new = total + (2 * rest >= race.into)
    drawn = [(high_card(card), seat) for seat, cards in race.cards.items() for card in cards]
    given: dict[int, int] = {}
    for _, seat in sorted(drawn, reverse=True)[:new]:
        given[seat] = given.get(seat, 0) + 1
    for seat, odd in race.odd.items():
        person = deal.room.seats.get(seat)
        if person is not None:
            raced = min(odd * race.chip, person.stack)  # seat rental may have taken some
            person.stack += given.get(seat, 0) * race.into - raced
    known, halved = deal.setting.whys.grounds, new * race.into > total_of(race)
    last = list(given)[-1] if halved and given else 0
    for seat, chips in given.items():
        told: Exchange = {"o": "exchange", "seat": seat, "chips": chips, "removed": race.odd[seat]}
        why = known.get("exchange_half" if seat == last else "exchange")
        if why is not None:
            told["why"] = why
        deal.out.append(told)
    deal.room.evening.race = None
