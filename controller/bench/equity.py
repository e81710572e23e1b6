"""Exact equities against what a Python user would pick instead, in one run."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import combinations, islice
from statistics import median

from controller.bench import Result
from controller.equities import EquityWorker
from controller.errors import UsageError
from engine.equity.spots import Equities, Spot, read_spot

HELP = "exact equities against phevaluator, eval7 and PokerKit"

HEADS_UP = ("AhKh", "QsQd")
SIX = (*HEADS_UP, "9c9d", "JhTh", "KcQc", "4s4d")
FLOP = "Ks9h4h"
BAR = {
    "heads_up_times_faster": 25.0,
    "six_handed_times_faster": 25.0,
    "flop_three_way_ms": 2.0,
    "first_answer_ms": 300.0,
    "tables_mb": 40.0,
    "loop_worst_turn_ms": 5.0,
}
STARTS = 5  # cold starts, of which the median counts
LOOP_ROUNDS = 4  # seconds of a busy loop, and as many of an idle one
POKERKIT_BOARDS = 500  # all boards would take minutes; the time for all is worked out from these

# In an interpreter of its own, for what it costs to begin, without and with Python counting bytes;
# what the table has loaded anyway is loaded before.
_COLD = """
import asyncio, multiprocessing.connection, sys, time
if sys.argv[1] == "bytes":
    import tracemalloc
    import numpy
    tracemalloc.start()
start = time.perf_counter()
from controller.equities import warm
warm()
if sys.argv[1] == "bytes":
    print(tracemalloc.get_traced_memory()[0] / 1e6)
else:
    print((time.perf_counter() - start) * 1000)
"""


def measure() -> Result:
    """Time heads-up, six-handed and the flop; then the start, the tables and the loop."""
    heads_up, six = read_spot(HEADS_UP), read_spot(SIX)
    figures: dict[str, float] = {}
    for name, spot in (("heads_up", heads_up), ("six_handed", six)):
        figures[f"{name}_ms"] = _ours(spot)
        others = {who: 1000 * seconds for who, seconds in _others(spot).items()}
        figures |= {f"{name}_{who}_ms": took for who, took in others.items()}
        figures[f"{name}_times_faster"] = min(others.values()) / figures[f"{name}_ms"]
    figures["flop_three_way_ms"] = _ours(read_spot(SIX[:3], FLOP))
    figures["first_answer_ms"] = median(_cold("time") for _ in range(STARTS))
    figures["tables_mb"] = _cold("bytes")
    figures |= _loop_figures()
    ok = all(
        figures[name] >= bar if name.endswith("faster") else figures[name] <= bar
        for name, bar in BAR.items()
    )
    rounded: dict[str, object] = {name: round(value, 3) for name, value in figures.items()}
    return Result("equity", rounded, dict(BAR), ok, _rows(figures))


def _rows(figures: dict[str, float]) -> list[tuple[str, str]]:
    """Write a line for each figure, with its bar where it has one."""
    rows = []
    for name, value in figures.items():
        label, _, unit = name.rpartition("_")
        if name.endswith("_times_faster"):
            label, unit = name.removesuffix("_times_faster"), "times the best of the others"
        told = f"{value:10,.2f} {unit.replace('mb', 'MB')}"
        if name == "first_answer_ms":
            told += f", median of {STARTS} cold starts"
        if "pokerkit" in name:
            told += f" (worked out from {POKERKIT_BOARDS} boards)"
        if name in BAR:
            least = "at least" if name.endswith("faster") else "at most"
            told += f" (bar: {least} {BAR[name]:g})"
        rows.append((label.replace("_", " "), told))
    return rows


def _ours(spot: Spot) -> float:
    """Time our exact count: the median, in milliseconds, once the tables are there."""
    from engine.equity.counting import equities

    equities(spot)
    times = []
    for _ in range(15):
        start = time.perf_counter()
        equities(spot)
        times.append(time.perf_counter() - start)
    return 1000 * median(times)


def _others(spot: Spot) -> dict[str, float]:
    """Time what else there is, in seconds for all boards."""
    try:
        return {
            "phevaluator": _phevaluator(spot),
            "eval7": _eval7(spot),
            "pokerkit": _pokerkit(spot),
        }
    except ImportError as error:
        raise UsageError(f"{error.name} is missing: pip install -e '.[dev]'") from error


def _phevaluator(spot: Spot) -> float:
    """Loop over all boards with phevaluator's compiled evaluator; its lower number is better."""
    from phevaluator import _pheval

    from engine.equity.counting import codes

    rank = _pheval.evaluate_7cards
    hands = [codes(hand) for hand in spot.hands]
    start = time.perf_counter()
    wins = [0] * len(hands)
    for board in combinations(codes(spot.unseen), 5):
        values = [rank(*hand, *board) for hand in hands]
        _credit(wins, values, min(values))
    return _checked(spot, wins, start)


def _eval7(spot: Spot) -> float:
    """Loop over all boards with eval7's compiled evaluator."""
    import eval7

    hands = [[eval7.Card(card) for card in hand] for hand in spot.hands]
    unseen = [eval7.Card(card) for card in spot.unseen]
    start = time.perf_counter()
    wins = [0] * len(hands)
    for board in combinations(unseen, 5):
        rest = list(board)
        values = [eval7.evaluate(hand + rest) for hand in hands]
        _credit(wins, values, max(values))
    return _checked(spot, wins, start)


def _pokerkit(spot: Spot) -> float:
    """Loop over some boards with PokerKit's lookup, and work out the time for all."""
    from math import comb

    from pokerkit import Card, StandardHighHand

    hands = [tuple(Card.parse("".join(hand))) for hand in spot.hands]
    unseen = tuple(Card.parse("".join(spot.unseen)))
    start = time.perf_counter()
    for board in islice(combinations(unseen, 5), POKERKIT_BOARDS):
        max(StandardHighHand.from_game(hand, board) for hand in hands)
    return (time.perf_counter() - start) * comb(len(unseen), 5) / POKERKIT_BOARDS


def _credit(wins: list[int], values: Sequence[int], best: int) -> None:
    """Count a win where one hand alone is the best."""
    if values.count(best) == 1:
        wins[values.index(best)] += 1


def _checked(spot: Spot, wins: list[int], start: float) -> float:
    """Stop the watch, and see that the other one counted the same."""
    took = time.perf_counter() - start
    from engine.equity.counting import equities

    assert wins == [player.wins for player in equities(spot).players]
    return took


def _cold(what: str) -> float:
    """Ask a new interpreter what the first answer costs."""
    command = [sys.executable, "-c", _COLD, what]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 (ours)
    return float(done.stdout)


def _loop_figures() -> dict[str, float]:
    """Tell the worst turn of the loop, and how often it wakes late with and without our work.

    The bar is on the time that the thread of the loop works in a turn, the worst of all. A busy
    machine spoils that and the wakes alike, so those of an idle loop stand beside, without a bar.
    """
    worst, late, turns = ({"busy": 0.0, "idle": 0.0} for _ in range(3))
    for what in ("idle", "busy") * LOOP_ROUNDS:  # in turn, so that both see the same neighbours
        worker = EquityWorker() if what == "busy" else None
        time.sleep(0.6)  # the worker starts before play
        works, delays = asyncio.run(_turns(worker))
        worst[what] = max(worst[what], *works)
        late[what] += sum(delay > 0.005 for delay in delays)
        turns[what] += len(delays)
    told = {"loop_worst_turn_ms": 1000 * worst["busy"], "idle_worst_turn_ms": 1000 * worst["idle"]}
    for what, name in (("busy", "loop"), ("idle", "idle")):
        told[f"{name}_wakes_over_5_ms_late_percent"] = 100 * late[what] / turns[what]
    return told


async def _turns(worker: EquityWorker | None) -> tuple[list[float], list[float]]:
    """Turn the loop for a second: what each turn worked, and how late it woke, in seconds."""
    spots = [
        read_spot(SIX),
        read_spot(["AhKh", "????"]),
        read_spot(["AhKhQsJs", "????????"]),
    ]
    works: list[float] = []
    delays: list[float] = []
    stop = time.perf_counter() + 1
    while (start := time.perf_counter()) < stop:
        worked = time.thread_time()
        if worker and len(works) % 50 == 0:  # the next card comes, and the work before is dropped
            worker.ask(spots[len(works) // 50 % len(spots)], _shown)
        await asyncio.sleep(0.001)
        works.append(time.thread_time() - worked)
        delays.append(time.perf_counter() - start - 0.001)
    if worker:
        worker.close()
    return works, delays


def _shown(_: Equities) -> None:
    """Take a result as an overlay would."""
