"""A verdict is held back: the dealer is asked, and one touch answers."""

from pathlib import Path

from tests.controller.brokers import TOPICS
from tests.controller.served_table import Console, Served
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.test_in_chromium import betting

ASKED = "!document.getElementById('question').hidden"


def test_a_hand_thrown_in_before_its_turn_is_asked_about_and_folded_by_one_touch(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    betting(table, floor)
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until_text("#say", "Seat 1 to act")
    table.felt.lands("Kd", "muck", drawn=False)  # seat 3's, and seat 1 is to act
    browser.until(ASKED, "the question")
    assert "Seat 3's cards are in the muck" in browser.text("#asked")
    browser.shoot("dealer-question", tmp_path)
    browser.find("#no").click()
    browser.until("document.getElementById('question').hidden", "the question to go")
    floor.until_shown(
        TOPICS.public_state, lambda it: it["state"]["seats"]["3"]["folded"], "the fold"
    )
    assert floor.shows(TOPICS.floor_alert).get("alerts", []) == []
    assert browser.complaints == []


def test_the_console_answers_it_with_one_touch_and_the_lamp_blinks_until_then(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    betting(table, floor)
    browser.size(1366, 768)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#say", "Seat 1 to act")
    table.felt.lands("Kd", "muck", drawn=False)
    browser.until(ASKED, "the question")
    assert "Seat 3's cards are in the muck" in browser.text("#asked")
    assert (table.felt.lamps["yellow"], table.felt.lamps["green"]) == ("slow", "on")
    browser.shoot("console-question", tmp_path)
    browser.find("#no").click()
    browser.until("document.getElementById('question').hidden", "the question to go")
    floor.until_shown(
        TOPICS.public_state, lambda it: it["state"]["seats"]["3"]["folded"], "the fold"
    )
    assert browser.complaints == []


def test_nobody_answers_and_time_alone_brings_the_verdict(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    betting(table, floor)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until_text("#say", "Seat 1 to act")
    table.felt.lands("Kd", "seat:1", drawn=False)  # seat 3's card lies at seat 1, and stays there
    browser.until(ASKED, "the question")
    browser.until("!document.getElementById('alert').hidden", "the ruling, when time is over")
    browser.until("document.getElementById('question').hidden", "the question to go")


def test_the_console_asks_in_its_own_language(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    betting(table, floor)
    browser.size(1366, 768)
    browser.opens(screens.link("console", "dealer") + "&lang=de")
    browser.until_text("#say", "Platz 1")
    table.felt.lands("Kd", "muck", drawn=False)
    browser.until(ASKED, "the question")
    assert "Platz 3" in browser.text("#asked") and "Seat" not in browser.text("#asked")
    browser.shoot("console-question-german", tmp_path)
    assert browser.complaints == []
