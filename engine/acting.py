"""What a player does in turn, out of turn, or not by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, hole_cards, premature, remedy
from engine.cards import BOARD
from engine.law import Line
from engine.rulings import Case, issue, rule

if TYPE_CHECKING:
    from engine import log
    from engine.betting import Betting, Player
    from engine.hand import Hand
    from engine.table import Table


def act(table: Table, event: log.Act) -> str | None:
    """A player acts: in turn and by the rules, or not."""
    if why := table.no_seat(event.seat):
        return why
    hand = table.hand
    if hand is None or hand.over:
        return "no deal is in progress"
    player = hand.betting.players.get(event.seat)
    if player is None or player.folded:
        return f"seat {event.seat} " + ("has folded" if player else "is not in this deal")
    if hand.stage == "deal":
        _act_in_deal(table, hand, event)
        return None
    if premature.acts_on_next_round(table, hand, event.seat):
        return None
    if hand.stage in ("cards", "patch") and _board_not_ready(table, hand):
        return None
    if hand.stage != "bet" or hand.betting.turn is None:
        return f"seat {event.seat} has nothing to act on now"
    if hand.betting.turn is not player:
        _out_of_turn(table, hand, event)
        return None
    return _in_turn(table, hand, player, event)


def _refuse_raise(table: Table, seat: int) -> None:
    case = Case("raise_cap", [seat], facts=facts.of(table, seat))
    if table.book.find("raise_cap", case.facts) is None:  # the cap is the house's own
        issue(table, case, Line("raise_cap", "refused", "house", severity="note"))
    else:
        rule(table, case)


def _board_not_ready(table: Table, hand: Hand) -> bool:
    """Somebody acts though the street is not whole, or not put right; True where ruled."""
    ruled = remedy.wrong_step(table, hand, "act")
    if ruled or not hand.fresh:
        return ruled and hand.stage != "bet"
    known = facts.of(table, None, None, BOARD) | {"too_few"}
    if "too_few" in hand.ruled or table.book.find("flop_count", known) is None:
        return False
    hand.ruled.add("too_few")
    rule(table, Case("flop_count", [], None, list(hand.fresh), BOARD, known, hand.street_at_issue))
    return True


def _in_turn(table: Table, hand: Hand, player: Player, event: log.Act) -> str | None:
    why = _illegal(table, hand.betting, player, event)
    if why == "cap":
        _refuse_raise(table, event.seat)
        return None
    if why:
        return why
    premature.before_act(table, hand, event)
    if not hand.over:
        _do(table, hand, player, event)
    return None


def _act_in_deal(table: Table, hand: Hand, event: log.Act) -> None:
    first = hand.betting.turn
    if first is not None and first.seat == event.seat and len(hand.hole(event.seat)) >= hand.size:
        hand.deferred.append(event)
        hole_cards.deal_cut_short(table, hand)
    else:
        _out_of_turn(table, hand, event)


def _out_of_turn(table: Table, hand: Hand, event: log.Act) -> None:
    rule(table, Case("out_of_turn", [event.seat], facts=facts.of(table, event.seat) | {event.do}))


def _illegal(table: Table, betting: Betting, player: Player, event: log.Act) -> str | None:
    """Why the action cannot be, or ``cap`` where a raise too many was tried."""
    owed = betting.to_call(player)
    to = event.to or 0
    if event.do == "all_in":
        to = player.bet + player.stack
    if event.do == "check" and owed:
        return f"seat {event.seat} cannot check: {owed} to call"
    if event.do == "call" and not owed:
        return f"seat {event.seat} has nothing to call"
    if event.do in ("fold", "check", "call") or (event.do == "all_in" and to <= betting.high):
        return None
    if to > player.bet + player.stack:
        return f"seat {event.seat} has only {player.bet + player.stack} for this round, not {to}"
    if to <= betting.high:
        return f"a wager to {to} does not exceed the {betting.high} already bet"
    if betting.is_capped():
        return "cap"
    return _out_of_bounds(table, betting, player, to)


def _out_of_bounds(table: Table, betting: Betting, player: Player, to: int) -> str | None:
    span = betting.raise_range(player)
    if span is None:
        return f"the betting was not reopened to seat {player.seat}: call or fold"
    least, most = span
    all_in = to == player.bet + player.stack
    if to < least and not all_in:
        return f"the least seat {player.seat} may make it is {least}, not {to}"
    if to > most:
        return f"the most seat {player.seat} may make it is {most}, not {to}"
    return None


def _do(table: Table, hand: Hand, player: Player, event: log.Act) -> None:
    betting = hand.betting
    chips = event.do not in ("fold", "check")
    to = player.bet + player.stack if event.do == "all_in" else event.to or 0
    if event.do == "fold":
        betting.fold(player)
    elif event.do == "check":
        betting.check(player)
    elif event.do == "call" or to <= betting.high:
        betting.call(player)
    else:
        betting.wager(player, to)
    _count(table, hand, player, chips)
    table.absent_turns()
    premature.after_act(table, hand, event)
    table.round_over_if_done()


def _count(table: Table, hand: Hand, player: Player, chips: bool) -> None:
    """Count for the windows: who acted, who put chips in, who sits after the blinds."""
    hand.acted.add(player.seat)
    hand.actions += 1
    hand.round_actions += 1
    hand.with_chips += chips
    hand.round_chips += chips
    hand.after_blinds += player.seat not in hand.blinds
