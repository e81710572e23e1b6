"""A past that cannot be rewritten: whoever writes the journal's file without the key is found out.

The intruder here has the file and SQLite, and nothing of ours.
"""

import hashlib
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.records.journal import Journal, JournalDamagedError
from controller.records.journal_rows import Entry, Release
from controller.records.trust import examine
from controller.security.audit import AuditEntry
from controller.security.vault import Vault, write_secret
from engine.history import History
from tests.controller import brokers
from tests.controller.brokers import TOPICS
from tests.controller.journals import KEY, entries, story
from tests.controller.served_table import console
from tests.controller.table_process import TableProcess

AT = "2026-01-01T20:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The journal of a short evening; its desk was written twice, and two hands wait."""
    path = tmp_path / "journal.sqlite"
    write_secret(tmp_path / "table.key", KEY)
    played = list(entries(History(), story(5)))
    with Journal(path, Vault(KEY), table="main") as journal:
        journal.commit(played[:60])
        journal.commit([Entry(desk=b"live")])
        shutil.copyfile(path, tmp_path / "earlier.sqlite")
        shutil.copyfile(f"{path}-wal", tmp_path / "earlier.sqlite-wal")
        journal.commit([Entry(desk=b"delayed")])
        for number in (1, 2):
            release = Release(number, 1800.0 + number, AT, b"sealed for the station")
            journal.commit([Entry(releases=(release,))])
        for entry in played[60:]:
            journal.commit([entry])
        journal.commit([Entry(audits=(AuditEntry(AT, "decision", "floor", "Flo"),))])
    return path


def cutcard(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller", *map(str, words)],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def verified(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return cutcard("audit", "verify", path, *more)


def writes(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            assert db.execute(statement).rowcount != 0, "it changes nothing"


def puts_an_old_desk_back(path: Path) -> None:
    with closing(sqlite3.connect(path.with_name("earlier.sqlite"))) as db:
        (desk,) = db.execute("SELECT value FROM meta WHERE name = 'desk'").fetchone()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'desk'", (desk,))


def drops_the_last_lines_of_the_audit(path: Path) -> None:
    writes(path, "DELETE FROM audit WHERE n > (SELECT max(n) - 3 FROM audit)")


def drops_lines_and_chains_the_rest_anew(path: Path) -> None:
    """The audit's own hashes need no key: who takes a line away can make the others fit."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        writes(path, "DELETE FROM audit WHERE n = 5")
        previous = hashlib.sha256(b"cutcard audit 1").hexdigest()
        for number, (n, line) in enumerate(
            db.execute("SELECT n, line FROM audit ORDER BY n").fetchall(), 1
        ):
            previous = hashlib.sha256(f"{previous}\n{line}".encode()).hexdigest()
            db.execute("UPDATE audit SET n = ?, hash = ? WHERE n = ?", (number, previous, n))


def rolls_events_back(path: Path) -> None:
    writes(path, "DELETE FROM record WHERE seq > (SELECT max(seq) - 18 FROM record)")


def rolls_events_back_with_their_links(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        (seq,) = db.execute("SELECT max(seq) - 18 FROM record").fetchone()
        (line,) = db.execute("SELECT line FROM link WHERE seq = ? LIMIT 1", (seq,)).fetchone()
    writes(
        path,
        f"DELETE FROM record WHERE seq > {seq}",
        f"DELETE FROM link WHERE seq > {seq}",
        f"DELETE FROM audit WHERE n > {line}",
    )


def puts_a_release_of_the_past_back(path: Path) -> None:
    writes(path, "DELETE FROM release WHERE hand = 1")


TAMPERINGS: dict[str, Callable[[Path], None]] = {
    "an old desk is put back": puts_an_old_desk_back,
    "a hand is due at once": lambda path: writes(path, "UPDATE release SET due = 0"),
    "a waiting hand is taken away": puts_a_release_of_the_past_back,
    "lines of the audit are dropped": drops_the_last_lines_of_the_audit,
    "the audit is chained anew": drops_lines_and_chains_the_rest_anew,
    "events are rolled back": rolls_events_back,
    "one record is deleted": lambda path: writes(path, "DELETE FROM record WHERE seq = 7"),
    "the chain is taken away": lambda path: writes(path, "DELETE FROM link"),
    "the newest links are taken away": lambda path: writes(
        path, "DELETE FROM link WHERE n > (SELECT max(n) - 2 FROM link)"
    ),
    "a record is told otherwise": lambda path: writes(
        path, "UPDATE record SET told = x'7b7d' WHERE seq = (SELECT max(seq) FROM record)"
    ),
    "a note is changed": lambda path: writes(
        path, "UPDATE meta SET value = CAST('eight' AS BLOB) WHERE name = 'bare' OR name = 'desk'"
    ),
}  # fmt: skip


def test_the_untouched_journal_verifies_and_its_head_is_found_again(path: Path) -> None:
    head = cutcard("audit", "head", path)
    assert head.returncode == 0, head.stderr
    noted = head.stdout.splitlines()[-1].removeprefix("head").strip()
    done = verified(path, "--head", noted)
    assert (done.returncode, done.stderr) == (0, "")
    assert noted in done.stdout


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_verify_finds_it(path: Path, tampering: str) -> None:
    assert verified(path).returncode == 0
    TAMPERINGS[tampering](path)
    done = verified(path)
    assert done.returncode != 0, done.stdout
    assert "journal.sqlite" in done.stderr


def test_a_whole_end_taken_away_is_found_by_the_head_on_paper_and_by_the_mark(path: Path) -> None:
    noted = cutcard("audit", "head", path).stdout.splitlines()[-1].removeprefix("head").strip()
    rolls_events_back_with_their_links(path)
    assert "taken away" in verified(path, "--head", noted).stderr
    checked = cutcard("journal", "check", path)
    assert checked.returncode == 1
    assert "18 events are missing" in checked.stderr


@pytest.mark.parametrize("tampering", sorted(set(TAMPERINGS) - {"one record is deleted"}))
def test_the_table_does_not_trust_it_when_it_opens(path: Path, tampering: str) -> None:
    TAMPERINGS[tampering](path)
    with pytest.raises(JournalDamagedError), Journal(path, Vault(KEY), table="main") as journal:
        examine(journal)


def test_a_hand_of_another_table_with_the_same_key_is_not_taken(path: Path) -> None:
    other = path.with_name("other.sqlite")
    with Journal(other, Vault(KEY), table="eight") as journal:
        journal.commit(list(entries(History(), story(4)))[:70])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ATTACH ? AS other", (str(other),))
        db.execute("DELETE FROM record WHERE seq = 65")
        db.execute("INSERT INTO record SELECT * FROM other.record WHERE seq = 65")
    journal = Journal(path, Vault(KEY), table="main")
    with closing(journal), pytest.raises(JournalDamagedError, match="event 65 was changed"):
        list(journal.records())


# At the running table


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[brokers.Broker]:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker:
        yield broker


def test_a_release_put_forward_waits_with_words_and_the_salvaged_journal_opens(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    table, path = TableProcess(folder, broker), folder / "journal.sqlite"
    table.start()
    with console(broker, "floor") as floor:
        floor.person.until(lambda: "info" in str(floor.person.topics()), "the table")
        floor.sits()
        boot = floor.shows(TOPICS.public_state)["boot"]
        table.kill()
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("UPDATE meta SET value = zeroblob(40) WHERE name = 'desk'")
        table.start()
        floor.until_shown(
            TOPICS.floor_alert, lambda it: "cutcard journal salvage" in str(it), "the way on"
        )
        assert table.runs
        done = cutcard("journal", "salvage", path, "--key", folder / "table.key")
        assert done.returncode == 0, done.stderr
        assert "saved 4 events" in done.stdout
        assert "0 that were acknowledged are missing" in done.stdout
        floor.until_shown(TOPICS.public_state, lambda it: it["boot"] != boot, "the table again")
        shown = floor.shows(TOPICS.public_state)
        assert (len(shown["state"]["seats"]), shown["seq"]) == (3, 4)
        assert floor.asks("hand")["ok"]
    table.kill()
    assert verified(path, "--key", str(folder / "table.key")).returncode == 0
