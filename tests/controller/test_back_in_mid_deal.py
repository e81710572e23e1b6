"""A table that was away while cards moved: no false misdeal, and no card is shown that was not."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cards import DECK
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, console
from tests.controller.table_process import TableProcess

PLAYERS = 4


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker:
        yield broker


@pytest.fixture
def floor(broker: brokers.Broker) -> Iterator[Console]:
    with console(broker, "floor") as floor:
        yield floor


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker, floor: Console) -> Iterator[TableProcess]:
    folder = tmp_path / "table"
    folder.mkdir()
    table = TableProcess(folder, broker)
    table.start()
    floor.until_shown(TOPICS.public_state, bool, "the table")
    floor.sits(PLAYERS)
    assert floor.asks("hand", button=1)["ok"]
    yield table
    table.kill()


def zones() -> list[str]:
    """Where the cards of the deal belong, in their order."""
    return [f"seat:{seat}" for _ in range(2) for seat in (2, 3, 4, 1)]


def comes_back(table: TableProcess, floor: Console, chance: random.Random) -> None:
    """It starts, and its antennas read what lies there in an order of their own."""
    boots = {one["boot"] for one in floor.told(TOPICS.public_state)}
    lying = list(table.lying.items())
    chance.shuffle(lying)
    table.lying = dict(lying)
    table.start()
    floor.until_shown(
        TOPICS.public_state, lambda it: bool(it) and it["boot"] not in boots, table.log
    )


def rulings(floor: Console) -> list[dict[str, Any]]:
    told = floor.told(TOPICS.public_event)
    return [one for event in told for one in event["answers"] if one["o"] == "ruling"]


@pytest.mark.parametrize("seed", range(4))
def test_cards_dealt_meanwhile_are_taken_in_the_plans_order(
    seed: int, table: TableProcess, floor: Console
) -> None:
    chance = random.Random(seed)
    deck = list(DECK)
    chance.shuffle(deck)
    dealt = list(zip(deck, zones(), strict=False))
    before, after = sorted(chance.sample(range(len(dealt) + 1), 2))
    for card, zone in dealt[:before]:
        table.lands(card, zone)
    floor.until_shown(
        TOPICS.public_state,
        lambda it: sum(len(s.get("cards", [])) for s in it["state"]["seats"].values()) == before,
        "the cards before",
    )
    table.kill()
    table.lying |= dict(dealt[before:after])
    comes_back(table, floor, chance)
    for card, zone in dealt[after:]:
        table.lands(card, zone)
    floor.until_said("Seat 4 to act, 2 to call")
    assert rulings(floor) == []
    assert floor.asks("act", seat=4, do="call")["ok"]


def test_it_says_for_how_long_it_was_away(table: TableProcess, floor: Console) -> None:
    table.lands("Ah", "seat:2")
    floor.until_said("Card to seat 3")
    table.kill()
    comes_back(table, floor, random.Random(1))
    floor.until_shown(TOPICS.dealer_alert, lambda it: "I was away for" in str(it), "it")
    floor.until_alerts()


def test_a_flop_before_the_words_are_entered_is_asked_about(
    table: TableProcess, floor: Console
) -> None:
    dealt = list(zip(DECK, zones(), strict=False))
    for card, zone in dealt:
        table.lands(card, zone)
    floor.until_said("Seat 4 to act, 2 to call")
    table.kill()
    burn, *flop = DECK[20:24]
    table.lying |= dict.fromkeys(flop, "board") | {burn: "burn"}
    comes_back(table, floor, random.Random(3))
    floor.until_shown(
        TOPICS.dealer_alert, lambda it: "Cards lie where none is due yet" in str(it), "the question"
    )
    assert rulings(floor) == []
    for seat, do in ((4, "call"), (1, "call"), (2, "call"), (3, "check")):
        assert floor.asks("act", seat=seat, do=do)["ok"]
    floor.until_shown(
        TOPICS.public_state, lambda it: len(it["state"]["hand"]["board"]) == 3, "the flop"
    )
    assert rulings(floor) == []
    floor.until_alerts()


def test_between_hands_nothing_that_lies_about_is_published(
    table: TableProcess, floor: Console
) -> None:
    dealt = list(zip(DECK, zones(), strict=False))
    for card, zone in dealt:
        table.lands(card, zone)
    floor.until_said("Seat 4 to act, 2 to call")
    for seat in (4, 1, 2):
        assert floor.asks("act", seat=seat, do="fold")["ok"]
    heard = len(floor.told(TOPICS.public_event))
    table.kill()
    stub = DECK[30]
    table.lying[stub] = "board"  # the dealer sorts the deck on the felt
    table.lying |= {card: "muck" for card, _ in dealt[:3]}
    comes_back(table, floor, random.Random(2))
    assert floor.asks("sit", seat=6, stack=100)["ok"]
    later = floor.told(TOPICS.public_event)[heard:]
    assert [one["event"]["e"] for one in later if one["seq"] > heard] == ["sit"]
    assert not any(f'"{stub}"' in str(one).replace("'", '"') for one in later)
