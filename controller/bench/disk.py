"""What undo and checkpoints cost a hand, and how soon a table is back after a long evening.

The costs are of the processor's seconds, as a small difference drowns in what else the machine
does; the restart is by the clock on the wall.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from controller.bench import Result
from controller.bench._hands import Deal, Event, live_table, play
from controller.config import TableConfig
from controller.records import checkpoints
from controller.records.journal import Entry, Journal, Record
from controller.security.vault import Vault
from engine.history import History
from engine.table import Table

HANDS = 300  # played with and without a memory
ROUNDS = 7
EVENING = 10_000  # hands in the journal of the restart, nine-handed
AT_ONCE = 2_000  # entries a commit
HAND_BAR_US = 50.0  # undo and checkpoint together
RESTART_BAR_S = 2.0  # the whole process, from its start


def measure() -> Result:
    """Play with and without a memory, then write an evening down and come back from it."""
    opening, dealt = play(HANDS, 1, live_table)
    deals = list(dealt)
    undo, checkpoint = _undo(opening, deals), _checkpoint(opening, deals)
    hand = undo + checkpoint / checkpoints.EVERY
    with tempfile.TemporaryDirectory() as folder:
        events = _write(Path(folder))
        size = (Path(folder) / "journal.sqlite").stat().st_size
        start = time.perf_counter()
        back = _restart(Path(folder))
        restart = time.perf_counter() - start
    figures: dict[str, object] = {
        "undo_us_a_hand": round(undo, 1),
        "checkpoint_us": round(checkpoint, 1),
        "both_us_a_hand": round(hand, 1),
        "restart_hands": EVENING,
        "restart_events": events,
        "restart_journal_mb": round(size / 2**20, 1),
        "restart_s": round(restart, 2),
        "restart_recovery_s": round(back["seconds"], 3),
        "restart_memory_mb": round(back["megabytes"], 1),
    }
    bar: dict[str, object] = {"both_us_a_hand": HAND_BAR_US, "restart_s": RESTART_BAR_S}
    whole = back["seq"] == events and back["differs"] is None
    ok = hand < HAND_BAR_US and restart < RESTART_BAR_S and whole
    return Result("disk", figures, bar, ok, _rows(figures))


def _rows(f: dict[str, object]) -> list[tuple[str, str]]:
    events = f"{f['restart_events']} events, {f['restart_journal_mb']} MB"
    return [
        ("undo", f"{f['undo_us_a_hand']} µs a hand"),
        ("checkpoint", f"{f['checkpoint_us']} µs, one in {checkpoints.EVERY} hands"),
        ("both", f"{f['both_us_a_hand']} µs a hand"),
        ("journal", f"{f['restart_hands']} hands, {events}"),
        ("restart", f"{f['restart_s']} s, of which {f['restart_recovery_s']} s for the journal"),
        ("memory after it", f"{f['restart_memory_mb']} MB"),
    ]


def _undo(opening: list[Event], deals: list[Deal]) -> float:
    """The microseconds a hand that a table with a memory takes longer."""
    with_memory, without = [], []
    for _ in range(ROUNDS):  # by turns: both see the same noise
        with_memory.append(_played(History().apply, opening, deals))
        without.append(_played(Table().apply, opening, deals))
    return (min(with_memory) - min(without)) / len(deals) * 1e6


def _played(apply: Callable[[Event], object], opening: list[Event], deals: list[Deal]) -> float:
    for event in opening:
        apply(event)
    start = time.process_time()
    for deal in deals:
        for event in deal.events:
            apply(event)
    return time.process_time() - start


def _checkpoint(opening: list[Event], deals: list[Deal]) -> float:
    """The microseconds of a checkpoint at the end of a hand, before it is sealed."""
    history, times = History(), []
    for event in opening:
        history.apply(event)
    for deal in deals:
        for event in deal.events:
            history.apply(event)
        start = time.process_time()
        checkpoints.packed(history)
        times.append(time.process_time() - start)
    return statistics.median(times) * 1e6


def _write(folder: Path) -> int:
    """Write the evening's journal; gives how many events it has."""
    Vault.make(folder / "table.key")
    entries = _entries()
    vault, table = Vault.open(folder / "table.key"), TableConfig().table.name
    with Journal(folder / "journal.sqlite", vault, table=table) as journal:
        while some := list(islice(entries, AT_ONCE)):
            journal.commit(some)
        return journal.last


def _entries() -> Iterator[Entry]:
    """What happened, event by event; a checkpoint as often as a table makes one."""
    last = EVENING + checkpoints.EVERY  # the furthest from the last checkpoint
    opening, deals = play(last, 3, live_table)
    history, hand = History(), 0
    for seq, event in enumerate(chain(opening, (e for deal in deals for e in deal.events)), 1):
        given: Any = event
        hand += given["e"] == "hand"
        answers = history.apply(given)
        told = msgspec.json.encode([given, answers])
        due = hand % checkpoints.EVERY == 0 and any(answer["o"] == "end" for answer in answers)
        yield Entry(
            Record(
                seq, given["t"], "2026-01-01T20:00:00.000+00:00", hand, given, answers, None, told
            ),
            checkpoint=checkpoints.packed(history) if due else None,
        )
        if hand == last and given["e"] == "act":
            return  # the light goes out


def _restart(folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "controller.bench._restarted", str(folder)]
    done = subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    figures: dict[str, Any] = msgspec.json.decode(done.stdout)
    return figures
