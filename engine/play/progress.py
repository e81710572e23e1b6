"""The deal goes on by itself: streets open and close, the last hand wins, stacks go back."""

from __future__ import annotations

from dataclasses import replace

from engine.answers import End, Phase, Pot, Result
from engine.betting import taken_back
from engine.betting.player import Player
from engine.deal.deal import Deal
from engine.deal.ending import Ending
from engine.deal.exchange import Exchange
from engine.deal.runs import Runs
from engine.games.rounds import Betting, Discarding, Drawing, Showdown, ToSeats
from engine.people import rake, tournament
from engine.play import first_to_act, legs, seat_plan
from engine.showdown import award


def phase(deal: Deal, street: str) -> Phase:
    """The deal moved on."""
    pots: list[Pot] = [{"amount": pot.amount, "seats": list(pot.seats)} for pot in deal.pots()]
    told: Phase = {"o": "phase", "street": street, "pots": pots}
    why = deal.setting.whys.phases.get(street)
    why = deal.setting.whys.grounds.get(f"collect_{street}", why)
    if why is not None:
        told["why"] = why
    return told


def tell_again(deal: Deal) -> None:
    """Say where the deal is that goes on after all; while hands are dealt, ``expect`` says it."""
    stage = deal.agenda.stage
    if stage != "deal":
        street = "showdown" if stage == "show" else deal.agenda.street_name
        deal.out.append(phase(deal, street))


def deal_done(deal: Deal) -> None:
    """All starting cards are out: the first round after them begins."""
    for seat in deal.conduct.intruders:
        deal.felt.void |= set(deal.felt.hands.get(seat, []))
    go_on(deal)


def street_done(deal: Deal) -> None:
    """The street's cards are out: what follows them begins."""
    agenda, felt = deal.agenda, deal.felt
    felt.board += felt.fresh
    felt.fresh = []
    agenda.premature_at = None
    agenda.street_at = deal.room.t
    go_on(deal)


def go_on(deal: Deal) -> None:
    """The next round begins."""
    agenda = deal.agenda
    coming = agenda.to_next()
    if isinstance(coming, Betting):
        _open_betting(deal, coming)
    elif isinstance(coming, Discarding):
        agenda.exchange = Exchange(deal.live_seats(), replaces=False, fixed=coming.cards)
        deal.out.append(phase(deal, coming.name))
    elif isinstance(coming, Drawing):
        agenda.exchange = exchange = Exchange(deal.live_seats(), replaces=True)
        exchange.short = {s: n for s in exchange.order if (n := _lacking(deal, s)) > 0}
        deal.out.append(phase(deal, coming.name))
    elif isinstance(coming, Showdown):
        if deal.showing.runs is not None and _next_board(deal, deal.showing.runs):
            return
        deal.out.append(phase(deal, "showdown"))
    elif isinstance(coming, ToSeats):
        seat_plan.begin(deal, coming)
    elif agenda.stand:
        let_withdrawn_stand(deal)


def _lacking(deal: Deal, seat: int) -> int:
    """How many cards a hand lacks that was dealt too few, and plays."""
    return deal.size - len(deal.felt.hole(seat))


def _next_board(deal: Deal, runs: Runs) -> bool:
    """A board is whole; whether another one is dealt beside it."""
    felt = deal.felt
    runs.boards.append(list(felt.board))
    if len(runs.boards) >= runs.times:
        return False
    felt.board = list(runs.base)
    deal.agenda.deal_anew(runs.at)
    return True


def _open_betting(deal: Deal, opened: Betting) -> None:
    first = _opener(deal) if opened.first == "opener" else 0
    deal.acts.begin_round()
    stud = deal.agenda.stud
    if stud is not None:
        first_to_act.open_round(deal, opened)
        if "no_betting" in stud.flags:
            deal.betting.turn = None
    elif opened is not deal.setting.game.first_betting:  # that one is open since the blinds
        deal.betting.open(deal.setting.bets[opened.size == "big"], first)
    _set_ceiling(deal, opened.name)
    deal.out.append(phase(deal, opened.name))
    deal.agenda.run_out = deal.betting.turn is None and deal.agenda.laid is not None
    round_over_if_done(deal)


def _set_ceiling(deal: Deal, street: str) -> None:
    """A round may have a ceiling of its own (hilton.A12.3)."""
    ceiling = deal.setting.book.param("ceiling", street) or 0
    if ceiling != deal.betting.limits.ceiling:
        deal.betting.limits = replace(deal.betting.limits, ceiling=ceiling)


def _opener(deal: Deal) -> int:
    """The place of who bet first in the deal: he acts first, or who follows him."""
    seats = [player.seat for player in deal.betting.order]
    opener = deal.acts.opener()
    return seats.index(opener) if opener in seats else 0


def let_withdrawn_stand(deal: Deal) -> None:
    """Board cards that came too soon, and were let stand, become the street."""
    agenda, felt = deal.agenda, deal.felt
    if agenda.stage != "cards" or not felt.withdrawn:
        return
    agenda.forget_remakes()
    deal.conduct.first_time("one_by_one")  # its cards could not come together
    felt.fresh, felt.withdrawn = felt.withdrawn, []
    agenda.dealing.burn.done = True
    if len(felt.fresh) >= agenda.dealing.cards:
        street_done(deal)


def round_over_if_done(deal: Deal) -> None:
    """Close the betting round when nobody owes an action."""
    agenda = deal.agenda
    if agenda.stage != "bet" or win_if_alone(deal) or deal.betting.turn is not None:
        return
    deal.betting.return_uncalled()
    if agenda.betting.opened and not deal.betting.high and deal.acts.of_round():
        _pass_deal(deal)
        return
    go_on(deal)


def _pass_deal(deal: Deal) -> None:
    """Nobody opened: what was put up stays for the next deal (uspa.3.2.9.5.1a)."""
    deal.ending.keep(deal.betting, deal.agenda.stage)
    if deal.acts.opens_at:  # chips of false openers stay for those who were in (uspa.3.2.9.5.2c)
        deal.room.evening.entitled = sorted(deal.betting.players)
    finish(deal, "passed")


def win_if_alone(deal: Deal) -> bool:
    """The last hand takes all, unshown."""
    if not deal.betting.is_alone():
        return False
    deal.ending.keep(deal.betting, deal.agenda.stage)
    if deal.betting.aggressor is not None:  # an unraised blind is no bet to take back
        deal.betting.return_uncalled()
    take_rake(deal)
    award.to_last(deal)
    finish(deal, "won")
    return True


def take_rake(deal: Deal) -> None:
    """The house takes its part before the pot is pushed, less what was dropped already."""
    ending = deal.ending
    due = rake.due(deal.setting, deal.betting, deal.felt.board)
    if due is not None and due > ending.raked:
        deal.betting.dead -= due - ending.raked
        ending.rake = due
    else:
        ending.rake = ending.raked
    deal.room.evening.raked += ending.rake


def chop(deal: Deal) -> None:
    """The blinds take their bets back, and the deal is over (uspa.app3.3.14b)."""
    deal.ending.keep(deal.betting, deal.agenda.stage)
    for player in deal.betting.order:
        player.stack += player.paid
        player.paid = player.bet = 0
        player.all_in = False
    finish(deal, "chopped")


def fold_in_turn(deal: Deal, seat: int) -> None:
    """A hand that its player gave up before his turn is out now; nothing else changes."""
    kill(deal, seat)
    deal.conduct.folded_by_cards[seat] = None


def kill(deal: Deal, seat: int) -> None:
    """A hand is dead: it leaves the betting, its chips stay."""
    betting = deal.betting
    player = betting.players.get(seat)
    if player is None or player.folded or len(betting.live) == 1:
        return  # the last hand cannot die; the floor decides who gets the pot
    unopened = bool(betting.limits.opening) and not betting.high and betting.turn is player
    betting.kill(seat)
    if unopened and deal.agenda.stage == "bet" and len(betting.live) > 1:
        first_to_act.open_round(deal, deal.agenda.betting)  # the next card must (hilton.C2.4)
    if deal.agenda.stage in ("deal", "discard", "draw"):
        win_if_alone(deal)
    else:
        round_over_if_done(deal)


def join(deal: Deal, seat: int) -> None:
    """A seat that was dealt in by mistake takes part after all."""
    person = deal.room.seats.get(seat)
    if person is not None and person.stack:
        deal.betting.join(Player(seat, person.stack), deal.button)


def leave_out(deal: Deal, seat: int) -> None:
    """A seat that was passed over gets no more cards and no share of the deal."""
    deal.agenda.start.drop(seat)
    kill(deal, seat)
    if deal.agenda.stage == "deal" and deal.agenda.start.due is None:
        deal_done(deal)


def refund(deal: Deal, seat: int) -> None:
    """Give a seat back what it put in and take it out of the deal."""
    player = deal.betting.players.get(seat)
    if player is None or len(deal.betting.live) == 1:
        return
    player.stack += player.paid
    player.paid = player.bet = 0
    player.all_in = False
    leave_out(deal, seat)


def finish(deal: Deal, result: Result) -> None:
    """The deal is over; stacks go back to the people."""
    deal.agenda.stage = "over"
    deal.ending.result = result
    room = deal.room
    for player in deal.betting.order:
        person = room.seats.get(player.seat)
        if person is not None:
            person.stack = deal.ending.stacks[player.seat] = player.stack
    if "shuffle" not in deal.setting.sensors:
        room.shuffled = room.cut = False
    stacks = {str(seat): person.stack for seat, person in sorted(room.seats.items())}
    deal.ending.carried = room.carried, room.passed
    end: End = {"o": "end", "stacks": stacks, "result": result}
    if result == "passed":
        end["carried"] = room.carried = deal.betting.pot()
        room.passed += 1
    elif result == "won":
        room.carried = room.passed = 0
        room.evening.entitled, room.evening.barred = [], []
    if deal.ending.rake:
        end["rake"] = deal.ending.rake
    deal.out.append(end)
    legs.ended(deal, result)
    if result == "won" and deal.setting.format == "tournament":
        starts = {player.seat: player.start for player in deal.betting.order}
        deal.out += tournament.went_out(deal.setting, room, starts)


def reopen(deal: Deal) -> None:
    """The deal goes on: every chip is where it was before the end (``overruling`` looked)."""
    ending, room = deal.ending, deal.room
    if ending.chips is not None:
        taken_back.put_back(deal.betting, ending.chips)
    for seat, told in ending.stacks.items():
        person = room.seats[seat]
        person.pending += person.stack - told  # bought since: for the next deal
        person.stack = deal.betting.players[seat].start
    deal.agenda.stage, room.redeal = ending.stage, False
    room.carried, room.passed = ending.carried
    room.evening.raked -= ending.rake
    legs.reopened(deal, ending.kill)
    deal.ending = Ending()
    deal.ending.raked = ending.raked


def finish_without_winner(deal: Deal, result: Result) -> None:
    """Misdeal or void: every chip goes back, the redeal asks for no more than was posted."""
    deal.ending.keep(deal.betting, deal.agenda.stage)
    for player in deal.betting.order:
        player.stack = player.start
        player.paid = player.bet = 0
    deal.betting.dead = 0
    deal.room.redeal = True  # dc.1604.3.cc: the same button, blinds and antes
    finish(deal, result)
