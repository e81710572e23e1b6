"""A new deal: who is in it, where button and blinds are, and what is put up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answers import Post, What
from engine.betting.limits import Limits
from engine.betting.player import Player
from engine.betting.round import Betting
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import NewHand
from engine.people.button import Places, Waiting, as_told, dealt_in, next_deal, who_waits
from engine.play import buying, doubting, entering, penalties, progress, straddling
from engine.play.judge import found, rule_if_printed
from engine.room import Room
from engine.setting import Setting


def refuse(deal: Deal, event: NewHand) -> str | None:
    """Why no deal can begin."""
    if not deal.over:
        return "the deal in progress is not over"
    if deal.room.evening.race is not None:
        return "a race is on already"
    if event.button is not None and (why := deal.setting.no_seat(event.button)):
        return why
    players = len(dealt_in(deal.setting, deal.room, event.button))
    if players < 2:
        return "a deal needs two players with chips"
    most = deal.setting.game.most_players
    return None if players <= most else f"the deck is enough for {most} players"


def leaves(last: Deal) -> tuple[dict[str, str], bool]:
    """What the deal before means to the next one: cards that lie about, a button in question."""
    if not last.began:
        return last.room.lying, last.room.button_in_question
    in_question = any(ruling.fault == "wrong_button" for ruling in last.rulings.values())
    return last.felt.place, in_question


def begin(setting: Setting, last: Deal, event: NewHand) -> Deal:
    """Settle who is in, take antes and blinds, and open the first round."""
    room = last.room
    room.lying, room.button_in_question = leaves(last)
    stud = setting.game.stud
    waiting = who_waits(setting, room)
    by_book = _by_book(setting, room, waiting) if event.button is not None and not stud else None
    places, broke = _settled(setting, room, event.button, waiting, by_book)
    for seat, person in list(room.seats.items()):
        if person.pending:
            person.stack = max(person.stack + person.pending, 0)  # none left to collect from
            person.pending = 0
        if person.leaving:
            buying.cashes_out(last, person, person.stack)
            del room.seats[seat]
    for seat in broke:
        room.seats[seat].leaving = True
    again = room.redeal and places.by == "button_redeal"
    if not stud:
        entering.note_missed(setting, room, places)
        room.button, room.small_seat, room.big_seat = places.button, places.small, places.big
    room.dealt_in, room.redeal = places.order, False
    limits = _limits(setting, places)
    betting = Betting([Player(s, room.seats[s].stack) for s in places.order], limits)
    blinds = _blinds(setting, betting, places)
    deal = Deal(setting, room, betting, places.button, blinds)
    deal.felt.going_home = room.lying
    deal.conduct.absent = {seat for seat in places.order if room.seats[seat].away}
    posts = _take_forced(setting, room, betting, blinds, places)
    posts += entering.take_posts(deal, places, again=again)
    betting.dead += room.carried
    opened = progress.phase(deal, "deal")
    if stud:  # who opens is seen when the upcards are out
        opened |= {"posts": posts}
    else:
        _open_first(deal, places)
        if deal.acts.now.straddle:  # it redeems a missed blind (hilton.B14.c)
            straddling.opens(deal, betting.players[deal.acts.now.straddle])
        opened |= {"button": places.button, "why": setting.whys[places.by], "posts": posts}
    deal.out.append(opened)
    penalties.served(deal, again=again)
    room.evening.bank.deals += 1
    entering.tell(deal, broke)
    if by_book is not None and by_book[0].button != event.button:
        case = Case("wrong_button", [places.button], facts=facts.of(deal, places.button))
        known = found(deal, case) is not None  # else the book does not say where it stands
        if known and doubting.hold(deal, "wrong_button", case) is None:
            rule_wrong_button(deal, case)
    return deal


def _blinds(setting: Setting, betting: Betting, places: Places) -> dict[int, int]:
    """Who posts a blind, and how much."""
    due = [(places.small, setting.small_blind), (places.big, setting.big_blind)]
    due += [(seat, setting.big_blind) for seat in places.bigs]
    return {seat: chips for seat, chips in due if seat in betting.players and seat and chips}


def _limits(setting: Setting, places: Places) -> Limits:
    limits = setting.limits
    gap = limits.gap
    if gap is not None and places.big is not None and places.small is not None:
        return replace(limits, gap=replace(gap, until=places.big))
    return replace(limits, gap=None) if gap is not None else limits


def _why_posted(setting: Setting, room: Room, seat: int, what: What, *, short: bool) -> str | None:
    """What the book names for this very post: its player is away or short, the level is new."""
    known = setting.whys.grounds
    if not known:
        return None
    away = room.seats[seat].away
    if what == "ante":
        return known.get("ante_absent") if away else None
    levels = room.evening.levels
    moments = {
        "post_absent": away,
        "post_short": short,
        "blind_new_level": levels.first,
        "blind_old_level": bool(levels.told),
    }
    return next((known[key] for key, holds in moments.items() if holds and key in known), None)


def _after(order: Sequence[int], seat: int, seats: int) -> int:
    """The place in the order of who comes after a seat, though it be empty since a misdeal."""
    if seat in order:
        return (order.index(seat) + 1) % len(order)
    return order.index(min(order, key=lambda one: (one - seat) % seats))


def _open_first(deal: Deal, places: Places) -> None:
    """The first round is open since the blinds are in."""
    setting = deal.setting
    first, at = setting.game.first_betting, 0
    without = setting.game.draws and not deal.blinds  # then left of the button (uspa.3.2.10.3.3)
    if first.first == "after_blinds" and places.big is not None and not without:
        at = _after(places.order, places.big, setting.places)
    deal.betting.open(setting.bets[first.size == "big"], at, high=setting.big_blind)


def rule_wrong_button(deal: Deal, case: Case) -> None:
    """The button surely stands where the book does not put it."""
    case.facts = facts.of(deal, case.seat)
    rule_if_printed(deal, case)


def _by_book(setting: Setting, room: Room, waiting: Waiting) -> tuple[Places, list[int]] | None:
    """Where the book puts button and blinds, and who is out; None where a person places them."""
    if room.button is None or room.redeal or room.button_in_question:
        return None
    if "wrong_button" not in setting.book.lines:
        return None  # the book does not mind
    own = Waiting(waiting.paid[:], waiting.owing[:])  # the search may leave some of them out
    places, broke = next_deal(setting, room, None, own)
    return (places, broke) if places is not None else None


def _settled(
    setting: Setting,
    room: Room,
    button: int | None,
    waiting: Waiting,
    by_book: tuple[Places, list[int]] | None,
) -> tuple[Places, list[int]]:
    """The places of the deal, and who is out for his blind."""
    if by_book is not None and button is not None and not by_book[1]:
        told = as_told(by_book[0], button)
        if told is not None:
            return told, []
    places, broke = next_deal(setting, room, button, waiting)
    assert places is not None
    return places, broke


def _take_forced(
    setting: Setting, room: Room, betting: Betting, blinds: dict[int, int], places: Places
) -> list[Post]:
    """Take antes and blinds; what was put up, by whom, and by which clause."""
    whys, most = setting.whys, setting.book.params["antes_in_a_row"]
    # uspa.3.2.9.5.1b: so many antes are enough
    posts = [] if most and room.passed >= most else _take_antes(setting, room, betting)
    of_two = "_two" if len(places.order) == 2 else ""
    for seat, amount in blinds.items():
        what: What = "big_blind" if seat == places.big else "small_blind"
        part = what == "big_blind" and setting.structure == "limit" and amount < setting.bets[0]
        key = what + ("_part" if part else of_two)
        if seat in places.bigs:
            what, key = "big_blind", "big_blind_escaped"
        put = betting.post(seat, amount)
        if put:
            short = put < amount
            why = _why_posted(setting, room, seat, what, short=short) or whys[key]
            posts.append({"seat": seat, "what": what, "amount": put, "why": why})
    return posts


def _take_antes(setting: Setting, room: Room, betting: Betting) -> list[Post]:
    """Take the antes of a house, and those that are one seat's own."""
    own = setting.book.params["antes"]
    if not own and not setting.ante:
        return []
    posts: list[Post] = []
    for seat in betting.players:
        if seat <= len(own) and own[seat - 1]:
            amount = betting.ante(seat, int(own[seat - 1]), dead=True)
        else:
            amount = betting.ante(seat, setting.ante)
        if amount:
            why = _why_posted(setting, room, seat, "ante", short=False) or setting.whys["ante"]
            posts.append({"seat": seat, "what": "ante", "amount": amount, "why": why})
    return posts
