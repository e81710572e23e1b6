"""All kinds of hostile load at once, and a floor that goes on dealing: how long it waits, and RAM.

One hour in `make soak`; CUTCARD_SOAK_SECONDS makes it shorter.
"""

import contextlib
import json
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.mqtt.acl import Acl
from tests.controller import brokers
from tests.controller.brokers import HOST, TOPICS, Mosquitto
from tests.controller.raw_mqtt import RawClient
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess
from tests.controller.test_everything_killed import Pages

SECONDS = float(os.environ.get("CUTCARD_SOAK_SECONDS", "3600"))
RULED_WITHIN = 0.1  # seconds, 99 of 100
GROWS = 20.0  # megabytes, after the first tenth of the time
PAUSE = 0.2  # between two things that the floor does


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
        self.join(brokers.PATIENCE)


class Mischief:
    """What somebody with any of the passwords, or none, may do."""

    def __init__(self, broker: Mosquitto, pages: Pages, seed: int) -> None:
        self._broker, self._pages, self._chance = broker, pages, random.Random(seed)

    def floods(self) -> None:
        """A hundred requests at once as the dealer."""
        with RawClient(self._broker, "dealer", name=f"flood-{self._chance.random()}") as dealer:
            for number in range(100):
                verb = self._chance.choice(("call", "look", "report", "undo", "say", "nonsense"))
                fields = {"id": f"{self._chance.random()}-{number}", "seat": 1, "why": "x" * 400}
                topic = TOPICS.request("dealer", verb).encode()
                dealer.publish(topic, json.dumps(fields).encode())

    def sends_nonsense(self) -> None:
        """Topics and payloads that are none."""
        with RawClient(self._broker, "floor", name=f"odd-{self._chance.random()}") as floor:
            root = f"{TABLE}/request/floor"
            for topic in (root, f"{root}/a/b/c", f"{root}/{'x' * 60_000}", f"{root}//act"):
                floor.publish(topic.encode(), self._chance.randbytes(2000))
            floor.publish(f"{root}/act".encode(), b"[" * 10_000)
            floor.publish(f"{root}/act".encode(), bytes(1_000_000))

    def looks_up(self) -> None:
        """What takes the journal a while."""
        with RawClient(self._broker, "floor", name=f"reads-{self._chance.random()}") as floor:
            for verb in ("hands", "audit", "history", "hand_log"):
                fields = {"id": str(self._chance.random()), "hand": 1}
                body = fields if verb == "hand_log" else {"id": fields["id"]}
                floor.publish(TOPICS.request("floor", verb).encode(), json.dumps(body).encode())
            time.sleep(0.2)

    def takes_names(self) -> None:
        """Client ids that might be the table's."""
        with contextlib.suppress(AssertionError):
            RawClient(self._broker, "display", name="cutcard-main").__exit__(None, None, None)

    def knocks(self) -> None:
        """Three hundred sockets at the pages that say nothing, or half of something."""
        with contextlib.ExitStack() as stack:
            for number in range(300):
                one = stack.enter_context(socket.create_connection((HOST, self._pages.port), 5))
                one.sendall(b"GET / HTTP/1.1\r\nX: " if number % 2 else b"")
            time.sleep(1.0)

    def guesses(self) -> None:
        """Passwords at the pages."""
        body = f"role=floor&by=x&password={self._chance.random()}".encode()
        with socket.create_connection((HOST, self._pages.port), 5) as one:
            head = b"POST /login HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n"
            kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
            one.sendall(head + kind + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            one.recv(1000)


@contextlib.contextmanager
def attacked(broker: Mosquitto, pages: Pages) -> Iterator[dict[str, Attack]]:
    kinds = ("floods", "sends_nonsense", "looks_up", "takes_names", "knocks", "guesses")
    attacks = {
        kind: Attack(getattr(Mischief(broker, pages, number), kind))
        for number, kind in enumerate(kinds)
    }
    for one in attacks.values():
        one.start()
    try:
        yield attacks
    finally:
        for one in attacks.values():
            one.stop()


def rss(pid: int) -> float:
    """Megabytes that a process has now."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def an_hour(folder: Path, seconds: float) -> dict[str, Any]:
    acl = Acl(["main"], people={"anna": ("floor",)})  # the attackers have the role's password
    with brokers.running("mosquitto", folder, acl) as broker:
        assert isinstance(broker, Mosquitto)
        table, pages = TableProcess(folder, broker), Pages(folder, broker)
        with Stranger(broker, "anna", role="floor") as floor:
            table.start()
            pages.start()
            try:
                floor.until(lambda: (f"{TABLE}/status", b"online") in floor.heard, "the table")
                with attacked(broker, pages) as attacks:
                    waits, memory = rulings(floor, table, seconds)
                    did = {kind: one.times for kind, one in attacks.items()}
                assert floor.asks("health")["ok"]
            finally:
                pages.kill()
                table.kill()
    assert "Traceback" not in table.log and "stuck" not in table.log
    waits.sort()
    return {
        "rulings": len(waits), "p50": waits[len(waits) // 2], "p99": waits[len(waits) * 99 // 100],
        "memory": [round(memory[len(memory) // 10]), round(memory[-1])], **did,
    }  # fmt: skip


def rulings(
    floor: Stranger, table: TableProcess, seconds: float
) -> tuple[list[float], list[float]]:
    """The floor reports a fault each time, which is ruled, and takes it back."""
    for seat in (1, 2, 3):
        assert floor.asks("sit", seat=seat, stack=200)["ok"]
    assert floor.asks("hand", button=1)["ok"]
    waits, memory = list[float](), list[float]()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        told = floor.asks("report", fault="exposed_card", seat=2, card="7c", zone="deck")
        waits.append(time.perf_counter() - began)
        floor.asks("undo" if told["ok"] else "health")
        memory.append(rss(table.pid))
        floor.heard = floor.heard[-500:]
        time.sleep(PAUSE)
    return waits, memory


def test_a_few_seconds_of_it_are_lived_through(tmp_path: Path) -> None:
    done = an_hour(tmp_path, 4.0)
    assert done["rulings"] and all(done[kind] for kind in ("floods", "knocks", "guesses"))


@pytest.mark.slow
def test_an_hour_of_everything_at_once(tmp_path: Path) -> None:
    done = an_hour(tmp_path, SECONDS)
    print(done)
    assert done["p99"] < RULED_WITHIN, done
    assert done["memory"][1] - done["memory"][0] < GROWS, done
