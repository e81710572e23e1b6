"""Repeatable hands, said both to this engine and to PokerKit."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem, State
from pokerkit.games import Poker

from engine.cards import DECK
from engine.table import Table

SMALL, BIG = 1, 2
BUY_IN = 100 * BIG
_FLOP = len("AhKhQh")

Event = dict[str, object]
Answer = dict[str, Any]
Options = dict[str, Answer]
Style = Callable[[Options, random.Random], Event]
Operation = Callable[[State], object]

# Left to PokerKit itself: what this engine does unasked. Cards, bets and shows are said to both.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass(frozen=True)
class Kind:
    """What is dealt, in this engine's words and in PokerKit's."""

    game: str = "holdem"
    structure: str = "no_limit"
    peer: type[Poker] = NoLimitTexasHoldem
    bets: tuple[int, ...] = (BIG,)  # the least bet, or the small and the big one
    buy_in: int = BUY_IN
    # The peer gives all odd chips of a split to one player: so must we, to end alike.
    house: dict[str, str] = field(default_factory=lambda: {"odd_chip": "all_left_of_button"})

    def state(self, stacks: list[int]) -> State:
        """PokerKit's state before a hand."""
        create: Any = self.peer.create_state
        made: State = create(AUTOMATIONS, True, 0, (SMALL, BIG), *self.bets, stacks, len(stacks))
        return made


HOLDEM = Kind()


@dataclass
class Deal:
    """One hand in both languages, with the stacks before it from the button's left."""

    order: list[int]
    stacks: list[int]
    events: list[Event] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    kind: Kind = HOLDEM

    @property
    def to_the_flop(self) -> int:
        """How many hands were still live when the flop came, 0 where none did."""
        folded = 0
        for event in self.events:
            if event["e"] == "card" and event["zone"] == "board":
                return len(self.order) - folded
            folded += event["e"] == "act" and event["do"] == "fold"
        return 0

    @property
    def shown(self) -> int:
        """How many hands were shown down."""
        return sum(event["e"] == "show" for event in self.events)


def generate(
    count: int, seed: int, style: Style, seats: int = 9, kind: Kind = HOLDEM
) -> tuple[list[Event], list[Deal]]:
    """Play random hands by what the engine expects next, and say them to PokerKit too."""
    opening, deals = play(count, seed, style, seats, kind)
    said = list(deals)
    for deal in said:
        deal.operations = _operations(deal)
    return opening, said


def play(
    count: int, seed: int, style: Style, seats: int = 9, kind: Kind = HOLDEM
) -> tuple[list[Event], Iterator[Deal]]:
    """Play random hands by what the engine expects next, and write down what was done."""
    chance = random.Random(seed)  # noqa: S311  (repeatable hands, no secrets)
    session = _Session(chance, style, seats, kind)
    return session.opening, (session.deal() for _ in range(count))


def live_table(options: Options, chance: random.Random) -> Event:
    """Choose as a live table does: a third stay for the flop, few ever move in."""
    luck = chance.random()
    wager = options.get("raise") or options.get("bet")
    if "check" in options:
        return _wager(wager, chance) if wager and luck < 0.35 else {"do": "check"}
    if luck < 0.67:
        return {"do": "fold"}
    if luck < 0.94 or wager is None:
        return {"do": "call"}
    if luck < 0.995:
        return _wager(wager, chance)
    return {"do": wager["do"], "to": wager["max"]}


def to_the_river(options: Options, chance: random.Random) -> Event:
    """Choose so that all nine hands are shown."""
    return {"do": "check" if "check" in options else "call"}


def _wager(option: Answer, chance: random.Random) -> Event:
    most = min(option["max"], 3 * option["min"])
    return {"do": option["do"], "to": chance.randint(option["min"], most)}


class _Session:
    """Players at one table, and a dealer who does just what is expected."""

    def __init__(self, chance: random.Random, style: Style, seats: int, kind: Kind) -> None:
        self._chance = chance
        self._kind = kind
        self._style = style
        self._table = Table()
        self._stacks = dict.fromkeys(range(1, seats + 1), kind.buy_in)
        self._button = seats
        self._time = 0
        self.opening = list(self._open())
        for event in self.opening:
            self._table.apply(event)

    def _open(self) -> Iterator[Event]:
        kind = self._kind
        opening: Event = {"game": kind.game, "structure": kind.structure, "format": "cash"}
        opening |= {"rulebook": "uspa", "small_blind": SMALL, "big_blind": BIG}
        opening["house"] = kind.house
        yield {"t": 0, "e": "open", **opening}
        for seat, stack in self._stacks.items():
            yield {"t": 0, "e": "sit", "seat": seat, "stack": stack}

    def deal(self) -> Deal:
        events: list[Event] = []
        self._top_up(events)
        seats = len(self._stacks)
        self._button = self._button % seats + 1
        order = [(self._button + k) % seats + 1 for k in range(seats)]
        deal = Deal(order, [self._stacks[seat] for seat in order], events, kind=self._kind)
        deck = list(DECK)
        self._chance.shuffle(deck)
        answers = self._say(events, "hand", button=self._button)
        expected = answers[-1]
        while not (ending := [answer for answer in answers if answer["o"] == "end"]):
            expected = next((a for a in reversed(answers) if a["o"] == "expect"), expected)
            answers = self._do(events, expected, deck)
        self._stacks = {seat: ending[0]["stacks"][str(seat)] for seat in self._stacks}
        return deal

    def _top_up(self, events: list[Event]) -> None:
        buy_in = self._kind.buy_in
        for seat, stack in self._stacks.items():
            if stack < buy_in // 4:
                self._say(events, "sit", seat=seat, stack=buy_in)
                self._stacks[seat] = stack + buy_in

    def _say(self, events: list[Event], what: str, **fields: object) -> list[Answer]:
        self._time += 1
        event: Event = {"t": self._time, "e": what, **fields}
        events.append(event)
        return self._table.apply(event)

    def _do(self, events: list[Event], expected: Answer, deck: list[str]) -> list[Answer]:
        match expected:
            case {"what": "card", "zone": zone, "face": face}:
                return self._say(events, "card", card=deck.pop(), zone=zone, face=face)
            case {"what": "act", "seat": seat, "options": options}:
                chosen = self._style({option["do"]: option for option in options}, self._chance)
                return self._say(events, "act", seat=seat, **chosen)
            case {"what": "show", "seat": seat}:
                return self._say(events, "show", seat=seat)
        raise AssertionError(f"nobody knows how to do {expected}")


def state(stacks: list[int]) -> State:
    """Return PokerKit's state before a hand of no-limit hold'em."""
    return HOLDEM.state(stacks)


def _operations(deal: Deal) -> list[Operation]:
    """Say a deal in PokerKit's operations, trying each so that its showdowns fall where due."""
    trial = deal.kind.state(deal.stacks)
    done: list[Operation] = []
    for operation in [*_said(deal.events), None]:
        while trial.showdown_index is not None:
            _show(trial)  # PokerKit has all-in hands shown before the board goes on
            done.append(_show)
        if operation is not None:
            operation(trial)
            done.append(operation)
    return done


def _said(events: list[Event]) -> Iterator[Operation]:
    """Give the operation of each event but shows; the three cards of the flop are one."""
    board = ""
    for event in events:
        match event:
            case {"e": "card", "zone": "board", "card": str(card)}:
                board += card
                if len(board) >= _FLOP:
                    yield partial(State.deal_board, cards=board if len(board) == _FLOP else card)
            case {"e": "card", "zone": "burn", "card": str(card)}:
                yield partial(State.burn_card, card=card)
            case {"e": "card", "card": str(card)}:
                yield partial(State.deal_hole, cards=card)
            case {"e": "act", "do": str(word), **rest}:
                yield _act(word, rest.get("to"))


def _act(word: str, to: object) -> Operation:
    operation: Operation = partial(State.complete_bet_or_raise_to, amount=to)
    if word == "fold":
        operation = State.fold
    elif word in ("check", "call"):
        operation = State.check_or_call
    return operation


def _show(shown: State) -> object:
    return shown.show_or_muck_hole_cards(True)
