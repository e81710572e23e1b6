"""One deal, from the blinds to the last award: all that is true of it."""

from __future__ import annotations

from typing import Literal

from engine.answers import AnyAnswer, Result
from engine.betting.acts import Acts
from engine.betting.pots import Pot, split
from engine.betting.round import Betting
from engine.betting.underway import Begun
from engine.cards import JOKER, UNREAD
from engine.deal.agenda import Agenda
from engine.deal.case import Case
from engine.deal.doubts import Doubts
from engine.deal.early import Early
from engine.deal.ending import Ending
from engine.deal.felt import Felt
from engine.deal.runs import Runs
from engine.deal.tasks import Correction
from engine.log import Act, Show
from engine.room import Room
from engine.setting import Setting


class Conduct:
    """What people did, besides betting, that the books give weight to."""

    __slots__ = (
        "absent", "back", "bound", "boxed", "checked_by_tabling", "deferred", "extra",
        "folded_by_cards", "guarded", "intruders", "looked", "play_board", "ruled", "skipped",
        "splits",
    )  # fmt: skip

    def __init__(self) -> None:
        self.looked: set[int] = set()
        self.guarded: set[int] = set()
        self.play_board: set[int] = set()
        self.splits: set[int] = set()  # said that they split their openers
        self.skipped: set[int] = set()
        self.intruders: set[int] = set()  # seats without a player that were dealt in
        self.folded_by_cards: dict[int, Begun | None] = {}  # the word for it may still come
        self.checked_by_tabling: set[int] = set()  # likewise
        self.absent: set[int] = set()  # dealt in while away
        self.deferred: list[Early] = []  # done before the deal or its street was whole
        self.bound: dict[int, Act] = {}  # what the floor holds a player to at his turn
        self.ruled: set[tuple[str, int | str]] = set()  # what needs no second word
        self.boxed = 0
        self.extra = 0
        self.back: str | None = None  # the colour of this deck's backs

    def first_time(self, what: str, which: int | str = 0) -> bool:
        """Whether a thing has not been ruled yet; from now on it has."""
        if (what, which) in self.ruled:
            return False
        self.ruled.add((what, which))
        return True

    def is_loose(self) -> bool:
        """Whether an action is owed or was told otherwise than by its own word."""
        return bool(self.folded_by_cards or self.checked_by_tabling or self.deferred or self.bound)

    def let_be(self, case: Case) -> bool:
        """Whether the floor has let this very thing be."""
        if not self.ruled or "reported" in case.facts:
            return False
        fault = f"let_be:{case.fault}"
        return any((fault, which) in self.ruled for which in _marks(case))

    def leave_be(self, case: Case) -> None:
        """The floor lets a thing be: it is not ruled on again."""
        self.ruled |= {(f"let_be:{case.fault}", which) for which in _marks(case)}


def _marks(case: Case) -> list[int | str]:
    """What a case is known by: its card, else its seats."""
    if case.card is not None and case.card != UNREAD:
        return [case.card]
    return list(case.seats)


class Showing:
    """The showdown so far."""

    __slots__ = (
        "gathered", "had", "late", "order", "ranks", "runs", "tabled", "thrown", "why",
    )  # fmt: skip

    def __init__(self) -> None:
        self.tabled: dict[int, bool] = {}  # shown or mucked
        self.gathered: dict[str, float] = {}  # cards that left a hand unseen, and when
        self.had: dict[int, list[str]] = {}  # each hand as the showdown began, or when it was shown
        self.thrown: set[int] = set()  # seats whose hand was thrown away face up, untold
        self.late: dict[int, Show] = {}  # entered when the cards had long been taken in
        self.order: list[int] = []
        self.runs: Runs | None = None  # the players agreed to deal the rest more than once
        self.why = ""  # a rule of the game by which the best hand wins, if one bears on it
        self.ranks: dict[tuple[int, str], tuple[list[str], int]] = {}  # what a shown hand is worth


class Deal:
    """The state of a deal."""

    __slots__ = (
        "acts", "agenda", "betting", "blinds", "button", "conduct", "corrections", "doubts",
        "ending", "felt", "out", "room", "rulings", "setting", "showing",
    )  # fmt: skip

    def __init__(
        self, setting: Setting, room: Room, betting: Betting, button: int, blinds: dict[int, int]
    ) -> None:
        order = [player.seat for player in betting.order]
        self.setting = setting
        self.room = room
        self.button = button
        self.blinds = blinds  # seat and what it posted
        self.betting = betting
        self.acts = Acts()
        self.felt = Felt(order, jokers=int(setting.joker))
        self.agenda = Agenda(setting.game, order)
        self.conduct = Conduct()
        self.showing = Showing()
        self.rulings: dict[int, Correction] = {}
        self.corrections: list[Correction] = []  # rulings that still ask for something
        self.doubts = Doubts()
        self.ending = Ending()
        self.out: list[AnyAnswer] = []  # what is answered to the event in hand

    @property
    def began(self) -> bool:
        """Whether there is a deal at all."""
        return bool(self.betting.order)

    @property
    def over(self) -> bool:
        """Whether the deal is done, or none was begun."""
        return self.agenda.stage == "over"

    @property
    def result(self) -> Result | Literal[""]:
        """How the deal ended; nothing while it is on."""
        return self.ending.result

    @property
    def size(self) -> int:
        """How many cards a whole hand has in this round."""
        stud = self.agenda.stud
        if stud is not None:
            return stud.upto
        return self.setting.game.starting_cards - self.agenda.thrown

    def is_live(self, seat: int) -> bool:
        """Whether the seat holds a hand that can win."""
        player = self.betting.players.get(seat)
        return player is not None and not player.folded

    def live_seats(self) -> list[int]:
        """The seats that can win, clockwise from the button's left."""
        return [player.seat for player in self.betting.order if not player.folded]

    def is_shown(self, card: str) -> bool:
        """Whether the whole table has seen this face."""
        if card == JOKER and JOKER not in self.setting.faces:
            return self.began  # it has no face to hide
        return self.began and card in self.felt.shown

    def plays(self, card: str) -> bool:
        """Whether a card was read, and is one of the deck's: a joker that plays is like others."""
        return card in self.setting.faces

    def pots(self) -> list[Pot]:
        """The pots as they stand."""
        betting = self.betting
        return split(betting.order, betting.dead)

    def open_corrections(self) -> list[Correction]:
        """The rulings that still ask for something."""
        if self.over:
            return [c for c in self.rulings.values() if c.open_after_the_end]
        if self.corrections:
            self.corrections = [c for c in self.corrections if not c.done]
        return self.corrections

    def remember(self, correction: Correction) -> None:
        """Keep a ruling open until its steps are done or the deal is over."""
        self.rulings[correction.ruling] = correction
        correction.between = self.over
        if not self.over:
            self.corrections.append(correction)


def no_deal(setting: Setting, room: Room) -> Deal:
    """The state of a table before its first deal."""
    deal = Deal(setting, room, Betting([], setting.limits), 0, {})
    deal.agenda.stage = "over"
    return deal
