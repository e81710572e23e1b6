"""The logs that are played: scenarios, recorded hands, and what seeds invented."""

import lzma
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from controller.scenario import parse, run
from engine import phh
from tests.engine.golden.playing import Event

HERE = Path(__file__).parent
TESTS = HERE.parent.parent
SCENARIOS = TESTS / "scenarios"
FROZEN = HERE / "seeded.jsonl.xz"


def scenarios() -> Iterator[tuple[str, list[Event]]]:
    """The events of every scenario, as its lines and the engine's wishes make them."""
    for file in sorted(SCENARIOS.rglob("*.txt")):
        name = str(file.relative_to(SCENARIOS).with_suffix(""))
        yield name, list(run(parse(file.read_text("utf-8"), name)).log)


def hands() -> Iterator[tuple[str, list[Event]]]:
    """Every recorded hand that the engine can play."""
    for file in sorted((TESTS / "hands").glob("*.phhs")):
        for number, hand in enumerate(phh.loads(file.read_text("utf-8")), 1):
            try:
                yield f"{file.stem}:{number}", list(phh.events(hand))
            except phh.NotPlayedError:
                continue


@cache
def _frozen() -> dict[str, list[Event]]:
    rows = lzma.decompress(FROZEN.read_bytes()).splitlines()
    return dict(msgspec.json.decode(row, type=tuple[str, list[Event]]) for row in rows)


def seeded() -> Iterator[tuple[str, list[Event]]]:
    """The frozen logs, under a house that wants every verdict at once, as they were written."""
    for name, log in _frozen().items():
        yield name, [_at_once(event) if event["e"] == "open" else event for event in log]


def _at_once(opening: Event) -> Event:
    return {**opening, "house": {**opening.get("house", {}), "doubt_seconds": 0}}


def freeze(logs: dict[str, list[Event]]) -> None:
    """Write invented logs down; from then on they are what they are."""
    rows = b"".join(msgspec.json.encode(row) + b"\n" for row in logs.items())
    FROZEN.write_bytes(lzma.compress(rows, preset=9 | lzma.PRESET_EXTREME))


KINDS: dict[str, Callable[[], Iterator[tuple[str, list[Event]]]]] = {
    "scenarios": scenarios,
    "hands": hands,
    "seeded": seeded,
}


def every() -> Iterator[tuple[str, list[Event]]]:
    """All logs there are."""
    for kind in KINDS.values():
        yield from kind()
