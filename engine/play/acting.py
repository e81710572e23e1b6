"""What a player does in turn, out of turn, or not by the rules."""

from __future__ import annotations

from engine.betting.meaning import of_act
from engine.betting.player import Player
from engine.betting.round import Betting
from engine.betting.underway import Begun
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Act, Do
from engine.play import (
    absent,
    bring_in_faults,
    deferring,
    doing,
    facing,
    folding,
    follow,
    handling,
    opening_bet,
    premature,
    turns,
    wagering,
    wagers,
)
from engine.play.judge import rule


def refuse(deal: Deal, event: Act) -> str | None:
    """Why an action cannot be; the table is looked at, not touched."""
    turn = deal.betting.turn
    if turn is not None and turn.seat == event.seat and _is_plain(deal):
        return _illegal(deal.betting, turn, event)
    begun = wagering.own(deal, event.seat)
    if _was_said_by_cards(deal, event) or (begun and wagering.repeats(begun, event)):
        return None
    begun = begun or folding.tossed(deal, event.seat)
    ended = folding.ended_by(deal, event.seat, event.t)
    before = ended.before if ended is not None else None
    if begun is not None:
        before = wagering.before(deal, begun)
    if before is not None:
        return _illegal(before, before.players[event.seat], event)
    return _refuse_new(deal, event)


def _refuse_new(deal: Deal, event: Act) -> str | None:
    stage, betting = deal.agenda.stage, deal.betting
    if stage == "over":
        return "no deal is in progress"
    player = betting.players.get(event.seat)
    if player is None or player.folded:
        return f"seat {event.seat} " + ("has folded" if player else "is not in this deal")
    if stage == "deal" or (stage in ("cards", "patch") and _meets_open_street(deal)):
        return None
    if stage == "cards" and _waits(deal, event):
        return None
    if deal.felt.withdrawn and (case := premature.next_round_case(deal, event.seat)) is not None:
        betting = _next_round(deal, case)
        if len(betting.live) < 2:
            return None  # the passed-over hands are dead, and nobody is left to act against
        player = betting.players[event.seat]
    elif stage != "bet":
        return f"seat {event.seat} has nothing to act on now"
    else:
        betting = wagering.betting_for(deal, event.seat)
        player = betting.players[event.seat]
    if betting.turn is None:
        return f"seat {event.seat} has nothing to act on now"
    return _illegal(betting, player, event) if betting.turn is player else None


def _is_plain(deal: Deal) -> bool:
    """Whether the betting alone says what an action is: nothing was begun, nor told by cards."""
    if deal.agenda.stage != "bet" or deal.acts.now.begun is not None or deal.felt.withdrawn:
        return False
    return not (deal.conduct.folded_by_cards or deal.conduct.checked_by_tabling)


def _was_said_by_cards(deal: Deal, event: Act) -> bool:
    """Whether the cards told of this very action before it was entered."""
    do, conduct = event.do, deal.conduct
    return (do == "fold" and event.seat in conduct.folded_by_cards) or (
        do == "check" and event.seat in conduct.checked_by_tabling
    )


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
    turn = deal.betting.turn
    if turn is not None and turn.seat == event.seat and _is_plain(deal):
        _in_turn(deal, turn, event)
        return
    if _was_said_by_cards(deal, event):
        deal.conduct.folded_by_cards.pop(event.seat, None)
        deal.conduct.checked_by_tabling.discard(event.seat)
        return
    if _is_told(deal, event):
        return
    if _before_its_cards(deal, event):
        return
    legal = deal.agenda.stage == "bet"  # as ``refuse`` found
    if not legal:
        _street_not_ready(deal)
    elif deal.felt.withdrawn and (case := premature.next_round_case(deal, event.seat)) is not None:
        premature.open_next_round(deal, case)
        absent.turns(deal)
        legal = False
    turn = _on_turn(deal, event)
    if deal.agenda.stage != "bet" or turn is None:
        return
    if turn.seat != event.seat:
        turns.out_of_turn(deal, event.seat, event.do, _total(deal, event))
    elif legal or not _illegal(deal.betting, turn, event):
        _in_turn(deal, turn, event)  # else a ruling of this very moment was the answer


def _is_told(deal: Deal, event: Act) -> bool:
    """Whether chips or words have told it; what they or the cards told otherwise is taken back."""
    fold = folding.ended_by(deal, event.seat, event.t) or folding.tossed(deal, event.seat)
    if fold is not None:
        folding.entered(deal, fold)
    begun = wagering.own(deal, event.seat)
    return begun is not None and wagering.entered(deal, begun, event)


def _is_entered_twice(deal: Deal, event: Act) -> bool:
    """A key pressed twice: just this was done by him last, and nobody has acted since."""
    acts, turn = deal.acts.of_round(), deal.betting.turn
    if not acts or turn is None or turn.seat == event.seat:
        return False
    last = acts[-1]
    return (last.seat, last.do) == (event.seat, event.do) and event.to in (None, last.to)


def _before_its_cards(deal: Deal, event: Act) -> bool:
    """Whether the cards that it follows are not all read yet; then that is seen to."""
    stage = deal.agenda.stage
    if stage == "deal" and not deferring.waits_in_deal(deal, event.seat):
        known = facts.of(deal, event.seat) | {event.do}
        rule(deal, Case("out_of_turn", [event.seat], facts=known, act=event))
        return True
    if stage == "deal" or (stage == "cards" and _waits(deal, event)):
        deferring.wait(deal, event)
        return True
    opening = stage == "bet" and bool(deal.betting.limits.opening)
    return opening and bring_in_faults.by_another(deal, event)  # or another's is to come first


def _on_turn(deal: Deal, event: Act) -> Player | None:
    """Whose turn it is, if it is not the same key again; who was passed over is not waited for."""
    if _is_entered_twice(deal, event):
        return None
    if deal.doubts.open and not _goes_on_without(deal, event):
        return None
    passed, betting = deal.acts.now.passed, deal.betting
    if passed and not _illegal(betting, betting.players[event.seat], event):
        turns.go_on_behind(deal, event.seat)
    return betting.turn


def _goes_on_without(deal: Deal, event: Act) -> bool:
    """The next one acts past a hand that lies in the muck: it is ruled on; False: he waits."""
    turn, owing = deal.betting.turn, deal.betting.outstanding()
    doubt = deal.doubts.of("mucked", turn.seat) if turn is not None else None
    if doubt is None or turn is None or turn.seat == event.seat:
        return True
    after = owing[owing.index(turn.seat) + 1 :] + owing
    if after[0] != event.seat:
        return True
    handling.surely_mucked(deal, doubt)
    if deal.betting.turn is turn:  # the floor decides first
        deal.conduct.deferred.append(event)
    elif deal.betting.turn is None or _illegal(deal.betting, deal.betting.turn, event):
        return False
    return deal.betting.turn is not turn


def _in_turn(deal: Deal, player: Player, event: Act) -> None:
    if doing.interrupted(deal):
        return
    do, to = event.do, event.to or 0
    if do == "call":
        high, most = deal.betting.high, player.bet + player.stack
        to = high if high < most else most
    if _needs_no_reading(deal, player, do, to):
        _done(deal, player, do, to)
        return
    faced = facing.faced(deal, player)
    meaning = of_act(faced, do, to)
    if do == "check":
        meaning = meaning._replace(fault="bet_or_fold")
    if meaning.fault:
        begun = Begun(player.seat, faced, deal.betting.copy(), len(deal.acts.all), deal.agenda.at)
        begun.meaning = meaning
        wagers.begin(deal, begun)
        return
    _done(deal, player, do, meaning.to)


def _needs_no_reading(deal: Deal, player: Player, do: Do, to: int) -> bool:
    """Whether an action is one of those that the player is offered."""
    if do == "fold" or do == "call":
        return True
    betting = deal.betting
    limits = betting.limits
    if do == "check":  # where nobody has bet, a game or a house may let nobody check
        return betting.high > 0 or not (limits.opening or opening_bet.required(deal))
    if player.seat in deal.acts.now.lost or limits.opening or limits.bring_in or limits.upper:
        return False
    span = betting.raise_range(player)
    return span is not None and span[0] <= to <= span[1]


def _done(deal: Deal, player: Player, do: Do, to: int) -> None:
    now = deal.acts.now
    if to > player.bet and "chips" in deal.setting.sensors:
        now.due[player.seat] = to - player.bet  # they are seen a little later
    doing.do(deal, player, do, to)
    if now.lost:
        now.lost.pop(player.seat, None)


def _total(deal: Deal, event: Act) -> int:
    player = deal.betting.players[event.seat]
    return player.bet + player.stack if event.do == "all_in" else event.to or 0


def _meets_open_street(deal: Deal) -> bool:
    """Whether an action now is ruled: a step is due, or a street is not whole."""
    return follow.blocking(deal, "act") is not None or deferring.too_few(deal) is not None


def _waits(deal: Deal, event: Act) -> bool:
    """Whether it is his turn once a card of the street is read that may lie there already."""
    betting = deferring.betting_then(deal)
    turn = betting.turn if betting is not None else None
    if betting is None or turn is None or turn.seat != event.seat:
        return False
    return _illegal(betting, turn, event) is None


def _street_not_ready(deal: Deal) -> None:
    """Somebody acts though the street is not whole, or not put right."""
    if follow.wrong_step(deal, "act"):
        return
    deferring.rule_short(deal)


def _illegal(betting: Betting, player: Player, event: Act) -> str | None:
    """Why the action cannot be; what the book does not allow is ruled, not refused."""
    do = event.do
    if betting.limits.opening == "bet" and not betting.high and do in ("fold", "check"):
        return f"seat {event.seat} must bring it in for {betting.limits.bring_in:,}"
    if do == "fold" or do == "all_in":
        return None
    owed = betting.to_call(player)
    if do == "check":
        return f"seat {event.seat} cannot check: {owed:,} to call" if owed else None
    if do == "call":
        return None if owed else f"seat {event.seat} has nothing to call"
    to, most = event.to or 0, player.bet + player.stack
    if to > most:
        return f"seat {event.seat} has only {most:,} for this round, not {to:,}"
    if to <= betting.high:
        return f"a wager to {to:,} does not exceed the {betting.high:,} already bet"
    return None
