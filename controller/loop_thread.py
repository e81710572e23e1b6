"""A loop of its own for what must not wait for the table, nor the table for it."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Self, TypeVar

T = TypeVar("T")


class LoopThread:
    """An asyncio loop in a thread."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.do(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        """Run something there and wait for it."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()
