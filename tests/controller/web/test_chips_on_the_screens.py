"""Chips that need a word: the dealer is asked, one touch answers; clocks and bets show."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import Camera, GameSection
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.test_in_chromium import betting
from vision.sightings import CameraState, ChipsSeen, Seen

GAME = GameSection(rulebook="hilton")
ASKED = "!document.getElementById('choice').hidden"
SILENT = "document.getElementById('choice').hidden"


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    camera = Camera(chips=tmp_path / "chips.json")
    with Served(configured(tmp_path, camera=camera, game=GAME), broker) as served:
        yield served


def sees(table: Served, seen: Seen) -> None:
    """The camera tells something, as its own process would."""
    table.loop.call_soon_threadsafe(table.daemon.seen, seen)


def spot(seat: int, chips: tuple[int, ...], high: int = 0) -> ChipsSeen:
    t = time.monotonic()
    return ChipsSeen(t, seat, chips, sum(chips), high or sum(chips), 0.9, t)


def touch(browser: Browser, number: int) -> None:
    browser.driver.find_elements("css selector", "#choices button")[number].click()


def bet_of(floor: Console, seat: int, amount: int) -> None:
    shown = f"seat {seat} has {amount} in"
    floor.until_shown(
        TOPICS.public_state, lambda it: it["state"]["seats"][str(seat)].get("bet") == amount, shown
    )


def test_the_dealer_says_which_chips_they_are_and_which_wager_and_sees_what_counts(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    sees(table, CameraState(time.monotonic(), "ok"))
    betting(table, floor)
    for seat, chips in ((1, ()), (2, (1,)), (3, (1, 1))):
        sees(table, spot(seat, chips))
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until_text("#say", "Seat 1 to act")

    sees(table, spot(1, (5,) * 5, high=30))  # five chips, or six
    browser.until(ASKED, "the question how many chips they are")
    assert browser.text("#choose") == "Seat 1: 25 / 30?"
    browser.shoot("dealer-chips", tmp_path)
    touch(browser, 1)
    browser.until(SILENT, "the question to go")
    bet_of(floor, 1, 30)
    browser.until_text("#taken", "Seat 1 raises to 30 (Hilton A20.2)")

    sees(table, spot(2, (20, 10, 10, 10, 1)))  # between a call and a raise: he may say which
    browser.until(ASKED, "the question which of the two it is")
    assert browser.text("#choose") == "Seat 2: a call or a raise?"
    browser.shoot("dealer-option", tmp_path)
    touch(browser, 1)
    bet_of(floor, 2, 58)
    browser.until_text("#taken", "Seat 2 raises to 58, adds 7 (Hilton A20.4)")

    assert floor.asks("clock", seat=3)["ok"]
    browser.until_text("#say", "Seat 3 is on the clock")
    assert floor.asks("undo")["ok"]
    browser.until_text("#say", "Seat 3 to act, 56 to call")
    assert floor.asks("undo")["ok"]  # and the word which of the two it was
    browser.until(ASKED, "the question again")
    assert browser.complaints == []


def test_the_console_answers_it_too(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    sees(table, CameraState(time.monotonic(), "ok"))
    betting(table, floor)
    sees(table, spot(1, ()))
    browser.size(1366, 768)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#say", "Seat 1 to act")
    sees(table, spot(1, (5,) * 5, high=30))
    browser.until(ASKED, "the question")
    browser.shoot("console-chips", tmp_path)
    touch(browser, 0)
    browser.until(SILENT, "the question to go")
    bet_of(floor, 1, 25)
    browser.until_text("#taken", "Seat 1 raises to 25")
    assert browser.complaints == []
