"""Kill −9 at any moment: what was acknowledged is there, once and in order."""

import json
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.records.journal import Journal
from controller.records.recovery import recover
from controller.security.audit import verified
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journal_writer import HANDS
from tests.controller.journals import KEY, story


def run_and_kill(path: Path, rnd: random.Random) -> tuple[int, int]:
    """Let the writer go on for a while; the last event and the last row it said were safe."""
    command = [sys.executable, "-m", "tests.controller.journal_writer", str(path)]
    writer = subprocess.Popen(
        [*command, str(rnd.randrange(1000))], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    said = [writer.stdout.readline() for _ in range(rnd.randint(1, 60))]
    for _ in range(rnd.randrange(20_000)):
        pass  # so that the blow does not always fall right after a commit
    writer.kill()
    said += writer.stdout.readlines()
    assert writer.wait() in (-9, 0)
    whole = [line.split() for line in said if line.endswith("\n")]
    safe = [int(words[0]) for words in whole if len(words) == 1]
    delivered = [int(words[1]) for words in whole if len(words) == 2]
    return max(safe, default=0), max(delivered, default=0)


def look_through(path: Path, safe: int, delivered: int) -> int:
    """Everything that must hold after a kill; gives the last event."""
    events = story(HANDS)
    with Journal(path, Vault(KEY)) as journal:
        records = list(journal.records())
        assert journal.last >= safe, "something acknowledged was lost"
        assert [record.seq for record in records] == list(range(1, journal.last + 1))
        assert tuple(record.event for record in records) == events[: journal.last]
        waiting = [int(message.payload) for message in journal.outbox(limit=1 << 30)]
        assert waiting == list(range(journal.last - len(waiting) + 1, journal.last + 1))
        assert len(waiting) >= journal.last - delivered
        back = recover(journal)
        assert (back.seq, back.differs) == (journal.last, None)
    straight = History()
    for event in events[: back.seq]:
        straight.apply(event)
    views = [history.table.view("broadcast") for history in (back.history, straight)]
    assert json.dumps(views[0]) == json.dumps(views[1])
    with sqlite3.connect(path) as db:
        assert [line.entry.what["seq"] for line in verified(db)] == list(range(1, back.seq + 1))
    return back.seq


def kill_often(path: Path, times: int, seed: int) -> None:
    rnd, row, done = random.Random(seed), 0, 0
    for _ in range(times):
        if done == len(story(HANDS)):
            path.unlink()
            row = 0
        safe, delivered = run_and_kill(path, rnd)
        row = max(row, delivered)
        done = look_through(path, safe, row)


def test_twenty_kills_cost_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    kill_often(tmp_path / "journal.sqlite", 20, 7)


@pytest.mark.slow
def test_five_hundred_kills_cost_nothing_either(tmp_path: Path) -> None:
    kill_often(tmp_path / "journal.sqlite", 500, 8)
