"""The journal's file: who may open it, what it gives away, and what happens when it is full."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.records.journal import (
    Entry,
    Journal,
    JournalError,
    JournalFullError,
    JournalKeyError,
    JournalReader,
    JournalVersionError,
    Record,
)
from controller.records.recovery import recover
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journals import KEY, entries, story

TAG = "E00401503F2A91BC"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def filled(path: Path, hands: int = 2) -> None:
    with Journal(path, Vault(KEY)) as journal:
        journal.commit(list(entries(History(), story(hands))))


@pytest.mark.parametrize("kind", [Journal, JournalReader])
def test_another_key_opens_nothing(path: Path, kind: type[JournalReader]) -> None:
    filled(path)
    with pytest.raises(JournalKeyError, match="this journal was written with another key"):
        kind(path, Vault(bytes(32)))
    filled_again = Journal(path, Vault(KEY))  # the refused one has let go of the file
    filled_again.close()


def test_a_journal_of_a_newer_version_is_left_alone(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 7")
    with pytest.raises(JournalVersionError, match=r"version 2, got version 7: .* a newer cutcard"):
        Journal(path, Vault(KEY))


def test_somebody_elses_file_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(JournalVersionError, match="expected a journal of cutcard"):
        Journal(path, Vault(KEY))
    assert path.read_bytes() == before
    path.write_bytes(b"no database at all\n" * 100)
    with pytest.raises(JournalVersionError, match="expected a journal of cutcard"):
        Journal(path, Vault(KEY))


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"nowhere/journal\.sqlite: No such file or directory"):
        Journal(tmp_path / "nowhere" / "journal.sqlite", Vault(KEY))


def test_only_its_owner_reads_the_file(path: Path) -> None:
    filled(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_face_and_no_tag_is_in_the_files(path: Path) -> None:
    sealed = re.compile(rb'"card"|"zone"|Seat \d| of (?:spades|hearts|diamonds|clubs)')
    history, events = History(), [{**event, "tag": TAG} for event in story(4)]
    with Journal(path, Vault(KEY)) as journal:
        played = list(entries(history, events))
        for entry in played:
            journal.commit([entry])
        files = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        kept = [(record.event, record.answers) for record in journal.records()]
        journal.commit([Entry(desk=repr(kept).encode())])
    files["closed"] = path.read_bytes()
    assert {"journal.sqlite", "journal.sqlite-wal", "closed"} <= files.keys()
    for name, data in files.items():
        assert not sealed.search(data), name
        assert TAG.encode() not in data, name
        assert bytes.fromhex(TAG) not in data, name
    assert '"card"' in str(kept).replace("'", '"')
    assert TAG in str(kept)


def test_what_is_kept_prints_without_its_faces() -> None:
    entry = Entry(Record(1, 0.0, "", 0, {"e": "card", "card": "Ah"}, [{"cards": ["Kd"]}], None))
    assert "Ah" not in repr(entry)
    assert "Kd" not in repr(entry)


def test_a_full_file_refuses_the_whole_commit_and_goes_on_when_there_is_room(path: Path) -> None:
    played = list(entries(History(), story(4)))
    with Journal(path, Vault(KEY)) as journal:
        journal.commit(played[:10])
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        for _ in range(2):
            with pytest.raises(JournalFullError, match="the disk takes no more: free some space"):
                journal.commit(played[10:])
            assert (journal.last, journal.waiting, len(journal.outbox())) == (10, 10, 10)
        journal._db.execute("PRAGMA max_page_count = 1000000")
        journal.commit(played[10:])
        assert [record.seq for record in journal.records()] == list(range(1, len(played) + 1))
        assert recover(journal).differs is None


def test_rows_rise_on_after_a_commit_that_failed_though_all_were_delivered(path: Path) -> None:
    played = list(entries(History(), story(4)))
    with Journal(path, Vault(KEY)) as journal:
        sent = journal.commit(played[:10])
        journal.delivered(sent[-1].row)
        journal.commit(())
        (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
        journal._db.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(JournalFullError):
            journal.commit(played[10:])
        journal._db.execute("PRAGMA max_page_count = 1000000")
        again = journal.commit(played[10:])
    assert again[0].row > sent[-1].row, "a lower row is taken for one that the broker has"


FULL_DISK = """
import resource, sys
from pathlib import Path
from controller.records.journal import Journal, JournalFullError
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journals import KEY, entries, story

journal = Journal(Path(sys.argv[1]), Vault(KEY))
played = list(entries(History(), story(6)))
journal.commit(played[:10])
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, most))
kept = 10
try:
    while True:
        journal.commit(played[kept : kept + 5])
        kept += 5
except JournalFullError:
    print("full after", kept, journal.last)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
journal.commit(played[kept:])
journal.close()
print("all", len(played))
"""


def test_a_disk_that_takes_no_more_is_an_error_and_no_loss(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    full, everything = (line.split() for line in done.stdout.splitlines())
    assert full[2] == full[3]
    with JournalReader(path, Vault(KEY)) as journal:
        assert [r.seq for r in journal.records()] == list(range(1, int(everything[1]) + 1))
