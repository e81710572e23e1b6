"""The daemon: a table served from the cards on the felt to what people hear, and back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured, console


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("mosquitto")) as broker:
        yield broker


@pytest.fixture
def floor(broker: brokers.Broker) -> Iterator[Console]:
    with console(broker, "floor") as somebody:
        yield somebody


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker, floor: Console) -> Iterator[Served]:
    with Served(configured(tmp_path), broker) as served:
        yield served


def seated(floor: Console, players: int = 3) -> None:
    for seat in range(1, players + 1):
        assert floor.asks("sit", seat=seat, stack=200)["ok"]


def test_a_deal_goes_from_the_felt_to_the_displays(table: Served, floor: Console) -> None:
    seated(floor)
    assert floor.asks("hand", button=1)["ok"]
    for card, seat in zip(("Ah", "Kd", "Qs", "Jc", "Th", "9d"), (2, 3, 1) * 2, strict=True):
        table.felt.lands(card, f"seat:{seat}")
    floor.until_shown(
        TOPICS.dealer_expect, lambda it: it.get("say") == "Seat 1 to act, 2 to call", "the action"
    )
    assert floor.asks("act", seat=1, do="fold")["ok"]
    assert floor.asks("act", seat=2, do="fold")["answers"][-1]["what"] == "hand"
    seqs = [one["seq"] for one in floor.told(TOPICS.public_event)]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    floor.until_shown(
        TOPICS.public_state, lambda it: it["state"]["hand"]["result"] == "won", "the winner"
    )
