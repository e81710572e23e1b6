"""A broker in the process, for demo, development and tests: loopback only, amqtt's holes closed."""

import asyncio
import contextlib
import hmac
import ipaddress
import logging
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, Final

from amqtt.adapters import ReaderAdapter, WriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import Action, BrokerConfig, ListenerConfig, ListenerType
from amqtt.errors import AMQTTError, BrokerError
from amqtt.mqtt.connack import BAD_USERNAME_PASSWORD, ConnackPacket
from amqtt.mqtt.protocol.broker_handler import BrokerProtocolHandler
from amqtt.session import Session
from websockets.asyncio.server import ServerConnection

from controller.mqtt.acl import Access, Acl

STOP_WITHIN = 3.0  # seconds
_ACCESS: Final[dict[Action, Access]] = {Action.PUBLISH: "write", Action.RECEIVE: "read"}


class EmbeddedBrokerError(Exception):
    """The broker cannot be started like this."""


class LockedBroker(Broker):  # type: ignore[misc]  # amqtt says nothing of its types
    """amqtt 0.12.1, with every delivery and every will held against the ACL."""

    def __init__(self, config: BrokerConfig, acl: Acl, passwords: Mapping[str, str]) -> None:
        super().__init__(config)
        self._acl = acl
        self._passwords = passwords

    async def _topic_filtering(self, session: Session, topic: str, action: Action) -> bool:
        """Subscribe to what you like, as with mosquitto: each message is looked at on its way."""
        access = _ACCESS.get(action)
        return access is None or self._acl.allows(session.username, access, topic)

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        """To those who subscribed, and of it what they may read; amqtt asks neither."""
        topic_filter, qos = subscription
        if not any(one is session for one, _ in self._subscriptions.get(topic_filter, ())):
            return
        handler = self._get_handler(session)
        sending = [
            asyncio.ensure_future(
                handler.mqtt_publish(kept.topic, kept.data, min(qos, kept.qos or qos), retain=True)
            )
            for topic, kept in self._retained_messages.items()
            if self._matches(topic, topic_filter)
            and self._acl.allows(session.username, "read", topic)
        ]
        if sending:
            await asyncio.wait(sending)

    async def _handle_disconnect(
        self, session: Session, handler: BrokerProtocolHandler, waiter: asyncio.Future[Any]
    ) -> None:
        """Let nobody leave a will where he may not speak."""
        if session.will_flag:
            session.will_flag = self._acl.allows(session.username, "write", session.will_topic)
        await super()._handle_disconnect(session, handler, waiter)

    async def ws_connected(self, websocket: ServerConnection, listener_name: str) -> None:
        """MQTT has its own ping; paho answers a websocket's unmasked, and would be sent away."""
        if websocket.keepalive_task is not None:
            websocket.keepalive_task.cancel()
        await super().ws_connected(websocket, listener_name)

    async def _initialize_client_session(
        self, reader: ReaderAdapter, writer: WriterAdapter, address: str, port: int
    ) -> tuple[BrokerProtocolHandler, Session]:
        """Look at the password first: amqtt lets a stranger end and rename another's session."""
        handler, session = await BrokerProtocolHandler.init_from_connect(
            reader, writer, self.plugins_manager
        )
        if not self._knows(session):
            await ConnackPacket.build(0, BAD_USERNAME_PASSWORD).to_stream(writer)
            await writer.close()
            raise AMQTTError("a client with a wrong user name or password was sent away")
        session.clean_session = True  # nothing is kept for those who are away
        session.client_id = f"{session.username}/{session.client_id}"
        if session.client_id in self._sessions:
            await self._sessions[session.client_id][1].handle_connection_closed()
        await self._delete_session(session.client_id)
        return handler, session

    def _knows(self, session: Session) -> bool:
        expected = self._passwords.get(session.username or "")
        given = session.password or ""
        return bool(expected) and hmac.compare_digest(given.encode(), str(expected).encode())

    async def _authenticate(self, session: Session, listener: ListenerConfig) -> bool:
        """Done before the session was made."""
        return True


class EmbeddedBroker:
    """Runs the broker in a thread with a loop of its own; port 0 takes any that is free."""

    def __init__(
        self,
        acl: Acl,
        passwords: Mapping[str, str],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        websocket_port: int = 0,
    ) -> None:
        if not _is_loopback(host):
            raise EmbeddedBrokerError(
                f"expected a loopback address such as 127.0.0.1, got {host!r}: this broker is for "
                "one machine; for a network install mosquitto (deploy/mosquitto)"
            )
        self.host = host
        self.port, self.websocket_port = port, websocket_port  # once started, the true ones
        self._acl = acl
        self._passwords = dict(passwords)
        self._ready: Future[tuple[int, int]] = Future()
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="embedded broker", daemon=True)

    def start(self) -> None:
        """Return when clients can come."""
        logging.getLogger("amqtt").setLevel(logging.ERROR)  # it tells of every packet
        self._thread.start()
        try:
            self.port, self.websocket_port = self._ready.result()
        except BrokerError as error:
            raise EmbeddedBrokerError(
                f"expected {self.host} to have ports {self.port} and {self.websocket_port} free: "
                f"{error}"
            ) from error

    def stop(self) -> None:
        """Send all clients away, and end."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    def _make(self, config: BrokerConfig) -> Broker:
        return LockedBroker(config, self._acl, self._passwords)

    async def _serve(self) -> None:
        config = BrokerConfig(
            listeners={
                "default": ListenerConfig(bind=f"{self.host}:{self.port}"),
                "websockets": ListenerConfig(
                    type=ListenerType.WS, bind=f"{self.host}:{self.websocket_port}"
                ),
            },
            plugins={},
        )
        broker = self._make(config)
        try:
            await broker.start()
        except BrokerError as error:
            self._ready.set_exception(error)
            return
        servers = [broker._servers[name].instance for name in ("default", "websockets")]
        tcp, websockets = (next(iter(one.sockets)).getsockname()[1] for one in servers)
        self._ready.set_result((tcp, websockets))
        await self._stopping.wait()
        with contextlib.suppress(TimeoutError):  # who does not go is cut off with the loop
            async with asyncio.timeout(STOP_WITHIN):
                await broker.shutdown()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return False
