"""A client of its own, bytes on a socket: it sends what no library would let through."""

import select
import socket
import time
from types import TracebackType
from typing import Protocol, Self

from tests.controller.brokers import HOST, PATIENCE

CONNECT, PUBLISH, SUBSCRIBE = 0x10, 0x30, 0x82
CONNACK, PUBACK = 0x20, 0x40


class Door(Protocol):
    """Where a broker is, and what it takes to be let in."""

    port: int
    passwords: dict[str, str]


class RawClient:
    """Somebody with a role's password and no manners."""

    def __init__(self, broker: Door, role: str, *, name: str = "raw") -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._mid = 0
        self._unread = b""
        self._socket = socket.create_connection((HOST, broker.port), PATIENCE)
        who = _word(name.encode()) + _word(role.encode()) + _word(broker.passwords[role].encode())
        self._send(CONNECT, _word(b"MQTT") + b"\x04\xc2" + (60).to_bytes(2) + who)
        assert self._packet() == (CONNACK, b"\x00\x00"), "the broker does not let us in"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._socket.close()

    def subscribe(self, pattern: str) -> None:
        """Hear a branch."""
        self._mid += 1
        self._send(SUBSCRIBE, self._mid.to_bytes(2) + _word(pattern.encode()) + b"\x01")

    def publish(self, topic: bytes, payload: bytes) -> None:
        """Send, and wait for nothing."""
        self._mid = self._mid % 65535 + 1
        self._send(PUBLISH | 0x02, _word(topic) + self._mid.to_bytes(2) + payload)

    def until_heard(self, text: bytes, topic: str = "", within: float = PATIENCE) -> bytes:
        """The first message that holds a text, waited for; on a topic that ends so."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            for where, payload in self.heard:
                if text in payload and where.endswith(topic):
                    return payload
            self.listen()
        raise AssertionError(f"waited in vain for {text!r} on {topic or 'any topic'}")

    def answered(self, topic: bytes, payload: bytes, text: bytes, where: str) -> bytes:
        """Ask the same again and again until it is answered: the table may be starting."""
        end = time.monotonic() + PATIENCE
        while True:
            self.publish(topic, payload)
            try:
                return self.until_heard(text, where, within=1.0)
            except AssertionError:
                assert time.monotonic() < end, f"waited in vain for {text!r} on {where}"

    def listen(self, within: float = 0.1) -> bool:
        """Take one packet, if one comes."""
        if not self._unread and not select.select([self._socket], [], [], within)[0]:
            return False
        kind, body = self._packet()
        if kind & 0xF0 == PUBLISH:
            end = 2 + int.from_bytes(body[:2])
            qos = kind >> 1 & 3
            self.heard.append((body[2:end].decode(), body[end + 2 * bool(qos) :]))
            if qos:
                self._send(PUBACK, body[end : end + 2])
        return True

    def _send(self, kind: int, body: bytes) -> None:
        self._socket.sendall(bytes([kind]) + _length(len(body)) + body)

    def _packet(self) -> tuple[int, bytes]:
        kind, length, shift = self._read(1)[0], 0, 0
        while (byte := self._read(1)[0]) & 0x80:
            length, shift = length | (byte & 0x7F) << shift, shift + 7
        return kind, self._read(length | byte << shift)

    def _read(self, size: int) -> bytes:
        while len(self._unread) < size:
            came = self._socket.recv(65536)
            assert came, "the broker has closed the line"
            self._unread += came
        read, self._unread = self._unread[:size], self._unread[size:]
        return read


def _word(text: bytes) -> bytes:
    return len(text).to_bytes(2) + text


def _length(size: int) -> bytes:
    out = b""
    while size > 127:
        out, size = out + bytes([size & 0x7F | 0x80]), size >> 7
    return out + bytes([size])
