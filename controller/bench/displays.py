"""From an event at the controller to the changed page, seen in a browser; fifty pages open."""

import asyncio
import contextlib
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import msgspec
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from controller.bench import Result
from controller.bench._dealt import client
from controller.bench._machine import HOST, PATIENCE, free_port, mosquitto, percentile, process
from controller.bench._paged import TABLE
from controller.errors import UsageError
from controller.mqtt.topics import Topics
from controller.security.vault import write_secret
from controller.web.server import signed_link
from controller.web.tickets import Signer, Ticket, open_secret
from firmware_bridge import decks

EVENTS = 300
PAUSE = 0.1  # seconds between two events: brisk even for a shuffle machine
PAGES = 50
IN_BROWSER = {"board": "display", "dealer": "dealer", "console": "dealer", "floor": "floor"}
P99_MS = 100.0
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
_AT = re.compile(rb'"at":"([^"]+)"')
# Noted when the frame that shows the event is done: the task after the animation frame.
WATCH = """
window.delays = [];
new MutationObserver(() => {
  const at = Date.parse(document.body.dataset.at);
  requestAnimationFrame(() => setTimeout(() => window.delays.push(Date.now() - at)));
}).observe(document.body, { attributeFilter: ["data-seq"] });
"""


def measure() -> Result:
    """Let players add chips at a real daemon, and watch its pages."""
    with tempfile.TemporaryDirectory(prefix="cutcard-") as name, ExitStack() as stack:
        folder, port, web = Path(name), free_port(), free_port()
        decks.save(folder / "decks.json", decks.Decks())
        write_secret(folder / "word", b"any\n")
        signer = open_secret(folder / "web.secret")
        stack.enter_context(mosquitto(folder, port))
        command = ["controller.bench._paged", name, str(port), str(web)]
        stack.enter_context(process("the daemon", command))
        operator = stack.enter_context(_Operator(port))
        operator.asks(1)
        browser = stack.enter_context(_browser(folder))
        handles = _open(browser, signer, web)
        others = stack.enter_context(_Others(signer, web, PAGES - len(IN_BROWSER)))
        operator.asks(EVENTS)
        time.sleep(1.0)
        seen = _seen(browser, handles)
    return _result(sorted(seen), sorted(others.delays))


def _result(seen: list[float], came: list[float]) -> Result:
    enough = len(seen) >= 0.9 * EVENTS * len(IN_BROWSER)
    if not enough or not came:
        raise UsageError(f"displays: only {len(seen)} changes were seen: is the machine too busy?")
    p99 = percentile(seen, 99)
    figures: dict[str, object] = {
        "pages": PAGES,
        "in_browser": len(IN_BROWSER),
        "changes_seen": len(seen),
        "p50_ms": round(percentile(seen, 50), 1),
        "p99_ms": round(p99, 1),
        "max_ms": round(seen[-1], 1),
        "stream_p50_ms": round(percentile(came, 50), 1),
        "stream_p99_ms": round(percentile(came, 99), 1),
    }
    rows = [
        ("pages", f"{PAGES} open, {len(IN_BROWSER)} of them in Chromium, {1 / PAUSE:g} events/s"),
        ("from event to changed page", f"{figures['p50_ms']} ms median, {figures['p99_ms']} ms p99,"
         f" {figures['max_ms']} ms worst, of {len(seen)}"),
        ("to the streams of the others", f"{figures['stream_p50_ms']} ms median, "
         f"{figures['stream_p99_ms']} ms p99, of {len(came)}"),
    ]  # fmt: skip
    return Result("displays", figures, {"p99_ms": P99_MS}, p99 < P99_MS, rows)


class _Operator:
    """Asks the table for one thing after the other."""

    def __init__(self, port: int) -> None:
        self._answered = threading.Semaphore(0)
        self._topics = Topics(TABLE)
        self._client = client(lambda topic, payload: self._receive(topic, payload))
        self._online = threading.Event()
        self._number = 0
        self._client.connect(HOST, port)
        for topic in (self._topics.status, self._topics.response("dealer", "sit")):
            self._client.subscribe(topic, qos=1)
        self._client.loop_start()

    def __enter__(self) -> Self:
        if not self._online.wait(PATIENCE):
            raise UsageError("displays: the daemon did not start: see the lines above")
        return self

    def __exit__(self, *error: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def asks(self, times: int) -> None:
        """A player adds chips, again and again."""
        for _ in range(times):
            self._number += 1
            seat = 1 + self._number % 9
            ask = {"id": f"sit-{self._number}", "seat": seat, "stack": 25}
            self._client.publish(
                self._topics.request("dealer", "sit"), msgspec.json.encode(ask), qos=1
            )
            if not self._answered.acquire(timeout=PATIENCE):
                raise UsageError("displays: the daemon does not answer: see the lines above")
            time.sleep(PAUSE)

    def _receive(self, topic: str, payload: bytes) -> None:
        if topic == self._topics.status:
            self._online.set()
        else:
            self._answered.release()


class _Others:
    """Pages without a browser, in one thread: open boards that note when each change came."""

    def __init__(self, signer: Signer, web: int, pages: int) -> None:
        self.delays: list[float] = []
        self._web, self._pages = web, pages
        self._path = signed_link(signer, "", _ticket("board", "display"))
        self._loop = asyncio.new_event_loop()
        self._open = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        for _ in range(self._pages):
            if not self._open.acquire(timeout=PATIENCE):
                raise UsageError("displays: a page does not open: see the lines above")
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._reading.cancel)
        self._thread.join()

    def _run(self) -> None:
        pages = (self._read() for _ in range(self._pages))
        self._reading = asyncio.gather(*map(self._loop.create_task, pages))
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._reading)
        self._loop.close()

    async def _read(self) -> None:
        reader, writer = await asyncio.open_connection(HOST, self._web, limit=1 << 20)
        path = self._path.replace("/board?", "/board/stream?")
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{self._web}\r\n\r\n".encode())
        while line := await reader.readline():
            now = time.time()
            if line.startswith(b"event: snapshot"):
                self._open.release()
            elif b'"branch":"public/state"' in line and (at := _AT.search(line)):
                happened = datetime.fromisoformat(at[1].decode()).timestamp()
                self.delays.append(1000 * (now - happened))


@contextmanager
def _browser(folder: Path) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={folder / 'chromium'}"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        yield browser
    finally:
        browser.quit()


def _open(browser: webdriver.Chrome, signer: Signer, web: int) -> list[str]:
    """Each page in a window of its own: one in the background would not be drawn."""
    handles = []
    for page, role in IN_BROWSER.items():
        browser.switch_to.new_window("window")
        browser.get(signed_link(signer, f"http://{HOST}:{web}", _ticket(page, role)))
        end = time.monotonic() + PATIENCE
        while not _js(browser, "return document.body.dataset.seq"):
            if time.monotonic() > end:
                raise UsageError(f"displays: /{page} does not show the table")
            time.sleep(0.05)
        _js(browser, WATCH)
        handles.append(browser.current_window_handle)
    return handles


def _seen(browser: webdriver.Chrome, handles: list[str]) -> list[float]:
    delays: list[float] = []
    for handle in handles:
        browser.switch_to.window(handle)
        delays += _js(browser, "return window.delays")
    return delays


def _js(browser: webdriver.Chrome, script: str) -> Any:
    return browser.execute_script(script)


def _ticket(page: str, role: str) -> Ticket:
    return Ticket(page=page, role=role, until=time.time() + 3600.0)
