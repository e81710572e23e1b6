"""A table was updated in the night: with the journal of the old software it starts in the morning.

The journal (see ``written``) is of the last version whose checkpoints were pickled tables. What is
older than its base is gone, and its last hand is in the middle of the betting.
"""

import argparse
import os
import pickle
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.commands import replay
from controller.records import checkpoints
from controller.records.checkpoints import CheckpointError
from controller.records.journal import Journal
from controller.records.recovery import Start, newest, oldest, recover
from controller.security.vault import Vault, write_secret
from controller.session import resume
from controller.table_clock import Moment
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.journals import KEY
from tests.controller.records.written import HANDS
from tests.controller.served_table import Served, configured, console

OLD = Path(__file__).with_name("by_47a384c.sqlite")
UNTIDY_SHOW = 846  # answered otherwise since: a ``show`` of a part shows that part only
CALL = {"t": 90_000.0, "e": "act", "seat": 2, "do": "call"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The table's files, as the old software left them."""
    shutil.copyfile(OLD, tmp_path / "journal.sqlite")
    write_secret(tmp_path / "table.key", KEY)
    return tmp_path


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal(folder / "journal.sqlite", Vault(KEY)) as journal:
        yield journal


def stacks(start: Start) -> dict[str, int]:
    return {str(seat): person.stack for seat, person in start.history.table.seats.items()}


def ended(journal: Journal, seq: int) -> dict[str, int]:
    """The stacks with which the old software ended the hand of an event."""
    record = next(journal.records(since=seq - 1))
    (end,) = (answer for answer in record.answers if answer["o"] == "end")
    return dict(end["stacks"])


def test_it_starts_where_it_was_in_the_middle_of_the_hand(journal: Journal) -> None:
    back = recover(journal)
    table = back.history.table
    assert (back.seq, back.why) == (journal.last, "")
    assert table.deal_on
    assert table.expected is not None
    assert (table.expected["what"], table.expected["zone"]) == ("card", "burn")


def test_what_is_answered_otherwise_today_is_named(journal: Journal) -> None:
    differs = recover(journal).differs
    assert differs is not None
    assert newest(journal).seq < differs <= UNTIDY_SHOW


def test_the_chips_of_the_last_checkpoint_are_the_old_ones(journal: Journal) -> None:
    start = newest(journal)
    assert journal.first < start.seq < journal.last
    assert stacks(start) == ended(journal, start.seq)
    assert start.history.table.room.last_ruling == 10
    assert not start.history.differs


def test_the_base_that_retention_left_is_read_too(journal: Journal) -> None:
    start = oldest(journal)
    assert start.seq + 1 == journal.first > 1
    assert start.history.table.room.last_ruling == 4
    assert start.history.opening["rulebook"] == "dc"


def test_with_the_checkpoint_alone_it_starts_between_two_hands(
    folder: Path, journal: Journal
) -> None:
    at = newest(journal).seq
    before = ended(journal, at)
    with sqlite3.connect(folder / "journal.sqlite") as db:
        db.execute("DELETE FROM record WHERE seq > ?", (at,))
    start = newest(journal)
    history = start.history
    assert not history.table.deal_on
    for event in ({"e": "shuffle"}, {"e": "cut"}, {"e": "hand"}):
        answers = history.apply({"t": 90_000.0, **event})
    assert answers[0]["street"] == "deal"
    assert sum(p.stack for p in history.table.seats.values()) == sum(before.values())


def test_a_word_of_the_old_evening_can_be_taken_back(journal: Journal) -> None:
    history = recover(journal).history
    undone, expected = history.apply({"t": 90_000.0, "e": "undo"})
    assert (undone["event"]["do"], expected["seat"]) == ("call", 2)
    assert history.apply(CALL)[0]["what"] == "card"


def test_the_hand_is_played_to_its_end_and_the_next_checkpoint_is_of_today(folder: Path) -> None:
    session = resume(configured(folder))
    core, journal = session.core, session.journal
    assert core.desk.hand == HANDS
    deck = iter("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d".split())
    while core.desk.hand < 40 or core.table.deal_on:
        batch = core.take(done(core.table.expected, core.table.deal_on, deck), Moment(90_000.0, ""))
        journal.commit([batch.entry])
        deck = deck if core.table.deal_on else iter("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc".split())
    checkpoint = journal.checkpoint()
    assert checkpoint is not None
    assert checkpoint.version == checkpoints.version()
    assert recover(journal).history.saved() == core.history.saved()
    journal.close()


def done(expected: Any, deal_on: bool, deck: Iterator[str]) -> dict[str, Any]:
    """What an orderly dealer and timid players do."""
    if not deal_on:
        return {"e": "hand"}
    match expected:
        case {"what": "card", "zone": zone, "face": face}:
            return {"e": "card", "card": next(deck), "zone": zone, "face": face}
        case {"what": "act", "seat": seat, "options": options}:
            check = any(option["do"] == "check" for option in options)
            return {"e": "act", "seat": seat, "do": "check" if check else "fold"}
        case {"what": "show", "seat": seat}:
            return {"e": "show", "seat": seat}
    raise AssertionError(f"nobody knows how to do {expected}")


def test_the_floor_is_told_of_it(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        brokers.running("mosquitto", tmp_path_factory.mktemp("mosquitto")) as broker,
        console(broker, "floor") as floor,
        Served(configured(folder), broker),
    ):
        floor.person.until(
            lambda: any(
                "answered otherwise" in alert["text"]
                for told in floor.told(TOPICS.floor_alert)
                for alert in told.get("alerts", [])
            ),
            "the alert",
        )


def test_cutcard_replay_says_all_that_differs(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    args = argparse.Namespace(
        file=str(folder / "journal.sqlite"),
        rulebook=None,
        game=None,
        json=False,
        key=folder / "table.key",
    )
    assert replay.run(args) == 1
    assert f"event {UNTIDY_SHOW}: answered otherwise" in capfd.readouterr().err


class Evil:
    """Would run a command where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self._mark),)


def test_a_pickle_that_names_anything_else_is_refused_and_nothing_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "it ran"
    with pytest.raises(CheckpointError, match="names what no table is made of"):
        checkpoints.unpacked(zlib.compress(pickle.dumps(Evil(mark))))
    assert not mark.exists()


@pytest.mark.parametrize("what", [["Ah"], {}, None])
def test_a_pickle_of_something_else_is_refused(what: object) -> None:
    with pytest.raises(CheckpointError, match="other parts than a table's"):
        checkpoints.unpacked(zlib.compress(pickle.dumps(what)))


@pytest.mark.parametrize("left", [0.3, 0.9, 0.999])
def test_half_a_pickle_is_refused_without_a_face(journal: Journal, left: float) -> None:
    checkpoint = journal.checkpoint()
    assert checkpoint is not None
    whole = zlib.decompress(checkpoint.packed)
    with pytest.raises(CheckpointError, match=r"^not readable: \w+$"):
        checkpoints.unpacked(zlib.compress(whole[: int(len(whole) * left)]))
