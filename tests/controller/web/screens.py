"""The displays beside a broker, and people who look at the pages: over HTTP, or in Chromium."""

import asyncio
import http.client
import json
import os
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from controller.config import Web
from controller.mqtt.roles import PAGES
from controller.security.vault import write_secret
from controller.web.pages import HOME
from controller.web.passwords import hashed
from controller.web.server import Displays
from controller.web.settings import DisplaySettings
from tests.controller import brokers
from tests.controller.brokers import PATIENCE, wait_for

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--force-device-scale-factor=1 --autoplay-policy=no-user-gesture-required"
).split()
PASSWORDS = {role: f"the {role}'s own word" for role in HOME}


@cache
def _hashes() -> bytes:
    """The roles' hashes, reckoned once: they are made to take long."""
    return "".join(f"{role}:{hashed(word)}\n" for role, word in PASSWORDS.items()).encode()


def settings(broker: brokers.Broker, folder: Path, **web: Any) -> DisplaySettings:
    """A server whose files lie in a folder, and that knows every role's password."""
    words = folder / "web.passwords"
    if not words.exists():
        write_secret(words, _hashes())
    usual: dict[str, Any] = {
        "port": brokers.free_port(), "secret": folder / "web.secret", "passwords": words,
        "accounts": folder / "web.accounts",
    }  # fmt: skip
    lines = {
        role: replace(brokers.settings(broker), username=role, password=broker.passwords[role])
        for role in (*HOME, PAGES)
    }
    return DisplaySettings(Web(**{**usual, **web}), lines)


class Screens:
    """The displays on a loop of their own, in a thread of their own."""

    def __init__(self, settings: DisplaySettings) -> None:
        self._settings = settings
        self.displays: Displays
        self.loop: asyncio.AbstractEventLoop
        self._ready = threading.Event()
        self._stopping: asyncio.Event
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="screens")

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE), "waited in vain for the displays"
        if self._failed is not None:
            raise self._failed
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the displays do not stop"

    @property
    def address(self) -> str:
        return self.displays.address

    def link(self, page: str, role: str, seconds: float = 3600.0, **more: str) -> str:
        return self.displays.link(page, role, seconds, **more)

    def _serve(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:  # told to the test, in its own thread
            self._failed = error
        finally:
            self._ready.set()

    async def _run(self) -> None:
        self.loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self.displays = Displays(self._settings)
        await self.displays.start()
        self._ready.set()
        await self._stopping.wait()
        await self.displays.stop()


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Visitor:
    """Somebody without a browser: every header is his own."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    ca: Path | None = None  # whose certificates he trusts, where there is TLS

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, None, headers)

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        return self.send("POST", path, body, headers)

    def log_in(self, role: str, password: str | None = None, to: str = "/", **more: str) -> Answer:
        word = PASSWORDS[role] if password is None else password
        form = urlencode({"role": role, "password": word, "to": to, "by": "Flo"})
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.address}
        return self.send("POST", "/login", form.encode(), kind | more)

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        """Send, take the cookies, and follow nothing."""
        line = self._line()
        line.request(method, path, body, self._headers(headers))
        response = line.getresponse()
        answer = Answer(response.status, _headers(response), response.read())
        self._keep(response)
        line.close()
        return answer

    def streams(self, path: str) -> "Streaming":
        """Open an event stream."""
        line = self._line()
        line.request("GET", path, None, self._headers({}))
        return Streaming(line.getresponse(), line)

    def _line(self) -> http.client.HTTPConnection:
        where = urlsplit(self.address).netloc
        if self.ca is None:
            return http.client.HTTPConnection(where, timeout=PATIENCE)
        trust = ssl.create_default_context(cafile=self.ca)
        return http.client.HTTPSConnection(where, timeout=PATIENCE, context=trust)

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**({"Cookie": cookie} if cookie else {}), **headers}

    def _keep(self, response: http.client.HTTPResponse) -> None:
        for line in response.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value


class Streaming:
    """An open stream, read by a thread; every byte is kept."""

    def __init__(self, response: http.client.HTTPResponse, line: http.client.HTTPConnection):
        self.status = response.status
        self.raw = bytearray()
        self.events: list[tuple[str, Any]] = []
        self.times: list[float] = []  # by the wall, of each event
        self._response, self._line = response, line
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self) -> None:
        sock = self._line.sock
        if sock is not None:
            sock.close()

    def until(self, true: Callable[[list[tuple[str, Any]]], bool], what: str) -> None:
        wait_for(lambda: true(list(self.events)), what)

    def until_named(self, name: str) -> Any:
        self.until(lambda events: any(one == name for one, _ in events), name)
        return next(data for one, data in self.events if one == name)

    def until_over(self) -> None:
        wait_for(lambda: not self._thread.is_alive(), "the stream's end")

    def _read(self) -> None:
        name = ""
        try:
            for line in self._response:
                self.raw += line
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    self.times.append(time.time())
                    self.events.append((name, json.loads(line[6:])))
        except (OSError, ValueError):
            return  # closed


def _headers(response: http.client.HTTPResponse) -> dict[str, str]:
    return dict(response.getheaders())


class Browser:
    """Chromium, driven; one window, of a given size."""

    def __init__(self, folder: Path, width: int = 1280, height: int = 800) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in (*FLAGS, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(PATIENCE)
        self.size(width, height)

    def size(self, width: int, height: int) -> None:
        wanted = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", wanted)

    def opens(self, address: str) -> Self:
        """Go to a page."""
        self.driver.get(address)
        return self

    def leaves(self) -> None:
        """Close all windows but one, and forget who was logged in and what was wrong."""
        first, *others = self.driver.window_handles
        for handle in others:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.get_log("browser")  # type: ignore[no-untyped-call]  # selenium's gap

    def js(self, script: str, *args: Any) -> Any:
        return self.driver.execute_script(script, *args)

    def find(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        """What is written somewhere; nothing where it is hidden."""
        return str(self.js("return document.querySelector(arguments[0])?.innerText ?? ''", css))

    def until(self, script: str, what: str) -> None:
        """Wait until an expression holds in the page."""
        wait_for(lambda: bool(self.js(f"return Boolean({script})")), what)

    def until_text(self, css: str, text: str) -> None:
        wait_for(lambda: text in self.text(css), f"{text!r} in {css}; it has {self.text(css)!r}")

    def press(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def shoot(self, name: str, folder: Path) -> None:
        """Take a picture; those for the README are kept where somebody asks for them."""
        path = Path(os.environ.get("CUTCARD_SCREENSHOTS", folder)) / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))
        assert path.stat().st_size > 5000, "an empty picture"

    @property
    def complaints(self) -> list[str]:
        """What the browser found wrong with the page."""
        lines = self.driver.get_log("browser")  # type: ignore[no-untyped-call]  # selenium's gap
        return [line["message"] for line in lines if line["level"] == "SEVERE"]

    def close(self) -> None:
        self.driver.quit()


@contextmanager
def browsing(folder: Path, width: int = 1280, height: int = 800) -> Iterator[Browser]:
    browser = Browser(folder, width, height)
    try:
        yield browser
    finally:
        browser.close()


ENTER, TAB, ESCAPE = Keys.ENTER, Keys.TAB, Keys.ESCAPE
