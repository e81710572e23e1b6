"""Hands are shown or given up."""

from __future__ import annotations

from engine.cards import JOKER, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved, Muck, Show
from engine.play import doubting, folding, progress, proving
from engine.play.judge import rule, rule_if_printed
from engine.showdown import award, order, reading

NO_DEAL = "no deal is in progress"


def refuse_show(deal: Deal, event: Show) -> str | None:
    """Why a hand cannot be shown."""
    seat, felt = event.seat, deal.felt
    if deal.over:
        return None if deal.began else NO_DEAL
    if not deal.is_live(seat):
        return f"seat {seat} has no live hand to show"
    if not event.cards and UNREAD not in felt.hands.get(seat, ()):
        return None  # all is known of it
    showdown = deal.agenda.stage == "show"
    named = _named(deal, event)
    unread = felt.hands.get(seat, []).count(UNREAD)
    if not event.cards and showdown and UNREAD in felt.hole(seat):
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    if len(named) > unread:
        return f"seat {seat} was dealt other cards than these"
    if any(card in felt.place for card in named):
        return f"seat {seat} cannot show a card that lies elsewhere"
    hole, faced = _hole_and_faced(deal, event, named)
    if showdown and UNREAD in hole and _is_whole(deal, hole, faced):
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    return None


def _named(deal: Deal, event: Show) -> list[str]:
    """The faces that a shown hand tells of cards that nobody had read."""
    if not event.cards:
        return []
    held = deal.felt.hands.get(event.seat, [])
    named = [card for card in event.cards if card not in held]
    if UNREAD in named or JOKER in named:
        named = [card for card in named if card in deal.setting.faces]
    return named


def _hole_and_faced(deal: Deal, event: Show, named: list[str]) -> tuple[list[str], list[str]]:
    """A seat's cards with the faces it names, and those of them that lie face up then."""
    cards, hole, shown = event.cards, deal.felt.hole(event.seat), deal.felt.shown
    if UNREAD in hole:
        left = iter(named)
        hole = [next(left, card) if card == UNREAD else card for card in hole]
    if not cards:
        return hole, list(hole)
    return hole, [card for card in hole if card in cards or card in shown]


def _is_whole(deal: Deal, hole: list[str], faced: list[str]) -> bool:
    return len(faced) >= min(deal.setting.game.hand_cards, len(hole))


def show(deal: Deal, event: Show) -> None:
    """A hand is tabled, or a part of it."""
    if deal.over:
        return
    seat, felt = event.seat, deal.felt
    if deal.showing.gathered and _waits_for_word(deal, event):
        return
    named = _named(deal, event)
    hole, faced = _hole_and_faced(deal, event, named)
    whole = _is_whole(deal, hole, faced)
    for card in named[: felt.hands.get(seat, []).count(UNREAD)]:
        felt.name_unread(card, seat)
    felt.shown.update(faced)
    if deal.agenda.stage != "show":
        _show_early(deal, seat, faced, whole=whole)
        return
    if not whole:
        _too_few_shown(deal, seat, faced)
        return
    check_count(deal, seat)
    if deal.over or not deal.is_live(seat):
        return
    deal.showing.tabled[seat] = True
    reading.rank_all(deal, seat)


def _waits_for_word(deal: Deal, event: Show) -> bool:
    """Whether the dealer is asked: the cards were taken in well before the show was entered."""
    seat = event.seat
    if deal.showing.late.get(seat) is not None or not _left_before(deal, seat):
        return False
    if doubting.hold(deal, "shown_late", Case("short_hand", [seat])) is None:
        discarded(deal, seat)
        return False
    deal.showing.late[seat] = event
    return True


def shown_late(deal: Deal, seat: int, *, surely: bool) -> None:
    """They were thrown away unshown; or they were shown, and entered late."""
    event = deal.showing.late[seat]
    if surely:
        discarded(deal, seat)
    if deal.is_live(seat) and seat not in deal.showing.tabled:
        show(deal, event)


def _show_early(deal: Deal, seat: int, faced: list[str], *, whole: bool) -> None:
    if whole and UNREAD not in faced and folding.may_check_by_tabling(deal, seat):
        folding.check_by_tabling(deal, seat)
    elif not _nothing_left_to_bet(deal):
        known = facts.of(deal, seat) | {"shown_by_player"}
        rule(deal, Case("player_exposed", [seat], cards=faced, facts=known))
    elif deal.agenda.stud is not None and deal.agenda.coming is not None:
        return  # stud: cards of his are still to come, and are shown with the rest
    elif whole and UNREAD not in faced:
        deal.showing.tabled[seat] = True  # it need not be shown again when the board is out
    deal.conduct.first_time("all_in", seat)  # asked for it once, before the next card


def _too_few_shown(deal: Deal, seat: int, faced: list[str]) -> None:
    """Some cards up and the rest down is no hand yet (diamondjims.15, uspa.3.1.8.1)."""
    if deal.conduct.first_time("one_card_shown", f"{seat}:{len(faced)}"):
        known = facts.of(deal, seat)
        duty = order.why_show(deal)
        rule(deal, Case("one_card_shown", [seat], cards=faced, facts=known, clause=duty))


def _nothing_left_to_bet(deal: Deal) -> bool:
    """All-in hands are tabled before the board is out (uspa.3.3.2.28)."""
    able = sum(not player.all_in for player in deal.betting.live)
    return deal.betting.turn is None and deal.agenda.stage != "deal" and able < 2


def check_count(deal: Deal, seat: int) -> None:
    """Look at a hand's number of cards before it is shown."""
    stud = deal.agenda.stud
    size = deal.setting.game.hand_cards if stud is None else stud.upto
    count = len(deal.felt.hole(seat))
    if count == size or "rfid" not in deal.setting.sensors:
        return
    if deal.conduct.first_time("count", seat):
        known = facts.of(deal, seat) | {"showdown"}
        if stud is not None and count == size - 1:
            known.add("lacks_last")
        rule(deal, Case("extra_card" if count > size else "short_hand", [seat], facts=known))


def refuse_muck(deal: Deal, event: Muck) -> str | None:
    """Why a hand cannot be given up."""
    seat = event.seat
    if deal.over:
        return None if deal.began else NO_DEAL
    if deal.agenda.stage != "show":
        return f"seat {seat} folds with 'act'; 'muck' is for the showdown"
    if not deal.is_live(seat):
        return f"seat {seat} has no live hand"
    if seat not in deal.showing.tabled and order.last_of_a_pot(deal, seat):
        return f"seat {seat} has the last live hand: it takes the pot when it is shown"
    return None


def gathered(deal: Deal, event: CardMoved, seat: int) -> None:
    """A card leaves a hand at the showdown: 'show' or 'muck' will say what that means."""
    grace, name = deal.setting.book.params["doubt_seconds"], event.card
    if event.face == "up" and grace:
        deal.felt.shown.add(name)  # hilton.A31.j: thrown away face up, it can still be told
        if seat not in deal.showing.tabled:
            deal.showing.thrown.add(seat)
    if not grace or name == UNREAD:
        deal.felt.take_from_hand(name, seat)
    elif name not in deal.felt.shown:
        deal.showing.gathered[name] = event.t


def _left_before(deal: Deal, seat: int) -> list[str]:
    """A seat's cards that were gathered well before the word for them was entered."""
    since, grace = deal.showing.gathered, deal.setting.book.params["doubt_seconds"]
    held = deal.felt.hands.get(seat, [])
    return [card for card in held if card in since and deal.room.t - since[card] > grace]


def discarded(deal: Deal, seat: int) -> None:
    """Cards gathered well before the word for them was entered had been thrown away."""
    for card in _left_before(deal, seat):
        deal.felt.take_from_hand(card, seat)


def muck(deal: Deal, event: Muck) -> None:
    """A hand is given up unshown."""
    discarded(deal, event.seat)
    seat, tabled = event.seat, deal.showing.tabled
    if deal.over or seat in tabled:
        return  # tabled and read: the cards may go, the claim stays (hilton.A31.d.1)
    tabled[seat] = seat in deal.conduct.play_board
    if tabled[seat]:
        deal.felt.hands[seat] = []  # hilton.B1, uspa.3.2.1.5.6: declared before discarding


def claim_board(deal: Deal, seat: int) -> None:
    """A player says that he plays the board; said after discarding, it is too late."""
    if deal.setting.game.uses:
        return  # where own cards must play it cannot be done (uspa.3.2.2.5.1.1)
    discarded(deal, seat)
    gone = deal.showing.tabled.get(seat) is False
    gone = gone or (deal.agenda.stage == "show" and not deal.felt.hole(seat))
    if not gone or deal.over:
        deal.conduct.play_board.add(seat)
        return
    rule_if_printed(deal, Case("undeclared_board", [seat], facts=facts.of(deal, seat)))


def settle(deal: Deal) -> None:
    """Look at each hand's cards as the showdown begins; push the pots once all are tabled."""
    if deal.agenda.stage == "show" and deal.conduct.first_time("showdown"):
        deal.showing.had = {seat: list(deal.felt.hole(seat)) for seat in deal.live_seats()}
        for seat in deal.live_seats():
            if deal.agenda.stage == "show" and seat in deal.felt.hands and deal.is_live(seat):
                check_count(deal, seat)
    if deal.agenda.stage == "show" and award.is_settled(deal):
        if deal.setting.game.draws:
            proving.look(deal)
        if deal.over:
            return
        deal.ending.keep(deal.betting, "show")
        progress.take_rake(deal)
        award.to_best(deal)
        progress.finish(deal, "won")
