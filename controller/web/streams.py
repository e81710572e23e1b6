"""A page's event stream: a full snapshot first, then what changes; a slow page starts afresh."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec
from aiohttp import web

from controller.mqtt.client import BrokerState
from controller.web.gateway import Gateway, Received, Retained, event_frame, now
from controller.web.pages import Page

BACKLOG: Final = 200  # frames that may wait; a page further behind gets a snapshot instead
BACKLOG_BYTES: Final = 1024 * 1024  # the same in bytes
STUCK: Final = 30.0  # seconds; a page that takes nothing for so long is gone
TICK: Final = 4.0  # seconds; a page that hears nothing for longer knows that we are gone


class Stream:
    """What one open page is sent."""

    def __init__(self, page: Page, table: str, gateway: Gateway, hello: dict[str, Any]) -> None:
        self.page, self.gateway = page, gateway
        self.table = table or gateway.first_table()
        self._more: Callable[[], dict[str, Any]] = dict  # an overlay's picture, for the snapshot
        self.holds: Callable[[], bool] = lambda: True  # whether the page may hear more
        self._hello = hello
        self._frames: deque[bytes] = deque()
        self._bytes = 0  # of the frames
        self._afresh = True
        self._over = False
        self._roused = asyncio.Event()

    def receive(self, heard: Received) -> None:
        """Pass on what the page may hear of the table it shows."""
        if heard.branch not in self.page.hears:
            return
        if not self.table and not self.page.every_table:
            self._over = True  # the page comes again at once, and is then told of this table
            self._roused.set()
        elif self.page.every_table or heard.table == self.table:
            self.put(heard.frame)

    def broker(self, state: BrokerState) -> None:
        """Say how the broker is."""
        self.put(event_frame("broker", {"word": state.word, "detail": state.detail}))

    def turn_to(self, table: str, more: Callable[[], dict[str, Any]]) -> None:
        """Show this table from now on, and what there is of it beside its topics."""
        self.table, self._more = table, more
        self._afresh = True
        self._roused.set()

    def put(self, frame: bytes) -> None:
        """Let a frame wait for the page, or all of them give way to a snapshot."""
        self._bytes += len(frame)
        if len(self._frames) >= BACKLOG or self._bytes > BACKLOG_BYTES:
            self._afresh = True
        if self._afresh:
            self._clear()
        else:
            self._frames.append(frame)
        self._roused.set()

    async def run(self, response: web.StreamResponse) -> None:
        """Send until the page hangs up, or has to come again."""
        self.gateway.listeners.add(self)
        try:
            while not self._over and self.holds():
                async with asyncio.timeout(STUCK):
                    await response.write(self._next())
                await self._wait()
        finally:
            self.gateway.listeners.discard(self)

    def _next(self) -> bytes:
        self._roused.clear()
        if self._afresh:
            self._afresh = False
            self._clear()
            return event_frame("snapshot", self.snapshot())
        frames = b"".join(self._frames) or event_frame("tick", {"now": now()})
        self._clear()
        return frames

    def _clear(self) -> None:
        self._frames.clear()
        self._bytes = 0

    async def _wait(self) -> None:
        # Nothing new for a while: a tick shows that we are here.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TICK):
                await self._roused.wait()

    def snapshot(self) -> dict[str, Any]:
        """All that the page needs to be right."""
        state = self.gateway.state
        names = sorted(self.gateway.tables) if self.page.every_table else [self.table]
        return {
            **self._hello,
            "picture": None,
            **self._more(),
            "now": now(),
            "broker": {"word": state.word, "detail": state.detail},
            "table": self.table,
            "names": sorted(self.gateway.tables),
            "tables": {
                name: self._kept(self.gateway.tables[name])
                for name in names
                if name in self.gateway.tables
            },
        }

    def _kept(self, kept: Retained) -> dict[str, Any]:
        values = {
            branch: msgspec.Raw(value)
            for branch, value in kept.values.items()
            if branch in self.page.hears
        }
        hears_events = "public/event" in self.page.hears
        return {
            "values": values,
            "events": [msgspec.Raw(event) for event in kept.events] if hears_events else [],
        }
