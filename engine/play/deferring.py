"""Actions entered before the cards they follow were read: they wait for these, for a moment."""

from __future__ import annotations

from engine.betting.round import Betting
from engine.cards import BOARD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.games import rounds
from engine.log import Act
from engine.play import doubting
from engine.play.judge import rule

# Doubts that end when the street's cards are read where they lie.
OF_STREET = frozenset("no_burn burn_on_board extra_burn flop_count flop_short".split())


def betting_then(deal: Deal) -> Betting | None:
    """The betting once the street is read and what waits is done; None where nothing may wait."""
    agenda = deal.agenda
    if agenda.stage != "cards" or deal.corrections or "rfid" not in deal.setting.sensors:
        return None
    if not _is_on_its_way(deal):
        return None
    later = agenda.rounds[agenda.at :]
    opened = next((each for each in later if isinstance(each, rounds.Betting)), None)
    if opened is None:
        return None
    betting = deal.betting.copy()
    betting.open(deal.setting.bets[opened.size == "big"], 0)
    for act in deal.conduct.deferred:
        _do(betting, act)
    return betting


def _is_on_its_way(deal: Deal) -> bool:
    """Whether a card of the street may lie on the board though it was not read there yet."""
    if not deal.setting.book.params["doubt_seconds"]:
        return False
    if any(doubt.kind in OF_STREET for doubt in deal.doubts.open):
        return True
    return bool(deal.felt.fresh) and not _is_ruled(deal)


def _is_ruled(deal: Deal) -> bool:
    return ("too_few", 0) in deal.conduct.ruled


def _do(betting: Betting, act: Act) -> None:
    player = betting.players[act.seat]
    whole = player.bet + player.stack
    to = whole if act.do == "all_in" else min(act.to or 0, whole)
    if act.do == "fold":
        betting.fold(player)
    elif act.do == "check":
        betting.check(player)
    elif act.do == "call" or to <= betting.high:
        betting.call(player)
    else:
        betting.wager(player, to)


def wait(deal: Deal, act: Act) -> None:
    """The action is taken when the street is whole; until then the dealer is asked."""
    deal.conduct.deferred.append(act)
    if not any(doubt.kind in OF_STREET for doubt in deal.doubts.open):
        street = deal.agenda.street_name
        case = Case("flop_count", [], None, list(deal.felt.fresh), BOARD, street=street)
        doubting.hold(deal, "flop_short", case)


def too_few(deal: Deal) -> Case | None:
    """A street that is acted on though it lacks a card, where the book has a word for it."""
    fresh = deal.felt.fresh
    if not fresh or _is_ruled(deal):
        return None
    known = facts.of(deal, None, None, BOARD) | {"too_few"}
    if deal.setting.book.find("flop_count", known) is None:
        return None
    return Case("flop_count", [], None, list(fresh), BOARD, known, deal.agenda.street_name)


def rule_short(deal: Deal) -> None:
    """The street surely lacks a card and was acted on; where no book minds, it is only early."""
    short = too_few(deal)
    if short is not None:
        deal.conduct.first_time("too_few")
        rule(deal, short)


def give_up(deal: Deal) -> None:
    """What waited for the street's cards is not taken: it is expected again when they are out."""
    deal.conduct.deferred = []
