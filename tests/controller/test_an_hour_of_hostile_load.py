"""All kinds of hostile load at once, and a floor that goes on dealing: how long it waits, and RAM.

One hour in `make soak`; CUTCARD_SOAK_SECONDS makes it shorter.
"""

import contextlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.mqtt.acl import Acl
from tests.controller import brokers, hostile_crowd
from tests.controller.brokers import Mosquitto
from tests.controller.hostile_crowd import Way
from tests.controller.stranger import TABLE, Stranger
from tests.controller.table_process import TableProcess
from tests.controller.test_everything_killed import Pages

SECONDS = float(os.environ.get("CUTCARD_SOAK_SECONDS", "3600"))
RULED_WITHIN = 0.1  # seconds, 99 of 100
GROWS = 20.0  # megabytes, after the first tenth of the time
PAUSE = 0.2  # between two things that the floor does
SPAWN = multiprocessing.get_context("spawn")  # the table's wait is measured, not the attackers'


@contextlib.contextmanager
def attacked(broker: Mosquitto, pages: Pages) -> Iterator[Callable[[], dict[str, int]]]:
    """All kinds at once, from a process of their own; gives how often each was done."""
    ours, theirs = SPAWN.Pipe()
    crowd = SPAWN.Process(
        target=hostile_crowd.comes, args=(Way(broker.port, broker.passwords), pages.port, theirs)
    )
    crowd.start()

    def goes() -> dict[str, int]:
        ours.send("enough")
        assert ours.poll(2 * brokers.PATIENCE), "the crowd does not go"
        did: dict[str, int] = ours.recv()
        return did

    try:
        yield goes
    finally:
        crowd.join(brokers.PATIENCE)
        crowd.kill()


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
                with attacked(broker, pages) as enough:
                    waits, memory = rulings(floor, table, seconds)
                    did = enough()
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
