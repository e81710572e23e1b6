"""The sockets at the pages' door: so many and no more; who asks nothing makes room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import web

MOST: Final = 400  # each may hold a file besides, and a process has 1,024 as a rule


class Sockets:
    """Gives a connection that comes somebody who hears it, or hangs up."""

    def __init__(self, server: web.Server, most: int = MOST) -> None:
        self._server, self._most = server, most
        self._asking: set[asyncio.BaseProtocol] = set()
        self._leaving: set[asyncio.BaseProtocol] = set()

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection; where all are taken, idle ones go for it."""
        there = self._server.connections  # the oldest first
        self._leaving.intersection_update(there)
        staying = [one for one in there if one not in self._leaving]
        idle = [one for one in staying if one not in self._asking]
        over = len(staying) - self._most + 1
        for one in idle[: max(0, over)]:
            self._leaving.add(one)
            one.force_close()
        return self._server() if over <= len(idle) else _TurnedAway()

    @contextmanager
    def asking(self, request: web.Request) -> Iterator[None]:
        """As long as a request is answered, its connection stays."""
        self._asking.add(request.protocol)
        try:
            yield
        finally:
            self._asking.discard(request.protocol)


class _TurnedAway(asyncio.Protocol):
    """Nobody is left to hear."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hang up at once."""
        assert isinstance(transport, asyncio.Transport)
        transport.abort()
