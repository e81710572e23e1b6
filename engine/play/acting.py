"""What a player does in turn, out of turn, or not by the rules."""

from __future__ import annotations

from engine.betting.round import Betting, Player
from engine.cards import BOARD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.law import Line
from engine.log import Act
from engine.play import absent, dealing, follow, premature, progress
from engine.play.judge import issue, rule, rule_if_printed


def refuse(deal: Deal, event: Act) -> str | None:
    """Why an action cannot be; the table is looked at, not touched."""
    if deal.over:
        return "no deal is in progress"
    player = deal.betting.players.get(event.seat)
    if player is None or player.folded:
        return f"seat {event.seat} " + ("has folded" if player else "is not in this deal")
    stage, betting = deal.agenda.stage, deal.betting
    if stage == "deal" or (stage in ("cards", "patch") and _meets_open_street(deal)):
        return None
    if (case := premature.next_round_case(deal, event.seat)) is not None:
        betting = _next_round(deal, case)
        if len(betting.live) < 2:
            return None  # the passed-over hands are dead, and nobody is left to act against
        player = betting.players[event.seat]
    elif stage != "bet":
        return f"seat {event.seat} has nothing to act on now"
    if betting.turn is None:
        return f"seat {event.seat} has nothing to act on now"
    return _illegal(betting, player, event) if betting.turn is player else None


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
    stage = deal.agenda.stage
    if stage == "deal":
        _act_in_deal(deal, event)
        return
    if stage in ("cards", "patch"):
        _street_not_ready(deal)
    elif (case := premature.next_round_case(deal, event.seat)) is not None:
        premature.open_next_round(deal, case)
        absent.turns(deal)
    turn = deal.betting.turn
    if deal.agenda.stage != "bet" or turn is None:
        return
    if turn.seat != event.seat:
        known = facts.of(deal, event.seat) | {event.do}
        rule(deal, Case("out_of_turn", [event.seat], facts=known))
    else:
        _in_turn(deal, turn, event)


def _in_turn(deal: Deal, player: Player, event: Act) -> None:
    if _illegal(deal.betting, player, event):
        return  # a ruling of this very moment was the answer: he acts anew
    if _too_many_raises(deal.betting, player, event):
        _refuse_raise(deal, event.seat)
        return
    premature.before_act(deal)
    if not deal.over:
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
        dealing.cut_short(deal)
    else:
        known = facts.of(deal, event.seat) | {event.do}
        rule(deal, Case("out_of_turn", [event.seat], facts=known))


def _total(player: Player, event: Act) -> int:
    return player.bet + player.stack if event.do == "all_in" else event.to or 0


def _illegal(betting: Betting, player: Player, event: Act) -> str | None:
    """Why the action cannot be."""
    owed, to = betting.to_call(player), _total(player, event)
    if event.do == "check" and owed:
        return f"seat {event.seat} cannot check: {owed:,} to call"
    if event.do == "call" and not owed:
        return f"seat {event.seat} has nothing to call"
    if event.do in ("fold", "check", "call") or (event.do == "all_in" and to <= betting.high):
        return None
    if to > player.bet + player.stack:
        most = player.bet + player.stack
        return f"seat {event.seat} has only {most:,} for this round, not {to:,}"
    if to <= betting.high:
        return f"a wager to {to:,} does not exceed the {betting.high:,} already bet"
    return None if betting.is_capped() else _out_of_bounds(betting, player, to)


def _too_many_raises(betting: Betting, player: Player, event: Act) -> bool:
    wagers = event.do in ("bet", "raise", "all_in") and _total(player, event) > betting.high
    return wagers and betting.is_capped()


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
    absent.turns(deal)
    premature.after_act(deal, event)
    progress.round_over_if_done(deal)
