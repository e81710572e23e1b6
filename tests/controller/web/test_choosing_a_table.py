"""Several tables at one broker: whoever opens a page for one of them says which he means."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import Table
from controller.mqtt.acl import Acl
from tests.controller import brokers
from tests.controller.served_table import Served, configured
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.test_logging_in import at, logged_in
from tests.controller.web.test_readable import contrast

NAMES = ("main", "table-2", "table-10")


@pytest.fixture
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    """One for each test: a broker keeps what the tables of another said."""
    folder = tmp_path_factory.mktemp("mosquitto")
    with brokers.running("mosquitto", folder, Acl(NAMES)) as broker:
        yield broker


def served(folder: Path, broker: brokers.Broker, name: str) -> Served:
    (folder / name).mkdir()
    return Served(configured(folder / name, table=Table(name=name)), broker)


@pytest.fixture
def second(tmp_path: Path, broker: brokers.Broker) -> Iterator[None]:
    with served(tmp_path, broker, "table-10"), served(tmp_path, broker, "table-2"):
        yield


def names(browser: Browser) -> list[str]:
    found = "[...document.querySelectorAll('#tables b')].map((one) => one.textContent)"
    return list(browser.js(f"return {found}"))


def test_a_dealer_with_one_table_goes_straight_there(
    table: Served, screens: Screens, browser: Browser
) -> None:
    logged_in(browser, screens, "dealer")
    browser.until_text("#table", "main")
    assert browser.js("return location.search") == "?table=main"
    browser.find("#account summary").click()
    assert "Change table" not in browser.text("#account")


@pytest.mark.parametrize("role", ["dealer", "display", "broadcast"])
def test_with_several_tables_a_person_chooses_one(
    table: Served, second: None, screens: Screens, browser: Browser, tmp_path: Path, role: str
) -> None:
    logged_in(browser, screens, role)
    browser.until("document.querySelectorAll('#tables a:not(.offline)').length === 3", "tables")
    assert names(browser) == ["main", "table-2", "table-10"]
    browser.until_text("#tables a", "Hold’em")
    assert contrast(browser) == []
    browser.shoot("tables", tmp_path)
    browser.find("#tables a:nth-child(2)").click()
    browser.until("location.search === '?table=table-2'", "the table in the address")
    browser.until("document.getElementById('account')", "the page itself")
    browser.find("#account summary").click()
    browser.shoot(f"account-{role}", tmp_path)
    browser.find("#account a").click()
    browser.until("document.querySelectorAll('#tables a').length === 3", "the choice again")
    assert browser.complaints == []


def test_the_floor_sees_all_tables_and_is_asked_nothing(
    table: Served, second: None, screens: Screens, browser: Browser
) -> None:
    logged_in(browser, screens, "floor")
    browser.until("document.querySelectorAll('.table').length === 3", "the tables")
    at(browser, "/floor")


def test_a_table_that_comes_later_takes_nobodys_screen(
    table: Served, screens: Screens, browser: Browser, tmp_path: Path, broker: brokers.Broker
) -> None:
    logged_in(browser, screens, "dealer")
    browser.until_text("#table", "main")
    with served(tmp_path, broker, "table-2"):
        browser.driver.refresh()
        browser.until_text("#table", "main")
        browser.until("document.getElementById('away').hidden", "the table")


def test_a_link_of_a_screen_without_people_asks_nobody(
    table: Served, second: None, screens: Screens, browser: Browser
) -> None:
    browser.opens(screens.link("board", "display"))
    browser.until_text("#table", "main")
    browser.opens(screens.link("dealer", "dealer", table="table-2"))
    browser.until_text("#table", "table-2")
    browser.opens(screens.link("console", "dealer"))
    browser.until("document.querySelectorAll('#tables a').length === 3", "the choice")
    assert "link=" not in browser.js("return location.href")


def test_a_link_for_one_table_is_told_of_no_other(
    table: Served, second: None, screens: Screens, browser: Browser
) -> None:
    browser.opens(screens.link("dealer", "dealer", table="table-2"))
    browser.until_text("#table", "table-2")
    heard = browser.driver.execute_async_script(
        "const source = new EventSource('/dealer/stream?pick');"
        "source.addEventListener('snapshot', (event) => {"
        "  source.close(); arguments[0](JSON.parse(event.data).tables); });"
    )
    assert list(heard) == ["table-2"]


def test_tables_that_are_offline_say_so(
    tmp_path: Path, table: Served, screens: Screens, browser: Browser, broker: brokers.Broker
) -> None:
    with served(tmp_path, broker, "table-2"):
        logged_in(browser, screens, "dealer")
        browser.until("document.querySelectorAll('#tables a:not(.offline)').length === 2", "both")
    browser.until("document.querySelectorAll('#tables a.offline').length === 1", "one to go")
    assert browser.text("#tables a.offline span") == "Offline"
