"""The broker falls over in mid-hand and comes back with an empty memory: nothing is lost."""

import time
from pathlib import Path

import pytest

from tests.controller import brokers
from tests.controller.brokers import TOPICS, Person, wait_for
from tests.controller.payloads import assert_valid
from tests.controller.served_table import Console, Served, configured, console

RETAINED = {
    TOPICS.status, TOPICS.info, TOPICS.public_state, TOPICS.dealer_expect, TOPICS.floor_health,
}  # fmt: skip
BACK_WITHIN = 3.0  # seconds


def a_hand_without_its_broker(folder: Path, away: float) -> None:
    with (
        brokers.running("mosquitto", folder) as broker,
        console(broker, "floor", comes_back=True) as floor,
        Served(configured(folder), broker) as table,
    ):
        floor.sits()
        floor.asks("hand", button=1)
        table.deals("Ah", "Kd")
        floor.until_said("Card to seat 1")
        broker.stop()
        table.deals("Qs", "Jc", "Th", "9d", first=1)  # the table goes on
        table.felt.presses("round_complete")
        wait_for(lambda: len(table.records) == 14, "the cards and calls to be kept")
        time.sleep(away)  # the outage itself is what is tried
        broker.start()
        _everything_is_back(broker, time.monotonic() + BACK_WITHIN)
        floor.until_said("Burn")
        _nothing_was_missed(floor, table)


def _everything_is_back(broker: brokers.Broker, by: float) -> None:
    """Somebody who has just come sees all that is retained."""
    with Person(broker, "floor") as newcomer:
        newcomer.subscribe("#")
        newcomer.until(lambda: newcomer.topics() >= RETAINED, "all that is retained")
        assert time.monotonic() < by, "the retained topics are back too late"


def _nothing_was_missed(floor: Console, table: Served) -> None:
    last = table.records[-1].seq
    floor.person.until(lambda: floor.told(TOPICS.public_event)[-1]["seq"] == last, "the last event")
    seqs = [one["seq"] for one in floor.told(TOPICS.public_event)]
    assert list(dict.fromkeys(seqs)) == list(range(seqs[0], last + 1)), "a gap, or out of order"
    for topic, payload, _ in floor.person.heard:
        assert_valid(topic, payload)


def test_the_broker_stops_in_mid_hand_and_comes_back_empty(tmp_path: Path) -> None:
    a_hand_without_its_broker(tmp_path, away=1.0)


@pytest.mark.slow
def test_the_broker_is_away_for_a_minute(tmp_path: Path) -> None:
    a_hand_without_its_broker(tmp_path, away=60.0)
