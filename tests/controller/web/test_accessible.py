"""What axe finds on every page: nothing serious."""

from importlib import resources

import pytest

from tests.controller.served_table import Console, Served
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.test_in_chromium import betting

AXE = (resources.files("axe_core_python") / "axe.min.js").read_text("utf-8")
LOOK = """
const done = arguments[arguments.length - 1];
const how = { resultTypes: ["violations"], rules: arguments[0] };
axe.run(document, how).then(({ violations }) => done(
  violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)));
"""
ROLES = {
    "board": "display", "dealer": "dealer", "console": "floor", "floor": "floor",
    "producer": "broadcast", "clock": "display", "overlay": "broadcast",
}  # fmt: skip
# On the overlay every picture may lie behind the words: test_readable looks at that itself.
LEFT_OUT = {"overlay": {"color-contrast": {"enabled": False}}}


def found(browser: Browser, page: str = "") -> list[str]:
    browser.js(AXE)
    return list(browser.driver.execute_async_script(LOOK, LEFT_OUT.get(page, {})))


@pytest.mark.parametrize("page", ROLES)
def test_axe_finds_nothing_serious(
    page: str, table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    betting(table, floor)
    browser.opens(screens.link(page, ROLES[page], by="Flo"))
    browser.until("document.body.innerText.length > 5 || document.title", page)
    assert found(browser, page) == []
    floor.asks("call", why="a dispute")
    if page in ("dealer", "console", "floor"):
        browser.until("document.body.innerText.includes('a dispute')", "the alert")
        assert found(browser, page) == []


def test_axe_finds_nothing_serious_in_the_dealers_dialogs_and_at_the_login(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    betting(table, floor)
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until("document.body.dataset.seq", "the table")
    for button, dialog in (("call", "reasons"), ("menu", "sheet"), ("why", "rule")):
        browser.find(f"#{button}").click()
        browser.until(f"document.getElementById('{dialog}').open", dialog)
        assert found(browser) == [], dialog
        browser.js(f"document.getElementById('{dialog}').close()")
    browser.opens(f"{screens.address}/login")
    browser.until("document.querySelector('form button').textContent", "the words")
    assert found(browser) == []


def test_axe_does_find_what_is_wrong(screens: Screens, browser: Browser) -> None:
    browser.opens(f"{screens.address}/login")
    browser.until("document.querySelector('form button').textContent", "the words")
    browser.js("document.querySelector('main').append(document.createElement('button'))")
    assert [one.partition(":")[0] for one in found(browser)] == ["button-name"]
