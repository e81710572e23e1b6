"""Omaha high-low on the screens: four cards a player, and who wins high and who low."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import GameSection
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured
from tests.controller.web.screens import Browser, Screens

HANDS = {2: ("As", "3s", "9c", "Tc"), 3: ("4h", "5d", "Jc", "Qc"), 1: ("Kh", "Kd", "Jh", "Jd")}
STREETS = (("2c", "7d", "8h"), ("Ks",), ("Qd",))
BURNS = ("6c", "6d", "6h")
IN_HAND = """return [...document.querySelectorAll(arguments[0])].map((hand) =>
  [...hand.querySelectorAll(".card")].map((card) => card.dataset.shown).join(" "))"""
CUT = """return [...document.querySelectorAll(arguments[0])].filter((node) =>
  node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    game = GameSection(
        game="omaha8", structure="pot_limit", rulebook="hilton", small_blind=1, big_blind=5
    )
    with Served(configured(tmp_path, game=game), broker) as served:
        yield served


def dealt(table: Served, floor: Console) -> None:
    floor.sits(3)
    assert floor.asks("hand", button=1)["ok"]
    for cards in zip(*HANDS.values(), strict=True):
        table.deals(*cards)
    floor.until_said("Seat 1 to act, 5 to call")


def played(table: Served, floor: Console) -> None:
    """Three see the showdown for fifteen chips: eight for high, seven for low."""
    for seat, do in ((1, "call"), (2, "call"), (3, "check")):
        assert floor.asks("act", seat=seat, do=do)["ok"]
    for burn, cards in zip(BURNS, STREETS, strict=True):
        table.felt.lands(burn, "burn")
        for card in cards:
            table.felt.lands(card, "board")
        floor.until_said("Seat 2 to act")
        for seat in (2, 3, 1):
            assert floor.asks("act", seat=seat, do="check")["ok"]
    for seat in (2, 3, 1):
        assert floor.asks("show", seat=seat)["ok"]


def test_four_cards_and_both_winners_are_on_every_screen(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    dealt(table, floor)
    browser.size(1280, 800)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#owes", "5 to call")
    assert browser.js(IN_HAND, ".person:not(.empty) .hole") == ["?? ?? ?? ??"] * 3
    browser.shoot("omaha-console", tmp_path)
    assert browser.js(CUT, ".person .hole") == []
    played(table, floor)

    browser.opens(screens.link("board", "display"))
    browser.until("document.querySelectorAll('.seat.won').length === 2", "both winners")
    assert browser.text("#game") == "Pot-limit Omaha Hi-Lo"
    hands = browser.js(IN_HAND, ".seat .hole")
    assert sorted(hands) == sorted(" ".join(cards) for cards in HANDS.values())
    assert browser.text(".seat[data-seat='1'] .note") == "Wins 8 high"
    assert browser.text(".seat[data-seat='2'] .note") == "Wins 7 low"
    browser.shoot("omaha-board", tmp_path)
    assert browser.js(CUT, ".seat .hole, .seat .note") == []
    assert "Seat 2 wins 7 (low) with eight-seven low" in browser.text("#ticker")

    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until_text("#winners", "Seat 1 wins 8 high\nSeat 2 wins 7 low")
    browser.shoot("omaha-dealer", tmp_path)
    assert browser.complaints == []
