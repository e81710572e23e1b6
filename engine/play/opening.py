"""A new deal: who is in it, where button and blinds are, and what is put up."""

from __future__ import annotations

from dataclasses import replace

from engine.answers import Post, What
from engine.betting.limits import Limits
from engine.betting.player import Player
from engine.betting.round import Betting
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import NewHand
from engine.people.button import Places, dealt_in, next_deal
from engine.play import doubting, entering, progress, straddling
from engine.play.judge import found, rule_if_printed
from engine.room import Room
from engine.setting import Setting


def refuse(deal: Deal, event: NewHand) -> str | None:
    """Why no deal can begin."""
    if not deal.over:
        return "the deal in progress is not over"
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
    faults = (ruling.fault for ruling in last.rulings.values())
    return last.felt.place, "wrong_button" in faults


def begin(setting: Setting, last: Deal, event: NewHand) -> Deal:
    """Settle who is in, take antes and blinds, and open the first round."""
    room = last.room
    room.lying, room.button_in_question = leaves(last)
    stud = setting.game.stud
    moved = _moves_to(setting, room) if event.button is not None and not stud else None
    places, broke = next_deal(setting, room, event.button)
    assert places is not None
    for seat, person in list(room.seats.items()):
        if person.pending:
            person.stack += person.pending
            person.pending = 0
        if person.leaving:
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
    posts = _take_forced(setting, betting, blinds, places, room.passed)
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
    entering.tell(deal, broke)
    if event.button is not None and moved not in (None, event.button):
        case = Case("wrong_button", [event.button], facts=facts.of(deal, event.button))
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
    if limits.blind_gap and places.big is not None and places.small is not None:
        return replace(limits, gap_until=places.big)
    return replace(limits, blind_gap=0) if limits.blind_gap else limits


def _open_first(deal: Deal, places: Places) -> None:
    """The first round is open since the blinds are in."""
    setting = deal.setting
    first, at = setting.game.first_betting, 0
    without = setting.game.draws and not deal.blinds  # then left of the button (uspa.3.2.10.3.3)
    if first.first == "after_blinds" and places.big is not None and not without:
        at = (places.order.index(places.big) + 1) % len(places.order)
    deal.betting.open(setting.bets[first.size == "big"], at, high=setting.big_blind)


def rule_wrong_button(deal: Deal, case: Case) -> None:
    """The button surely stands where the book does not put it."""
    case.facts = facts.of(deal, case.seat)
    rule_if_printed(deal, case)


def _moves_to(setting: Setting, room: Room) -> int | None:
    """Where the button goes by the book; None where a person places it."""
    if room.button is None or room.redeal or room.button_in_question:
        return None
    if "wrong_button" not in setting.book.lines:
        return None  # the book does not mind
    places, _ = next_deal(setting, room, None)
    return places.button if places is not None else None


def _take_forced(
    setting: Setting, betting: Betting, blinds: dict[int, int], places: Places, passed: int
) -> list[Post]:
    """Take antes and blinds; what was put up, by whom, and by which clause."""
    posts: list[Post] = []

    def posted(seat: int, what: What, amount: int, key: str) -> None:
        if amount:
            why = setting.whys[key]
            posts.append({"seat": seat, "what": what, "amount": amount, "why": why})

    own = setting.book.params["antes"]
    most = setting.book.params["antes_in_a_row"]
    paid = bool(most) and passed >= most  # uspa.3.2.9.5.1b: so many antes are enough
    for seat in betting.players if (own or setting.ante) and not paid else ():
        if seat <= len(own) and own[seat - 1]:
            posted(seat, "ante", betting.ante(seat, int(own[seat - 1]), dead=True), "ante")
        elif setting.ante:
            posted(seat, "ante", betting.ante(seat, setting.ante), "ante")
    of_two = "_two" if len(places.order) == 2 else ""
    for seat, amount in blinds.items():
        what: What = "big_blind" if seat == places.big else "small_blind"
        part = what == "big_blind" and setting.structure == "limit" and amount < setting.bets[0]
        key = what + ("_part" if part else of_two)
        if seat in places.bigs:
            what, key = "big_blind", "big_blind_escaped"
        posted(seat, what, betting.post(seat, amount), key)
    return posts
