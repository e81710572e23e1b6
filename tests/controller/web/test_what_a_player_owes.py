"""A newcomer owes a blind: the pages say so with its clause, and one touch posts it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import GameSection
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served, configured
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.test_in_chromium import HOLE

LIMIT = GameSection(
    structure="limit", rulebook="hilton", small_blind=2, big_blind=5, small_bet=5, big_bet=10
)


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    with Served(configured(tmp_path, game=LIMIT), broker) as served:
        yield served


def newcomer(table: Served, floor: Console) -> None:
    """A hand is on, and somebody sits down who must wait for the blind or post it."""
    floor.sits(3)
    assert floor.asks("hand", button=1)["ok"]
    table.deals(*HOLE)
    floor.until_said("Seat 1 to act, 5 to call")
    assert floor.asks("sit", seat=4, stack=200, name="Nora")["ok"]


def posted(floor: Console) -> None:
    def settled(told: dict[str, dict[str, dict[str, dict[str, object]]]]) -> bool:
        return "owes" not in told["state"]["seats"]["4"]

    floor.until_shown(TOPICS.public_state, settled, "the blind to be posted")


def test_the_console_says_what_a_newcomer_owes_and_posts_it(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    newcomer(table, floor)
    browser.size(1280, 800)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#seat-4 .note", "owes 5: big blind")
    assert browser.js("return owed.checkVisibility()") is False, (
        "seat 1 is to act, and owes nothing"
    )
    browser.find("#seat-4").click()
    browser.until_text("#owed-text", "owes 5: big blind")
    assert browser.text("#owed-why").startswith("Hilton B")
    browser.shoot("owes-console", tmp_path)
    browser.find("#post").click()
    posted(floor)
    browser.until_text("#log", "Nora posts: big blind")
    assert browser.complaints == []


def test_the_dealers_screen_says_what_a_newcomer_owes_and_posts_it(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    newcomer(table, floor)
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until_text("#owed-text", "Nora owes 5: big blind")
    assert browser.text("#owed-why").startswith("Hilton B")
    browser.shoot("owes-dealer", tmp_path)
    browser.find("#post").click()
    posted(floor)
    browser.until("!document.getElementById('owed').checkVisibility()", "the line to go")
    browser.until_text("#note", "Posted")
    assert browser.complaints == []
