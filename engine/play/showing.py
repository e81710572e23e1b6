"""Hands are shown or given up."""

from __future__ import annotations

from engine.cards import FACES, JOKER, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Muck, Show
from engine.play import progress
from engine.play.judge import rule, rule_if_printed
from engine.showdown import award, reading

NO_DEAL = "no deal is in progress"


def refuse_show(deal: Deal, event: Show) -> str | None:
    """Why a hand cannot be shown."""
    seat, felt = event.seat, deal.felt
    if deal.over:
        return None if deal.began else NO_DEAL
    if not deal.is_live(seat):
        return f"seat {seat} has no live hand to show"
    showdown = deal.agenda.stage == "show"
    named = _named(deal, event)
    unread = felt.hands.get(seat, []).count(UNREAD)
    if not event.cards and showdown and UNREAD in felt.hole(seat):
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    if len(named) > unread:
        return f"seat {seat} was dealt other cards than these"
    if any(card in felt.place for card in named):
        return f"seat {seat} cannot show a card that lies elsewhere"
    if showdown and len(named) < felt.hole(seat).count(UNREAD) and not _shows_too_few(deal, event):
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    return None


def _named(deal: Deal, event: Show) -> list[str]:
    """The faces that a shown hand tells of cards that nobody had read."""
    held = deal.felt.hands.get(event.seat, [])
    named = [card for card in event.cards or [] if card not in held]
    if any(card in (UNREAD, JOKER) for card in named):
        named = [card for card in named if card in FACES]
    return named


def _shows_too_few(deal: Deal, event: Show) -> bool:
    """Whether the book calls it no hand that only some cards are up (diamondjims.15)."""
    return bool(event.cards) and _too_few_case(deal, event) is not None


def _too_few_case(deal: Deal, event: Show) -> Case | None:
    seat, cards = event.seat, event.cards or []
    named = iter(_named(deal, event))
    hole = [next(named, card) if card == UNREAD else card for card in deal.felt.hole(seat)]
    faced = [card for card in hole if card in cards or card in deal.felt.shown]
    if len(faced) >= min(deal.setting.game.hand_cards, len(hole)):
        return None
    case = Case("one_card_shown", [seat], cards=cards, facts=facts.of(deal, seat))
    return case if deal.setting.book.find(case.fault, case.facts) is not None else None


def show(deal: Deal, event: Show) -> None:
    """A hand is tabled."""
    if deal.over:
        return
    seat, felt, showdown = event.seat, deal.felt, deal.agenda.stage == "show"
    too_few = _too_few_case(deal, event) if event.cards and showdown else None
    for card in _named(deal, event):
        felt.name_unread(card, seat)
    held = felt.hole(seat)
    if too_few is not None:
        felt.shown.update(card for card in held if card in (event.cards or []))
        rule(deal, too_few)
        return
    felt.shown.update(held)
    if not showdown:
        _show_early(deal, seat, held)
        return
    check_count(deal, seat)
    if deal.over or not deal.is_live(seat):
        return
    deal.showing.tabled[seat] = True
    if reading.board_is_whole(deal):
        for side in deal.setting.game.wins:
            reading.rank(deal, seat, side)  # now, so that the award is quick


def _show_early(deal: Deal, seat: int, held: list[str]) -> None:
    if not _nothing_left_to_bet(deal):
        known = facts.of(deal, seat) | {"shown_by_player"}
        rule(deal, Case("player_exposed", [seat], cards=held, facts=known))
    elif UNREAD not in held:
        deal.showing.tabled[seat] = True  # it need not be shown again when the board is out


def _nothing_left_to_bet(deal: Deal) -> bool:
    """All-in hands are tabled before the board is out (uspa.3.3.2.28)."""
    able = sum(not player.all_in for player in deal.betting.live)
    return deal.betting.turn is None and deal.agenda.stage != "deal" and able < 2


def check_count(deal: Deal, seat: int) -> None:
    """Look at a hand's number of cards before it is shown."""
    count, size = len(deal.felt.hole(seat)), deal.setting.game.hand_cards
    if count == size or "rfid" not in deal.setting.sensors:
        return
    if deal.conduct.first_time("count", seat):
        known = facts.of(deal, seat) | {"showdown"}
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
    if seat not in deal.showing.tabled and _last_of_a_pot(deal, seat):
        return f"seat {seat} has the last live hand: it takes the pot when it is shown"
    return None


def muck(deal: Deal, event: Muck) -> None:
    """A hand is given up unshown."""
    seat, tabled = event.seat, deal.showing.tabled
    if deal.over or seat in tabled:
        return  # tabled and read: the cards may go, the claim stays (hilton.A31.d.1)
    tabled[seat] = seat in deal.conduct.play_board
    if tabled[seat]:
        deal.felt.hands[seat] = []  # hilton.B1, uspa.3.2.1.5.6: declared before discarding


def _last_of_a_pot(deal: Deal, seat: int) -> bool:
    """Whether all others who could win some pot, the main or a side pot, gave up their hands."""
    tabled = deal.showing.tabled
    return any(
        all(tabled.get(other) is False for other in pot.seats if other != seat)
        for pot in deal.pots()
        if seat in pot.seats and len(pot.seats) > 1
    )


def claim_board(deal: Deal, seat: int) -> None:
    """A player says that he plays the board; said after discarding, it is too late."""
    if deal.setting.game.uses:
        return  # where own cards must play it cannot be done (uspa.3.2.2.5.1.1)
    gone = deal.showing.tabled.get(seat) is False
    gone = gone or (deal.agenda.stage == "show" and not deal.felt.hole(seat))
    if not gone or deal.over:
        deal.conduct.play_board.add(seat)
        return
    rule_if_printed(deal, Case("undeclared_board", [seat], facts=facts.of(deal, seat)))


def settle(deal: Deal) -> None:
    """Look at each hand's cards as the showdown begins; push the pots once all are tabled."""
    if deal.agenda.stage == "show" and deal.conduct.first_time("showdown"):
        for seat in deal.live_seats():
            if deal.agenda.stage == "show" and seat in deal.felt.hands and deal.is_live(seat):
                check_count(deal, seat)
    if deal.agenda.stage == "show" and award.is_settled(deal):
        award.to_best(deal)
        progress.finish(deal, "won")
