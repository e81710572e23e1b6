"""Ports that no other process of the tests takes: each process holds a block of them by a lock."""

import contextlib
import fcntl
import functools
import itertools
import random
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

HOST = "127.0.0.1"
FIRST, BLOCKS, SIZE = 20_000, 120, 100  # all below those that outgoing connections are given
LOCKS = Path(tempfile.gettempdir()) / "cutcard-ports"


class Block(NamedTuple):
    """Ports of this process alone, for as long as its lock is open."""

    lock: TextIO
    ports: Iterator[int]


def free_port() -> int:
    """A port that nobody has, and that no other process of the tests takes meanwhile."""
    for port in itertools.islice(_block().ports, SIZE):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind((HOST, port))
            return port
    raise AssertionError(f"expected a free port among {SIZE}: does something leave them open?")


@functools.cache
def _block() -> Block:
    LOCKS.mkdir(exist_ok=True)
    for number in random.SystemRandom().sample(range(BLOCKS), BLOCKS):
        lock = (LOCKS / str(number)).open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        first = FIRST + number * SIZE
        return Block(lock, itertools.cycle(range(first, first + SIZE)))
    raise AssertionError(f"expected one of {BLOCKS} blocks of ports to be free: see {LOCKS}")
