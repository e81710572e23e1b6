"""Chips that come to the table or leave it: buy-ins, rake, seat rental."""

from __future__ import annotations

from engine.betting.underway import Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.people import owing
from engine.people.rake import due as rake_due
from engine.people_events import Collect, Rake
from engine.play.judge import rule, rule_if_printed
from engine.room import CashedOut, Person

WAIVED = ("house", "broken_game", "must_move")  # hilton.A1.6, uspa.3.1.3.3a


def bought(deal: Deal, seat: int, person: Person, came_from: str | None, *, broke: bool) -> None:
    """A first buy, one after losing everything, or a return: the house may want a minimum."""
    params, was_short = deal.setting.book.params, person.waits_for_chips
    back = _comes_back(deal, person) if not broke else None
    least = params["min_buy_in"] if back is None else back[0]
    if deal.setting.format != "cash" or person.stack >= least:
        _enough(deal, seat, person, was_short=was_short)
        return
    if came_from in WAIVED and back is None:
        _say(deal, seat, "buy_in_waived")
        return
    known = facts.of(deal, seat) | (back[1] if back is not None else set())
    if broke:
        known.add("broke")
    if back is None and person.short_buys < params["short_buys"] and not was_short:
        person.short_buys += 1
        return
    if person.short_buys:
        known.add("second_short")
    person.waits_for_chips = True  # no hand until the rest is there
    line = rule(deal, Case("short_buy", [seat], facts=known)) if not was_short else None
    person.least, person.least_why = least, line.clause if line else person.least_why
    deal.out.append(owing.buy_in(seat, least - person.stack, person.least_why))


def _enough(deal: Deal, seat: int, person: Person, *, was_short: bool) -> None:
    if was_short:
        deal.out.append(owing.buy_in(seat, 0, person.least_why))
    person.waits_for_chips, person.least, person.least_why = False, 0, ""


def _say(deal: Deal, seat: int, key: str) -> None:
    """He has less than the minimum and owes nothing: the book says why."""
    why = deal.setting.whys.grounds.get(key)
    if why is not None:
        deal.out.append(owing.buy_in(seat, 0, why))


def topped_up(deal: Deal, seat: int, person: Person) -> None:
    """Who has chips may add any sum, though it leaves him below the minimum (hilton.A1.1)."""
    if deal.setting.format == "cash" and person.stack < deal.setting.book.params["min_buy_in"]:
        _say(deal, seat, "topped_up")


# Who comes back soon


def cashes_out(deal: Deal, person: Person, chips: int) -> None:
    """A player who is known by name takes his chips away."""
    room = deal.room
    if person.name and deal.setting.format == "cash":
        out = CashedOut(room.t, chips, room.evening.bank.deals)
        room.evening.bank.cashed[person.name] = out


def _comes_back(deal: Deal, person: Person) -> tuple[int, set[str]] | None:
    """What he must bring who was here within the hour (hilton.A1.7, uspa.app3.3.5c)."""
    setting, room = deal.setting, deal.room
    was = room.evening.bank.cashed.get(person.name) if person.name else None
    minutes = setting.book.param("return_within", setting.structure, setting.kind)
    if was is None or room.t - was.t >= 60 * minutes:
        return None
    params = setting.book.params
    missed, grace = room.evening.bank.deals - was.deals, params["short_return_deals"]
    if grace and was.chips < params["min_buy_in"] and missed >= grace:
        return params["min_buy_in"], {"returns", "missed_many"}
    return was.chips, {"returns"}


def added_in_hand(deal: Deal, seat: int, chips: int) -> None:
    """Chips added by a player who is in the pot play in the next deal."""
    if deal.is_live(seat) and deal.setting.format == "cash" and chips:
        known = facts.of(deal, seat) | {"in_hand"}
        rule_if_printed(deal, Case("not_at_stakes", [seat], facts=known))


# The drop


def refuse_rake(deal: Deal, event: Rake) -> str | None:
    """Why there is nothing to drop from."""
    if not deal.began:
        return "no deal is in progress"
    if deal.over:
        return None
    pot = deal.betting.pot()
    return f"the pot is only {pot:,}, not {event.amount:,}" if event.amount > pot else None


def rake(deal: Deal, event: Rake) -> None:
    """The dealer drops chips from the pot; too many, or when it is pushed, is a fault."""
    known = facts.of(deal)
    if deal.over:
        rule(deal, Case("rake", facts=known | {"awarded"}))
        return
    taken = event.amount
    most = rake_due(deal.setting, deal.betting, deal.felt.on_board())
    if most is not None and deal.ending.raked + taken > most:
        over = deal.ending.raked + taken - most
        case = Case("rake", facts=known | {"too_large"})
        case.outcome = Outcome("bet", most, back=over)
        rule(deal, case)
        taken -= over
    deal.betting.dead -= taken
    deal.ending.raked += taken


# Seat rental


def refuse_collect(deal: Deal, event: Collect) -> str | None:
    """Why nothing can be collected."""
    if event.seat is None:
        return None if deal.room.seats else "nobody sits at the table"
    if why := deal.setting.no_seat(event.seat):
        return why
    return None if event.seat in deal.room.seats else f"nobody sits in seat {event.seat}"


def collect(deal: Deal, event: Collect) -> None:
    """Seat rental: from each player in order, an absent one's from his stack (hilton.A39.1.b)."""
    for seat in sorted(deal.room.seats) if event.seat is None else [event.seat]:
        person = deal.room.seats[seat]
        taken = min(event.amount, max(person.stack + person.pending, 0))
        if not deal.over and seat in deal.betting.players:
            taken = min(event.amount, deal.betting.players[seat].stack + max(person.pending, 0))
            person.pending -= taken  # his chips of this deal stay
        else:
            at_hand = min(taken, person.stack)  # the rest of what he has bought meanwhile
            person.stack -= at_hand
            person.pending -= taken - at_hand
        if taken < event.amount:
            deal.out.append(owing.collection(deal.setting, seat, event.amount - taken))
