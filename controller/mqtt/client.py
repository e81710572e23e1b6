"""The table's line to the broker: a thread connects it anew until it is stopped."""

import contextlib
import logging
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.mqtt.delivery import Delivery, Publication, Row
from controller.mqtt.topics import TopicError, Topics

LARGEST = 16 * 1024 * 1024  # bytes of a payload; the broker as shipped hangs up on more
LONGEST = 64 * 1024  # bytes of a request; no honest one has a hundredth of it
ONLINE, OFFLINE = b"online", b"offline"
TICK = 0.5  # seconds that the thread sleeps at most
LOG = logging.getLogger(__name__)

Word = Literal[
    "connecting", "connected", "unreachable", "tls", "wrong password", "refused", "lost",
    "stopped", "failed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """Where the broker is, and how to be let in."""

    host: str = "127.0.0.1"
    port: int = 1883
    username: str = ""
    password: str = field(default="", repr=False)
    # Who connects with our id throws us out, so nobody must know it. Over restarts it stays the
    # same where it is given: the broker then drops a line that died unseen, and not us later.
    client_id: str = field(default_factory=lambda: token_hex(11), repr=False)
    tls: bool = False
    ca: Path | None = None  # who signed the broker's certificate; none: those the system trusts
    keepalive: int = 10
    connect_within: float = 2.0
    retry_first: float = 0.1
    retry_most: float = 1.0  # retained topics are to be back 3 s after the broker is
    settle: float = 2.0  # after an outage: whoever lost the broker too is back before the rows go
    window: int = 50  # rows in flight
    most: int = 1000  # rows in memory


@dataclass(frozen=True, slots=True)
class BrokerState:
    """How the line to the broker is, and one line on what is wrong and what to do."""

    word: Word
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RawRequest:
    """A request as it came; where it is longer than allowed, only its length."""

    role: str
    verb: str
    payload: bytes
    length: int
    person: str = ""

    @property
    def too_long(self) -> bool:
        """Whether the payload was left out."""
        return self.length > LONGEST


@dataclass(frozen=True, slots=True)
class Listener:
    """Whom the thread tells; each is called in the thread and must not take long."""

    asked: Callable[[RawRequest], None]
    delivered: Callable[[int], None] = lambda upto: None  # all rows up to it are with the broker
    state: Callable[[BrokerState], None] = lambda state: None
    undeliverable: Callable[[Publication, str], None] = lambda one, why: None  # no broker takes it
    anchored: Callable[[bytes], None] = lambda anchor: None  # what the broker had of the journal


class _BrokerError(Exception):
    """Why the conversation ended."""

    def __init__(self, word: Word, detail: str) -> None:
        super().__init__(detail)
        self.state = BrokerState(word, detail)


_REFUSALS: Final[dict[str, tuple[Word, str]]] = {
    "Bad user name or password": ("wrong password", "check the user name and the password file"),
    "Not authorized": ("wrong password", "check the user name, the password file and the ACL"),
    "Client identifier not valid": ("refused", "it does not take this table's name"),
    "Server unavailable": ("refused", "it is not ready; it will be asked again"),
}


class Mqtt:
    """Tells the broker what it is given, in order and for as long as it takes; hears requests.

    Whoever gives it something writes it to the line as well, where there is one and it is free:
    to wake the thread for it would take as long as the broker does.
    """

    def __init__(
        self, settings: MqttSettings, topics: Topics, listener: Listener, *, status: bytes = ONLINE
    ) -> None:
        self._status = status  # what is said when all is there
        self.state = BrokerState("connecting")
        self._settings = settings
        self._topics = topics
        self._listener = listener
        self._delivery = Delivery(settings.window, settings.most)
        self._ticked = time.monotonic()
        self._calling = False  # waiting for the system to connect us
        self._told = 0  # the last row that the listener knows as delivered
        self._in_flight: dict[int, Publication] = {}
        self._refusal: _BrokerError | None = None
        self._anchor_mid: int | None = None
        self._connected = False
        self._line: paho.Client | None = None  # the client, from its welcome to its end
        self._using = threading.Lock()  # held by whoever uses the client
        self._rows_at: float | None = None  # when rows may go out; None before the first connect
        self._stopping = threading.Event()
        self._woken, self._wake = socket.socketpair()
        self._wake.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    @property
    def taken(self) -> int:
        """The last row that was handed over."""
        return self._delivery.taken

    @property
    def waiting(self) -> int:
        """How many of the rows handed over the broker has not confirmed."""
        return self._delivery.waiting

    @property
    def ticked(self) -> float:
        """When the thread last went round; a name server that is slow does not make it stuck."""
        return time.monotonic() if self._calling else self._ticked

    def start(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def stop(self) -> None:
        """Say that the table is offline, and end."""
        self._stopping.set()
        self._rouse()
        if self._thread.is_alive():
            self._thread.join()
        self._wake.close()
        self._woken.close()

    def send(self, row: Row) -> bool:
        """Take an outbox row; False when full: then those after ``taken``, once some arrived."""
        taken = self._delivery.put(row)
        self._let_out()
        return taken

    def publish_retained(self, topic: str, payload: bytes) -> None:
        """Set a topic's value: told now, where it is new, and again to every broker that comes."""
        if self._delivery.keep(topic, payload):
            self._let_out()

    def laid_aside(self, row: int) -> None:
        """A row that was undeliverable is kept elsewhere: those behind it count as delivered."""
        self._delivery.laid_aside(row)
        self._rouse()

    def _let_out(self) -> None:
        """Publish what is due; the thread does it where it is busy, and what the line left over."""
        if not self._using.acquire(blocking=False):
            self._rouse()
            return
        try:
            if self._line is not None:
                self._publish_due(self._line)
                if self._line.want_write() or self._line.socket() is None:
                    self._rouse()
        finally:
            self._using.release()

    def _rouse(self) -> None:
        with contextlib.suppress(OSError):  # full: it was roused often enough; closed: it is over
            self._wake.send(b"!")

    def _run(self) -> None:
        try:
            self._keep_connected()
        except Exception as error:
            self._say("failed", f"the thread has stopped ({type(error).__name__}): restart it")
            raise  # the traceback goes where all of them go
        self._say("stopped")

    def _keep_connected(self) -> None:
        first = pause = self._settings.retry_first
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._converse()
            except _BrokerError as error:
                self._say(error.state.word, error.state.detail)
            lasted = time.monotonic() - began
            # Two controllers of one table throw each other out: at least not ever faster.
            short = lasted < self._settings.retry_most
            pause = min(2 * pause, self._settings.retry_most) if short else first
            self._pause(pause)

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
            self._ticked = time.monotonic()
            self._stopping.wait(min(left, TICK))

    def _say(self, word: Word, detail: str = "") -> None:
        state = BrokerState(word, detail)
        if state != self.state:
            self.state = state
            LOG.log(logging.INFO if not detail else logging.WARNING, "broker: %s %s", word, detail)
            self._listener.state(state)

    def _converse(self) -> None:
        """One connection, from its beginning to its end; each has a client without a past."""
        self._connected, self._refusal = False, None
        self._in_flight.clear()
        client = self._client()
        try:
            self._open(client)
            began = time.monotonic()
            while not self._stopping.is_set():
                self._turn(client)
                if not self._connected and time.monotonic() > began + self._settings.connect_within:
                    raise _BrokerError("unreachable", f"{self._where} does not answer: is it MQTT?")
            self._farewell(client)
        finally:
            with self._using:
                self._line = None
                if (sock := client.socket()) is not None:
                    sock.close()

    @property
    def _where(self) -> str:
        return f"{self._settings.host}:{self._settings.port}"

    def _client(self) -> paho.Client:
        client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._settings.client_id,
            protocol=paho.MQTTv311,
            reconnect_on_failure=False,
        )
        client.connect_timeout = self._settings.connect_within
        client.max_inflight_messages = 65535  # delivery keeps the window
        if self._settings.username:
            client.username_pw_set(self._settings.username, self._settings.password)
        client.will_set(self._topics.status, OFFLINE, qos=1, retain=True)
        client.on_socket_open = self._on_socket_open
        client.on_connect = self._on_connect
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        return client

    def _open(self, client: paho.Client) -> None:
        try:
            if self._settings.tls:
                client.tls_set_context(ssl.create_default_context(cafile=self._settings.ca))
        except (OSError, ValueError) as error:
            raise _BrokerError("tls", f"cannot use {self._settings.ca}: {error}") from error
        self._calling = True
        try:
            client.connect(self._settings.host, self._settings.port, self._settings.keepalive)
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "no TLS there"
            raise _BrokerError(
                "tls", f"{self._where}: {why}: check the certificate, its host names and the CA"
            ) from error
        except (OSError, ValueError) as error:  # ValueError: a host name that cannot be
            raise _BrokerError(
                "unreachable", f"{self._where}: {error}: is the broker running, and there?"
            ) from error
        finally:
            self._ticked, self._calling = time.monotonic(), False

    def _turn(self, client: paho.Client) -> None:
        """One wait and what follows from it."""
        self._ticked = time.monotonic()
        with self._using:
            if self._connected:
                self._publish_due(client)
            sock = client.socket()
            if not isinstance(sock, socket.socket):  # closed
                raise self._lost()
            unread = isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
            line, wants_room = sock.fileno(), client.want_write()
        stirred = self._wait(line, 0 if unread else TICK, wants_room)
        with self._using:
            if stirred & ~select.POLLOUT or unread:
                self._check(client.loop_read())
            if stirred & select.POLLOUT:
                self._check(client.loop_write())
            self._check(client.loop_misc())
        if self._delivery.delivered > self._told:
            self._told = self._delivery.delivered
            self._listener.delivered(self._told)

    def _wait(self, line: int, seconds: float, wants_room: bool) -> int:
        """Wait for the broker or for whoever rouses; what stirs on the line, as poll says it."""
        waiting = select.poll()  # select() knows only the first 1,024 descriptors
        waiting.register(line, select.POLLIN | (select.POLLOUT if wants_room else 0))
        waiting.register(self._woken, select.POLLIN)
        stirred = dict(waiting.poll(1000 * seconds))
        if self._woken.fileno() in stirred:
            self._woken.recv(4096)
        return stirred.get(line, 0)

    def _check(self, code: MQTTErrorCode) -> None:
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise self._lost()

    def _lost(self) -> _BrokerError:
        if self._refusal:
            return self._refusal
        if not self._connected:
            return _BrokerError("refused", f"{self._where} hung up: does it speak MQTT 3.1.1?")
        hint = "is it still running, and is no other controller of this table?"
        return _BrokerError("lost", f"{self._where} closed the line: {hint}")

    def _publish_due(self, client: paho.Client) -> None:
        rows = self._rows_at is not None and time.monotonic() >= self._rows_at
        for one in self._delivery.take(rows=rows):
            self._publish(client, one)

    def _publish(self, client: paho.Client, one: Publication) -> None:
        try:
            if len(one.payload) > LARGEST:
                raise ValueError(f"{len(one.payload)} bytes are more than a broker takes")
            info = client.publish(one.topic, one.payload, qos=1, retain=one.retain)
        except ValueError as error:  # a topic or a payload that MQTT has no room for
            LOG.error("a message cannot be published: %s", error)
            self._listener.undeliverable(one, str(error))
        else:
            self._in_flight[info.mid] = one

    def _farewell(self, client: paho.Client) -> None:
        """Tell that the table is offline; a little patience for what is on its way."""
        if self._connected:
            with self._using:
                self._publish(client, Publication(self._topics.status, OFFLINE))
            end = time.monotonic() + self._settings.connect_within
            while self._in_flight and time.monotonic() < end:
                self._turn(client)
        client.disconnect()

    def _on_socket_open(self, client: paho.Client, data: Any, sock: Any) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else 22 ms for one

    def _on_connect(
        self, client: paho.Client, data: Any, flags: Any, code: ReasonCode, more: Properties | None
    ) -> None:
        if code.is_failure:
            word, do = _REFUSALS.get(code.getName(), ("refused", f"it says: {code.getName()}"))
            self._refusal = _BrokerError(word, f"{self._where} does not let us in: {do}")
            return
        self._connected = True
        client.subscribe(self._topics.requests, qos=1)
        # Before anything is published: what is retained there is of the time before.
        _, self._anchor_mid = client.subscribe(self._topics.anchor, qos=1)
        self._delivery.connected()
        outage = self._rows_at is not None
        self._rows_at = time.monotonic() + (self._settings.settle if outage else 0.0)
        self._publish_due(client)
        self._publish(client, Publication(self._topics.status, self._status))  # last: all is there
        self._line = client

    def _on_subscribe(
        self, client: paho.Client, data: Any, mid: int, codes: list[ReasonCode], more: Any
    ) -> None:
        if mid == self._anchor_mid:
            return  # an access list of an older version does not give it
        if any(code.is_failure for code in codes):
            self._say("refused", f"{self._where} lets us hear no requests: check its ACL")
        else:
            self._say("connected")

    def _on_message(self, client: paho.Client, data: Any, message: paho.MQTTMessage) -> None:
        if message.topic == self._topics.anchor:
            if message.retain and len(message.payload) <= LONGEST:
                self._listener.anchored(bytes(message.payload))
            return
        try:
            asked = self._topics.asked(message.topic)
        except TopicError:
            LOG.warning("a request on a topic without role and verb was left out")
            return
        if message.retain:  # from another hour: nobody waits for its answer
            LOG.warning("a retained request was left out: %s %s", asked.role, asked.verb)
            return
        length = len(message.payload)
        payload = bytes(message.payload) if length <= LONGEST else b""
        self._listener.asked(RawRequest(asked.role, asked.verb, payload, length, asked.person))

    def _on_publish(
        self, client: paho.Client, data: Any, mid: int, code: ReasonCode, more: Properties | None
    ) -> None:
        self._delivery.acknowledged(self._in_flight.pop(mid))
