"""People log in with a keyboard: what they type in Chromium, what they see, and how they leave."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.web import passwords
from controller.web.bearer import SESSION
from controller.web.login import TRIES
from controller.web.pages import HOME
from tests.controller import brokers
from tests.controller.served_table import Console, Served
from tests.controller.web.screens import ENTER, PASSWORDS, Browser, Screens, Visitor, settings
from tests.controller.web.test_in_chromium import betting
from tests.controller.web.test_readable import NOT_FITTING

SIZES = {"kiosk": (800, 480), "desk": (1280, 800), "telephone": (390, 844)}


def types(browser: Browser, role: str, password: str, name: str = "Flo") -> None:
    """Fill in the page by hand and send it."""
    browser.until("document.querySelector('[name=password]')", "the login page")
    browser.find(f"label:has([value={role}])").click()
    browser.find("[name=by]").clear()
    browser.find("[name=by]").send_keys(name)
    browser.find("[name=password]").send_keys(password, ENTER)


def at(browser: Browser, path: str) -> None:
    browser.until(f"location.pathname === '{path}'", path)


def logged_in(browser: Browser, screens: Screens, role: str) -> None:
    browser.opens(screens.address)
    types(browser, role, PASSWORDS[role])
    at(browser, f"/{HOME[role]}")


def cookie(browser: Browser) -> dict[str, str]:
    """The session as a thief would copy it."""
    found = browser.driver.get_cookie(SESSION)
    return {SESSION: found["value"]} if found else {}


@contextmanager
def other_site(action: str, policy: str) -> Iterator[str]:
    """A page elsewhere with a form for our login; gives its address."""
    page = (
        f'<meta name=referrer content={policy}><form method=post action="{action}">'
        f'<input name=role value=floor><input name=password value="{PASSWORDS["floor"]}">'
        "<button>Win a prize</button></form>"
    ).encode()

    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_request(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer((brokers.HOST, 0), Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"localhost:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("role", HOME)
def test_a_person_types_the_password_and_is_in(
    screens: Screens, browser: Browser, role: str
) -> None:
    logged_in(browser, screens, role)
    assert Visitor(screens.address, cookie(browser)).get(f"/{HOME[role]}").status == 200
    assert browser.complaints == []


@pytest.mark.parametrize("role", HOME)
def test_a_wrong_password_is_told_on_the_page_and_the_right_one_still_gets_in(
    screens: Screens, browser: Browser, role: str
) -> None:
    browser.opens(f"{screens.address}/{HOME[role]}")
    types(browser, role, "not the word at all", "Dana")
    browser.until_text("#why", "Wrong password")
    at(browser, "/login")
    assert cookie(browser) == {}
    assert browser.js("return document.querySelector('[name=role]:checked').value") == role
    assert browser.js("return document.querySelector('[name=by]').value") == "Dana"
    types(browser, role, PASSWORDS[role], "Dana")
    at(browser, f"/{HOME[role]}")


def test_whoever_guesses_too_often_is_told_to_wait(screens: Screens, browser: Browser) -> None:
    guesser = Visitor(screens.address)
    for _ in range(TRIES):
        guesser.log_in("floor", "guess")
    browser.opens(screens.address)
    types(browser, "floor", PASSWORDS["floor"])
    browser.until_text("#why", "Wait a minute")
    assert cookie(browser) == {}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
@pytest.mark.parametrize("policy", ["unsafe-url", "no-referrer"])
def test_a_form_on_another_site_logs_nobody_in_and_ends_on_our_page(
    screens: Screens, browser: Browser, policy: str, host: str
) -> None:
    with other_site(f"{screens.address}/login", policy) as elsewhere:
        browser.opens(f"http://{elsewhere.replace('localhost', host)}")
        browser.find("button").click()
        browser.until_text("#why", "another site")
        at(browser, "/login")
        assert cookie(browser) == {}


def test_a_dealer_at_the_floors_page_reads_why(screens: Screens, browser: Browser) -> None:
    logged_in(browser, screens, "dealer")
    browser.opens(f"{screens.address}/floor")
    browser.until_text("#why", "another role")


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_form_fits_on_every_screen(
    screens: Screens, browser: Browser, tmp_path: Path, size: str
) -> None:
    browser.size(*SIZES[size])
    browser.opens(f"{screens.address}/login?to=/floor")
    browser.shoot(f"login-{size}", tmp_path)
    types(browser, "floor", "not the word at all")
    browser.until_text("#why", "Wrong password")
    browser.shoot(f"login-refused-{size}", tmp_path)
    for part in ("h1", "#why", "[value=dealer] + span", "[name=by]", "form button"):
        box = browser.js(
            "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", part
        )
        assert box["top"] >= 0 and box["bottom"] <= SIZES[size][1], part
        assert box["left"] >= 0 and box["right"] <= SIZES[size][0], part


# Leaving


def leaves(browser: Browser) -> None:
    browser.until("document.querySelector('#account summary')", "the way out")
    browser.find("#account summary").click()
    browser.find("#account button").click()


@pytest.mark.parametrize("role", HOME)
def test_a_logout_ends_the_session_on_the_server_as_well(
    screens: Screens, browser: Browser, role: str
) -> None:
    logged_in(browser, screens, role)
    thief = Visitor(screens.address, cookie(browser))
    stream = thief.streams(f"/{HOME[role]}/stream")
    stream.until_named("snapshot")
    leaves(browser)
    browser.until_text("#why", "Logged out")
    assert cookie(browser) == {}
    stream.until_over()
    assert "why=expired" in thief.get(f"/{HOME[role]}").headers["Location"]
    assert thief.streams(f"/{HOME[role]}/stream").status == 403
    assert browser.complaints == []


def test_every_page_of_a_role_has_the_way_out_and_another_window_leaves_too(
    screens: Screens, browser: Browser
) -> None:
    logged_in(browser, screens, "floor")
    first = browser.driver.current_window_handle
    for page in ("board", "dealer", "console"):
        browser.opens(f"{screens.address}/{page}")
        browser.until("document.querySelector('#account summary')", f"the way out of /{page}")
        browser.find("#account summary").click()
        assert browser.text("#account p").split() == ["Flo", "Floor"], page
        assert browser.text("#account button") == "Log out"
    browser.driver.switch_to.new_window("window")
    browser.opens(f"{screens.address}/floor")
    leaves(browser)
    browser.until_text("#why", "Logged out")
    browser.driver.switch_to.window(first)
    at(browser, "/login")


def test_the_way_out_covers_nothing_on_the_dealers_screen(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    betting(table, floor)
    browser.size(*SIZES["kiosk"])
    logged_in(browser, screens, "dealer")
    browser.until_text("#pot", "Pot 3")
    browser.until("document.querySelector('#account summary')", "the way out")
    browser.shoot("dealer-logged-in", tmp_path)
    assert browser.js(NOT_FITTING) == []
    end = browser.js(
        "return [pot, document.querySelector('#account')].map((one) =>"
        " one.getBoundingClientRect()).map((box) => [box.left, box.right])"
    )
    assert end[0][1] < end[1][0]


def test_a_screen_that_came_by_a_link_has_nothing_to_log_out_of(
    screens: Screens, browser: Browser
) -> None:
    for page, role in (("overlay", "broadcast"), ("board", "display"), ("dealer", "dealer")):
        browser.opens(screens.link(page, role))
        browser.until("document.getElementById('away').textContent !== 'Connecting …'", page)
        assert not browser.js("return document.getElementById('account')"), page


def test_a_session_that_was_ended_stays_so_when_the_server_starts_again(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    known = settings(broker, tmp_path)
    with Screens(known) as screens:
        stays, leaver = Visitor(screens.address), Visitor(screens.address)
        stays.log_in("dealer")
        leaver.log_in("dealer")
        thief = Visitor(screens.address, dict(leaver.cookies))
        leaver.post("/logout", b"", Origin=screens.address)
    with Screens(known) as screens:
        assert stays.get("/dealer").status == 200
        assert thief.get("/dealer").status == 303


def test_a_new_password_holds_at_once_and_ends_what_is_open(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    with Screens(settings(broker, tmp_path)) as screens:
        dealer, floor = Visitor(screens.address), Visitor(screens.address)
        dealer.log_in("dealer")
        floor.log_in("floor")
        stream = dealer.streams("/dealer/stream")
        stream.until_named("snapshot")
        passwords.save(tmp_path / "web.passwords", "dealer", "another word altogether")
        stream.until_over()
        assert "why=expired" in dealer.get("/dealer").headers["Location"]
        assert "why=wrong" in dealer.log_in("dealer").headers["Location"]
        assert dealer.log_in("dealer", "another word altogether").headers["Location"] == "/dealer"
        assert floor.get("/floor").status == 200


def test_a_password_file_that_is_broken_later_locks_nobody_out(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    with Screens(settings(broker, tmp_path)) as screens:
        dealer = Visitor(screens.address)
        dealer.log_in("dealer")
        for broken in ("", "dealer:plain\n"):  # an editor empties it before it writes
            (tmp_path / "web.passwords").write_text(broken)
            assert dealer.get("/dealer").status == 200
            assert dealer.log_in("dealer").headers["Location"] == "/dealer"
