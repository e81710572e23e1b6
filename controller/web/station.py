"""The broadcast station: opens what was released for it, and plays it to the overlays."""

import asyncio
import base64
import binascii
import contextlib
import logging
from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.broadcast import context, unpacked
from controller.equities import EquityWorker
from controller.messages import BroadcastHand, Sealed
from controller.mqtt.client import BrokerState
from controller.security.seal import open_with
from controller.security.vault import SealBrokenError
from controller.web.gateway import TABLES, Gateway, Heard, event_frame, now
from controller.web.picture import Picture, blank, picture, spot_of
from controller.web.player import Player, seconds
from controller.web.streams import Stream
from engine.equity.spots import Equities, Spot

LOG = logging.getLogger(__name__)


class Station:
    """All tables' hands as their overlays show them."""

    def __init__(self, gateway: Gateway, key: X25519PrivateKey) -> None:
        self._gateway, self._key = gateway, key
        self._screens: dict[str, Screen] = {}
        gateway.listeners.add(self)

    def stop(self) -> None:
        """End the timers and the workers."""
        self._gateway.listeners.discard(self)
        for screen in self._screens.values():
            screen.stop()

    def screen(self, table: str) -> "Screen":
        """The screen of one table, which may speak for the first time later."""
        known = self._screens.get(table)
        if known is None:
            known = Screen(table, self._gateway)
            if table in self._gateway.tables or len(self._screens) < TABLES:
                self._screens[table] = known  # an address may name as many as it likes
        return known

    @contextlib.contextmanager
    def on_screen(self, stream: Stream) -> Iterator[None]:
        """Let a stream see its table's screen for as long as it lasts."""
        screen = self.screen(stream.table)
        stream.picture = screen.picture
        screen.streams.add(stream)
        try:
            yield
        finally:
            screen.streams.discard(stream)

    def heard(self, heard: Heard) -> None:
        """Take what was released, and notice the ends of hands that will be."""
        if heard.branch == "broadcast/hand" and heard.value != b"null":
            self._released(heard)
        elif heard.branch == "public/event":
            event = msgspec.json.decode(heard.value)
            if any(answer["o"] == "end" for answer in event["answers"]):
                self.screen(heard.table).ended(seconds(event["at"]))

    def broker(self, state: BrokerState) -> None:
        """What was released is played on while the broker is away."""

    def _released(self, heard: Heard) -> None:
        try:
            sealed = msgspec.json.decode(heard.value, type=Sealed)
            bound_to = context(sealed.table, sealed.hand)
            hand = unpacked(open_with(self._key, base64.b64decode(sealed.sealed), bound_to))
        except (msgspec.DecodeError, binascii.Error, SealBrokenError) as error:
            LOG.warning("%s: a hand was left out: %s", heard.table, type(error).__name__)
            return
        self.screen(heard.table).take(hand, live=sealed.live, old=heard.old)


class Screen:
    """What one table's overlays show, and the odds to it."""

    def __init__(self, table: str, gateway: Gateway) -> None:
        self.streams: set[Stream] = set()
        self._table, self._gateway = table, gateway
        self._player = Player()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._ends: deque[float] = deque(maxlen=100)  # of hands that are not released yet
        self._worker: EquityWorker | None = None
        self._starting: asyncio.Task[None] | None = None
        self._spot: Spot | None = None
        self._odds: Equities | None = None

    def stop(self) -> None:
        """End the timer and the worker."""
        if self._timer is not None:
            self._timer.cancel()
        if self._starting is not None:
            self._starting.cancel()
        if self._worker is not None:
            self._worker.close()

    def ended(self, at: float) -> None:
        """A hand is over, and will be released when its delay has passed."""
        self._ends.append(at)
        self._tell()

    def take(self, hand: BroadcastHand, *, live: bool, old: bool) -> None:
        """Show a hand when its turn has come."""
        self._player.take(hand, self._loop.time(), live=live, old=old)
        self._step()

    def picture(self) -> Picture:
        """What is to be drawn now."""
        info = self._info()
        shown = self._player.shown
        drawn = picture(shown, info, self._odds) if shown else blank(self._table, info)
        delay = info.get("delay", 0.0)
        while self._ends and self._ends[0] + delay <= now():
            self._ends.popleft()
        return {**drawn, "delay": delay, "next": self._ends[0] + delay if self._ends else None}

    def _info(self) -> dict[str, Any]:
        kept = self._gateway.tables.get(self._table)
        value = kept.values.get("info", b"null") if kept else b"null"
        return msgspec.json.decode(value) or {}

    def _step(self) -> None:
        """Show what is due, and come again when the next frame is."""
        self._player.advance(self._loop.time())
        if self._timer is not None:
            self._timer.cancel()
        due = self._player.due()
        self._timer = None if due is None else self._loop.call_at(due, self._step)
        self._value()
        self._tell()

    def _value(self) -> None:
        """Ask for the odds where the cards that decide them have changed."""
        spot = spot_of(self._player.shown) if self._player.shown else None
        if spot == self._spot:
            return
        self._spot, self._odds = spot, None
        if self._worker is not None:
            self._ask(self._worker)
        elif spot is not None and self._starting is None:
            self._starting = self._loop.create_task(self._start())

    async def _start(self) -> None:
        self._worker = await asyncio.to_thread(EquityWorker)
        self._starting = None
        self._ask(self._worker)

    def _ask(self, worker: EquityWorker) -> None:
        try:
            if self._spot is None:
                worker.cancel()
            else:
                worker.ask(self._spot, self._valued)
        except OSError:
            LOG.warning(
                "%s: the worker that knows the odds is gone: another is started", self._table
            )
            worker.close()
            self._worker = self._spot = None  # asked again with the next card

    def _valued(self, odds: Equities) -> None:
        self._odds = odds
        self._tell()

    def _tell(self) -> None:
        frame = event_frame("picture", self.picture()) if self.streams else b""
        for stream in tuple(self.streams):
            stream.put(frame)
