"""Crowds at the pages: sockets that say nothing, streams without end, bodies that never come."""

import contextlib
import socket
import time
from urllib.parse import urlsplit

import pytest

from controller.web.gateway import Gateway
from controller.web.pages import PAGES
from controller.web.server import STREAMS_OF_A_ROLE
from controller.web.sockets import MOST
from controller.web.streams import BACKLOG_BYTES, Stream
from tests.controller.brokers import PATIENCE
from tests.controller.web.screens import Screens, Streaming, Visitor
from tests.controller.web.test_streams import gateway, hear, told

CROWD = 1100


def knocks(screens: Screens, said: bytes) -> socket.socket:
    """Open a socket, and leave it at these bytes."""
    where = urlsplit(screens.address)
    one = socket.create_connection((where.hostname, where.port), PATIENCE)
    one.sendall(said)
    return one


def is_open(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        return bool(one.recv(1))
    except BlockingIOError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nX: "])
def test_sockets_that_say_nothing_make_room_for_who_asks(screens: Screens, said: bytes) -> None:
    with contextlib.ExitStack() as stack:
        crowd = [stack.enter_context(knocks(screens, said)) for _ in range(CROWD)]
        assert Visitor(screens.address).get("/login").status == 200
        end = time.monotonic() + PATIENCE
        while (left := sum(map(is_open, crowd))) > MOST:
            assert time.monotonic() < end, f"{left} sockets are still open"
            assert Visitor(screens.address).get("/login").status == 200


def test_an_open_stream_is_not_closed_for_a_crowd(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    visitor.log_in("floor")
    stream = visitor.streams("/floor/stream")
    stream.until_named("snapshot")
    with contextlib.ExitStack() as stack:
        for _ in range(CROWD):
            stack.enter_context(knocks(screens, b""))
        stream.until_named("tick")
    stream.close()


def test_one_role_cannot_take_all_the_streams(screens: Screens) -> None:
    display, floor = Visitor(screens.address), Visitor(screens.address)
    display.log_in("display")
    floor.log_in("floor")
    streams: list[Streaming] = []
    for _ in range(STREAMS_OF_A_ROLE):
        streams.append(display.streams("/board/stream"))
        assert streams[-1].status == 200
    assert display.get("/board/stream").status == 503
    streams.append(floor.streams("/floor/stream"))
    assert streams[-1].status == 200
    for stream in streams:
        stream.close()


def test_a_page_that_lags_far_behind_in_bytes_gets_a_snapshot() -> None:
    line: Gateway = gateway()
    stream = Stream(PAGES["board"], "main", line, {})
    line.listeners.add(stream)
    told(stream)
    for _ in range(8):
        hear(line, "public/state", {"seq": 1, "state": "x" * (BACKLOG_BYTES // 4)})
    assert [name for name, _ in told(stream)] == ["snapshot"]
