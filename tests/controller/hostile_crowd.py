"""A crowd with all passwords and no good intention, in a process of its own."""

import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from tests.controller.brokers import HOST, PATIENCE, TOPICS
from tests.controller.raw_mqtt import RawClient
from tests.controller.stranger import TABLE

KINDS = ("floods", "sends_nonsense", "looks_up", "takes_names", "knocks", "guesses")


@dataclass
class Way:
    """How one gets to a broker."""

    port: int
    passwords: dict[str, str]


class Attack(threading.Thread):
    """Does the same mischief again and again, whatever comes of it."""

    def __init__(self, mischief: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._mischief, self._over, self.times = mischief, threading.Event(), 0

    def run(self) -> None:
        while not self._over.is_set():
            with contextlib.suppress(OSError, AssertionError):
                self._mischief()
                self.times += 1
            time.sleep(0.02)

    def stop(self) -> None:
        self._over.set()
        self.join(PATIENCE)


class Mischief:
    """What somebody with any of the passwords, or none, may do."""

    def __init__(self, door: Way, pages: int, seed: int) -> None:
        self._door, self._pages, self._chance = door, pages, random.Random(seed)

    def floods(self) -> None:
        """A hundred requests at once as the dealer."""
        with RawClient(self._door, "dealer", name=f"flood-{self._chance.random()}") as dealer:
            for number in range(100):
                verb = self._chance.choice(("call", "look", "report", "undo", "say", "nonsense"))
                fields = {"id": f"{self._chance.random()}-{number}", "seat": 1, "why": "x" * 400}
                topic = TOPICS.request("dealer", verb).encode()
                dealer.publish(topic, json.dumps(fields).encode())

    def sends_nonsense(self) -> None:
        """Topics and payloads that are none."""
        with RawClient(self._door, "floor", name=f"odd-{self._chance.random()}") as floor:
            root = f"{TABLE}/request/floor"
            for topic in (root, f"{root}/a/b/c", f"{root}/{'x' * 60_000}", f"{root}//act"):
                floor.publish(topic.encode(), self._chance.randbytes(2000))
            floor.publish(f"{root}/act".encode(), b"[" * 10_000)
            floor.publish(f"{root}/act".encode(), bytes(1_000_000))

    def looks_up(self) -> None:
        """What takes the journal a while."""
        with RawClient(self._door, "floor", name=f"reads-{self._chance.random()}") as floor:
            for verb in ("hands", "audit", "history", "hand_log"):
                fields = {"id": str(self._chance.random()), "hand": 1}
                body = fields if verb == "hand_log" else {"id": fields["id"]}
                floor.publish(TOPICS.request("floor", verb).encode(), json.dumps(body).encode())
            time.sleep(0.2)

    def takes_names(self) -> None:
        """Client ids that might be the table's."""
        with contextlib.suppress(AssertionError):
            RawClient(self._door, "display", name="cutcard-main").__exit__(None, None, None)

    def knocks(self) -> None:
        """Three hundred sockets at the pages that say nothing, or half of something."""
        with contextlib.ExitStack() as stack:
            for number in range(300):
                one = stack.enter_context(socket.create_connection((HOST, self._pages), 5))
                one.sendall(b"GET / HTTP/1.1\r\nX: " if number % 2 else b"")
            time.sleep(1.0)

    def guesses(self) -> None:
        """Passwords at the pages."""
        body = f"role=floor&by=x&password={self._chance.random()}".encode()
        with socket.create_connection((HOST, self._pages), 5) as one:
            head = b"POST /login HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n"
            kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
            one.sendall(head + kind + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            one.recv(1000)


def comes(door: Way, pages: int, told: Connection) -> None:
    """All of them at once, until they are told that it is enough; says how often each did it."""
    attacks = {
        kind: Attack(getattr(Mischief(door, pages, number), kind))
        for number, kind in enumerate(KINDS)
    }
    for one in attacks.values():
        one.start()
    told.recv()
    told.send({kind: one.times for kind, one in attacks.items()})
    for one in attacks.values():
        one.stop()
