"""The table: takes the log's events one by one and answers what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from engine import (
    acting,
    expecting,
    facts,
    floor,
    log,
    remedy,
    reports,
    seating,
    showdown,
    views,
    watch,
)
from engine.betting import Betting, Limits, Player
from engine.cards import SEAT_ZONES
from engine.corrections import Correction
from engine.games import GAMES, HOLDEM
from engine.hand import Hand
from engine.law import Book, book_for, load
from engine.log import AnyEvent, LogError, event_from
from engine.pots import split
from engine.rulings import Case, rule

Answer = dict[str, Any]


@dataclass(slots=True)
class Person:
    """Whoever has a seat."""

    stack: int
    name: str = ""
    away: bool = False
    asked: bool = False  # away, but wants to be dealt in
    leaving: bool = False
    pending: int = 0  # chips bought during a deal


class Table:
    """One table, its rulebook and the deal in progress."""

    def __init__(self, rulebook: str | Book | None = None) -> None:
        self._own_book = load(rulebook) if isinstance(rulebook, str) else rulebook
        self.book = self._own_book or load("uspa")
        self.opened = False
        self.t = float("-inf")  # of the last event
        self.now = 0.0  # of the event being answered
        self.out: list[Answer] = []
        self.expected: Answer | None = None
        self.last_ruling = 0
        self.between: list[Correction] = []  # rulings that wait while no deal is on
        self.rulings: dict[int, tuple[Correction, Case]] = {}
        self.seats: dict[int, Person] = {}
        self.hand: Hand | None = None
        self.game = HOLDEM
        self.structure = self.format = ""
        self.sensors: frozenset[str] = frozenset()
        self.places = 10
        self.name = ""
        self.button: int | None = None
        self.small_seat: int | None = None
        self.big_seat: int | None = None
        self.redeal = False  # a misdeal keeps the button where it is
        self.shuffled = self.cut = False
        self.small_blind = self.big_blind = self.ante = 0
        self.bets = (0, 0)
        self._handlers: dict[type, Callable[[Any], str | None]] = {
            log.Open: self._open, log.Sit: self._sit, log.Leave: self._leave, log.Away: self._away,
            log.Back: self._back, log.Shuffle: self._shuffle, log.Cut: self._cut,
            log.NewHand: self._new_hand, log.CardMoved: self._card, log.Flash: self._flash,
            log.Look: self._look, log.Act: partial(acting.act, self), log.Chips: self._not_yet,
            log.Draw: self._not_yet, log.Show: self._show, log.Muck: self._muck,
            log.Declare: self._declare, log.Clock: self._not_yet, log.Tick: self._tick,
            log.Report: self._report, log.Floor: partial(floor.decide, self),
            log.Undo: self._undo,
        }  # fmt: skip

    # The one way in

    def apply(self, event: Mapping[str, Any] | AnyEvent) -> list[Answer]:
        """Take one event, and answer it."""
        typed = event if isinstance(event, log.Event) else event_from(event)
        if typed.t < self.t:
            raise LogError("t", f"a time not before {self.t:g}", repr(typed.t))
        if not self.opened and not isinstance(typed, log.Open):
            return self._rejected("the table is not open: the first event is 'open'", event, typed)
        self.out = []
        self.now = typed.t
        why = self._handlers[type(typed)](typed)
        self.t = typed.t
        if why is not None:
            return self._rejected(why, event, typed)
        self._say_expected()
        return self.out

    def _rejected(
        self, why: str, event: Mapping[str, Any] | AnyEvent, typed: AnyEvent
    ) -> list[Answer]:
        self.t = typed.t
        raw = dict(event) if isinstance(event, Mapping) else msgspec.to_builtins(event)
        return [{"o": "reject", "why": why, "event": raw}]

    def view(self, role: str) -> Answer:
        """What a role may see of the table."""
        return views.view(self, role)

    # People

    def _open(self, event: log.Open) -> str | None:
        if self.hand is not None and not self.hand.over:
            return "a deal is in progress: finish it before the table opens again"
        game = GAMES.get(event.game)
        if game is None:
            raise LogError("game", f"one of {', '.join(GAMES)}", repr(event.game))
        self.book = book_for(event.rulebook, event.house, self._own_book)
        self.opened, self.game = True, game
        self.structure, self.format = event.structure, event.format
        self.sensors, self.places, self.name = frozenset(event.sensors), event.seats, event.table
        self.small_blind, self.big_blind, self.ante = event.small_blind, event.big_blind, event.ante
        small = event.small_bet or event.big_blind
        # At no limit and pot limit the least bet is the same on every street.
        doubles = event.structure in ("limit", "spread")
        self.bets = (small, event.big_bet or 2 * small if doubles else small)
        self.limits = self._limits()
        self.seats, self.hand, self.button = {}, None, None
        self.small_seat = self.big_seat = None
        self.redeal = self.shuffled = self.cut = False
        return None

    def antes(self) -> bool:
        """Whether this game takes antes."""
        return bool(self.ante or any(self.book.params["antes"]))

    def no_seat(self, seat: int, *, taken: bool = True) -> str | None:
        """Why a seat cannot be meant, or None where it can."""
        if seat > self.places:
            return f"there is no seat {seat}: this table has {self.places}"
        if taken and seat not in self.seats:
            return f"nobody sits in seat {seat}"
        return None

    def _sit(self, event: log.Sit) -> str | None:
        if why := self.no_seat(event.seat, taken=False):
            return why
        person = self.seats.get(event.seat)
        if person is None:
            self.seats[event.seat] = Person(event.stack, event.name)
        elif (
            self.hand is not None and not self.hand.over and event.seat in self.hand.betting.players
        ):
            person.pending += event.stack  # table stakes: not before the next deal
        else:
            person.stack += event.stack
            person.name = event.name or person.name
        return None

    def _leave(self, event: log.Leave) -> str | None:
        if why := self.no_seat(event.seat):
            return why
        person = self.seats[event.seat]
        if self.hand is not None and not self.hand.over and event.seat in self.hand.betting.players:
            person.leaving = person.away = True
            self.absent_turns()
        else:
            del self.seats[event.seat]
        return None

    def _away(self, event: log.Away) -> str | None:
        if why := self.no_seat(event.seat):
            return why
        self.seats[event.seat].away = True
        self.absent_turns()
        return None

    def _back(self, event: log.Back) -> str | None:
        if why := self.no_seat(event.seat):
            return why
        person = self.seats[event.seat]
        person.away = person.asked = False
        return None

    def _declare(self, event: log.Declare) -> str | None:
        if why := self.no_seat(event.seat):
            return why
        if event.what == "deal_me_in":
            self.seats[event.seat].asked = True
        hand = self.hand
        if hand is not None and event.what == "play_board":
            showdown.claim_board(self, hand, event.seat)
        if hand is not None and event.what == "protected":
            hand.guarded.add(event.seat)
        return None

    def _look(self, event: log.Look) -> str | None:
        if why := self.no_seat(event.seat):
            return why
        if self.hand is not None:
            self.hand.looked.add(event.seat)
            remedy.seen(self, self.hand, event.seat)
        return None

    def _tick(self, event: log.Tick) -> None:
        return None

    def _not_yet(self, event: AnyEvent) -> str:
        return "this table does not read that yet: use 'act' for what a player does"

    def _undo(self, event: log.Undo) -> str:
        return "this table keeps no history to go back in"  # engine.history does

    # The deck

    def _shuffle(self, event: log.Shuffle) -> None:
        if self.hand is None or self.hand.over:
            self.shuffled = True
        else:
            self.hand.felt.reshuffled()
            if not self._step_done("reshuffle"):
                remedy.shuffled_too_soon(self, self.hand)

    def _cut(self, event: log.Cut) -> None:
        if self.hand is None or self.hand.over:
            self.cut = True
        else:
            self._step_done("cut")

    def _step_done(self, do: str) -> bool:
        for correction in self.open_corrections():
            for step in correction.steps:
                if step.do == do and expecting.is_due(self, step):
                    step.done = True
                    return True
        return False

    # A new deal

    def _new_hand(self, event: log.NewHand) -> str | None:
        if self.hand is not None and not self.hand.over:
            return "the deal in progress is not over"
        if event.button is not None and event.button > self.places:
            return f"there is no seat {event.button}: this table has {self.places}"
        before = {seat: replace(person) for seat, person in self.seats.items()}
        self._settle_people()
        setup = seating.next_deal(self, event.button)
        if isinstance(setup, str):
            self.seats = before  # a deal that cannot be changes nothing
            return setup
        self.button, self.small_seat, self.big_seat = setup.button, setup.small, setup.big
        self.redeal = False
        players = [Player(seat, self.seats[seat].stack) for seat in setup.order]
        betting = Betting(players, self.limits)
        blinds = {
            seat: amount
            for seat, amount in ((setup.small, self.small_blind), (setup.big, self.big_blind))
            if seat in betting.players and amount
        }
        hand = self.hand = Hand(self.game, setup.button, betting, blinds)
        hand.start = {player.seat: player.stack for player in players}
        self._take_forced(betting, blinds)
        after_blinds = self.game.streets[0].opens == "after_blinds"
        first = (setup.order.index(setup.big) + 1) % len(players) if after_blinds else 0
        betting.open(self.bets[0], first, high=self.big_blind)
        self.rulings, self.between = {}, []
        self.out.append(self._phase("deal"))
        return None

    def _settle_people(self) -> None:
        for seat, person in list(self.seats.items()):
            person.stack += person.pending
            person.pending = 0
            if person.leaving:
                del self.seats[seat]

    def _take_forced(self, betting: Betting, blinds: dict[int, int]) -> None:
        own = self.book.params["antes"]
        for seat in betting.players:
            if seat <= len(own) and own[seat - 1]:
                betting.ante(seat, int(own[seat - 1]), dead=True)
            elif self.ante:
                betting.ante(seat, self.ante)
        for seat, amount in blinds.items():
            betting.post(seat, amount)

    def _limits(self) -> Limits:
        book, kind = self.book, "limit" if self.structure == "limit" else "big_bet"
        return Limits(
            self.structure,
            book.param("reopen", self.structure, kind),
            book.param("short_all_ins_add_up"),
            book.param("raise_cap", self.structure, kind) or None,
            book.param("half_pot_after", self.structure, kind) or None,
            max(self.big_blind, 1),
        )

    def _phase(self, street: str) -> Answer:
        hand = self.hand
        assert hand is not None
        betting = hand.betting
        pots = split(betting.order, {player.seat for player in betting.live}, betting.dead)
        shown = [{"amount": pot.amount, "seats": list(pot.seats)} for pot in pots]
        return {"o": "phase", "street": street, "pots": shown}

    # Cards

    def _card(self, event: log.CardMoved) -> str | None:
        if event.zone in log_seats and log_seats[event.zone] > self.places:
            return f"there is no {event.zone}: this table has {self.places} seats"
        watch.card(self, event)
        return None

    def _flash(self, event: log.Flash) -> str | None:
        return reports.flash(self, event)

    def is_shown(self, card: str) -> bool:
        """Whether the whole table has seen this face."""
        hand = self.hand
        return hand is not None and (card in hand.felt.shown or card == "Jk")

    def deal_done(self) -> None:
        """All starting cards are out: the betting opens."""
        hand = self.hand
        assert hand is not None
        hand.stage = "bet"
        hand.round_actions = hand.round_chips = 0
        self.out.append(self._phase(self.game.streets[0].name))
        for seat in hand.intruders:
            hand.void |= set(hand.holding.get(seat, []))
        self.absent_turns()
        self.round_over_if_done()
        deferred, hand.deferred = hand.deferred, []
        for act in deferred:
            if hand.betting.turn is not None and hand.betting.turn.seat == act.seat:
                acting.act(self, act)

    def street_done(self) -> None:
        """The street's cards are out: the next betting round opens."""
        hand = self.hand
        assert hand is not None
        hand.street += 1
        hand.board += hand.fresh
        hand.fresh = []
        hand.burns = hand.early_burns = 0
        hand.burn_card = None
        hand.stage = "bet"
        hand.round_actions = hand.round_chips = 0
        hand.premature_at = None
        street = self.game.streets[hand.street]
        hand.street_at = self.now
        hand.run_out = False
        hand.betting.open(self.bets[street.bet == "big"], 0)
        self.out.append(self._phase(street.name))
        hand.run_out = hand.betting.turn is None
        self.absent_turns()
        self.round_over_if_done()

    def let_withdrawn_stand(self) -> None:
        """Board cards that came too soon, and were let stand, become the street."""
        hand = self.hand
        assert hand is not None
        if hand.stage != "cards" or not hand.withdrawn:
            return
        hand.stand = False
        hand.leftover = []
        for remake in (hand.burn_rules, hand.burn_clause, hand.remake_clause):
            remake.clear()  # nothing is withdrawn, nothing is remade
        hand.fresh, hand.withdrawn = hand.withdrawn, []
        hand.burns = max(hand.burns, 1)
        if len(hand.fresh) >= hand.next_street.board:
            self.street_done()

    # Actions

    def absent_turns(self) -> None:
        """A player who is away when his turn comes, where the book kills his hand."""
        hand = self.hand
        while hand is not None and hand.stage == "bet" and (turn := hand.betting.turn):
            person = self.seats.get(turn.seat)
            if person is None or not person.away:
                return
            case = Case("absent_player", [turn.seat], facts=facts.of(self, turn.seat))
            if self.book.find(case.fault, case.facts) is None:
                return
            rule(self, case)

    def kill(self, seat: int) -> None:
        """A hand is dead: it leaves the betting, its chips stay."""
        hand = self.hand
        assert hand is not None
        hand.killed.add(seat)
        player = hand.betting.players.get(seat)
        if player is None or player.folded:
            return
        if len(hand.betting.live) == 1:
            return  # the last hand cannot die; the floor decides who gets the pot
        hand.betting.kill(seat)
        if hand.stage == "show":
            showdown.settle(self, hand)
        elif hand.stage == "deal":
            self._win_if_alone(hand)
        else:
            self.round_over_if_done()

    def _win_if_alone(self, hand: Hand) -> bool:
        if len(hand.betting.live) > 1:
            return False
        if hand.betting.aggressor is not None:  # an unraised blind is no bet to take back
            hand.betting.return_uncalled()
        showdown.award_last(self, hand)
        return True

    def round_over_if_done(self) -> None:
        """Close the betting round when nobody owes an action."""
        hand = self.hand
        if hand is None or hand.stage != "bet":
            return
        if self._win_if_alone(hand) or hand.betting.turn is not None:
            return
        hand.betting.return_uncalled()
        if hand.street + 1 < len(self.game.streets):
            hand.stage = "cards"
            hand.round_actions = hand.round_chips = 0  # nobody has acted on the street to come
            hand.burns = hand.early_burns
            if hand.early_burns:
                hand.burn_rules.setdefault(hand.street + 1, "either")
            if hand.stand:
                self.let_withdrawn_stand()
            return
        self.to_showdown()

    def to_showdown(self) -> None:
        """All cards and bets are out: hands are shown."""
        hand = self.hand
        assert hand is not None
        hand.stage = "show"
        self.out.append(self._phase("showdown"))
        showdown.begin(self, hand)

    def _show(self, event: log.Show) -> str | None:
        return self.no_seat(event.seat) or showdown.show(self, event.seat, event.cards)

    def _muck(self, event: log.Muck) -> str | None:
        return self.no_seat(event.seat) or showdown.muck(self, event.seat)

    def join(self, seat: int) -> None:
        """A seat that was dealt in by mistake takes part after all."""
        hand, person = self.hand, self.seats.get(seat)
        assert hand is not None
        if person is None or not person.stack:
            return
        hand.start[seat] = person.stack
        hand.betting.join(Player(seat, person.stack), hand.button)

    # The end of a deal

    def finish(self, result: str) -> None:
        """The deal is over; stacks go back to the people."""
        hand = self.hand
        assert hand is not None
        hand.stage, hand.result = "over", result
        for player in hand.betting.order:
            person = self.seats.get(player.seat)
            if person is not None:
                person.stack = player.stack
        self.shuffled = self.cut = False
        stacks = {str(seat): person.stack for seat, person in sorted(self.seats.items())}
        self.out.append({"o": "end", "stacks": stacks, "result": result})

    def finish_without_winner(self, result: str) -> None:
        """Misdeal or void: every chip goes back, the redeal asks for no more than was posted."""
        hand = self.hand
        assert hand is not None
        for player in hand.betting.order:
            player.stack = hand.start[player.seat]
            player.paid = player.bet = 0
        hand.betting.dead = 0
        self.redeal = True  # dc.1604.3.cc: the same button, blinds and antes
        self.finish(result)

    def refund(self, seat: int) -> None:
        """Give a seat back what it put in and take it out of the deal."""
        hand = self.hand
        assert hand is not None
        player = hand.betting.players.get(seat)
        if player is None or len(hand.betting.live) == 1:
            return
        player.stack += player.paid
        player.paid = player.bet = 0
        player.all_in = False
        self.leave_out(seat)

    def leave_out(self, seat: int) -> None:
        """A seat that was passed over gets no more cards and no share of the deal."""
        hand = self.hand
        assert hand is not None
        hand.plan.drop(seat)
        self.kill(seat)
        if not hand.over and hand.stage == "deal" and hand.plan.due is None:
            self.deal_done()

    # Rulings and the floor

    def remember(self, correction: Correction, case: Case) -> None:
        """Keep a ruling open until its steps are done or the deal is over."""
        self.rulings[correction.ruling] = (correction, case)
        if self.hand is not None and not self.hand.over:
            self.hand.corrections.append(correction)
        else:
            self.between.append(correction)

    def open_corrections(self) -> list[Correction]:
        """The rulings that still ask for something."""
        hand = self.hand
        if hand is None or hand.over:
            self.between = [c for c in self.between if c.awaits_floor]
            return self.between
        if not hand.corrections:
            return []
        hand.corrections = [c for c in hand.corrections if not c.done]
        return hand.corrections

    def _report(self, event: log.Report) -> str | None:
        if event.seat is not None and (why := self.no_seat(event.seat, taken=False)):
            return why
        if reports.elsewhere(self.hand, event):
            return f"that card does not lie before seat {event.seat}"
        reports.report(self, event)
        return None

    # What must happen next

    def _say_expected(self) -> None:
        expected = expecting.expectation(self)
        if expected != self.expected:
            self.expected = expected
            if expected is not None:
                self.out.append(expected)


log_seats = {zone: n for n, zone in enumerate(SEAT_ZONES) if n}
