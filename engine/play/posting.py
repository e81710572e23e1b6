"""Chips that are put up before the cards: a new player's blind, missed ones, straddles, kills."""

from __future__ import annotations

from dataclasses import replace

from engine.betting.underway import Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.people import owing
from engine.people.button import is_closed, next_deal
from engine.people.circle import clockwise
from engine.people_events import PutUp
from engine.play import entering, legs, straddling
from engine.play.judge import rule, rule_if_printed
from engine.room import Dues

IN_DEAL = ("straddle", "kill", "half_kill")  # these come after ``hand``
COMES_IN = ("big_blind", "missed", "buy_button")


def refuse(deal: Deal, event: PutUp) -> str | None:
    """Why a post cannot be: chips or a debt that are not there, a deal that is on or is not."""
    person, seat = deal.room.seats[event.seat], event.seat
    player = None if deal.over else deal.betting.players.get(seat)
    most = person.stack + person.pending if player is None else player.stack
    if event.amount is not None and event.amount > most:
        return f"seat {seat} has only {max(most, 0):,}, not {event.amount:,}"
    if event.what == "ante":
        return "antes are taken with 'hand'"
    if event.what in COMES_IN:
        return _refuse_entry(deal, event)
    if not deal.over:
        if event.what == "straddle":
            return straddling.refuse(deal, event)
        return _refuse_kill(deal, event)
    redeems = event.what == "straddle" and owing.owed(deal.setting, person.dues) is not None
    return None if redeems else f"'{event.what}' is posted after 'hand', before the first card"


def _refuse_kill(deal: Deal, event: PutUp) -> str | None:
    wanted = {"kill": "full", "half_kill": "half"}[event.what]
    if event.seat not in deal.betting.players:
        return f"seat {event.seat} is not in this deal"
    if deal.setting.book.params["kill"] != wanted:
        return f"this house has no '{event.what}': set house.kill"
    if deal.felt.dealt or deal.agenda.stage != "deal":
        return f"'{event.what}' is posted before the first card"
    return None


def _refuse_entry(deal: Deal, event: PutUp) -> str | None:
    person, seat = deal.room.seats[event.seat], event.seat
    if not deal.over and seat in deal.betting.players:
        return f"seat {seat} is in this deal: it posts before the next"
    dues = person.dues
    if event.what == "buy_button":
        new = dues is not None and (dues.new or dues.free)
        return None if new or _is_new_here(deal, seat) else f"seat {seat} is not new to the game"
    due = owing.owed(deal.setting, dues)
    if due is None:
        return f"seat {seat} owes nothing"
    if due.what != event.what:
        return f"seat {seat} owes '{due.what}', not '{event.what}'"
    owes, most = due.live + due.dead, person.stack + person.pending
    if event.amount is not None and event.amount < min(owes, most):
        return f"seat {seat} owes {owes:,}, not {event.amount:,}"
    return None


def _is_new_here(deal: Deal, seat: int) -> bool:
    """Whether he has not been dealt in yet, though the book lets him in without a post."""
    return deal.began and seat not in deal.room.dealt_in


def take(deal: Deal, event: PutUp) -> None:
    """Chips are put up: for the next deal, or on top of the blinds of this one."""
    if event.what in COMES_IN or deal.over:
        _for_next_deal(deal, event)
    elif event.what == "straddle":
        straddling.post(deal, event)
    else:
        _kill(deal, event)


# Before ``hand``


def _for_next_deal(deal: Deal, event: PutUp) -> None:
    person = deal.room.seats[event.seat]
    setting = deal.setting
    due = owing.owed(setting, person.dues)
    dues = person.dues or Dues(new=True)
    if event.what == "buy_button":
        if not _may_buy_button(deal, event.seat):
            _wrong(deal, event, "buy_button")
            return
        live, dead = setting.big_blind, setting.small_blind
    elif event.what == "straddle":
        live, dead = straddling.size_of(deal), 0
        if not straddling.is_allowed(deal) or not _will_be_left_of_big(deal, event.seat):
            allowed = straddling.is_allowed(deal)
            _wrong(deal, event, "wrong_place" if allowed else "no_straddle")
            return
    else:
        assert due is not None
        live, dead = due.live, due.dead
        if _between_blinds(deal, event.seat, dues):
            _wrong(
                deal, event, "between_blinds", "missed" if dues.small or dues.big else "new_player"
            )
            return
    over = (event.amount or 0) - live - dead
    if over > 0:
        _too_large(deal, event, live + dead, over)
    person.dues = dues
    dues.what, dues.live, dues.dead, dues.waits = event.what, live, dead, False
    entering.tell_owed(deal)


def _between_blinds(deal: Deal, seat: int, dues: Dues) -> bool:
    """Whether his seat will lie where nobody may come in."""
    places, _ = next_deal(deal.setting, deal.room, None)
    if places is None or places.big is None:
        return False
    return is_closed(deal.setting, dues, seat, places.button, places.big)


def _will_be_left_of_big(deal: Deal, seat: int) -> bool:
    places, _ = next_deal(deal.setting, deal.room, None)
    if places is None or places.big is None:
        return False
    return clockwise({*places.order, seat}, places.big)[0] == seat


def _may_buy_button(deal: Deal, seat: int) -> bool:
    """Whether the button comes next to where the new player sits."""
    setting, room = deal.setting, deal.room
    places, _ = next_deal(setting, room, None)
    if not setting.book.params["buy_button"] or places is None or room.button is None:
        return False
    return clockwise({*places.order, seat}, room.button)[0] == seat


# After ``hand``


def _size(deal: Deal) -> int:
    first = deal.setting.game.first_betting
    return deal.setting.bets[first.size == "big"]


def _kill(deal: Deal, event: PutUp) -> None:
    """A kill raises the stakes of this deal, once (uspa.3.6.2.11)."""
    if deal.betting.high > deal.setting.big_blind:
        _wrong(deal, event, "kill", "second")
        return
    size = legs.size(deal.setting)
    if (event.amount or size) > size:
        _too_large(deal, event, size, (event.amount or size) - size)
    _put_up_kill(deal, event.seat)


def _put_up_kill(deal: Deal, seat: int) -> None:
    """The limits go up with it; its player acts in turn (uspa.3.6.2.2)."""
    setting, betting, evening = deal.setting, deal.betting, deal.room.evening
    size = legs.size(setting)
    times, per = legs.RATIOS[setting.book.params["kill"]]
    small, big = (bet * times // per for bet in setting.bets)
    deal.setting = replace(setting, bets=(small, big))
    betting.post(seat, max(size - betting.players[seat].bet, 0))
    turn = betting.turn or betting.order[0]
    betting.open(_size(deal), betting.order.index(turn), high=size)
    evening.killed = seat
    if evening.killer == seat:
        deal.out.append(owing.kill(setting, seat, 0))


def kill_due(deal: Deal) -> None:
    """All cards are out and a required kill is not: it is put up now (uspa.3.6.2.6a)."""
    case = legs.unposted(deal)
    if case is not None and rule_if_printed(deal, case):
        _put_up_kill(deal, case.seats[0])


# Rulings


def _wrong(deal: Deal, event: PutUp, *known: str) -> None:
    """The book does not allow it: nothing is put up."""
    told = facts.of(deal, event.seat) | {*known}
    rule(deal, Case("wrong_post", [event.seat], facts=told))


def _too_large(deal: Deal, event: PutUp, due: int, over: int) -> None:
    """What is more than is due comes back."""
    told = facts.of(deal, event.seat) | {"too_large"}
    case = Case("oversize_blind", [event.seat], facts=told)
    case.outcome = Outcome("bet", due, back=over)
    rule(deal, case)
