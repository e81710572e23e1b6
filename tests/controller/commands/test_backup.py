"""Backup and restore: whole, sealed, verified, and never over a table that is served."""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli import main
from controller.config_file import load
from controller.records import backup, journal_file
from controller.records.journal import JournalReader
from controller.security.vault import Vault, write_secret
from controller.session import resume
from tests.controller.served_table import registered

WORDS = "correct horse battery staple"
EVENTS = (
    {"e": "sit", "seat": 1, "stack": 200, "name": "Ada"},
    {"e": "sit", "seat": 2, "stack": 200, "name": "Emmy"},
    {"e": "hand", "button": 1},
    {"e": "card", "card": "Ah", "zone": "seat:2", "face": "down"},
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table that was served: a journal with a hidden card, decks, passwords, evidence."""
    folder = tmp_path / "old"
    (folder / "secrets").mkdir(parents=True)
    registered(folder / "decks.json")
    write_secret(folder / "secrets/floor", b"the floor's own word\n")
    write_secret(tmp_path / "words", WORDS.encode())
    file = folder / "table.toml"
    file.write_text(
        '[table]\nname = "seven"\n[roles]\nfloor = "secrets/floor"\n'
        '[[reader]]\nname = "board"\ndriver = "board"\nport = "/dev/nowhere"\n'
    )
    config = load(file)
    session = resume(config)
    for event in (config.opening(), *EVENTS):
        batch = session.core.take(dict(event), session.clock.now())
        session.journal.commit([batch.entry])
    session.journal.close()
    (folder / "evidence").mkdir()
    (folder / "evidence/000000004.sealed").write_bytes(b"sealed as it is")
    return file


def cutcard(*words: str | Path, folder: Path) -> int:
    return main([*map(str, words), "--passphrase-file", str(folder / "words")])


def made(table: Path) -> Path:
    out = table.parents[1] / "seven.backup"
    assert cutcard("backup", "--config", table, "--out", out, folder=table.parents[1]) == 0
    return out


def events(folder: Path) -> list[str]:
    vault = Vault.open(folder / "table.key")
    with JournalReader(folder / "journal.sqlite", vault) as reader:
        return [record.event["e"] for record in reader.records()]


def test_a_table_comes_back_whole_in_another_place(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = made(table)
    assert "made and verified. seven at" in capsys.readouterr().out
    new = tmp_path / "new" / "table.toml"
    assert cutcard("restore", out, "--config", new, folder=tmp_path) == 0
    assert events(new.parent) == events(table.parent) == ["open", "sit", "sit", "hand", "card"]
    for name in ("table.toml", "table.key", "decks.json", "secrets/floor"):
        assert (new.parent / name).read_bytes() == (table.parent / name).read_bytes()
    assert (new.parent / "evidence/000000004.sealed").read_bytes() == b"sealed as it is"
    for name in ("table.key", "secrets/floor", "journal.sqlite"):
        assert (new.parent / name).stat().st_mode & 0o077 == 0
    session = resume(load(new))
    assert session.core.seq == 5 and session.core.table.deal_on
    session.journal.close()


def test_nothing_secret_can_be_read_in_it(table: Path) -> None:
    out = made(table)
    data = out.read_bytes()
    assert out.stat().st_mode & 0o777 == 0o600
    assert (table.parent / "table.key").read_bytes() not in data
    assert b"the floor's own word" not in data
    assert b"E00401" not in data, "no tag of the deck's register"


def test_it_is_made_while_the_table_is_served(table: Path, tmp_path: Path) -> None:
    session = resume(load(table))
    out = made(table)
    assert cutcard("backup", "--check", out, folder=tmp_path) == 0
    session.journal.close()


def test_a_table_that_is_served_is_never_written_over(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = made(table)
    before = (table.parent / "journal.sqlite").read_bytes()
    session = resume(load(table))
    assert cutcard("restore", out, "--config", table, "--replace", folder=tmp_path) == 2
    assert "another controller is writing" in capsys.readouterr().err
    session.journal.close()
    assert not list(table.parent.glob("*.before-*"))
    assert (table.parent / "journal.sqlite").read_bytes()[:100] == before[:100]


def test_what_is_there_stays_unless_it_is_to_be_replaced_and_then_lies_beside(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = made(table)
    assert cutcard("restore", out, "--config", table, folder=tmp_path) == 2
    assert "--replace" in capsys.readouterr().err
    assert cutcard("restore", out, "--config", table, "--replace", folder=tmp_path) == 0
    assert len(list(table.parent.glob("journal.sqlite.before-*"))) == 1
    assert len(events(table.parent)) == 5


def test_another_passphrase_opens_nothing(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = made(table)
    (tmp_path / "words").write_text("another horse entirely")
    new = tmp_path / "new" / "table.toml"
    assert cutcard("restore", out, "--config", new, folder=tmp_path) == 2
    assert "expected the passphrase" in capsys.readouterr().err
    assert not new.exists()


def test_a_short_passphrase_is_refused(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words").write_text("short")
    out = tmp_path / "b"
    assert cutcard("backup", "--config", table, "--out", out, folder=tmp_path) == 2
    assert "12 letters" in capsys.readouterr().err
    assert not out.exists() and not list(tmp_path.glob(".b*"))


def flipped(data: bytes) -> bytes:
    middle = data.index(b"seven") + 1
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def with_a_stranger(data: bytes) -> bytes:
    file = io.BytesIO(data)
    with tarfile.open(fileobj=file, mode="a:") as tar:
        member = tarfile.TarInfo("../../stranger")
        member.size = 1
        tar.addfile(member, io.BytesIO(b"x"))
    return file.getvalue()


@pytest.mark.parametrize(
    "change",
    [flipped, with_a_stranger, lambda data: data[: len(data) // 2], lambda data: b""],
)
def test_a_backup_that_was_changed_or_cut_is_refused_before_anything_is_laid(
    change: Callable[[bytes], bytes],
    table: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = made(table)
    out.write_bytes(change(out.read_bytes()))
    new = tmp_path / "new" / "table.toml"
    assert cutcard("restore", out, "--config", new, folder=tmp_path) == 2
    err = capsys.readouterr().err
    assert str(out) in err and "Traceback" not in err
    assert not new.exists() and not (tmp_path / "stranger").exists()


def test_the_lock_is_let_go_after_a_restore(table: Path, tmp_path: Path) -> None:
    out = made(table)
    backup.restore(out, tmp_path / "new" / "table.toml", WORDS)
    journal_file.locked(tmp_path / "new" / "journal.sqlite").close()
