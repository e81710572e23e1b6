"""Decks, keys, disk and journal as the doctor sees them."""

from pathlib import Path

import pytest

from controller.config import Broadcast, Broker, Journal, Roles
from controller.doctor import keeping
from controller.doctor.keeping import decks, disk, journal, keys
from controller.records.journal import Journal as JournalFile
from controller.security.vault import Vault, write_secret
from firmware_bridge.decks import NAMES, Deck, Decks, save
from tests.controller.doctor.patients import found, table


def deck(name: str, cards: int) -> Deck:
    first = 0x10 if name == "red" else 0x20
    return Deck(name, name, cards={f"{first:02X}{n:06X}": NAMES[n] for n in range(cards)})


def test_without_a_deck_no_tag_is_a_card(tmp_path: Path) -> None:
    [(level, said)] = found(decks, table(tmp_path))
    assert (level, "cutcard register" in said) == ("fail", True)


def test_a_complete_deck_is_in_turn_and_one_begun_is_told(tmp_path: Path) -> None:
    save(tmp_path / "decks.json", Decks().having(deck("red", 52)).having(deck("blue", 7)))
    assert found(decks, table(tmp_path)) == [
        ("warn", "deck blue: 7 of 52 cards: go on with cutcard register"),
        ("ok", "in turn: red: "),
    ]


def test_decks_that_others_may_read_fail(tmp_path: Path) -> None:
    save(tmp_path / "decks.json", Decks())
    (tmp_path / "decks.json").chmod(0o644)
    [(level, said)] = found(decks, table(tmp_path))
    assert (level, "chmod 600" in said) == ("fail", True)


def test_the_tables_key_is_there_and_its_owners(tmp_path: Path) -> None:
    config = table(tmp_path)
    assert found(keys, config)[0][0] == "fail"
    Vault.open(config.journal.key, create=True)
    assert found(keys, config)[0][0] == "ok"
    config.journal.key.chmod(0o604)
    assert found(keys, config)[0][0] == "fail"


def test_each_password_and_the_stations_key_are_looked_at(tmp_path: Path) -> None:
    config = table(
        tmp_path,
        broker=Broker(password_file=tmp_path / "controller"),
        roles=Roles(floor=tmp_path / "floor"),
        broadcast=Broadcast(station_key=tmp_path / "station.pub"),
    )
    assert [level for level, _ in found(keys, config)] == ["fail"] * 4
    Vault.open(config.journal.key, create=True)
    write_secret(tmp_path / "controller", b"sesame\n")
    write_secret(tmp_path / "floor", b"sesame\n")
    (tmp_path / "station.pub").write_text("key")
    told = found(keys, config)
    assert [level for level, _ in told] == ["ok"] * 4
    assert "sesame" not in str(told)


def test_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    away = Journal(file=tmp_path / "no" / "journal.sqlite")
    [(level, said)] = found(disk, table(tmp_path, journal=away))
    assert (level, "install -d" in said) == ("fail", True)


@pytest.mark.parametrize(("needed", "level"), [(0, "ok"), (1 << 62, "warn")])
def test_a_disk_that_fills_is_told_in_time(
    needed: int, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LITTLE", needed)
    assert [found[0] for found in found(disk, table(tmp_path))] == [level]
    monkeypatch.setattr(keeping, "TOO_LITTLE", 1 << 62)
    assert [found[0] for found in found(disk, table(tmp_path))] == ["fail"]


def test_the_journal_opens_also_while_it_is_written(tmp_path: Path) -> None:
    config = table(tmp_path)
    assert found(journal, config)[0][0] == "ok", "there is none yet"
    vault = Vault.open(config.journal.key, create=True)
    writing = JournalFile(config.journal.file, vault)
    assert "0 events" in found(journal, config)[0][1]
    writing.close()


def test_a_journal_of_another_key_fails(tmp_path: Path) -> None:
    config = table(tmp_path)
    JournalFile(config.journal.file, Vault.open(config.journal.key, create=True)).close()
    config.journal.key.unlink()
    assert found(journal, config)[0][0] == "fail"
    Vault.open(config.journal.key, create=True)
    assert found(journal, config)[0][0] == "fail"
