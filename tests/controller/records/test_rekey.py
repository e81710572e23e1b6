"""Another key for a journal: nothing is lost, the old key opens nothing, and the audit says it."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from controller.cli import main
from controller.records import rekey, trust
from controller.records.evidence import Evidence
from controller.records.journal import Entry, Journal, JournalKeyError, JournalReader, Outgoing
from controller.records.journal_rows import Answered, Release
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journals import entries, story


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A journal with all that a key seals or proves."""
    Vault.make(tmp_path / "old.key")
    path, vault = tmp_path / "journal.sqlite", Vault.open(tmp_path / "old.key")
    with Journal(path, vault, table="main") as journal:
        journal.commit(list(entries(History(), story(4))))
        answered = Answered("floor/1", "t", b"told", b"digest")
        releases = (Release(3, 99.0, "then", b"a hand"),)
        messages = (Outgoing("a/topic", b"waits"),)
        desk = Entry(answered=answered, releases=releases, messages=messages, desk=b'{"hand":4}')
        journal.commit([desk])
        Evidence(path, journal.vault).keep(7, [b"a picture"])
    return path


def rotate(path: Path) -> int:
    old, new = path.parent / "old.key", path.parent / "new.key"
    words = ["--journal", str(path), "--key", str(old), "--new", str(new)]
    return main(["keys", "rotate", *words])


def dump(path: Path, key: str) -> list[object]:
    with JournalReader(path, Vault.open(path.parent / key)) as journal:
        journal.verify()
        journal.verify_audit()
        said = [line.entry for line in journal.audited() if line.entry.kind != "key"]
        pictures = Evidence(path, journal.vault).pictures(7)
        return [
            list(journal.records()), journal.releases(), journal.desk(), journal.checkpoint(),
            journal.outbox(), journal.strangers(), journal.response("floor/1"), said, pictures,
        ]  # fmt: skip


def test_all_of_it_is_there_under_the_new_key_and_nothing_under_the_old(kept: Path) -> None:
    before = dump(kept, "old.key")
    old = Vault.open(kept.parent / "old.key")
    assert rotate(kept) == 0
    assert dump(kept, "new.key") == before
    with pytest.raises(JournalKeyError):
        JournalReader(kept, old)
    with Journal(kept, Vault.open(kept.parent / "new.key"), table="main") as journal:
        found = trust.examine(journal)
        assert not found.missing and not found.doubt
        last = list(journal.audited())[-1].entry
        assert last.kind == "key" and last.what["from"] == old.fingerprint
        journal.commit([Entry(desk=b'{"hand":5}')])
        journal.verify()
    assert rotate(kept) == 0, "once more does nothing"
    left = {path.name for path in kept.parent.iterdir()}
    assert not {name for name in left if "rekeyed" in name}


def test_whatever_moment_it_is_stopped_at_the_same_words_end_it(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(kept, "old.key")
    for step in ("_reseal", "_note", "_swap", "_place_mark", "_evidence"):
        folder = tmp_path / step
        folder.mkdir()
        for part in ("journal.sqlite", "journal.sqlite.mark", "old.key"):
            if (kept.parent / part).exists():
                shutil.copy2(kept.parent / part, folder / part)
        shutil.copytree(kept.parent / "evidence", folder / "evidence")

        def stopped(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as stops:
            stops.setattr(rekey, step, stopped)
            with pytest.raises(KeyboardInterrupt):
                rotate(folder / kept.name)
        assert rotate(folder / kept.name) == 0
        assert dump(folder / kept.name, "new.key") == before, step
        with Journal(folder / kept.name, Vault.open(folder / "new.key"), table="main") as journal:
            assert not trust.examine(journal).missing and not journal.mark_trouble


def test_a_journal_that_is_not_as_it_was_written_keeps_its_key(
    kept: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(kept) as db:
        db.execute("DELETE FROM record WHERE seq = 9")
    assert rotate(kept) == 2
    assert "event 9 is gone" in capfd.readouterr().err
    JournalReader(kept, Vault.open(kept.parent / "old.key")).close()


def test_a_table_that_is_served_keeps_its_key(
    kept: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Journal(kept, Vault.open(kept.parent / "old.key"), table="main"):
        assert rotate(kept) == 2
    assert "another controller" in capfd.readouterr().err
