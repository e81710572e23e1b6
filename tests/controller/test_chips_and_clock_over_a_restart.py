"""A table that stops and starts in mid betting: chips in the spots are known, a clock runs on."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.config import Chips, TableConfig
from firmware_bridge.sightings import Sighting
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured, console

FIVES, ONES = ("C51", "C52"), ("C11", "C12")
HOUSE = {"clock_seconds": 3.0, "clock_warning": 1.0}


@pytest.fixture
def config(tmp_path: Path) -> TableConfig:
    tags = tmp_path / "chip-tags.json"
    tags.write_text('{"5": ["C51", "C52"], "1": ["C11", "C12"]}')
    return configured(tmp_path, chips=Chips(tags=tags), house=HOUSE)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[tuple[brokers.Broker, Console]]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker, console(broker, "floor") as somebody:
        yield broker, somebody


def pushes(table: Served, seat: int, *tags: str) -> None:
    t = time.monotonic()
    for tag in tags:
        table.felt._told(Sighting(t, tag, f"bet:{seat}", arrived=True, reader="spots", since=t))


def chips_told(floor: Console) -> list[tuple[int, list[int]]]:
    events = [one["event"] for one in floor.told(TOPICS.public_event)]
    return [(one["seat"], one["chips"]) for one in events if one["e"] == "chips"]


def answers(floor: Console, kind: str) -> list[dict[str, Any]]:
    told = floor.told(TOPICS.public_event)
    return [one for event in told for one in event["answers"] if one["o"] == kind]


def test_chips_that_lay_there_are_no_bet_and_the_clock_runs_out_after_the_start(
    config: TableConfig, floor: tuple[brokers.Broker, Console]
) -> None:
    broker, person = floor
    with Served(config, broker) as table:
        person.sits()
        assert person.asks("hand", button=1)["ok"]
        table.deals("Ah", "Kd", "Qs", "Jc", "9h", "8d")
        person.until_said("Seat 1 to act, 2 to call")
        pushes(table, 1, *FIVES, *ONES)
        person.until_said("Seat 2 to act, 11 to call")
        assert person.asks("clock", seat=2)["ok"]
    assert chips_told(person) == [(1, [5, 5, 1, 1])]
    with Served(config, broker) as table:
        pushes(table, 1, *FIVES, *ONES)  # the antenna reads them again
        person.until_shown(
            TOPICS.public_state, lambda it: it["state"]["seats"]["2"]["folded"], "the time is up"
        )
    assert chips_told(person) == [(1, [5, 5, 1, 1])]
    assert [one["fault"] for one in answers(person, "ruling")] == ["clock"]
    assert any(one.get("warning") for one in answers(person, "clock"))
