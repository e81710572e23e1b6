"""An untidy table on the wires: what a subscriber hears of it is the orderly deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.simulator.untidy import UNTIDY
from tests.controller import brokers
from tests.controller.test_whole_table import events, replayed
from tests.controller.whole_table import Answer, KeptTable, WholeTable

PUSHED = ("o", "seat", "amount", "pot", "side", "result", "stacks")


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("broker")) as running:
        yield running


def heard(
    broker: brokers.Broker, folder: Path, book: str, untidy: tuple[str, ...], hands: int, seed: int
) -> tuple[WholeTable, list[Answer]]:
    """Deal so many untidy hands; the table, and all answers that the public is told."""
    with brokers.Person(broker, "display") as display, KeptTable(folder, broker) as kept:
        display.subscribe(f"{brokers.TOPICS.root}/#")
        table = WholeTable(folder, (), seed=seed, book=book, rules=kept, untidy=untidy)
        table.play(hands)
        display.until(lambda: kept.told_all(), "room for the rest")
        display.until(lambda: len(events(display)) >= kept.core.seq, "the last event")
        return table, [answer for one in events(display) for answer in one["answers"]]


def pushed(answers: list[Answer]) -> list[tuple[Any, ...]]:
    """Who got what, how each deal ended, and the stacks."""
    ends = [answer for answer in answers if answer["o"] in ("award", "end")]
    return [tuple(map(repr, map(answer.get, PUSHED))) for answer in ends]


def check(table: WholeTable, answers: list[Answer], hands: int) -> int:
    """No ruling, no reject, the pots of the truth, every doubt over; how many these were."""
    assert [one for one in answers if one["o"] in ("ruling", "reject")] == []
    assert [one for one in replayed(table) if one["o"] in ("ruling", "reject")] == []
    assert [one["result"] for one in answers if one["o"] == "end"] == ["won"] * hands
    assert pushed(answers) == pushed(replayed(table, role="public"))
    doubts = Counter(one["id"] for one in answers if one["o"] == "doubt" and not one.get("over"))
    over = Counter(one["id"] for one in answers if one["o"] == "doubt" and one.get("over"))
    assert doubts.keys() == over.keys()
    assert table.disagreements == []
    return len(doubts)


def test_each_untidy_way_is_no_fault_to_a_subscriber(
    broker: brokers.Broker, tmp_path: Path
) -> None:
    ways = tuple(UNTIDY)
    table, answers = heard(broker, tmp_path, "california", ways, len(ways), seed=3)
    assert check(table, answers, len(ways)) > 0  # else nothing untidy was seen


EVENINGS = [
    ("dc", 1500), ("california", 1501), ("diamondjims", 1502), ("hilton", 1503), ("uspa", 1504),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("book", "seed"), EVENINGS)
def test_an_untidy_evening(book: str, seed: int, broker: brokers.Broker, tmp_path: Path) -> None:
    table, answers = heard(broker, tmp_path, book, ("random",), 60, seed)
    doubts = check(table, answers, 60)
    print(f"{book}: 60 hands, {doubts} doubts, all over")
