"""The draw: burn and cards compared with what each player asked for."""

from __future__ import annotations

from engine.cards import DECK_ZONE, MUCK, SEAT_OF
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.exchange import AT_ONCE, Exchange
from engine.log import CardMoved
from engine.play import dealing, discarding, follow
from engine.play.judge import rule

STAGES = ("cards", "draw")  # in which a burn is due
MUCKED_BURNS = ("bet", "cards", "discard", "draw")  # and in which one among the discards is seen


def to_seat(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card off the deck comes to a seat while players draw."""
    exchange = deal.agenda.exchange
    assert exchange is not None
    if follow.wrong_step(deal, "card") or deal.over or dealing.not_the_top(deal, event):
        return
    _tell_by_cards(deal, exchange, seat)
    due = exchange.next_card(deal.live_seats())
    if not deal.is_live(seat):
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        _astray(deal, event, seat, due.seat if due is not None else None)
        return
    if due is None or due.seat != seat or seat not in exchange.asked:
        _other_than_asked(deal, exchange, event, seat, due.seat if due is not None else None)
        return
    if due.what == "late" and exchange.wants_second_burn(seat):
        _five_at_once(deal, exchange, event, seat)
        return
    _burned_before(deal, event)
    if not deal.over:
        _comes(deal, exchange, event, seat)


def _comes(deal: Deal, exchange: Exchange, event: CardMoved, seat: int) -> None:
    """The card that was due; a face that the table has seen may not be kept."""
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.felt.hold(event.card, seat)
    exchange.get(seat)
    if event.face == "up":
        exposed(deal, event.card, seat)
    discarding.go_on_if_done(deal)


def exposed(deal: Deal, card: str, seat: int) -> None:
    """A card of the draw was seen: what becomes of it, the book says."""
    deal.felt.shown.add(card)
    known = facts.of(deal, seat, card) | {"on_draw"} | facts.of_exposed(deal, card, told=True)
    rule(deal, Case("exposed_card", [seat], card, facts=known))


def _tell_by_cards(deal: Deal, exchange: Exchange, seat: int) -> None:
    """Who threw cards away in turn and said nothing has asked for just so many."""
    turn = exchange.to_ask(deal.live_seats())
    if turn == seat and exchange.thrown.get(seat):
        exchange.ask(seat, exchange.thrown[seat])


def _burned_before(deal: Deal, event: CardMoved) -> None:
    street, exchange = deal.agenda.dealing, deal.agenda.exchange
    assert exchange is not None
    if street.rule != "burn" or street.burned or "rfid" not in deal.setting.sensors:
        return
    if exchange.dealt or not deal.conduct.first_time("no_burn", deal.agenda.at):
        return
    street.amend("either", "")
    seat = SEAT_OF[event.zone]
    known = facts.of(deal, seat, None, event.zone)
    case = Case("no_burn", [seat], event.card, zone=event.zone, facts=known, street=street.name)
    rule(deal, case)


def _other_than_asked(
    deal: Deal, exchange: Exchange, event: CardMoved, seat: int, due: int | None
) -> None:
    """A card for a player who is not to get one now, or no more of them."""
    if exchange.wants(seat) > AT_ONCE == exchange.came.get(seat, 0):
        _five_at_once(deal, exchange, event, seat)
        return
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    got = exchange.came.get(seat, 0)
    if due is not None and not got and not exchange.came.get(due):
        case = Case("wrong_seat", [seat, due], event.card)
    else:
        deal.felt.hold(event.card, seat)
        case = Case("wrong_draw", [seat], event.card)
    case.facts, case.zone = facts.of(deal, seat) - {"looked"}, event.zone
    rule(deal, case)


def _astray(deal: Deal, event: CardMoved, seat: int, due: int | None) -> None:
    person = deal.room.seats.get(seat)
    if due is not None and seat in deal.felt.hands:
        case = Case("wrong_seat", [seat, due], event.card)
    else:
        away = person is not None and person.away
        case = Case("absent_seat" if away else "ineligible_seat", [seat], event.card)
    case.facts = facts.of(deal, seat) - {"looked"}
    rule(deal, case)


def _five_at_once(deal: Deal, exchange: Exchange, event: CardMoved, seat: int) -> None:
    """A fifth card without anything between it and the other four."""
    deal.felt.move(event.card, event.zone, DECK_ZONE)
    deal.felt.hold(event.card, seat)
    exchange.get(seat)
    rule(deal, Case("five_drawn", [seat], event.card, facts=facts.of(deal, seat)))
    discarding.go_on_if_done(deal)


def burned(deal: Deal, event: CardMoved) -> bool:
    """A burn in the middle of the draw: before a fifth card it is due; True where it was."""
    exchange = deal.agenda.exchange
    if deal.agenda.stage != "draw" or exchange is None:
        return False
    due = exchange.next_card(deal.live_seats())
    wanted = due is not None and due.what == "late" and exchange.wants_second_burn(due.seat)
    first = not exchange.dealt
    exchange.burn()
    if wanted and not first:
        deal.felt.move(event.card, event.zone, DECK_ZONE)
        return True
    return False


def is_burn(deal: Deal) -> bool:
    """Whether a card off the deck into the discards is a burn; California burns there."""
    agenda = deal.agenda
    if deal.felt.fresh:
        return False
    if deal.setting.book.params["burns_lie"] == MUCK and agenda.stage in MUCKED_BURNS:
        return True
    street = agenda.coming if agenda.stage in STAGES else None
    return street is not None and not street.burned and street.rule != "no_burn"
