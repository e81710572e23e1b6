"""What is due: the rounds a game declares, and in each of them the tasks that are left."""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine.answers import Stage
from engine.deal.exchange import Exchange
from engine.deal.starting import StartingDeal
from engine.deal.tasks import Task
from engine.deal.upcards import Stud
from engine.games.rounds import (
    Betting,
    Discarding,
    Drawing,
    Face,
    Game,
    Round,
    ToBoard,
    ToSeats,
)
from engine.log import FAULTS


@cache
def _premature(street: str) -> str:
    """The fault of a street's coming too early."""
    own = f"premature_{street}"
    return own if own in FAULTS else "premature_street"


class Burn:
    """Whether a street is burned, as declared or as a ruling changed it."""

    __slots__ = ("clause", "do", "done", "optional")

    def __init__(self, do: Literal["burn", "no_burn"]) -> None:
        self.do: Literal["burn", "no_burn"] = do
        self.done = False  # it has been made
        self.optional = False  # it may be made or left out
        self.clause = ""  # of the ruling that changed it


class Street:
    """The tasks of one round of cards, as declared or as a ruling changed them."""

    __slots__ = ("amended", "burn", "cards", "faces", "name", "named", "premature", "remake")

    def __init__(self, name: str, cards: int, *, burn: bool, faces: tuple[Face, ...] = ()) -> None:
        self.name = name
        self.faces = faces  # stud: a card to each seat, once for each of them
        self.premature = _premature(name)
        self.cards = cards  # on the board
        self.burn = Burn("burn" if burn else "no_burn")
        self.named: Task | None = None  # a ruling named the very card to burn
        self.remake: Task | None = None  # the deck is shuffled anew before it
        self.amended = False  # a ruling says how it is burned

    @property
    def rule(self) -> str:
        """Whether a burn is wanted: burn, no_burn or either."""
        return "either" if self.burn.optional else self.burn.do

    @property
    def burned(self) -> bool:
        """Whether the burn was made."""
        return self.burn.done

    @property
    def burn_due(self) -> bool:
        """Whether a burn must still be made."""
        burn = self.burn
        return not burn.done and burn.do == "burn" and not burn.optional

    @property
    def card(self) -> str | None:
        """The card that must be burned, where a ruling named it."""
        return self.named.card if self.named is not None else None

    @property
    def clause(self) -> str:
        """The clause of the ruling that says how this street is burned."""
        return (self.named.clause if self.named is not None else "") or self.burn.clause

    def amend(self, rule: str, clause: str) -> None:
        """A ruling, or a burn already made, says otherwise than the declaration."""
        self.amended = True
        self.burn.do = "no_burn" if rule == "no_burn" else "burn"
        self.burn.optional = rule == "either"
        self.burn.clause = clause


def _street(declared: Round) -> Street:
    if isinstance(declared, Drawing):
        street = Street(declared.name, 0, burn=declared.burn)
        street.premature = "premature_draw"
        return street
    if isinstance(declared, ToSeats):
        return Street(declared.name, 0, burn=True, faces=declared.faces)
    assert isinstance(declared, ToBoard)
    return Street(declared.name, declared.cards, burn=declared.burn)


class Agenda:
    """How far a deal is, and what it still asks for."""

    __slots__ = (
        "at", "coming", "deal_burn", "exchange", "flop_ruled_at", "game", "leftover",
        "premature_at", "run_out", "stage", "stand", "start", "street_at", "streets",
        "stud",
    )  # fmt: skip

    def __init__(self, game: Game, order: list[int]) -> None:
        self.game = game
        self.stage: Stage = "deal"
        self.start = StartingDeal(order, game.starting.faces)
        self.stud = Stud(order, len(game.starting.faces)) if game.stud else None
        # By round; each is made when it is reached, for many deals end before.
        self.streets: dict[int, Street | None] = dict.fromkeys(game.dealt_later)
        self._go_to(0)
        self.exchange: Exchange | None = None  # the discards of the round that is on, or was last
        self.deal_burn = ""  # the clause that wants a burn before the starting deal goes on
        self.leftover: list[str] = []  # withdrawn cards that wait for the remade deck
        self.stand = False  # withdrawn cards will count after all
        self.premature_at: float | None = None  # a card came while the last player was acting
        self.flop_ruled_at: float | None = None
        self.street_at = 0.0  # when the street's cards were all out
        self.run_out = False  # no betting parts this street from the next

    @property
    def over(self) -> bool:
        """Whether nothing more is due."""
        return self.stage == "over"

    # Rounds

    def _go_to(self, at: int) -> None:
        self.at = at
        # The street whose cards are being dealt, or come next; None after the last.
        self.coming: Street | None = None
        for k in self.streets:
            if k >= at:
                self.coming = self._street(k)
                return

    def _street(self, at: int) -> Street:
        street = self.streets[at]
        if street is None:
            street = self.streets[at] = _street(self.game.rounds[at])
        return street

    @property
    def dealing(self) -> Street:
        """The street whose cards are being dealt."""
        street = self.coming
        assert street is not None
        return street

    @property
    def after_coming(self) -> Street | None:
        """The street after the one that comes next."""
        later = [k for k in self.streets if k >= self.at]
        return self._street(later[1]) if len(later) > 1 else None

    @property
    def betting(self) -> Betting:
        """The betting round that is on, or was last."""
        return self.game.betting_at[self.at]

    def betting_after(self) -> Betting:
        """The betting round after the one that is on."""
        return next(each for each in self.game.rounds[self.at + 1 :] if isinstance(each, Betting))

    @property
    def laid(self) -> ToBoard | None:
        """The board cards that came last, before what is on now."""
        for k in range(self.at - 1, -1, -1):
            if isinstance(board := self.game.rounds[k], ToBoard):
                return board
        return None

    @property
    def street_name(self) -> str:
        """The street that a burn or a board card belongs to now."""
        return self.dealing.name if self.stage in ("cards", "draw") else self.betting.name

    def laid_cards(self) -> int:
        """How many cards the board has when all streets until now are whole."""
        return sum(e.cards for e in self.game.rounds[: self.at + 1] if isinstance(e, ToBoard))

    def laid_by_now(self) -> int:
        """How many cards the board has, but for a street that is being dealt."""
        dealing = isinstance(self.game.rounds[self.at], ToBoard)
        return self.board_before() if dealing else self.laid_cards()

    @property
    def thrown(self) -> int:
        """How many cards of his each player has thrown away in the rounds before this one."""
        return sum(e.cards for e in self.game.rounds[: self.at] if isinstance(e, Discarding))

    def board_before(self) -> int:
        """How many cards the board has without the street being dealt."""
        return sum(e.cards for e in self.game.rounds[: self.at] if isinstance(e, ToBoard))

    # Moving on

    def to_next(self) -> Round:
        """A round is over: what it leads to."""
        self._go_to(self.at + 1)
        coming = self.game.rounds[self.at]
        self.stage = coming.stage
        if self.stage in ("cards", "draw"):
            street = self.dealing
            if street.burned and not street.amended:
                street.amend("either", "")  # burned too soon: another may be made or not
        return coming

    def resume(self) -> None:
        """What the round that is on asks for, now that nothing stands in its way."""
        self.stage = self.game.rounds[self.at].stage

    @property
    def to_seats(self) -> bool:
        """Whether cards go to the seats: starting hands, or a street of stud."""
        if self.stage == "deal":
            return True
        return self.stage == "cards" and self.coming is not None and bool(self.coming.faces)

    def burned_in_time(self) -> None:
        """The burn only seemed to come too soon: no other is wanted."""
        if self.stage in ("cards", "draw") and not self.dealing.clause:
            self.dealing.amend("burn", "")
            self.dealing.amended = False

    @property
    def follows_betting(self) -> bool:
        """Whether it was a betting round that has just ended."""
        return self.at > 0 and isinstance(self.game.rounds[self.at - 1], Betting)

    def back_to_betting(self) -> None:
        """The street that came last is looked at once more, though its betting is over."""
        self._go_to(self.at - 1)
        self.stage = "bet"

    def to_patch(self) -> None:
        """A place of the street that came last is empty again; its betting was perhaps none."""
        if self.stage in ("cards", "show"):
            self.back_to_betting()
        self.stage = "patch"

    def deal_again(self) -> None:
        """The street that came last comes off the board: its cards are due again."""
        laid = self.laid
        due = laid is not None and self.stage == "cards" and self.dealing.cards < laid.cards
        if due or self.stage in ("bet", "discard", "show"):  # its betting, or all of it, is over
            self._go_to(max(k for k in self.streets if k < self.at))
        self.stage = "cards"

    def deal_anew(self, at: int) -> None:
        """The streets from a round on come once more, each with its burn."""
        self._go_to(at)
        self.stage = "cards"
        for k, street in self.streets.items():
            if k >= at and street is not None:
                street.burn.done = False

    def leftover_waits(self) -> bool:
        """Whether the street that comes is dealt before the deck is remade with the leftover."""
        if not self.leftover:
            return False
        later = [street for k, street in self.streets.items() if k >= self.at][1:2]
        return any(street is not None and street.amended for street in later)

    def put_back(self, card: str) -> None:
        """A withdrawn card lies in the deck that is remade for the street that comes."""
        if card in self.leftover and not self.leftover_waits():
            self.leftover.remove(card)

    def no_burn_of(self, card: str) -> None:
        """The very card that was to be burned does not play, or was dealt: the next is burned."""
        if self.coming is not None and self.coming.card == card:
            self.coming.named = None

    def forget_remakes(self) -> None:
        """Nothing is withdrawn, nothing is remade."""
        self.stand = False
        self.leftover = []
        for k in self.streets:
            declared, street = self.game.rounds[k], self._street(k)
            burn = not isinstance(declared, ToBoard) or declared.burn
            street.amend("burn" if burn else "no_burn", "")
            street.amended, street.remake = False, None

    def is_due(self, task: Task) -> bool:
        """Whether a task's time has come."""
        if task.done:
            return False
        if task.when == "now":
            # What does not play is put away before somebody acts: no card of a street waits for it.
            return task.do != "set_aside" or self.stage in ("bet", "discard", "draw")
        if task.when == "after_deal":
            return self.stage != "deal"
        if task.when == "after_round":
            if task.do == "replace":
                return self.start.next_pass > task.round
            return self.stage == "cards" and self.dealing.amended and not self.leftover_waits()
        return self.stage in ("cards", "draw")
