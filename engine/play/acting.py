"""What a player does in turn, out of turn, or not by the rules."""

from __future__ import annotations

from engine.betting.round import Betting, Player
from engine.cards import BOARD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.law import Line
from engine.log import Act
from engine.play import absent, dealing, doubting, follow, passing, premature, progress
from engine.play.judge import issue, rule, rule_if_printed

WAGERS = ("bet", "raise", "all_in")


def refuse(deal: Deal, event: Act) -> str | None:
    """Why an action cannot be; the table is looked at, not touched."""
    if _was_said_by_cards(deal, event):
        return None
    stage, betting = deal.agenda.stage, deal.betting
    if stage == "over":
        return "no deal is in progress"
    player = betting.players.get(event.seat)
    if player is None or player.folded:
        return f"seat {event.seat} " + ("has folded" if player else "is not in this deal")
    if stage == "deal" or (stage in ("cards", "patch") and _meets_open_street(deal)):
        return None
    if deal.felt.withdrawn and (case := premature.next_round_case(deal, event.seat)) is not None:
        betting = _next_round(deal, case)
        if len(betting.live) < 2:
            return None  # the passed-over hands are dead, and nobody is left to act against
        player = betting.players[event.seat]
    elif stage != "bet":
        return f"seat {event.seat} has nothing to act on now"
    if betting.turn is None:
        return f"seat {event.seat} has nothing to act on now"
    return _illegal(betting, player, event) if betting.turn is player else None


def _was_said_by_cards(deal: Deal, event: Act) -> bool:
    """Whether the cards told of this very action before it was entered."""
    conduct = deal.conduct
    said = {"fold": conduct.folded_by_cards, "check": conduct.checked_by_tabling}
    return event.seat in said.get(event.do, ())


def _next_round(deal: Deal, case: Case) -> Betting:
    """The betting as it will be when a premature street is acted on."""
    betting = deal.betting.copy()
    for seat in case.seats:
        if len(betting.live) > 1:
            betting.kill(seat)
    agenda = deal.agenda
    opened = agenda.betting_after()
    betting.return_uncalled()
    betting.open(deal.setting.bets[opened.size == "big"], 0)
    return betting


def take(deal: Deal, event: Act) -> None:
    """A player acts: in turn and by the rules, or not."""
    if _was_said_by_cards(deal, event):
        deal.conduct.folded_by_cards.discard(event.seat)
        deal.conduct.checked_by_tabling.discard(event.seat)
        return
    stage = deal.agenda.stage
    if stage == "deal":
        _act_in_deal(deal, event)
        return
    legal = stage == "bet"  # as ``refuse`` found
    if not legal:
        _street_not_ready(deal)
    elif deal.felt.withdrawn and (case := premature.next_round_case(deal, event.seat)) is not None:
        premature.open_next_round(deal, case)
        absent.turns(deal)
        legal = False
    turn = deal.betting.turn
    if deal.agenda.stage != "bet" or turn is None:
        return
    if turn.seat != event.seat:
        known = facts.of(deal, event.seat) | {event.do}
        rule(deal, Case("out_of_turn", [event.seat], facts=known))
    elif legal or not _illegal(deal.betting, turn, event):
        _in_turn(deal, turn, event)  # else a ruling of this very moment was the answer


def _in_turn(deal: Deal, player: Player, event: Act) -> None:
    if event.do in WAGERS and _too_many_raises(deal.betting, player, event):
        _refuse_raise(deal, event.seat)
        return
    if deal.corrections or deal.felt.face_down or deal.agenda.start.missed:
        premature.before_act(deal)
        if deal.over:
            return
    _do(deal, player, event)


def _refuse_raise(deal: Deal, seat: int) -> None:
    case = Case("raise_cap", [seat], facts=facts.of(deal, seat))
    if not rule_if_printed(deal, case):  # the cap is the house's own
        issue(deal, case, Line("raise_cap", "refused", "house", severity="note"))


def _meets_open_street(deal: Deal) -> bool:
    """Whether an action now is ruled: a step is due, or a street is not whole."""
    return follow.blocking(deal, "act") is not None or _too_few(deal) is not None


def _too_few(deal: Deal) -> Case | None:
    fresh = deal.felt.fresh
    if not fresh or ("too_few", 0) in deal.conduct.ruled:
        return None
    known = facts.of(deal, None, None, BOARD) | {"too_few"}
    if deal.setting.book.find("flop_count", known) is None:
        return None
    return Case("flop_count", [], None, list(fresh), BOARD, known, deal.agenda.street_name)


def _street_not_ready(deal: Deal) -> None:
    """Somebody acts though the street is not whole, or not put right."""
    if follow.wrong_step(deal, "act"):
        return
    if (case := _too_few(deal)) is not None:
        deal.conduct.first_time("too_few")
        rule(deal, case)


def _act_in_deal(deal: Deal, event: Act) -> None:
    first = deal.betting.turn
    whole = len(deal.felt.hole(event.seat)) >= deal.size
    if first is not None and first.seat == event.seat and whole:
        deal.conduct.deferred.append(event)
        case = passing.cut_short_case(deal)
        if case is None or deal.corrections or doubting.hold(deal, "cut_short", case) is None:
            dealing.cut_short(deal)
    else:
        known = facts.of(deal, event.seat) | {event.do}
        rule(deal, Case("out_of_turn", [event.seat], facts=known))


def _total(player: Player, event: Act) -> int:
    return player.bet + player.stack if event.do == "all_in" else event.to or 0


def _illegal(betting: Betting, player: Player, event: Act) -> str | None:
    """Why the action cannot be."""
    do = event.do
    if do == "fold":
        return None
    owed = betting.to_call(player)
    if do == "check":
        return f"seat {event.seat} cannot check: {owed:,} to call" if owed else None
    if do == "call":
        return None if owed else f"seat {event.seat} has nothing to call"
    to = _total(player, event)
    if do == "all_in" and to <= betting.high:
        return None
    if to > player.bet + player.stack:
        most = player.bet + player.stack
        return f"seat {event.seat} has only {most:,} for this round, not {to:,}"
    if to <= betting.high:
        return f"a wager to {to:,} does not exceed the {betting.high:,} already bet"
    return None if betting.is_capped() else _out_of_bounds(betting, player, to)


def _too_many_raises(betting: Betting, player: Player, event: Act) -> bool:
    return betting.is_capped() and _total(player, event) > betting.high


def _out_of_bounds(betting: Betting, player: Player, to: int) -> str | None:
    span = betting.raise_range(player)
    if span is None:
        return f"the betting was not reopened to seat {player.seat}: call or fold"
    least, most = span
    all_in = to == player.bet + player.stack
    if to < least and not all_in:
        return f"the least seat {player.seat} may make it is {least:,}, not {to:,}"
    if to > most:
        return f"the most seat {player.seat} may make it is {most:,}, not {to:,}"
    return None


def _do(deal: Deal, player: Player, event: Act) -> None:
    betting = deal.betting
    if event.do == "fold":
        betting.fold(player)
    elif event.do == "check":
        betting.check(player)
    elif event.do == "call" or (to := _total(player, event)) <= betting.high:
        betting.call(player)
    else:
        betting.wager(player, to)
    deal.acts.add(player.seat, event.do, posted=player.seat in deal.blinds)
    if deal.agenda.premature_at is not None:
        absent.turns(deal)
        premature.after_act(deal, event)
    if betting.turn is None or event.do == "fold":
        progress.round_over_if_done(deal)
