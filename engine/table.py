"""The table: takes the log's events one by one and answers what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from engine import log, people_events, views
from engine.answers import Answer, View
from engine.betting.underway import Running
from engine.deal.deal import Deal, no_deal
from engine.games import Game
from engine.law import Book, load
from engine.log import AnyEvent, LogError
from engine.parsing import event_from
from engine.people import levels
from engine.play import (
    acting,
    after,
    agreeing,
    buying,
    choosing,
    clocking,
    deck,
    discarding,
    doubting,
    floor,
    killing,
    leveling,
    opening,
    people,
    plainly,
    posting,
    racing,
    reports,
    showing,
    wagering,
    watch,
)
from engine.play.after import GOES_ON, settle
from engine.play.expecting import expectation
from engine.room import Person, Room
from engine.setting import closed_setting, setting_of
from engine.wording import Phrase

KINDS = frozenset(log.TYPES.values())
NOT_OPEN = "the table is not open: the first event is 'open'"
DEAL_ON = "a deal is in progress: finish it before the table opens again"


Numbers = tuple[int, int]  # of the last ruling and the last doubt


class Table:
    """One table, its rulebook and the deal in progress."""

    def __init__(self, rulebook: str | Book | None = None, game: Game | None = None) -> None:
        self._own_book = load(rulebook) if isinstance(rulebook, str) else rulebook
        self._own_game = game
        self.room = Room()
        self.setting = closed_setting(self._own_book, self._own_game)
        self.deal = no_deal(self.setting, self.room)
        self.ran_out: Numbers | None = None  # after what time alone brought, with the last event
        self.calm = False  # nothing is in question: what is just as it was due takes a short way

    @classmethod
    def from_room(
        cls, room: Room, rulebook: str | Book | None = None, game: Game | None = None
    ) -> Table:
        """A table as it was between two deals."""
        table = cls(rulebook, game)
        table.room = room
        if room.opening:
            event = event_from(room.opening)
            assert isinstance(event, log.Open)
            table.setting = setting_of(event, table._own_book, table._own_game)
        table.deal = no_deal(table.setting, room)
        return table

    def room_for_next_deal(self) -> Room:
        """The room as the next deal begins in it, with all that this one leaves behind."""
        lying, in_question = opening.leaves(self.deal)
        return replace(self.room, lying=lying, button_in_question=in_question)

    @property
    def opened(self) -> bool:
        """Whether the table has been opened."""
        return bool(self.room.opening)

    @property
    def dealt(self) -> bool:
        """Whether there has been a deal since the table opened."""
        return self.deal.began

    @property
    def deal_on(self) -> bool:
        """Whether a deal is in progress."""
        return not self.deal.over

    @property
    def expected(self) -> Answer | None:
        """What must happen next, as it was last told."""
        return cast("Answer | None", self.room.expected)

    @property
    def t(self) -> float:
        """When the last event happened."""
        return self.room.t

    @property
    def seats(self) -> Mapping[int, Person]:
        """Who sits where."""
        return self.room.seats

    def is_shown(self, card: str) -> bool:
        """Whether the whole table has seen this face."""
        return self.deal.is_shown(card)

    def view(self, role: str) -> View:
        """What a role may see of the table."""
        return views.view(self.deal, role)

    def outlook(self) -> views.Outlook:
        """The deal as the sensors' words are judged by; it holds faces."""
        return views.outlook(self.deal)

    def hole(self, seat: int) -> list[str]:
        """The cards of a seat that play, faces and all."""
        return list(self.deal.felt.hole(seat))

    def places(self) -> tuple[dict[str, str], frozenset[str]]:
        """Where every read card lies, and which the table has seen; for fusion alone."""
        return views.places(self.deal)

    def ruling(self, number: int) -> views.Ruled | None:
        """How far a ruling of this deal has been followed."""
        return views.ruled(self.deal, number)

    def choices(self, number: int) -> list[choosing.Choice]:
        """What the floor may decide of a ruling of this deal."""
        return choosing.choices(self.deal, number) if number in self.deal.rulings else []

    def elsewhere(self, number: int) -> list[tuple[str, str, str]]:
        """What the other books decide of the same case: book, decision and clause."""
        return choosing.elsewhere(self.deal, number) if number in self.deal.rulings else []

    def ruling_due(self) -> int | None:
        """The ruling of which the next thing is a step, where it is one."""
        return views.ruling_due(self.deal)

    def step_due(self) -> views.StepDue | None:
        """The step of a correction that comes next, where the next thing is one."""
        return views.step_due(self.deal)

    def unfinished(self) -> views.Unfinished | None:
        """What a misdeal or a void deal still asks for before the next deal."""
        return views.unfinished(self.deal)

    def doubts(self) -> list[Answer]:
        """The doubts that are open, as they were told."""
        told: list[Any] = [doubting.told(doubt) for doubt in self.deal.doubts.open]
        return told

    def spots(self) -> dict[int, views.Spot]:
        """The chips in the betting spots, as far as they were told; for fusion alone."""
        return views.spots(self.deal)

    def clock(self) -> Running | None:
        """The clock that runs on a player."""
        return self.deal.acts.now.clock

    def wakes_at(self) -> float:
        """When time itself will change something: a clock, hands that come to rest."""
        return self.deal.acts.now.wake

    def questions(self) -> dict[int, Phrase]:
        """What the open doubts ask, by their numbers."""
        return {doubt.id: doubting.asked(doubt) for doubt in self.deal.doubts.open}

    def street_due(self) -> views.StreetDue | None:
        """The street whose cards are due."""
        return views.street_due(self.deal)

    def drawn(self, seat: int) -> views.Drawn | None:
        """What a player draws, while the cards of a draw are dealt."""
        return views.drawn(self.deal, seat)

    def apply(self, event: Mapping[str, Any] | AnyEvent) -> list[Answer]:
        """Take one event, and answer it."""
        if self.calm and type(event) is dict and (taken := plainly.take(self.deal, event)):
            self.ran_out = None
            if taken == plainly.WENT_ON:
                self.calm = plainly.is_calm(self.deal)
            return self._with_what_is_expected()
        # By their types: to ask isinstance of a struct costs more than most of what follows.
        typed: Any = event if type(event) in KINDS else event_from(event)
        room, kind, t = self.room, type(typed), typed.t
        if t < room.t:
            raise LogError("t", f"a time not before {room.t:g}", repr(t))
        self.ran_out, self.deal.out = None, []
        why = self._take(typed, kind, event)
        room, deal = self.room, self.deal
        room.t = t
        self.calm = plainly.is_calm(deal)
        answers = self._with_what_is_expected()
        if why is not None:
            raw = dict(event) if isinstance(event, Mapping) else msgspec.to_builtins(event)
            answers.append({"o": "reject", "why": why, "event": raw})
        return answers

    def _with_what_is_expected(self) -> list[Answer]:
        """All that is answered, and what must happen next where that has changed."""
        room, answers = self.room, cast("list[Answer]", self.deal.out)
        expected = expectation(self.deal)
        if expected != room.expected:
            room.expected = expected
            if expected is not None:
                answers.append(cast("Answer", expected))
        return answers

    def _take(self, typed: Any, kind: type, event: Mapping[str, Any] | AnyEvent) -> str | None:
        """Let an event happen, and the deal go on from it; or why it cannot be."""
        room, deal, t = self.room, self.deal, typed.t
        now = deal.acts.now
        if (deal.doubts.open or now.wake <= t) and after.let_pass(deal, t):
            self.ran_out = room.last_ruling, room.last_doubt
        refuse, take = HANDLERS[kind]
        if not room.opening and kind is not log.Open:
            refuse = _not_open
        why = refuse(deal, typed) if refuse is not None else None
        if why is not None:
            return why
        if take is not None:
            room.t = t
            if now.begun is not None or now.held or now.lost or now.thrown is not None:
                wagering.meanwhile(deal, typed)  # it may end something
            if deal.rulings:
                killing.meanwhile(deal, typed)
            take(deal, typed)
        else:
            deal = self._begin(typed, kind, event)
        agenda = deal.agenda
        goes_on = agenda.stage in GOES_ON or agenda.stud is not None
        if goes_on or deal.doubts.open or now.clock is not None:
            settle(deal)
        return None

    def _begin(self, typed: Any, kind: type, event: Mapping[str, Any] | AnyEvent) -> Deal:
        """The table opens, or a deal begins; all else leaves things as they are."""
        if kind is log.Open:
            self._open(typed, event)
        self.room.t = typed.t
        if kind is log.NewHand:
            self._next_level()
            for doubt in list(self.deal.doubts.open):
                doubting.drop(self.deal, doubt)  # nothing of the deal before is left to ask
            said = self.deal.out
            self.deal = opening.begin(self.setting, self.deal, typed)
            self.deal.out[:0] = said  # what time has ended in the deal before
        return self.deal

    def _next_level(self) -> None:
        """New stakes hold from the deal on that begins now."""
        changed = levels.in_force(self.room)
        if changed:
            self.room.opening = {**self.room.opening, **changed}
            opened = event_from(self.room.opening)
            assert isinstance(opened, log.Open)
            self.setting = setting_of(opened, self._own_book, self._own_game)

    def _open(self, typed: log.Open, event: Mapping[str, Any] | AnyEvent) -> None:
        """The table opens."""
        self.setting = setting_of(typed, self._own_book, self._own_game)
        raw = dict(event) if isinstance(event, Mapping) else msgspec.to_builtins(event)
        old = self.room
        self.room = Room(opening=raw, last_ruling=old.last_ruling, expected=old.expected)
        self.deal = no_deal(self.setting, self.room)


def _not_open(deal: Deal, event: Any) -> str:
    return NOT_OPEN


def _of_open(deal: Deal, event: Any) -> str | None:
    return None if deal.over else DEAL_ON


def _of_seat(deal: Deal, event: Any) -> str | None:
    return people.refuse_seat(deal, event.seat)


def _of_place(deal: Deal, event: Any) -> str | None:
    return deal.setting.no_seat(event.seat) if event.seat is not None else None


def _no_history(deal: Deal, event: Any) -> str:
    return "this table keeps no history to go back in"  # engine.history does


Refusal = Callable[[Deal, Any], str | None]


def _if_seated(other: Refusal) -> Refusal:
    def refuse(deal: Deal, event: Any) -> str | None:
        if event.seat not in deal.room.seats:
            return people.refuse_seat(deal, event.seat)
        return other(deal, event)

    return refuse


def _if_placed(other: Refusal) -> Refusal:
    def refuse(deal: Deal, event: Any) -> str | None:
        why = _of_place(deal, event)
        return other(deal, event) if why is None else why

    return refuse


# A refusal looks and touches nothing; what is not refused is taken and cannot fail.
REFUSALS: dict[type, Refusal] = {
    log.Open: _of_open,
    log.Sit: _of_place,
    log.Leave: _of_seat,
    log.Away: _of_seat,
    log.Back: _of_seat,
    log.NewHand: opening.refuse,
    log.CardMoved: watch.refuse,
    log.Flash: reports.refuse_flash,
    log.Look: _of_seat,
    log.Act: _if_seated(acting.refuse),
    log.Say: _if_seated(wagering.refuse_say),
    log.Chips: _if_seated(wagering.refuse_chips),
    log.Rest: wagering.refuse_rest,
    log.Draw: _if_seated(discarding.refuse),
    log.Show: _if_seated(showing.refuse_show),
    log.Muck: _if_seated(showing.refuse_muck),
    log.Declare: people.refuse_declare,
    log.Clock: _if_seated(clocking.refuse),
    log.Report: _if_placed(reports.refuse),
    log.Floor: _if_placed(floor.refuse),
    log.Answered: after.refuse_answer,
    log.Undo: _no_history,
    people_events.PutUp: _if_seated(posting.refuse),
    people_events.Wait: _of_seat,
    people_events.Move: people.refuse_move,
    people_events.Level: leveling.refuse,
    people_events.Agree: agreeing.refuse,
    people_events.Race: racing.refuse,
    people_events.Rake: buying.refuse_rake,
    people_events.Collect: buying.refuse_collect,
}
TAKES: dict[type, Callable[[Deal, Any], None]] = {
    log.Sit: people.sit,
    log.Leave: people.leave,
    log.Away: people.away,
    log.Back: people.back,
    log.Shuffle: deck.shuffle,
    log.Cut: deck.cut,
    log.CardMoved: watch.card,
    log.Flash: reports.flash,
    log.Look: people.look,
    log.Act: acting.take,
    log.Say: wagering.say,
    log.Chips: wagering.chips,
    log.Rest: wagering.rest,
    log.Clock: clocking.start,
    log.Draw: discarding.draw,
    log.Show: showing.show,
    log.Muck: showing.muck,
    log.Declare: people.declare,
    log.Report: reports.report,
    log.Floor: floor.take,
    log.Answered: after.answer,
    people_events.PutUp: posting.take,
    people_events.Wait: people.wait,
    people_events.Move: people.move,
    people_events.Level: leveling.take,
    people_events.Agree: agreeing.agree,
    people_events.Race: racing.begin,
    people_events.Rake: buying.rake,
    people_events.Collect: buying.collect,
}
HANDLERS: dict[type, tuple[Refusal | None, Callable[[Deal, Any], None] | None]] = {
    kind: (REFUSALS.get(kind), TAKES.get(kind)) for kind in KINDS
}
