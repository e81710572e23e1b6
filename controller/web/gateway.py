"""One role's line to the broker: keeps what every table said last, tells it on, and asks."""

import asyncio
import logging
import secrets
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.mqtt.client import BrokerState, MqttSettings
from controller.mqtt.roles import ROLES
from controller.mqtt.topics import ROOT, TABLE, Topics
from controller.web.pages import BRANCHES, FLEETING

LOG = logging.getLogger(__name__)
TABLES: Final = 64  # more of them on one broker are not shown
LONGEST: Final = 4 * 1024 * 1024  # bytes of a payload; a sealed hand with every frame has a tenth
RECENT: Final = 80  # events that a page is told when it opens: about a hand
SETTLED: Final = 1.0  # seconds after which a table has said again all that still holds
ANSWERED: Final = 5.0  # seconds that a request waits for its answer
TURN: Final = 1.0  # seconds between looks at what is due, and until a broker is called again


class AskError(Exception):
    """A request that got no answer: what was expected, what came, what to do."""

    def __init__(self, expected: str, got: str, do: str) -> None:
        super().__init__(f"expected {expected}, got {got}: {do}")
        self.expected, self.got, self.do = expected, got, do


@dataclass(frozen=True, slots=True)
class Received:
    """One word of a table; the value is JSON, ``null`` where the topic was cleared."""

    table: str
    branch: str
    value: bytes
    frame: bytes  # the same as the pages get it, made once for all of them
    old: bool = False  # the broker kept it; it was said before we listened


class Listener(Protocol):
    """Whoever wants to know what a gateway hears; called on the loop, and must not take long."""

    def receive(self, heard: Received) -> None:
        """Take one word of a table."""

    def broker(self, state: BrokerState) -> None:
        """Take notice of how the line to the broker is."""


@dataclass(slots=True)
class Retained:
    """What a table said last, by branch, and its latest events."""

    values: dict[str, bytes] = field(default_factory=dict)
    events: deque[bytes] = field(default_factory=lambda: deque(maxlen=RECENT))
    unheard: set[str] = field(default_factory=set)  # since the broker came back


class Gateway:
    """A client of the broker with one role's credentials, driven by the loop.

    paho's own thread waits with select(), which knows only the first 1,024 descriptors: as many
    pages as may be open would take the line to the table down.
    """

    def __init__(self, role: str, settings: MqttSettings) -> None:
        self.role = role
        self.state = BrokerState("connecting")
        self.tables: dict[str, Retained] = {}
        self.listeners: set[Listener] = set()
        self._settings = settings
        self._waiting: dict[str, asyncio.Future[bytes]] = {}
        self._asked: dict[str, tuple[str, bytes]] = {}  # what waits under each id
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: asyncio.Task[None] | None = None
        self._line: socket.socket | None = None  # that the loop watches
        self._client = self._made()

    async def start(self) -> None:
        """Begin to connect; it goes on doing so for as long as it takes."""
        self._loop = asyncio.get_running_loop()
        self._running = asyncio.create_task(self._keep_connected())

    async def stop(self) -> None:
        """Hang up."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
        self._client.disconnect()
        self._client.loop_write()
        if (sock := self._client.socket()) is not None:
            self._unwatch()
            sock.close()
        self._client = self._made()  # paho closes its own sockets only when nobody has it any more
        for waiting in self._waiting.values():
            waiting.cancel()

    async def _keep_connected(self) -> None:
        where = (self._settings.host, self._settings.port, self._settings.keepalive)
        while True:
            try:
                await asyncio.to_thread(self._client.connect, *where)
            except (OSError, ValueError):  # ValueError: a host name that cannot be
                self._say(BrokerState("unreachable"))
            else:
                await self._attend()
            await asyncio.sleep(TURN)

    async def _attend(self) -> None:
        """Let the loop read and write for as long as the line lasts."""
        assert self._loop is not None
        sock = self._client.socket()
        if not isinstance(sock, socket.socket):
            return
        self._line = sock
        self._loop.add_reader(sock, self._read)
        self._wants_room()
        try:
            while self._line is sock:
                self._client.loop_misc()
                await asyncio.sleep(TURN)
        finally:
            self._unwatch()

    def _read(self) -> None:
        sock = self._line
        self._client.loop_read()
        while isinstance(sock, ssl.SSLSocket) and self._line is sock and sock.pending():
            self._client.loop_read()

    def _wants_room(self) -> None:
        if self._line is not None and self._client.want_write():
            assert self._loop is not None
            self._loop.add_writer(self._line, self._write)

    def _write(self) -> None:
        self._client.loop_write()
        if self._line is not None and not self._client.want_write():
            assert self._loop is not None
            self._loop.remove_writer(self._line)

    def _unwatch(self) -> None:
        if self._line is not None:
            assert self._loop is not None
            self._loop.remove_reader(self._line)
            self._loop.remove_writer(self._line)
            self._line = None

    def first_table(self) -> str:
        """The table that is meant where none is named: the first one that is online."""
        names = sorted(self.tables)
        online = [name for name in names if self.tables[name].values.get("status") == b'"online"']
        return next(iter(online or names), "")

    async def ask(
        self,
        table: str,
        verb: str,
        fields: dict[str, Any],
        *,
        person: str = "",
        vouching: "Gateway | None" = None,  # the pages' own line: it may name persons
    ) -> bytes:
        """Send a request, and wait for the answer with the same id."""
        sender = vouching if person and vouching is not None else self
        for line in (self, sender):
            if line.state.word != "connected":
                do = "wait until it is back, and try again"
                raise AskError("the broker", line.state.word, do)
        name = str(fields["id"])
        topic = Topics(table).request(self.role, verb, person if sender is not self else "")
        what = (topic, msgspec.json.encode(fields))
        waiting = self._waiting.get(name)
        if waiting is None:
            waiting = self._waiting[name] = asyncio.get_running_loop().create_future()
            self._asked[name] = what
            sender._client.publish(*what, qos=1)
        elif self._asked.get(name) != what:  # else it was sent a moment ago, and has one answer
            do = "ask again with a new id"
            raise AskError("an id of its own", "the id of another request", do)
        try:
            return await asyncio.wait_for(asyncio.shield(waiting), ANSWERED)
        except TimeoutError:
            do = "look whether it is running; asked again, the same request counts once"
            raise AskError(f"an answer of {table}", "none", do) from None
        finally:
            self._waiting.pop(name, None)
            self._asked.pop(name, None)

    # What paho calls: on the loop, but for a line that is just opened

    def _made(self) -> paho.Client:
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"cutcard-{self.role}-{secrets.token_hex(6)}",
            protocol=paho.MQTTv311,
        )
        client.username_pw_set(self._settings.username, self._settings.password)
        if self._settings.tls:
            client.tls_set_context(ssl.create_default_context(cafile=self._settings.ca))
        client.on_socket_close = self._on_socket_close
        client.on_socket_register_write = self._on_wants_room
        client.on_socket_open = self._on_socket_open
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        return client

    def _on_socket_open(self, client: paho.Client, data: Any, sock: Any) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _on_socket_close(self, client: paho.Client, data: Any, sock: Any) -> None:
        if sock is self._line:
            self._unwatch()

    def _on_wants_room(self, client: paho.Client, data: Any, sock: Any) -> None:
        self._on_loop(self._wants_room)

    def _on_connect(
        self, client: paho.Client, data: Any, flags: Any, code: ReasonCode, more: Properties | None
    ) -> None:
        if code.is_failure:
            self._on_loop(self._say, BrokerState("refused", code.getName()))
            return
        branches = [branch for branch in BRANCHES if self._may_hear(branch)]
        filters = [f"{ROOT}/+/{branch}" for branch in branches]
        filters.append(f"{ROOT}/+/response/{self.role}/+")
        client.subscribe([(one, 1) for one in filters])

    def _may_hear(self, branch: str) -> bool:
        return branch.partition("/")[0] in ROLES[self.role].hears

    def _on_disconnect(
        self, client: paho.Client, data: Any, flags: Any, code: ReasonCode, more: Properties | None
    ) -> None:
        self._on_loop(self._lost)

    def _on_subscribe(
        self, client: paho.Client, data: Any, mid: int, codes: list[ReasonCode], more: Any
    ) -> None:
        if any(code.is_failure for code in codes):
            self._on_loop(self._say, BrokerState("refused", "check its ACL"))
        else:
            self._on_loop(self._subscribed)

    def _on_message(self, client: paho.Client, data: Any, message: paho.MQTTMessage) -> None:
        self._on_loop(self._took, message.topic, message.payload, message.retain)

    def _on_loop(self, call: Callable[..., None], *args: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)

    # What happens on the loop

    def _say(self, state: BrokerState) -> None:
        if state != self.state:
            self.state = state
            LOG.info("%s: broker %s %s", self.role, state.word, state.detail)
            for listener in tuple(self.listeners):
                listener.broker(state)

    def _lost(self) -> None:
        if self.state.word == "connected":  # else it said already why it is not let in
            self._say(BrokerState("lost"))

    def _subscribed(self) -> None:
        for kept in self.tables.values():
            kept.unheard = set(kept.values)
        self._say(BrokerState("connected"))

    def _took(self, topic: str, payload: bytes, old: bool) -> None:
        table, _, branch = topic.removeprefix(f"{ROOT}/").partition("/")
        if branch.startswith("response/"):
            self._answered(payload)
        elif branch in BRANCHES and TABLE.fullmatch(table):
            value = _json(branch, payload)
            if value is None or (table not in self.tables and len(self.tables) >= TABLES):
                LOG.warning("%s: a payload that is none was left out", branch)
                return
            self._keep(table, branch, value, old)

    def _keep(self, table: str, branch: str, value: bytes, old: bool) -> None:
        kept = self.tables.setdefault(table, Retained())
        if branch in FLEETING:
            kept.events.append(value)
        else:
            kept.values[branch] = value
            if branch == "status" and kept.unheard:
                assert self._loop is not None
                self._loop.call_later(SETTLED, self._settle, table)
            kept.unheard.discard(branch)
        self._publish(table, branch, value, old)

    def _settle(self, table: str) -> None:
        """What a table did not say again after the broker was away, it has taken back."""
        kept = self.tables[table]
        gone, kept.unheard = kept.unheard, set()
        for branch in gone:
            del kept.values[branch]
            self._publish(table, branch, b"null")

    def _publish(self, table: str, branch: str, value: bytes, old: bool = False) -> None:
        frame = event_frame(
            "heard", {"table": table, "branch": branch, "value": msgspec.Raw(value)}
        )
        heard = Received(table, branch, value, frame, old)
        for listener in tuple(self.listeners):
            listener.receive(heard)

    def _answered(self, payload: bytes) -> None:
        try:
            name = msgspec.json.decode(payload)["id"]
        except (msgspec.DecodeError, KeyError, TypeError):
            LOG.warning("a response without an id was left out")
            return
        waiting = self._waiting.get(name) if isinstance(name, str) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(payload)


def event_frame(name: str, data: object) -> bytes:
    """One server-sent event; JSON has no line break in it, so it is one line."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


def _json(branch: str, payload: bytes) -> bytes | None:
    """The payload as JSON of our own writing, so that no byte of a stranger's reaches a page."""
    if not payload:
        return b"null"
    if len(payload) > LONGEST:
        return None
    try:
        if branch == "status":
            return msgspec.json.encode(payload.decode("ascii"))
        return msgspec.json.encode(msgspec.json.decode(payload, type=dict[str, Any]))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def now() -> float:
    """The wall's time; pages reckon ages from it."""
    return time.time()
