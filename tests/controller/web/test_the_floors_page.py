"""The floor's page with many tables: worst first, on a wall and on a telephone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.support.select import Select

from tests.controller.web.many_tables import Room, alert, call, room
from tests.controller.web.screens import Browser, Screens, settings
from tests.controller.web.test_readable import contrast

WALL, PHONE = (1440, 860), (360, 740)
LISTED = """
return [...document.querySelectorAll('.alert')]
  .map((one) => [one.dataset.severity, one.querySelector('.where').textContent])
"""
CUT = """
return [...document.querySelectorAll('.table .name, .alert .where, .alert .text, .table .worst')]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.scrollWidth > node.clientWidth + 1
    || node.scrollHeight > node.clientHeight + 4
    || getComputedStyle(node).textOverflow === 'ellipsis')
  .map((node) => `${node.className}: ${node.textContent}`)
"""
# Each button scrolled to, as a thumb would: within the screen, and nothing lies over it.
UNREACHED = """
const missed = [];
for (const node of document.querySelectorAll(arguments[0])) {
  if (!node.checkVisibility() || node.disabled) continue;
  node.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = node.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const large = box.width >= 24 && box.height >= 24;
  const inside = box.left >= -0.5 && box.right <= innerWidth + 0.5;
  const named = `${node.id || node.className || node.tagName} ${node.textContent.trim()}`;
  if (large && inside && hit && (node.contains(hit) || hit.contains(node))) continue;
  missed.push(`${named}: ${Math.round(box.left)}..${Math.round(box.right)}, ${hit?.id}`);
}
return missed;
"""
CONTROLS = "button, a[href], input:not([type=radio]), select, summary"


@pytest.fixture
def six(tmp_path: Path) -> Iterator[tuple[Screens, Room]]:
    with room(tmp_path, 6) as (broker, tables), Screens(settings(broker, tmp_path)) as screens:
        yield screens, tables


def opened(browser: Browser, screens: Screens, tables: int, size: tuple[int, int] = WALL) -> None:
    browser.size(*size)
    browser.opens(screens.link("floor", "floor", by="Flo"))
    browser.until(f"document.querySelectorAll('.table').length === {tables}", "all tables")


def busy(tables: Room) -> None:
    """Old calls at most tables, one fix, and of all the newest a stop."""
    names = tables.names
    for number, table in enumerate(names[: max(1, len(names) * 2 // 3)]):
        tables.alerts(table, call(number, second=number % 30))
    if len(names) > 2:
        tables.alerts(names[-2], alert(7, "fix", 31, text="Premature burn: action not complete."))
    tables.alerts(names[-1], call(1, second=2), alert(9, "stop", 59))


@pytest.mark.parametrize("count", [1, 6, 20, 40])
def test_worst_first_however_many_tables(tmp_path: Path, browser: Browser, count: int) -> None:
    with room(tmp_path, count) as (broker, tables), Screens(settings(broker, tmp_path)) as screens:
        busy(tables)
        opened(browser, screens, count)
        browser.until("document.querySelector('.alert[data-severity=stop]')", "the stop")
        severities = [severity for severity, _ in browser.js(LISTED)]
        assert severities[0] == "stop"
        assert severities == sorted(severities, key=["stop", "floor", "fix"].index)
        assert (
            browser.js("return document.querySelector('.table .name').textContent")
            == tables.names[-1]
        )
        for css in (".alert[data-severity=stop]", ".table[data-worst=stop]"):
            box = browser.js(
                "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", css
            )
            assert box["top"] >= 0 and box["bottom"] <= WALL[1], f"{css} must be on the screen"
        assert browser.js(CUT) == []
        if count > 1:
            size = (
                "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)"
            )
            assert browser.js(size, ".alert[data-severity=stop] .where") > browser.js(
                size, ".alert[data-severity=floor] .where"
            )
        last = "document.querySelector('.table:last-child').getBoundingClientRect().bottom"
        assert browser.js(f"return {last}") <= WALL[1], "every table is on the screen"
        assert contrast(browser) == []
        browser.shoot(f"floor-{count}", tmp_path)
        browser.size(*PHONE)
        browser.shoot(f"floor-{count}-phone", tmp_path)
        assert browser.js(UNREACHED, CONTROLS) == []
        wide = "document.documentElement.scrollWidth"
        assert browser.js(f"return {wide}") <= PHONE[0], "nobody scrolls sideways"
        assert browser.js(CUT) == []
        assert browser.complaints == []


def test_names_are_whole_however_long(tmp_path: Path, browser: Browser, six: Any) -> None:
    screens, tables = six
    tables.alerts(tables.names[0], alert(1, text="A very long ruling. " * 12))
    opened(browser, screens, 6, PHONE)
    browser.until("document.querySelector('.alert')", "the alert")
    assert browser.js(CUT) == []
    assert browser.text(".alert .where") == tables.names[0]
    assert browser.js(UNREACHED, CONTROLS) == []


def test_filters_by_severity_kind_and_area_say_what_they_hide(browser: Browser, six: Any) -> None:
    screens, tables = six
    tables.alerts(tables.names[0], call(1))
    tables.alerts(tables.names[1], alert(2, "stop"))
    tables.alerts(tables.names[2], alert(3, "fix"))
    opened(browser, screens, 6)
    browser.until("document.querySelectorAll('.alert').length === 3", "three alerts")
    browser.find("#severities [data-severity=fix]").click()
    assert [one[0] for one in browser.js(LISTED)] == ["fix"]
    assert browser.text("#hidden") == "2 hidden by the filter, STOP among them"
    browser.find("#severities [data-severity=fix]").click()
    Select(browser.find("#kind")).select_by_visible_text("Calls")
    browser.until("document.querySelectorAll('.alert').length === 1", "the call")
    assert browser.js(LISTED) == [["floor", tables.names[0]]]
    Select(browser.find("#kind")).select_by_visible_text("All kinds")
    browser.find("#where").send_keys("-2")
    browser.until("document.querySelectorAll('.alert').length === 1", "one table's")
    assert browser.js(LISTED) == [["stop", tables.names[1]]]
    assert browser.js("return document.querySelectorAll('.table').length") == 1
    browser.find("#where").send_keys("7")
    browser.until_text("#calm", "Nothing here fits the filter")
    assert "STOP among them" in browser.text("#hidden")


def test_the_page_is_never_calm_while_the_connection_is_lost(
    tmp_path: Path, browser: Browser
) -> None:
    with room(tmp_path, 2) as (broker, _), Screens(settings(broker, tmp_path)) as screens:
        opened(browser, screens, 2)
        browser.until_text("#calm", "All clear")
        broker.stop()
        browser.until_text("#calm", "Connection lost")
        assert "All clear" not in browser.text("body")
        assert browser.js(UNREACHED, "header button") == [], "nothing lies over the views"
        browser.shoot("floor-lost", tmp_path)
        broker.start()
    browser.until_text("#calm", "Connection lost")  # the server itself is gone


@pytest.mark.parametrize(
    ("code", "words"),
    [("de", ("Alles klar", "Hände")), ("fr", ("Rien à signaler", "Mains")),
     ("es", ("Todo en orden", "Manos")), ("zh", ("一切正常", "牌局"))],
)  # fmt: skip
def test_the_page_speaks_a_persons_language(
    browser: Browser, six: Any, tmp_path: Path, code: str, words: tuple[str, str]
) -> None:
    screens, _ = six
    browser.size(*PHONE)
    browser.opens(f"{screens.link('floor', 'floor')}&lang={code}")
    browser.until("document.querySelectorAll('.table').length === 6", "all tables")
    browser.until_text("#calm", words[0])
    assert browser.text("[data-tab=hands]") == words[1]
    assert browser.js(UNREACHED, CONTROLS) == []
    browser.shoot(f"floor-{code}", tmp_path)


def test_a_table_that_is_offline_stands_out(browser: Browser, six: Any) -> None:
    screens, tables = six
    opened(browser, screens, 6)
    tables.leaves(tables.names[3])
    browser.until("document.querySelector('.table[data-worst=away]')", "the table that left")
    said = browser.text(".table[data-worst=away]")
    assert tables.names[3] in said and "Offline" in said


def test_the_title_counts_what_waits_and_names_a_stop(browser: Browser, six: Any) -> None:
    screens, tables = six
    opened(browser, screens, 6)
    assert browser.driver.title == "Floor"
    tables.alerts(tables.names[0], call(1))
    browser.until("document.title === '(1) Floor'", "one")
    tables.alerts(tables.names[1], alert(2))
    browser.until(f"document.title === '(2) STOP {tables.names[1]} · Floor'", "a stop")
    tables.alerts(tables.names[0])
    tables.alerts(tables.names[1])
    browser.until("document.title === 'Floor'", "none")


HEARD = """
window.rung = []; window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...args) {
  window.rung.push(this.frequency.value);
  return start.apply(this, args);
};
window.Notification = class extends Notification {
  constructor(title, more) { super(title, more); window.notes.push([title, more.body]); }
};
"""


def test_a_new_alert_sounds_and_notifies_once_it_is_wanted(browser: Browser, six: Any) -> None:
    screens, tables = six
    tables.alerts(tables.names[0], call(1))
    browser.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"origin": screens.address, "permissions": ["notifications"]}
    )
    opened(browser, screens, 6)
    browser.until("document.querySelector('.alert')", "the old call")
    browser.js(HEARD)
    assert browser.text("#sound") == "Sound off" and browser.text("#notify") == "Notify off"
    browser.find("#sound").click()
    browser.until_text("#sound", "Sound on")
    browser.find("#notify").click()
    browser.until_text("#notify", "Notify on")
    browser.js("window.rung = []")
    tables.alerts(tables.names[1], alert(2))
    browser.until("window.notes.length === 1", "the notification")
    assert browser.js("return window.notes") == [
        [f"Stop: {tables.names[1]}", "Misdeal. Collect all cards, shuffle, cut, redeal."]
    ]
    assert browser.js("return window.rung") == [880, 622, 880, 622]
    tables.alerts(tables.names[1], alert(2), call(3))
    browser.until("window.notes.length === 2", "the second")
    assert browser.js("return window.rung.slice(4)") == [523, 659, 784], "another sound"
    browser.find("#sound").click()
    browser.find("#notify").click()
    browser.until_text("#notify", "Notify off")
    tables.alerts(tables.names[2], alert(4))
    browser.until("document.querySelectorAll('.alert').length === 4", "the third")
    assert browser.js("return [window.rung.length, window.notes.length]") == [7, 2]
    browser.driver.refresh()
    browser.until_text("#sound", "Sound off")
