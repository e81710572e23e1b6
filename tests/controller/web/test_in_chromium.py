"""The pages in a real browser, on a real controller and broker: what people see and do there."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.controller import brokers
from tests.controller.brokers import TOPICS, Broker
from tests.controller.served_table import Console, Served, configured, console, goes_live
from tests.controller.web.screens import ENTER, Browser, Screens, browsing, settings
from tests.controller.web.simulated import simulated

HOLE = ("Ah", "Kd", "Qs", "Jc", "Th", "9d")


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody else's browser."""
    with browsing(tmp_path_factory.mktemp("other")) as browser:
        yield browser


def betting(table: Served, floor: Console, players: int = 3) -> None:
    """All cards dealt, seat 1 to act."""
    floor.sits(players)
    assert floor.asks("hand", button=1)["ok"]
    table.deals(*HOLE)
    floor.until_said("Seat 1 to act, 2 to call")


def test_an_exposed_card_of_the_simulation_is_on_the_screens_until_it_is_acknowledged(
    tmp_path: Path, browser: Browser, other: Browser
) -> None:
    with (
        brokers.running("mosquitto", tmp_path) as broker,
        simulated(tmp_path, broker, "exposed_card", "diamondjims"),
        Screens(settings(broker, tmp_path)) as screens,
    ):
        browser.size(800, 480)
        browser.opens(screens.link("dealer", "dealer"))
        other.opens(screens.link("floor", "floor"))
        browser.until("!document.getElementById('alert').hidden", "the alert")
        assert browser.text("#severity").upper() == "FIX"
        assert browser.text("#clause") == "Diamond Jim's 9"
        assert "exposed card" in browser.text("#text")
        steps = browser.text("#steps")
        assert "top card to seat" in steps and "After the betting: burn" in steps
        other.until("document.querySelector('.alert')", "the alert on the floor's screen")
        assert "Diamond Jim's 9" in other.text(".alert .clauses")
        well = "document.querySelectorAll('.zone[data-state=ok]').length"
        other.until(f"{well} === 13", "the readers' health, zone by zone")
        other.size(1440, 860)
        other.shoot("floor-alert", tmp_path)
        browser.shoot("dealer-alert", tmp_path)
        browser.find("#acknowledge").click()
        browser.until("document.querySelector('#alert.folded')", "the dealer's panel to fold")
        assert other.text(".alert"), "the floor's list keeps it"
        assert browser.complaints == other.complaints == []


def test_a_bet_typed_at_the_console_reaches_the_engine_and_the_board(
    table: Served, floor: Console, screens: Screens, browser: Browser, other: Browser
) -> None:
    betting(table, floor)
    browser.opens(screens.link("console", "dealer"))
    other.opens(screens.link("board", "display"))
    browser.until_text("#owes", "2 to call")
    browser.press("1", "7", ENTER)
    other.until(
        "[...document.querySelectorAll('.bet')].some((bet) => bet.textContent === '17')", "the bet"
    )
    assert table.daemon.core.table.view("public")["seats"]["1"]["bet"] == 17
    browser.until_text("#actor", "Seat 2")
    browser.press("f")
    browser.until_text("#actor", "Seat 3")
    other.until_text("#ticker li", "Seat 2 folds")
    browser.press("c")
    other.until_text("#felt .pot", "Pot 35")
    assert browser.complaints == other.complaints == []


def test_before_the_showdown_the_console_names_the_cards_that_are_turned_up(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    betting(table, floor)
    browser.opens(screens.link("console", "dealer"))
    browser.until_text("#owes", "2 to call")
    browser.press("q", "q", "s", " ", "9", "d", ENTER)  # the key, then the cards
    floor.until_shown(
        TOPICS.public_state,
        lambda it: it["state"]["seats"]["1"]["cards"] == ["Qs", "9d"],
        "the hand",
    )
    assert browser.complaints == []


def test_the_broker_restarts_and_the_pages_come_back_by_themselves(
    tmp_path: Path, browser: Browser
) -> None:
    with (
        brokers.running("mosquitto", tmp_path) as broker,
        Served(configured(tmp_path), broker) as table,
        Screens(settings(broker, tmp_path)) as screens,
    ):
        with console(broker, "floor") as floor:
            betting(table, floor)
        browser.opens(screens.link("console", "dealer"))
        browser.until_text("#owes", "2 to call")
        broker.stop()
        browser.until_text("#away", "Connection lost")
        assert browser.find("#fold").get_property("disabled")
        broker.start()
        browser.until("document.getElementById('away').hidden", "the banner to go")
        browser.until("!document.getElementById('fold').disabled", "the buttons to come back")
        browser.press("f")
        browser.until_text("#actor", "Seat 2")


def test_a_page_says_when_the_table_or_the_server_is_away(
    tmp_path: Path, broker: brokers.Broker, browser: Browser
) -> None:
    (tmp_path / "one").mkdir()
    known = settings(broker, tmp_path)
    with Screens(known) as screens:
        browser.opens(screens.link("board", "display"))
        with Served(configured(tmp_path / "one"), broker):
            browser.until("document.getElementById('away').hidden", "the table")
        browser.until_text("#away", "Table offline")
    browser.until_text("#away", "Connection lost")
    with Screens(known):
        browser.until_text("#away", "Table offline")


def test_a_gap_in_the_sequence_brings_the_whole_table_again(
    table: Served, floor: Console, screens: Screens, broker: brokers.Broker, browser: Browser
) -> None:
    betting(table, floor)
    browser.opens(screens.link("board", "display"))
    browser.until_text("#ticker li", "New hand")
    browser.js(
        "window.opened = 0; window.EventSource = class extends EventSource {"
        " constructor(address) { super(address); window.opened += 1; } }"
    )
    seq = table.daemon.core.seq
    stamp = {"boot": "", "t": 0.0, "at": "", "hand": 1, "answers": []}
    with brokers.Person(broker, "controller", name="gap") as speaker:
        for missed, opened in ((1, 0), (4, 1)):
            seq += missed
            event = {**stamp, "seq": seq, "event": {"e": "cut"}}
            speaker.say(brokers.TOPICS.public_event, msgspec.json.encode(event))
            browser.until(f"window.opened === {opened}", "the snapshot, where one is due")
            browser.until_text("#ticker li", "Deck cut")
    browser.until("document.getElementById('away').hidden", "the line to be open again")


def test_the_overlay_is_right_after_it_was_hidden(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    browser.size(1920, 1080)
    browser.opens(screens.link("overlay", "broadcast"))
    betting(table, floor)
    floor.asks("act", seat=1, do="fold")
    floor.asks("act", seat=2, do="fold")
    browser.until("document.querySelectorAll('.player').length === 3", "the hand, once released")
    browser.until_text(".player.won", "Wins 3")
    mine = browser.driver.current_window_handle
    browser.js("document.addEventListener('visibilitychange', () => { window.left = true; })")
    browser.driver.switch_to.new_window("tab")  # the overlay is hidden
    floor.asks("hand", button=2)
    table.felt.gathered()
    for seat, card in zip((3, 1, 2, 3, 1, 2), ("2c", "3c", "4c", "5c", "6c", "7c"), strict=True):
        table.felt.lands(card, f"seat:{seat}")
    floor.until_said("Seat 2 to act, 2 to call")
    floor.asks("act", seat=2, do="raise", to=40)
    floor.asks("act", seat=3, do="fold")
    floor.asks("act", seat=1, do="fold")
    browser.driver.close()
    browser.driver.switch_to.window(mine)
    assert browser.js("return window.left") is True
    browser.until("document.body.dataset.picture?.startsWith('2/')", "the second hand")
    browser.until("document.querySelector('.player.won[data-seat=\"2\"]')", "who won it")
    faces = browser.js(
        "return [...document.querySelectorAll('.player[data-seat=\"2\"] .card')]"
        ".map((card) => card.dataset.shown)"
    )
    assert faces == ["4c", "7c"]
    assert browser.text("#winner") == "Seat 2 wins 5"


def test_the_overlay_wears_what_its_address_says(
    table: Served, broker: Broker, floor: Console, screens: Screens, browser: Browser
) -> None:
    goes_live(broker)
    betting(table, floor)
    floor.asks("act", seat=1, do="raise", to=10)
    browser.size(1920, 1080)
    link = screens.link("overlay", "broadcast")
    browser.opens(f"{link}&parts=seats,board,pots&unit=bb&seats=2&board=tr&accent=ff0000&deck=4")
    browser.until("document.querySelectorAll('.player').length === 2", "two of three seats")
    assert "link=" not in browser.driver.current_url, "the ticket leaves the address bar"
    assert browser.text("#pot") == "Pot 6.5 BB"
    assert browser.text(".player .stack") == "95 BB"
    shown = "return getComputedStyle(document.querySelector(arguments[0])).display !== 'none'"
    assert browser.js(shown, "#pots") and not browser.js(shown, "#blinds")
    assert not browser.js(shown, ".odds")
    assert browser.js("return getComputedStyle(pot).color") == "rgb(255, 0, 0)"
    box = browser.js("return document.getElementById('centre').getBoundingClientRect().toJSON()")
    assert box["top"] < 100 and box["right"] > 1800
    assert browser.js("return getComputedStyle(document.body).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )


def test_a_name_that_would_be_markup_is_a_name(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    name = "<img src=x onerror=alert(1)>"
    for seat in (1, 2, 3):
        floor.asks("sit", seat=seat, stack=200, name=name)
    floor.asks("hand", button=1)
    table.deals(*HOLE)
    floor.asks("act", seat=1, do="fold")
    floor.asks("act", seat=2, do="fold")
    pages = {"board": "display", "dealer": "dealer", "console": "floor", "floor": "floor"}
    for page, role in {**pages, "overlay": "broadcast"}.items():
        browser.opens(screens.link(page, role, by=name))
        browser.until("document.body.innerText.length > 20", page)
        if page in ("board", "console", "overlay"):
            browser.until(f"document.body.innerText.includes({name!r})", f"the name on /{page}")
        assert browser.js("return document.querySelectorAll('img[src]').length") == 0
        assert browser.complaints == []


def test_two_people_at_once_see_the_same(
    table: Served, floor: Console, screens: Screens, browser: Browser, other: Browser
) -> None:
    floor.sits(3)
    browser.opens(screens.link("console", "dealer", by="Dana"))
    other.opens(screens.link("console", "floor", by="Flo"))
    browser.until_text("#say", "New hand")
    browser.press("n")
    other.until_text("#say", "Card to seat")
    table.deals(*HOLE, first=int(other.text("#say").split()[-1]))
    for one in (browser, other):
        one.until_text("#say", "to act")
    last = table.daemon.core.seq
    for one in (browser, other):
        one.until(f"document.body.dataset.seq === '{last}'", "the last event")
    assert other.js("return document.getElementById('floor').hidden") is False
    assert browser.js("return document.getElementById('floor').hidden") is True
