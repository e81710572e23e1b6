"""Cards for the seats that lie where none was due: seen in flight, or read too soon."""

from __future__ import annotations

from engine.cards import DECK_ZONE, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved, Face
from engine.play import doubting, upcards


def waits(deal: Deal, event: CardMoved, seat: int | None) -> bool:
    """Whether a card may yet turn out to belong where one is due; then it counts nowhere so far."""
    agenda = deal.agenda
    due = agenda.start.due
    if not agenda.to_seats or due is None or event.zone == due.zone:
        return False
    if event.face == "up" and due.face == "down":
        return False  # exposed, wherever it was going
    if not deal.setting.book.params["doubt_seconds"] or not deal.plays(event.card):
        return False
    if deal.corrections or agenda.deal_burn or "rfid" not in deal.setting.sensors:
        return False  # somebody is putting the deal right: what is done then is meant
    if any(slot.seat == seat for slot in agenda.start.missed):
        return False
    case = _case(deal, event, seat, due.seat)
    if case is None:
        return False
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    if event.face == "up":
        deal.felt.shown.add(event.card)
    deal.doubts.strays[event.card] = event.t
    if deal.doubts.of("dealing") is None:
        doubting.hold(deal, "dealing", case)
    return True


def _case(deal: Deal, event: CardMoved, seat: int | None, due: int) -> Case | None:
    """What it would be, were it meant."""
    seats, felt = deal.room.seats, deal.felt
    if seat is None:
        return cut_short_case(deal)
    if due in seats and seats[due].away:
        return Case("dealt_out", [due], event.card)
    if seat not in felt.hands:
        away = seat in seats and seats[seat].away
        return Case("absent_seat" if away else "ineligible_seat", [seat], event.card)
    if deal.agenda.stage == "deal" and len(felt.hole(seat)) >= deal.size:
        return Case("extra_card", [seat], event.card)
    if deal.agenda.stage != "deal" and not (deal.is_live(seat) and deal.is_live(due)):
        passed = seat in deal.agenda.start.order
        return Case("dead_seat", [due, seat] if passed else [seat, due], event.card)
    return Case("wrong_seat" if felt.dealt else "wrong_first_seat", [seat, due], event.card)


def cut_short_case(deal: Deal) -> Case | None:
    """The seats that lack a card, or all their cards."""
    short = list(dict.fromkeys(deal.agenda.start.short()))
    none = [seat for seat in short if not deal.felt.hole(seat)]
    if not short:
        return None
    return Case("dealt_out" if none else "short_hand", none or short)


def strays_unread(deal: Deal, event: CardMoved, seat: int) -> bool:
    """One too many at a seat, while others hold unread cards: perhaps one of these, read first."""
    if deal.agenda.stage not in ("bet", "cards") or seat not in deal.felt.hands:
        return False
    if event.face == "up" or event.from_ is not None or not deal.plays(event.card):
        return False
    if deal.corrections or len(deal.felt.hole(seat)) < deal.size or not unread(deal, seat):
        return False
    case = Case("extra_card", [seat], event.card, zone=event.zone)
    if doubting.hold(deal, "unread_hand", case) is None:
        return False
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    return True


def unread(deal: Deal, but: int | None) -> list[int]:
    """The other seats before which a card lies that nobody has read."""
    felt = deal.felt
    return [s for s in felt.hands if s != but and UNREAD in felt.cards(SEAT_ZONES[s])]


def pass_by(deal: Deal, event: CardMoved) -> bool:
    """A card off the deck crosses the discards while cards go to the seats."""
    on = deal.agenda.stage == "deal" or (deal.agenda.to_seats and deal.agenda.start.due is not None)
    if not on or not deal.plays(event.card) or event.face == "up":
        return False
    if not deal.setting.book.params["doubt_seconds"] or deal.corrections:
        return False
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.doubts.strays[event.card] = event.t
    return True


def is_on_its_way(deal: Deal, event: CardMoved) -> bool:
    """Whether a card that crossed the discards may still be on its way; else it lay there."""
    doubts = deal.doubts
    if doubts.of("dealing") is not None:
        return True
    since = doubts.strays[event.card]
    passing: bool = event.t - since <= deal.setting.book.params["doubt_seconds"]
    if not passing:
        del doubts.strays[event.card]
    return passing


def land(deal: Deal) -> None:
    """Cards that lay passing count where they are due now."""
    felt, start, strays = deal.felt, deal.agenda.start, deal.doubts.strays
    while strays and (due := start.due) is not None:
        card = next((card for card in strays if felt.place.get(card) == due.zone), None)
        if card is None:
            break
        del strays[card]
        felt.give(card, due.seat)
        start.pos += 1
        if due.face == "up":
            upcards.came(deal, card, due.seat)
    if not strays:
        doubting.drop(deal, deal.doubts.of("dealing"))


def taken_up(deal: Deal) -> list[CardMoved]:
    """The cards that waited in vain, as though each came off the deck now."""
    cards = list(deal.doubts.strays)
    deal.doubts.strays.clear()
    return [event for card in cards if (event := again_off_deck(deal, card)) is not None]


def again_off_deck(deal: Deal, card: str) -> CardMoved | None:
    """A card that counted nowhere so far, as though it came off the deck to where it lies now."""
    zone = deal.felt.place.get(card)
    if zone is None:
        return None
    deal.felt.move(card, DECK_ZONE, zone)
    face: Face = "up" if card in deal.felt.shown else "down"
    return CardMoved(deal.room.t, card, zone, face, DECK_ZONE)


def accept(deal: Deal) -> None:
    """A person says that the deal is in order: cards that came too soon wait for those between."""
    if deal.doubts.strays:
        doubting.hold(deal, "dealing", Case("wrong_seat", [], next(iter(deal.doubts.strays))))


def is_due_at(deal: Deal, zone: str) -> bool:
    """Whether the next card of the deal is due there."""
    due = deal.agenda.start.due
    return due is not None and due.zone == zone and zone in SEAT_OF
