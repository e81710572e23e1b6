"""A straddle: a live blind after the blinds, put up before the first card."""

from __future__ import annotations

from engine.betting import sentences
from engine.betting.player import Player
from engine.betting.underway import Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import PutUp
from engine.play.judge import found, issue, rule


def refuse(deal: Deal, event: PutUp) -> str | None:
    """Why nothing can be put up."""
    if deal.over or deal.agenda.betting.first != "after_blinds":
        return "a straddle is put up after 'hand', before the first card"
    player = deal.betting.players.get(event.seat)
    if player is None:
        return f"seat {event.seat} is not in this deal"
    if deal.agenda.stage != "deal":
        return "the cards are dealt"
    put = event.amount if event.amount is not None else size_of(deal)
    return None if put <= player.stack else f"seat {event.seat} has only {player.stack:,}"


def size_of(deal: Deal) -> int:
    """What a straddle is at this table; twice the big blind where the book has none."""
    return (_in_blinds(deal) or 2) * deal.setting.big_blind


def is_allowed(deal: Deal) -> bool:
    """Whether the book or the house has one."""
    return bool(_in_blinds(deal))


def _in_blinds(deal: Deal) -> int:
    setting = deal.setting
    return int(setting.book.param("straddle", setting.format, setting.structure, setting.kind))


def post(deal: Deal, event: PutUp) -> None:
    """Put it up, or give it back where the book does not allow it."""
    due = size_of(deal)
    put = event.amount if event.amount is not None else due
    known = _wrong(deal, event.seat)
    if deal.felt.dealt or known:
        fault = "late_straddle" if deal.felt.dealt else "wrong_post"
        _refuse(deal, Case(fault, [event.seat], facts=known), put)
        return
    betting = deal.betting
    player = betting.players[event.seat]
    to = min(due, player.stack + player.bet)
    if put != to:
        fault = "oversize_blind" if put > to else "wrong_post"
        _correct(deal, Case(fault, [event.seat], facts={"wrong_amount"}), put, to)
    betting.post(event.seat, to)
    opens(deal, player)


def opens(deal: Deal, player: Player) -> None:
    """The betting begins on the straddler's left, and he has the last word."""
    betting, due = deal.betting, size_of(deal)
    # At limit it is a raise made blind, elsewhere a new bring-in (diamondjims.19b, hilton.B8.c).
    raises = betting.raises + (deal.setting.structure == "limit")
    size = deal.setting.bets[deal.setting.game.first_betting.size == "big"]
    betting.open(size, betting.order.index(player) + 1, high=due)
    betting.raises = raises
    deal.acts.now.straddle = player.seat


def _wrong(deal: Deal, seat: int) -> set[str]:
    """What speaks against a straddle of this seat."""
    order = [player.seat for player in deal.betting.order]
    big = deal.room.big_seat
    left = order[(order.index(big) + 1) % len(order)] if big in order else None
    wrong = set()
    if not _in_blinds(deal):
        wrong.add("no_straddle")
    elif deal.acts.now.straddle:
        wrong.add("second_straddle")
    elif seat != left or len(order) < 3:
        wrong |= {"wrong_place"} | ({"on_button"} if seat == deal.button else set())
    elif seat == deal.button:
        wrong.add("on_button")
    allowed = wrong == {"on_button"} and "on_button" not in _told_apart(deal)
    return set() if allowed else wrong


def _told_apart(deal: Deal) -> set[str]:
    """Whether the book minds the button's straddle (hilton.B8.f)."""
    lines = deal.setting.book.lines.get("wrong_post", ())
    return {fact for line in lines for fact in line.when}


def _refuse(deal: Deal, case: Case, put: int) -> None:
    case.facts |= facts.of(deal, case.seat) | {deal.setting.structure}
    line = found(deal, case)
    if line is None:
        rule(deal, case)
        return
    case.outcome = Outcome("bet", deal.betting.players[case.seat or 0].bet, put)
    issue(deal, case, line)


def _correct(deal: Deal, case: Case, put: int, to: int) -> None:
    case.facts |= facts.of(deal, case.seat) | {deal.setting.structure}
    line = found(deal, case)
    if line is None:
        return
    case.outcome = Outcome("bet", to, max(0, put - to), max(0, to - put))
    case.said = sentences.lead("wrong_post", case.seat or 0) + sentences.told("bet", to=to)
    issue(deal, case, line)
