"""The same nine-handed no-limit hands played by this engine and by PokerKit, in one run.

Ratios are of the processor's seconds: what else runs on the machine is no part of either engine.
"""

import gc
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from pokerkit import State

from controller.bench import Result
from controller.bench._hands import Deal, Event, generate, live_table, play, state, to_the_river
from engine import table
from engine.table import Table

WHOLE_HANDS = 100  # every street dealt, all nine hands shown: every card tracked and burned
FOLDED_HANDS = 300  # as a live table plays: most hands are thrown away before the flop
ROUNDS = 5  # PokerKit's hands are spread between as many sessions of ours: both see the same noise
REPLAYED_HANDS = 2000  # whole ones, from a log on the disk to answers on the disk
COMPILED = not table.__file__.endswith(".py")
RATIO_BAR, FOLDED_BAR = (60.0, 12.0) if COMPILED else (30.0, 5.0)
REPLAY_BAR = 20.0
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
    whole = _play(*generate(WHOLE_HANDS, seed=2, style=to_the_river))
    opening, deals = generate(FOLDED_HANDS, seed=1, style=live_table)
    folded = _play(opening, deals)
    rate = REPLAYED_HANDS / _replay()
    figures = _figures(deals, whole, folded) | {
        "replay_hands": REPLAYED_HANDS,
        "replay_hands_per_second": round(rate, 1),
        "replay_ratio": round(rate * whole.bare / WHOLE_HANDS, 1),
    }
    hands = WHOLE_HANDS + FOLDED_HANDS
    least: dict[str, object] = {
        "ratio": RATIO_BAR, "folded_ratio": FOLDED_BAR, "replay_ratio": REPLAY_BAR,
        "same_stacks": hands,
    }  # fmt: skip
    ok = all(figures[name] >= bar for name, bar in least.items())  # type: ignore[operator]
    p99 = max(whole.p99, folded.p99)
    bars = least | {"p99_us": P99_BAR_US}
    return Result("engine", figures, bars, ok and p99 < P99_BAR_US, _rows(figures))


def _replay() -> float:
    """The seconds that ``cutcard replay`` takes for a log, its own start among them."""
    opening, deals = play(REPLAYED_HANDS, 4, to_the_river)
    encode_lines = msgspec.json.Encoder().encode_lines
    with tempfile.TemporaryDirectory() as folder:
        log, answers = Path(folder) / "table.jsonl", Path(folder) / "answers.jsonl"
        with log.open("wb") as file:
            file.write(encode_lines(opening))
            for deal in deals:
                file.write(encode_lines(deal.events))
        with answers.open("wb") as file:
            command = [sys.executable, "-m", "controller", "replay", str(log)]
            before = _children()
            subprocess.run(command, check=True, stdout=file)  # noqa: S603 (ours)
            return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _figures(deals: list[Deal], whole: Times, folded: Times) -> dict[str, object]:
    flops = [deal.to_the_flop for deal in deals if deal.to_the_flop]
    slower = max(whole, folded, key=lambda times: times.p99)
    return {
        "engine": "compiled" if COMPILED else "plain Python",
        "hands": WHOLE_HANDS,
        "same_stacks": whole.same + folded.same,
        "hands_per_second": round(WHOLE_HANDS / whole.ours, 1),
        "pokerkit_hands_per_second": round(WHOLE_HANDS / whole.bare, 1),
        "ratio": round(whole.ratio, 1),
        "folded_hands": FOLDED_HANDS,
        "folded_flops": len(flops),
        "folded_players_to_the_flop": round(statistics.mean(flops), 1),
        "folded_showdowns": sum(deal.shown > 1 for deal in deals),
        "folded_hands_per_second": round(FOLDED_HANDS / folded.ours, 1),
        "folded_pokerkit_hands_per_second": round(FOLDED_HANDS / folded.bare, 1),
        "folded_ratio": round(folded.ratio, 1),
        "folded_ratio_asked": round(folded.asked / folded.ours, 1),
        "p50_us": round(slower.events[len(slower.events) // 2], 1),
        "p99_us": round(slower.p99, 1),
        "max_us": round(slower.events[-1], 1),
    }


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    flops = f"{f['folded_flops']} flops of {f['folded_players_to_the_flop']} players"
    return [
        ("engine", f"{f['engine']}"),
        ("whole hands", f"{f['hands']} nine-handed no-limit, dealt to the river and shown"),
        ("this engine", f"{f['hands_per_second']} hands/s"),
        ("PokerKit", f"{f['pokerkit_hands_per_second']} hands/s"),
        ("ratio", f"{f['ratio']}"),
        ("folded hands", f"{f['folded_hands']}, {flops}, {f['folded_showdowns']} showdowns"),
        ("this engine", f"{f['folded_hands_per_second']} hands/s"),
        ("PokerKit", f"{f['folded_pokerkit_hands_per_second']} hands/s"),
        ("ratio", f"{f['folded_ratio']}"),
        ("ratio, PokerKit asked what comes next", f"{f['folded_ratio_asked']}"),
        ("same stacks", f"{f['same_stacks']} of {WHOLE_HANDS + FOLDED_HANDS}"),
        (
            "replay file to file",
            f"{f['replay_hands']} whole hands, {f['replay_hands_per_second']}/s",
        ),
        ("ratio", f"{f['replay_ratio']}"),
        ("one event", f"{f['p50_us']} µs median, {f['p99_us']} µs p99, {f['max_us']} µs worst"),
    ]


def _play(opening: list[Event], deals: list[Deal]) -> Times:
    sessions = []
    bare = asked = 0.0
    theirs: Stacks = [[] for _ in deals]
    gc.collect()
    gc.freeze()  # neither engine is charged for looking through the hands written down for it
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
    start = time.process_time()
    for deal in deals:
        for event in deal.events:
            answers = table.apply(event)
        ends.append(answers)
    seconds = time.process_time() - start
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
    start = time.process_time()
    playing = state(deal.stacks)
    for operation in deal.operations:
        operation(playing)
    return time.process_time() - start


def _pokerkit_asked(deal: Deal) -> tuple[float, list[int]]:
    """Let PokerKit play a hand and ask it, at each step, what this engine answers unasked."""
    start = time.process_time()
    playing = state(deal.stacks)
    _ask(playing)
    for operation in deal.operations:
        operation(playing)
        _ask(playing)
    return time.process_time() - start, list(playing.stacks)


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
