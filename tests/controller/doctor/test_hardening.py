"""The doctor goes through the installer's check list."""

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.doctor.hardening import hardening
from controller.doctor.keeping import journal
from controller.records.journal import Journal
from controller.security.vault import Vault
from engine.history import History
from tests.controller.doctor.patients import found, table
from tests.controller.journals import entries, story


def test_a_key_beside_the_journal_is_a_warning(tmp_path: Path) -> None:
    config = table(tmp_path)
    Vault.make(config.journal.key)
    assert any("same disk" in said for level, said in found(hardening, config) if level == "warn")


def test_a_journal_that_was_changed_or_cut_fails(tmp_path: Path) -> None:
    config = table(tmp_path)
    vault = Vault.open(config.journal.key, create=True)
    with Journal(config.journal.file, vault, table=config.table.name) as kept:
        kept.commit(list(entries(History(), story(1))))
    assert found(journal, config)[0][0] == "ok"
    with closing(sqlite3.connect(config.journal.file, isolation_level=None)) as db:
        db.execute("DELETE FROM record WHERE seq > 10")
    assert found(journal, config)[0][0] == "fail"
