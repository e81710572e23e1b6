"""The same nine-handed no-limit hands played by this engine and by PokerKit, in one run."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pokerkit import Automation, Card, NoLimitTexasHoldem, State

from controller.bench import Result
from engine.cards import DECK
from engine.table import Table

HANDS = 300
SEATS = 9
SMALL, BIG = 1, 2
BUY_IN = 100 * BIG
RATIO_BAR = 20.0
P99_BAR_US = 100.0

Event = dict[str, object]
Operation = Callable[[State], object]

# What a dealer does by hand in both engines is left out: dealing, burning, betting, showing.
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass
class Deal:
    """One hand said to both engines, and the stacks each ended with."""

    events: list[Event] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    order: list[int] = field(default_factory=list)  # seats from the button's left
    stacks: list[int] = field(default_factory=list)  # before the hand, in that order
    ours: list[int] = field(default_factory=list)
    theirs: list[int] = field(default_factory=list)


def measure() -> Result:
    """Play the hands with both engines and compare speed and stacks."""
    opening, deals = generate(HANDS, seed=1)
    ours = _our_seconds(opening, deals)
    theirs = _their_seconds(deals)
    latencies = _latencies(opening, deals)
    same = sum(deal.ours == deal.theirs for deal in deals)
    ratio = theirs / ours
    p50, p99 = latencies[len(latencies) // 2], latencies[len(latencies) * 99 // 100]
    figures: dict[str, object] = {
        "hands": len(deals),
        "events": len(latencies),
        "showdowns": sum(any(e["e"] == "show" for e in deal.events) for deal in deals),
        "same_stacks": same,
        "hands_per_second": round(len(deals) / ours, 1),
        "pokerkit_hands_per_second": round(len(deals) / theirs, 1),
        "ratio": round(ratio, 1),
        "p50_us": round(p50, 1),
        "p99_us": round(p99, 1),
        "max_us": round(latencies[-1], 1),
    }
    ok = ratio >= RATIO_BAR and p99 < P99_BAR_US and same == len(deals)
    bar: dict[str, object] = {"ratio at least": RATIO_BAR, "p99_us under": P99_BAR_US}
    return Result("engine", figures, bar, ok, _rows(figures))


def _rows(figures: dict[str, object]) -> list[tuple[str, str]]:
    f = figures
    return [
        ("hands", f"{f['hands']} nine-handed no-limit, {f['showdowns']} to a showdown"),
        ("same stacks", f"{f['same_stacks']} of {f['hands']}"),
        ("this engine", f"{f['hands_per_second']} hands/s"),
        ("PokerKit", f"{f['pokerkit_hands_per_second']} hands/s"),
        ("ratio", f"{f['ratio']}"),
        ("one event", f"{f['p50_us']} µs median, {f['p99_us']} µs p99, {f['max_us']} µs worst"),
    ]


def _our_seconds(opening: list[Event], deals: list[Deal]) -> float:
    """Take the median of three sessions: one is too short to trust."""
    return statistics.median(_session(opening, deals) for _ in range(3))


def _session(opening: list[Event], deals: list[Deal]) -> float:
    table = Table()
    for event in opening:
        table.apply(event)
    ends: list[list[dict[str, Any]]] = []
    start = time.perf_counter()
    for deal in deals:
        for event in deal.events:
            answers = table.apply(event)
        ends.append(answers)
    seconds = time.perf_counter() - start
    for deal, answers in zip(deals, ends, strict=True):
        stacks = next(answer["stacks"] for answer in answers if answer["o"] == "end")
        deal.ours = [stacks[str(seat)] for seat in deal.order]
    return seconds


def _their_seconds(deals: list[Deal]) -> float:
    start = time.perf_counter()
    for deal in deals:
        state = _state(deal.stacks)
        for operation in deal.operations:
            operation(state)
        deal.theirs = state.stacks
    return time.perf_counter() - start


def _latencies(opening: list[Event], deals: list[Deal]) -> list[float]:
    """Time every event of a session by itself; microseconds, sorted."""
    table = Table()
    for event in opening:
        table.apply(event)
    clock = time.perf_counter_ns
    times = []
    for deal in deals:
        for event in deal.events:
            start = clock()
            table.apply(event)
            times.append((clock() - start) / 1000)
    return sorted(times)


def _state(stacks: list[int]) -> State:
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, (SMALL, BIG), BIG, stacks, len(stacks)
    )


# The hands


def generate(hands: int, seed: int) -> tuple[list[Event], list[Deal]]:
    """Play random hands by what the engine expects next, and write down what was done."""
    game = _Session(random.Random(seed))  # noqa: S311  (repeatable hands, no secrets)
    return game.opening, [game.deal() for _ in range(hands)]


class _Session:
    """Nine players at one table, the dealer doing just what is expected."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._table = Table()
        self._stacks = dict.fromkeys(range(1, SEATS + 1), BUY_IN)
        self._button = SEATS
        self._time = 0
        self.opening = list(self._open())
        for event in self.opening:
            self._table.apply(event)

    def _open(self) -> Iterator[Event]:
        opening: Event = {"game": "holdem", "structure": "no_limit", "format": "cash"}
        opening |= {"rulebook": "uspa", "small_blind": SMALL, "big_blind": BIG, "seats": SEATS}
        yield {"t": 0, "e": "open", **opening}
        for seat, stack in self._stacks.items():
            yield {"t": 0, "e": "sit", "seat": seat, "stack": stack}

    def deal(self) -> Deal:
        deal = Deal()
        self._top_up(deal)
        self._button = self._button % SEATS + 1
        deal.order = [(self._button + k) % SEATS + 1 for k in range(SEATS)]
        deal.stacks = [self._stacks[seat] for seat in deal.order]
        deck = list(DECK)
        self._chance.shuffle(deck)
        answers = self._say(deal, "hand", button=self._button)
        while not any(answer["o"] == "end" for answer in answers):
            expected = next(a for a in reversed(answers) if a["o"] == "expect")
            answers = self._answer(deal, expected, deck) or [expected]
        ending = next(answer for answer in answers if answer["o"] == "end")
        self._stacks = {seat: ending["stacks"][str(seat)] for seat in self._stacks}
        deal.operations = operations(deal)
        return deal

    def _top_up(self, deal: Deal) -> None:
        for seat, stack in self._stacks.items():
            if stack < BUY_IN // 4:
                self._say(deal, "sit", seat=seat, stack=BUY_IN)
                self._stacks[seat] = stack + BUY_IN

    def _say(self, deal: Deal, what: str, **fields: object) -> list[dict[str, Any]]:
        self._time += 1
        event: Event = {"t": self._time, "e": what, **fields}
        deal.events.append(event)
        return self._table.apply(event)

    def _answer(
        self, deal: Deal, expected: dict[str, Any], deck: list[str]
    ) -> list[dict[str, Any]]:
        match expected["what"]:
            case "card":
                place = {"zone": expected["zone"], "face": expected["face"]}
                return self._say(deal, "card", card=deck.pop(), **place)
            case "act":
                return self._say(deal, "act", seat=expected["seat"], **self._choose(expected))
            case "show":
                return self._say(deal, "show", seat=expected["seat"])
        raise AssertionError(expected)

    def _choose(self, expected: dict[str, Any]) -> dict[str, object]:
        """Choose as people do: most fold before the flop, few raise, hardly anyone moves in."""
        options = {option["do"]: option for option in expected["options"]}
        luck = self._chance.random()
        if "check" in options:
            wager = options.get("bet") or options.get("raise")
            if wager and luck < 0.35:
                return self._wager(wager)
            return {"do": "check"}
        if luck < 0.70:
            return {"do": "fold"}
        if luck < 0.90 or "raise" not in options:
            return {"do": "call"}
        if luck > 0.99:
            return {"do": "raise", "to": options["raise"]["max"]}
        return self._wager(options["raise"])

    def _wager(self, option: dict[str, Any]) -> dict[str, object]:
        most = min(option["max"], 4 * option["min"])
        return {"do": option["do"], "to": self._chance.randint(option["min"], most)}


def operations(deal: Deal) -> list[Operation]:
    """Say a deal in PokerKit's operations, trying each so that its showdowns fall where due."""
    state = _state(deal.stacks)
    done: list[Operation] = []

    def do(operation: Operation) -> None:
        operation(state)
        done.append(operation)

    board = 0
    street: list[Card] = []
    for event in deal.events:
        while state.showdown_index is not None:
            do(_show)  # PokerKit has all-in hands shown before the board goes on
        match event:
            case {"e": "card", "zone": "board", "card": str(card)}:
                street.append(_card(card))
                board += 1
                if board >= 3:
                    do(partial(State.deal_board, cards=tuple(street)))
                    street.clear()
            case {"e": "card", "zone": "burn", "card": str(card)}:
                do(partial(State.burn_card, card=_card(card)))
            case {"e": "card", "card": str(card)}:
                do(partial(State.deal_hole, cards=(_card(card),)))
            case {"e": "act", "do": str(word), **rest}:
                do(_act(word, rest.get("to")))
    while state.showdown_index is not None:
        do(_show)
    return done


def _act(word: str, to: object) -> Operation:
    operation: Operation = partial(State.complete_bet_or_raise_to, amount=to)
    if word == "fold":
        operation = State.fold
    elif word in ("check", "call"):
        operation = State.check_or_call
    return operation


def _show(state: State) -> object:
    return state.show_or_muck_hole_cards(True)


def _card(text: str) -> Card:
    (card,) = Card.parse(text)
    return card
