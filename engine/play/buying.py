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
from engine.room import Person

WAIVED = ("house", "broken_game", "must_move")  # hilton.A1.6, uspa.3.1.3.3a


def bought(deal: Deal, seat: int, person: Person, chips: int, came_from: str | None) -> None:
    """A first buy, or one after losing everything: the house may want a minimum."""
    params = deal.setting.book.params
    least = params["min_buy_in"]
    person.waits_for_chips = False
    if deal.setting.format != "cash" or person.stack >= least or came_from in WAIVED:
        return
    known = facts.of(deal, seat)
    if person.short_buys < params["short_buys"]:
        person.short_buys += 1
        return
    if person.short_buys:
        known.add("second_short")
    person.waits_for_chips = True  # no hand until the rest is there
    rule(deal, Case("short_buy", [seat], facts=known))


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
            person.stack -= taken
        if taken < event.amount:
            deal.out.append(owing.collection(deal.setting, seat, event.amount - taken))
