"""Who came, went and was turned away: told to every table, which keeps it in its audit.

Comings and goings wait in memory; changes of accounts and links wait on the disk.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec

from controller.messages import Response
from controller.turnstile import Bucket
from controller.web.account_changes import AccountChanges
from controller.web.gateway import AskError, Gateway

LOG: Final = logging.getLogger(__name__)
MOST: Final = 500  # notes that wait for a table; more are counted and said with the next
PAUSE: Final = 600.0  # seconds until a table that refuses changes of accounts hears them again
AGAIN: Final = 2.0  # seconds until a table that did not answer is asked again
REFUSED: Final = 60  # refusals noted one by one; then …
A_SECOND: Final = 0.1  # … so many a second, the others counted: an audit is never cut
What = Literal["login", "logout", "locked", "start"]


class Access:
    """Notes wait here until each table that is online has them; none goes out without a line."""

    def __init__(self, line: Gateway | None, changes: AccountChanges) -> None:
        self._line, self._changes = line, changes
        self._notes: deque[dict[str, Any]] = deque(maxlen=MOST)
        self._made = 0  # how many notes there ever were: the last one's number
        self._asked = 0  # up to which one some table has heard
        self._told: dict[str, int] = {}  # how many of them each table has
        self._paused: dict[str, float] = {}  # tables that refuse a change, until when
        self._refusals = Bucket(REFUSED, A_SECOND, time.monotonic())
        self._uncounted = 0  # refusals that are told together
        self._new = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell."""
        if self._line is not None:
            self._telling = asyncio.create_task(self._tell())
            self.note("start")

    def stop(self) -> None:
        """End."""
        if self._telling is not None:
            self._telling.cancel()

    def note(self, what: What, **fields: Any) -> None:
        """Something that the tables' audit should have; the same again at once is counted."""
        if self._line is None:
            return
        at = _now()
        last = self._notes[-1] if self._notes else {}
        same = {key: last.get(key) for key in ("what", *fields)} == {"what": what, **fields}
        if same and self._made > self._asked:  # nobody has it yet
            last["times"] += 1
            return
        if not fields.get("ok", True) and not self._refusals.take(time.monotonic()):
            self._uncounted += 1
            return
        self._add(what, at, 1, fields)

    def _add(self, what: What, at: str, times: int, fields: dict[str, Any]) -> None:
        self._made += 1
        name = secrets.token_hex(12)
        self._notes.append({"id": name, "what": what, "at": at, "times": times, **fields})
        self._new.set()

    def _add_uncounted(self) -> None:
        if self._uncounted and self._refusals.take(time.monotonic()):
            self._add("login", _now(), self._uncounted, {"ok": False})
            self._uncounted = 0

    async def _tell(self) -> None:
        while True:
            self._new.clear()
            self._add_uncounted()
            self._changes.look(time.time())
            for table in self._online():
                if await self._tell_changes(table):
                    await self._bring_up(table)
            with contextlib.suppress(TimeoutError):  # a table may have come meanwhile
                await asyncio.wait_for(self._new.wait(), AGAIN)

    def _online(self) -> list[str]:
        assert self._line is not None
        tables = self._line.tables.items()
        return [name for name, said in tables if said.values.get("status") == b'"online"']

    async def _tell_changes(self, table: str) -> bool:
        """Tell a table which accounts and links are others now; whether it answers."""
        if time.monotonic() < self._paused.get(table, 0.0):
            return True
        for number, change in list(self._changes.untold(table)):
            answer = await self._asks(table, change)
            if answer is None:
                return False
            if not msgspec.json.decode(answer, type=Response).ok:  # an older one, or it is flooded
                LOG.warning("%s refuses a change of an account: will retry", table)
                self._paused[table] = time.monotonic() + PAUSE
                return True
            self._changes.has(table, number)
        return True

    async def _bring_up(self, table: str) -> None:
        """Tell a table what it does not have, in order, until it does not answer."""
        for number, note in list(enumerate(self._notes, self._made - len(self._notes) + 1)):
            if number <= self._told.get(table, 0):
                continue
            self._asked = max(self._asked, number)
            if await self._asks(table, note) is None:
                return
            self._told[table] = number

    async def _asks(self, table: str, note: dict[str, Any]) -> bytes | None:
        assert self._line is not None
        try:
            return await self._line.ask(table, "access", note)
        except AskError as error:
            LOG.debug("access: %s", error)
            return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
