"""The audit: only ever added to, and whoever changes it anyway is found out."""

import sqlite3
from pathlib import Path

import pytest

from controller.cli import main
from controller.records.journal import Entry, Journal
from controller.security.audit import START, AuditBrokenError, AuditEntry, head, verified
from controller.security.vault import Vault
from tests.controller.journals import KEY

AT = "2026-01-01T20:00:00.000Z"
LINES = (
    AuditEntry(AT, "start"),
    AuditEntry(AT, "request", "dealer", "Kim", {"verb": "act", "id": "r-1", "ok": True}),
    AuditEntry(AT, "decision", "floor", "Ana", {"decision": "stands", "ruling": 4}),
    AuditEntry(AT, "live", "floor", "Ana", {"on": True}),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault(KEY)) as journal:
        journal.commit([Entry(audits=LINES[:2]), Entry(audits=LINES[2:3])])
    with Journal(path, Vault(KEY)) as journal:
        journal.commit([Entry(audits=LINES[3:])])
    return path


def tampered(path: Path, *statements: str) -> None:
    """What somebody does who has the file, SQLite, and no scruples."""
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER audit_is_not_rewritten")
        db.execute("DROP TRIGGER audit_is_not_shortened")
        for statement in statements:
            db.execute(statement)


def heads(path: Path) -> list[str]:
    with sqlite3.connect(path) as db:
        return [line.hash for line in verified(db)]


def test_what_was_audited_is_there_in_order_over_restarts(path: Path) -> None:
    with sqlite3.connect(path) as db:
        assert tuple(line.entry for line in verified(db)) == LINES
        assert head(db) == (4, heads(path)[-1])


@pytest.mark.parametrize("statement", ["DELETE FROM audit", "UPDATE audit SET line = ''"])
def test_the_file_itself_refuses_a_change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as db, pytest.raises(sqlite3.IntegrityError, match="only ever add"):
        db.execute(statement)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE audit SET line = replace(line, 'Kim', 'Lee')", "line 2: changed"),
        ("UPDATE audit SET hash = 'x' WHERE n = 3", "line 3: changed"),
        ("DELETE FROM audit WHERE n = 2", "line 2: expected it before line 3, got nothing"),
        ("DELETE FROM audit WHERE n = 1", "line 1: expected it before line 2, got nothing"),
        ("UPDATE audit SET n = n + 1 WHERE n = 4", "line 4: expected it before line 5"),
    ],
)
def test_a_tampered_line_is_found(
    path: Path, statement: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    tampered(path, statement)
    assert main(["audit", "verify", str(path)]) == 1
    assert said in capfd.readouterr().err
    with sqlite3.connect(path) as db, pytest.raises(AuditBrokenError):
        list(verified(db))


def test_a_shortened_audit_is_found_by_whoever_noted_its_head(
    path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noted = heads(path)[-1]
    tampered(path, "DELETE FROM audit WHERE n > 2")
    assert main(["audit", "verify", str(path)]) == 0
    assert main(["audit", "verify", str(path), "--head", noted]) == 1
    assert f"no line has the hash {noted}" in capfd.readouterr().err


def test_an_audit_that_went_on_still_has_the_head_noted_earlier(
    path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for noted in (START, *heads(path)):
        assert main(["audit", "verify", str(path), "--head", noted]) == 0
    said = f"4 lines, each as it was written; head {heads(path)[-1]}\n"
    assert capfd.readouterr().out == said * 5


def test_the_audit_is_shown_without_the_key(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "show", str(path)]) == 0
    shown = capfd.readouterr().out.splitlines()
    assert shown[0] == f"1  {AT}  start"
    assert shown[2] == f'3  {AT}  decision  floor Ana  {{"decision":"stands","ruling":4}}'
    assert main(["audit", "show", "--json", str(path)]) == 0
    assert '"kind":"live","role":"floor"' in capfd.readouterr().out.splitlines()[3]


def test_a_file_that_is_no_journal_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("shopping list, long enough to be looked at as a file of a database " * 20)
    for name, said in [(note, "expected a journal"), (tmp_path / "none", "no such file")]:
        assert main(["audit", "verify", str(name)]) == 2
        assert said in capfd.readouterr().err
