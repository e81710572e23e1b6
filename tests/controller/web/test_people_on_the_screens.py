"""Straddles, levels, races, places and boards run twice: entered at the console, then shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.config import GameSection
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured
from tests.controller.web.screens import Browser, Screens

CASH = GameSection(structure="no_limit", rulebook="uspa", small_blind=5, big_blind=10)
TOURNAMENT = GameSection(
    structure="no_limit", format="tournament", rulebook="uspa", small_blind=5, big_blind=10
)
HOLE = ("Ah", "Kd", "Qs", "As", "Kh", "Qc")  # seats 2, 3, 1 twice: aces, kings, queens


@contextmanager
def served(folder: Path, broker: brokers.Broker, game: GameSection) -> Iterator[Served]:
    with Served(configured(folder, game=game), broker) as table:
        yield table


def happens(table: Served, e: str, **fields: Any) -> None:
    table.loop.call_soon_threadsafe(table.daemon.said, {"e": e, **fields})


def board(table: Served, *cards: str) -> None:
    """A burn and the cards of a street."""
    *laid, burned = cards
    happens(table, "card", card=burned, zone="burn", face="down")
    for card in laid:
        happens(table, "card", card=card, zone="board", face="up")


def enters(browser: Browser, deed: str, detail: str = "") -> None:
    option = f"document.querySelector('#people option[value={deed}]')"
    browser.until(f"{option} && !document.querySelector('#people button').disabled", deed)
    browser.js(f"document.querySelector('#people select').value = '{deed}'")
    browser.js(f"document.querySelector('#people input').value = '{detail}'")
    browser.js("document.getElementById('people').requestSubmit()")


def all_in(table: Served, floor: Console, *seats: int) -> None:
    for seat in seats:
        assert floor.asks("act", seat=seat, do="all_in")["ok"]


def test_a_straddle_and_two_boards(
    tmp_path: Path, broker: brokers.Broker, floor: Console, screens: Screens, browser: Browser
) -> None:
    with served(tmp_path, broker, CASH) as table:
        floor.sits(3)
        assert floor.asks("hand", button=1)["ok"]
        browser.size(1280, 800)
        browser.opens(screens.link("console", "dealer"))
        browser.until_text("#say", "seat 2")
        browser.find("#seat-1").click()
        enters(browser, "straddle")
        browser.until_text("#log", "posts: straddle")
        table.deals(*HOLE)
        floor.until_said("Seat 2 to act, 15 to call")
        all_in(table, floor, 2, 3, 1)
        enters(browser, "deal_twice")
        browser.until_text("#log", "Players agree: Deal twice")
        board(table, "2c", "7d", "9s", "3c")
        board(table, "Jc", "3d")
        board(table, "4s", "3h")
        board(table, "2h", "7s", "9d", "4c")
        board(table, "Jd", "4d")
        browser.shoot("run-twice-console", tmp_path)
        browser.opens(screens.link("board", "display"))
        browser.until("document.querySelectorAll('.felt .further .card').length >= 4", "two boards")
        first = "return document.querySelectorAll('.middle > .community .card:not(.none)').length"
        assert browser.js(first) == 5
        browser.shoot("run-twice-board", tmp_path)
        assert browser.complaints == []


def test_a_level_a_place_and_a_race_of_a_tournament(
    tmp_path: Path, broker: brokers.Broker, floor: Console, screens: Screens, browser: Browser
) -> None:
    with served(tmp_path, broker, TOURNAMENT) as table:
        floor.sits(3)
        assert floor.asks("hand", button=1)["ok"]
        browser.size(1280, 800)
        browser.opens(screens.link("console", "floor"))
        browser.until_text("#say", "seat 2")
        enters(browser, "level", "10 20 0 15")
        browser.until("document.getElementById('note').textContent", "an answer")
        assert browser.text("#note") == "Done", browser.text("#note")
        browser.until_text("#log", "Blinds 10/20 from the next hand on")
        table.deals(*HOLE)
        floor.until_said("Seat 1 to act, 10 to call")
        all_in(table, floor, 1, 2, 3)
        for seat in (1, 2, 3):
            shown = floor.asks("show", seat=seat)
            assert shown["ok"], str(shown)[-300:]
        board(table, "2c", "7d", "9s", "3c")
        board(table, "Jc", "3d")
        board(table, "4s", "3h")
        browser.until_text("#log", "is out in place")
        browser.shoot("out-console", tmp_path)
        browser.opens(screens.link("board", "display"))
        browser.until_text("#next-stakes", "10 / 20")
        browser.until_text("#players-left", "1 LEFT, AVERAGE")
        browser.until(
            "document.getElementById('level-left').textContent.startsWith('14:')",
            "the level's clock",
        )
        browser.shoot("level-board", tmp_path)
        assert floor.asks("sit", seat=3, stack=75)["ok"]
        assert floor.asks("sit", seat=1, stack=50)["ok"]
        browser.opens(screens.link("console", "floor"))
        enters(browser, "race", "25 100 3 3 1 2")
        browser.until_text("#log", "Chips of 25 are raced off into 100")
        browser.until_text("#say", "seat 1")
        for card, zone in (("8c", 1), ("8d", 1), ("Tc", 3), ("Td", 3), ("Ts", 3)):
            happens(table, "card", card=card, zone=f"seat:{zone}", face="up")
        browser.until_text("#log", "for the odd chips")
        browser.shoot("race-console", tmp_path)
        assert browser.complaints == []
