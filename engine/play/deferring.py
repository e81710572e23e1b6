"""Actions that come before the cards they follow were read: they wait for these, for a moment."""

from __future__ import annotations

from engine.betting.meaning import read
from engine.betting.round import Betting
from engine.betting.underway import Begun
from engine.betting.words import plain
from engine.cards import BOARD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.early import Early, motions
from engine.games import rounds
from engine.log import Act, Chips
from engine.play import dealing, doubting, facing, follow, passing, wagers
from engine.play.judge import rule

# Doubts that end when the street's cards are read where they lie.
OF_STREET = frozenset("no_burn burn_on_board extra_burn flop_count flop_short".split())


# A street that is not all read


def betting_then(deal: Deal) -> Betting | None:
    """The betting once the street is read and what waits is done; None where nothing may wait."""
    agenda = deal.agenda
    if agenda.stage != "cards" or deal.corrections or "rfid" not in deal.setting.sensors:
        return None
    if not _is_on_its_way(deal):
        return None
    later = agenda.game.rounds[agenda.at :]
    opened = next((each for each in later if isinstance(each, rounds.Betting)), None)
    if opened is None:
        return None
    betting = deal.betting.copy()
    betting.open(deal.setting.bets[opened.size == "big"], 0)
    for motion in motions(deal.conduct.deferred):
        _do(betting, _act_of(deal, betting, motion))
    return betting


def has_turn(deal: Deal, seat: int) -> bool:
    """Whether what a seat says or puts in waits: its turn comes next, or it has begun already."""
    if deal.agenda.stage == "deal":
        return waits_in_deal(deal, seat)
    if (betting := betting_then(deal)) is None:
        return False
    return _is_own(deal, seat) or (betting.turn is not None and betting.turn.seat == seat)


def _is_own(deal: Deal, seat: int) -> bool:
    """Whether the last thing that waits are words or chips of this seat."""
    waiting = deal.conduct.deferred
    return bool(waiting) and waiting[-1].seat == seat and not isinstance(waiting[-1], Act)


def _is_on_its_way(deal: Deal) -> bool:
    """Whether a card of the street may lie on the board though it was not read there yet."""
    if not deal.setting.book.params["doubt_seconds"]:
        return False
    if any(doubt.kind in OF_STREET for doubt in deal.doubts.open):
        return True
    return bool(deal.felt.fresh) and not _is_ruled(deal)


def _is_ruled(deal: Deal) -> bool:
    return ("too_few", 0) in deal.conduct.ruled


def _act_of(deal: Deal, betting: Betting, motion: list[Early]) -> Act:
    """What one player's words and chips will be taken for, if he adds nothing."""
    first = motion[0]
    if isinstance(first, Act):
        return first
    player, own = betting.players[first.seat], deal.setting.book.params["words"]
    begun = Begun(first.seat, facing.faced(deal, player, betting), None, 0, deal.agenda.at)
    for event in motion:
        said = event.said if isinstance(event, Chips) else getattr(event, "words", None)
        if said is not None:
            begun.word, begun.amount = plain(said, own)
        if isinstance(event, Chips):
            begun.motions.append(tuple(event.chips))
    begun.meaning = read(begun.faced, begun.word, begun.amount, begun.motions)
    meaning = wagers.at_rest(begun)
    return Act(first.t, first.seat, meaning.do or "check", meaning.to)


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


def wait(deal: Deal, event: Early) -> None:
    """It is taken when the street or the deal is whole; until then the dealer is asked."""
    if deal.agenda.stage == "deal":
        _wait_for_hands(deal, event)
        return
    deal.conduct.deferred.append(event)
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


# Starting hands that are not all read


def _is_first(deal: Deal, seat: int) -> bool:
    """Whether a seat is the first to act and has all its cards, though others have not."""
    first = deal.betting.turn
    return first is not None and first.seat == seat and len(deal.felt.hole(seat)) >= deal.size


def waits_in_deal(deal: Deal, seat: int) -> bool:
    """Whether what a seat does before the deal is whole waits; else it is out of turn."""
    return _goes_on(deal, seat) or _is_first(deal, seat)


def _goes_on(deal: Deal, seat: int) -> bool:
    """Whether the next one acts, or the same one goes on, while a card is yet to be read."""
    if deal.doubts.of("cut_short") is None:
        return False
    return _is_own(deal, seat) or _follows(deal, seat)


def _wait_for_hands(deal: Deal, event: Early) -> None:
    goes_on = _goes_on(deal, event.seat)
    deal.conduct.deferred.append(event)
    if goes_on:
        return
    case = passing.cut_short_case(deal)
    if case is not None and case.seats == [follow.replacement_due(deal)]:
        return  # ruled already: it goes on when he has his card
    if case is None or deal.corrections or doubting.hold(deal, "cut_short", case) is None:
        dealing.cut_short(deal)


def _follows(deal: Deal, seat: int) -> bool:
    """Whether it will be his turn once what waits for the deal to be whole is taken."""
    turn, done = deal.betting.turn, len(motions(deal.conduct.deferred))
    owing = deal.betting.outstanding()
    if turn is None or not done or done >= len(owing):
        return False
    return owing[(owing.index(turn.seat) + done) % len(owing)] == seat
