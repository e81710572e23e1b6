"""From the wires to the rulings: what is ruled at the table is what replay rules on the truth."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.table import Table
from engine.views import masked
from firmware_bridge.simulator.faults import FAULTS
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.whole_table import Answer, KeptTable, WholeTable, rulings

BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
NEEDS_CAMERA = {"exposed_card", "player_exposed", "burn_exposed"}


def replayed(table: WholeTable, role: str = "broadcast") -> list[Answer]:
    """What ``cutcard replay`` answers to the truth, as far as a role may see it."""
    engine = Table()
    return [
        masked(answer, engine, role) for event in table.truth.log for answer in engine.apply(event)
    ]


def check(table: WholeTable) -> None:
    assert rulings(table.answers) == rulings(replayed(table))
    assert [one for one in table.answers if one["o"] == "reject"] == []
    ends = [one for one in table.answers if one["o"] == "end"]
    assert ends == [one for one in replayed(table) if one["o"] == "end"]
    assert table.disagreements == []


def test_every_fault_is_ruled_as_on_the_truth(tmp_path: Path) -> None:
    table = WholeTable(tmp_path, tuple(FAULTS), seed=4)
    table.play(len(FAULTS))
    check(table)
    assert set(FAULTS) <= {one["fault"] for one in rulings(table.answers)}


@pytest.mark.parametrize("kind", ["feig", "pn532"])
def test_readers_of_other_makes_and_no_camera(kind: str, tmp_path: Path) -> None:
    faults = ("wrong_seat", "flop_count", "not_top_card", "joker")
    assert not NEEDS_CAMERA & set(faults)
    table = WholeTable(tmp_path, faults, seed=5, kind=kind, camera=False)
    table.play(len(faults))
    check(table)


def heard_at(broker: brokers.Broker, folder: Path, faults: tuple[str, ...], hands: int) -> None:
    """Rulings heard by a display are those of replay, and none is missing or told twice."""
    with brokers.Person(broker, "display") as display, KeptTable(folder, broker) as kept:
        display.subscribe(f"{brokers.TOPICS.root}/#")
        table = WholeTable(folder, faults, seed=17, rules=kept)
        table.play(hands)
        display.until(lambda: kept.told_all(), "room for the rest")
        display.until(lambda: len(events(display)) >= kept.core.seq, "the last event")
        told = events(display)
    assert [one["seq"] for one in told] == list(range(1, kept.core.seq + 1))
    assert rulings([answer for one in told for answer in one["answers"]]) == rulings(
        replayed(table, role="public")
    )


def events(display: brokers.Person) -> list[Answer]:
    payloads = [one.payload for one in list(display.heard) if one.topic == TOPICS.public_event]
    return [msgspec.json.decode(payload) for payload in payloads]


def test_rulings_heard_at_the_broker_are_those_of_the_truth(tmp_path: Path) -> None:
    with brokers.running("mosquitto", tmp_path) as broker:
        heard_at(broker, tmp_path, ("wrong_seat", "premature_flop", "burn_exposed"), hands=4)


@pytest.mark.slow
def test_a_thousand_hands(tmp_path: Path) -> None:
    with brokers.running("mosquitto", tmp_path) as broker:
        heard_at(broker, tmp_path, ("random",), hands=1000)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_all_books(book: str, tmp_path: Path) -> None:
    table = WholeTable(tmp_path, tuple(FAULTS) * 3, seed=17, book=book)
    table.play(3 * len(FAULTS))
    check(table)
