"""The same nine-handed no-limit hands played by this engine and by PokerKit, in one run."""

import statistics
import time
from dataclasses import dataclass
from typing import Any

from pokerkit import State

from controller.bench import Result
from controller.bench._hands import Deal, Event, generate, live_table, state, to_the_river
from engine.table import Table

HANDS = 300
RIVER_HANDS = 40
ROUNDS = 5  # PokerKit's hands are spread between as many sessions of ours: both see the same noise
RATIO_BAR = 20.0
P99_BAR_US = 100.0

Stacks = list[list[int]]


@dataclass
class Times:
    """Seconds for all hands, the microseconds of every single event, and equal stacks."""

    ours: float
    bare: float
    asked: float
    events: list[float]
    same: int

    @property
    def ratio(self) -> float:
        """How many hands this engine plays while PokerKit plays one."""
        return self.bare / self.ours

    @property
    def p99(self) -> float:
        """The microseconds within which 99 of 100 events are answered."""
        return self.events[len(self.events) * 99 // 100]


def measure() -> Result:
    """Play the hands with both engines and compare speed and stacks."""
    opening, deals = generate(HANDS, seed=1, style=live_table)
    times = _play(opening, deals)
    river = _play(*generate(RIVER_HANDS, seed=2, style=to_the_river))
    figures = _figures(deals, times, river)
    bar: dict[str, object] = {"ratio": RATIO_BAR, "p99_us": P99_BAR_US, "same_stacks": HANDS}
    ok = times.ratio >= RATIO_BAR and times.p99 < P99_BAR_US and times.same == HANDS
    return Result("engine", figures, bar, ok, _rows(figures))


def _figures(deals: list[Deal], times: Times, river: Times) -> dict[str, object]:
    flops = [deal.to_the_flop for deal in deals if deal.to_the_flop]
    return {
        "hands": HANDS,
        "events": len(times.events),
        "flops": len(flops),
        "players_to_the_flop": round(statistics.mean(flops), 1),
        "showdowns": sum(deal.shown > 1 for deal in deals),
        "same_stacks": times.same,
        "hands_per_second": round(HANDS / times.ours, 1),
        "pokerkit_hands_per_second": round(HANDS / times.bare, 1),
        "ratio": round(times.ratio, 1),
        "ratio_asked": round(times.asked / times.ours, 1),
        "ratio_to_the_river": round(river.ratio, 1),
        "p50_us": round(times.events[len(times.events) // 2], 1),
        "p99_us": round(times.p99, 1),
        "max_us": round(times.events[-1], 1),
    }


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    flops = f"{f['flops']} flops of {f['players_to_the_flop']} players"
    return [
        ("hands", f"{f['hands']} nine-handed no-limit, {flops}, {f['showdowns']} showdowns"),
        ("same stacks", f"{f['same_stacks']} of {f['hands']}"),
        ("this engine", f"{f['hands_per_second']} hands/s"),
        ("PokerKit", f"{f['pokerkit_hands_per_second']} hands/s"),
        ("ratio", f"{f['ratio']}"),
        ("ratio, PokerKit asked what comes next", f"{f['ratio_asked']}"),
        ("ratio, all nine hands to the river", f"{f['ratio_to_the_river']}"),
        ("one event", f"{f['p50_us']} µs median, {f['p99_us']} µs p99, {f['max_us']} µs worst"),
    ]


def _play(opening: list[Event], deals: list[Deal]) -> Times:
    sessions = []
    bare = asked = 0.0
    theirs: Stacks = [[] for _ in deals]
    for turn in range(ROUNDS):
        seconds, ours = _session(opening, deals)
        sessions.append(seconds)
        for at in range(turn, len(deals), ROUNDS):
            bare += _pokerkit(deals[at])
            seconds, theirs[at] = _pokerkit_asked(deals[at])
            asked += seconds
    same = sum(mine == other for mine, other in zip(ours, theirs, strict=True))
    passes = zip(*(_latencies(opening, deals) for _ in range(3)), strict=True)
    # The median of three passes is the event's own time, not that of a neighbour on the machine.
    latencies = sorted(statistics.median(times) for times in passes)
    return Times(statistics.median(sessions), bare, asked, latencies, same)


def _table(opening: list[Event]) -> Table:
    table = Table()
    for event in opening:
        table.apply(event)
    return table


def _session(opening: list[Event], deals: list[Deal]) -> tuple[float, Stacks]:
    """Play all hands at one table; seconds, and each hand's stacks from the button's left."""
    table = _table(opening)
    ends: list[list[dict[str, Any]]] = []
    start = time.perf_counter()
    for deal in deals:
        for event in deal.events:
            answers = table.apply(event)
        ends.append(answers)
    seconds = time.perf_counter() - start
    stacks = []
    for deal, answers in zip(deals, ends, strict=True):
        by_seat = next(answer["stacks"] for answer in answers if answer["o"] == "end")
        stacks.append([by_seat[str(seat)] for seat in deal.order])
    return seconds, stacks


def _latencies(opening: list[Event], deals: list[Deal]) -> list[float]:
    """Time every event of a session by itself, in microseconds."""
    table = _table(opening)
    clock = time.perf_counter_ns
    times = []
    for deal in deals:
        for event in deal.events:
            start = clock()
            table.apply(event)
            times.append((clock() - start) / 1000)
    return times


def _pokerkit(deal: Deal) -> float:
    """Let PokerKit play a hand without ever asking what comes next."""
    start = time.perf_counter()
    playing = state(deal.stacks)
    for operation in deal.operations:
        operation(playing)
    return time.perf_counter() - start


def _pokerkit_asked(deal: Deal) -> tuple[float, list[int]]:
    """Let PokerKit play a hand and ask it, at each step, what this engine answers unasked."""
    start = time.perf_counter()
    playing = state(deal.stacks)
    _ask(playing)
    for operation in deal.operations:
        operation(playing)
        _ask(playing)
    return time.perf_counter() - start, list(playing.stacks)


def _ask(playing: State) -> object:
    """Ask who is due and for how much, or which card, or whose hand is shown."""
    if playing.actor_index is not None:
        return (
            playing.checking_or_calling_amount,
            playing.min_completion_betting_or_raising_to_amount,
            playing.max_completion_betting_or_raising_to_amount,
        )
    if playing.can_burn_card() or playing.can_deal_board():
        return playing.total_pot_amount
    return playing.hole_dealee_index if playing.can_deal_hole() else playing.showdown_index
