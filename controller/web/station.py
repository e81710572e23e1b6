"""The broadcast station: opens what was released for it, and keeps each table's screen."""

import base64
import binascii
import contextlib
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.broadcast import context, unpacked
from controller.messages import Sealed
from controller.mqtt.client import BrokerState
from controller.security.seal import open_with
from controller.security.vault import SealBrokenError
from controller.web.gateway import TABLES, Gateway, Received, now
from controller.web.producer import Choose, Desk, Order
from controller.web.screen import Screen
from controller.web.show_folder import ShowFolder
from controller.web.streams import Stream

LOG = logging.getLogger(__name__)


class Station:
    """All tables' screens, and which of them is the program."""

    def __init__(
        self, gateway: Gateway, key: X25519PrivateKey, *, desk: Path | None = None,
        folder: ShowFolder | None = None, clock: Callable[[], float] = now,
    ) -> None:  # fmt: skip
        self._gateway, self._key, self._clock = gateway, key, clock
        self._desk = Desk(desk)
        self._folder = folder or ShowFolder(None)
        self._screens: dict[str, Screen] = {}
        self._followers: set[Stream] = set()  # of the program, whichever table it is
        gateway.listeners.add(self)

    def stop(self) -> None:
        """End the timers and the workers."""
        self._gateway.listeners.discard(self)
        for screen in self._screens.values():
            screen.stop()

    @property
    def program(self) -> str:
        """The table that the producer has chosen, or the first one."""
        return self._desk.kept.program or self._gateway.first_table()

    def screen(self, table: str) -> Screen:
        """The screen of one table, which may speak for the first time later."""
        known = self._screens.get(table)
        if known is None:
            known = Screen(table, self._gateway, self._folder, self._clock)
            known.controls.offset = self._desk.kept.offsets.get(table, 0.0)
            if table in self._gateway.tables or len(self._screens) < TABLES:
                self._screens[table] = known  # an address may name as many as it likes
        return known

    @contextlib.contextmanager
    def on_screen(self, stream: Stream, *, program: bool = False) -> Iterator[None]:
        """Let a stream see its table's screen for as long as it lasts."""
        if program:
            self._followers.add(stream)
        self._put(stream, self.program if program else stream.table)
        try:
            yield
        finally:
            self._followers.discard(stream)
            self.screen(stream.table).streams.discard(stream)

    def _put(self, stream: Stream, table: str) -> None:
        """Let a stream show another table from now on."""
        self.screen(stream.table).streams.discard(stream)
        screen = self.screen(table)
        stream.turn_to(table, lambda: self._snapshot(screen, stream))
        screen.streams.add(stream)

    def _snapshot(self, screen: Screen, stream: Stream) -> dict[str, Any]:
        shown: dict[str, Any] = {"picture": screen.picture()}
        if stream.page.name == "producer":
            shown["show"] = screen.show()
            shown["program"] = self.program
        return shown

    def order(self, order: Order) -> None:
        """Do what the producer wants."""
        if isinstance(order.command, Choose):
            self._desk.kept.program = order.table
            for stream in tuple(self._followers):
                self._put(stream, order.table)
        screen = self.screen(order.table)
        screen.obey(order.command)
        self._desk.kept.offsets[order.table] = screen.controls.offset
        self._desk.save()
        for one in self._screens.values():
            one.tell_program(self.program)

    def receive(self, heard: Received) -> None:
        """Take what was released, and notice the hands that will be."""
        if heard.branch == "broadcast/hand" and heard.value != b"null":
            self._released(heard)
        elif heard.branch == "public/event":
            self.screen(heard.table).happened(msgspec.json.decode(heard.value))
        elif heard.branch == "info":
            self.screen(heard.table).informed()

    def broker(self, state: BrokerState) -> None:
        """What was released is played on while the broker is away."""

    def _released(self, heard: Received) -> None:
        try:
            sealed = msgspec.json.decode(heard.value, type=Sealed)
            if not sealed.sealed:
                self.screen(heard.table).withdraw(sealed.hand)
                return
            bound_to = context(sealed.table, sealed.hand)
            hand = unpacked(open_with(self._key, base64.b64decode(sealed.sealed), bound_to))
        except (msgspec.DecodeError, binascii.Error, SealBrokenError) as error:
            LOG.warning("%s: a hand was left out: %s", heard.table, type(error).__name__)
            return
        self.screen(heard.table).take(hand, live=sealed.live)
