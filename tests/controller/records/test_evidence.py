"""Evidence: an exposed card is proven by pictures that the key's owner alone can open."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main
from controller.config import Camera
from controller.records import retention
from controller.records.evidence import Evidence, EvidenceError
from controller.records.journal import Journal
from controller.records.keeper import Keeping
from controller.security.vault import Vault
from engine.history import History
from tests.controller import brokers
from tests.controller.brokers import wait_for
from tests.controller.journals import KEY, OPENED, entries, story
from tests.controller.served_table import Console, Served, configured, console
from vision.sightings import CameraState, FaceUp, Flashed, Seen

Capture = pytest.CaptureFixture[str]
NOW = datetime.now(UTC)
FOR_EVER = Keeping()


def picture(level: int) -> bytes:
    """A picture whose bytes can be looked for."""
    shot = np.full((48, 64, 3), level, np.uint8)
    return cv2.imencode(".jpg", shot)[1].tobytes() + b"seven of clubs 7c"


PROOF = (picture(20), picture(200))
DEALT = next(seq for seq, event in enumerate(story(4), 1) if event["e"] == "card")


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    """Of the events 10, 20 and 30."""
    evidence = Evidence(tmp_path / "journal.sqlite", Vault(KEY))
    for seq in (30, 10, 20):
        evidence.keep(seq, PROOF)
    return evidence


def test_pictures_come_back_as_they_were_kept(evidence: Evidence) -> None:
    assert evidence.numbers() == [10, 20, 30]
    assert tuple(evidence.pictures(20)) == PROOF


def test_nothing_of_a_picture_can_be_read_in_its_file(evidence: Evidence) -> None:
    files = [path.read_bytes() for path in evidence.folder.iterdir()]
    assert len(files) == 3
    assert not any(part in file for file in files for part in (b"seven", b"JFIF", *PROOF))


def test_pictures_prove_their_own_event_and_no_other(evidence: Evidence) -> None:
    files = sorted(evidence.folder.iterdir())
    files[0].replace(files[1])
    with pytest.raises(EvidenceError, match="another key, or changed"):
        evidence.pictures(20)


def test_another_tables_key_opens_nothing(evidence: Evidence, tmp_path: Path) -> None:
    other = Evidence(tmp_path / "journal.sqlite", Vault(bytes(32)))
    with pytest.raises(EvidenceError, match="another key"):
        other.pictures(10)


def test_what_the_journal_has_forgotten_goes(evidence: Evidence) -> None:
    evidence.age(first=20, now=NOW, keeping=FOR_EVER)
    assert evidence.numbers() == [20, 30]


def test_what_is_older_than_so_many_days_goes(evidence: Evidence) -> None:
    long_ago = (NOW - timedelta(days=6)).timestamp()
    os.utime(sorted(evidence.folder.iterdir())[0], (long_ago, long_ago))
    evidence.age(first=1, now=NOW, keeping=Keeping(days=7))
    assert evidence.numbers() == [10, 20, 30]
    evidence.age(first=1, now=NOW, keeping=Keeping(days=5))
    assert evidence.numbers() == [20, 30]


def test_of_too_many_bytes_the_oldest_go(evidence: Evidence) -> None:
    size = sum(path.stat().st_size for path in evidence.folder.iterdir())
    evidence.age(first=1, now=NOW, keeping=Keeping(size=size))
    assert evidence.numbers() == [10, 20, 30]
    evidence.age(first=1, now=NOW, keeping=Keeping(size=size - 1))
    assert evidence.numbers() == [20, 30]


# The owner's command


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of four hands; the first card dealt is proven to have been seen."""
    path = tmp_path / "journal.sqlite"
    vault = Vault.open(tmp_path / "table.key", create=True)
    with Journal(path, vault) as journal:
        journal.commit(list(entries(History(), story(4))))
    Evidence(path, vault).keep(DEALT, PROOF)
    return path


def test_the_owner_lists_and_opens_the_evidence(path: Path, tmp_path: Path, capfd: Capture) -> None:
    assert main(["evidence", "list", str(path)]) == 0
    out = capfd.readouterr().out
    assert (
        out.startswith(f"{DEALT}  2026-01-01T") and "hand 1" in out and len(out.splitlines()) == 1
    )
    opened = tmp_path / "opened"
    assert main(["evidence", "show", str(path), str(DEALT), "--out", str(opened)]) == 0
    assert tuple(file.read_bytes() for file in sorted(opened.iterdir())) == PROOF
    assert {file.stat().st_mode & 0o077 for file in opened.iterdir()} == {0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "7000", "--out", "there"), "no pictures of event 7000"),
        (("list", "--key", "other.key"), "other.key"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(
    path: Path, words: tuple[str, ...], said: str, capfd: Capture
) -> None:
    part, *rest = words
    assert main(["evidence", part, str(path), *rest]) == 2
    error = capfd.readouterr().err
    assert said in error and len(error.splitlines()) == 1


def test_evidence_goes_with_the_hands_that_retention_cuts(path: Path) -> None:
    vault = Vault.open(path.with_name("table.key"))
    with Journal(path, vault) as journal:
        assert retention.cut(journal, OPENED + timedelta(days=9), days=1) > 0
        Evidence(path, vault).age(journal.first, NOW, FOR_EVER)
    assert Evidence(path, vault).numbers() == []


# At the table


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[brokers.Broker]:
    with brokers.running("mosquitto", tmp_path_factory.mktemp("mosquitto")) as broker:
        yield broker


@pytest.fixture
def table(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    """Three players wait for their cards under a camera that sees."""
    with (
        Served(configured(tmp_path, camera=Camera()), broker) as served,
        console(broker, "floor") as floor,
    ):
        sees(served, CameraState(time.monotonic(), "ok"))
        _begins(floor)
        yield served


def _begins(floor: Console) -> None:
    floor.sits()
    assert floor.asks("hand", button=1)["ok"]


def sees(table: Served, seen: Seen) -> None:
    table.loop.call_soon_threadsafe(table.daemon.seen, seen)


def kept(table: Served) -> Evidence:
    return Evidence(table.config.journal.file, table.session.journal.vault)


def everything_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("seen", [FaceUp, Flashed])
def test_a_card_exposed_in_the_deal_is_proven_and_shown_by_no_file(
    table: Served, seen: type[Seen], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    t = time.monotonic()
    table.felt.lands("7c", "seat:2")
    up = seen is FaceUp
    sees(table, FaceUp(t, "7c", "seat:2", 0.97, t, PROOF) if up else
         Flashed(t, "7c", "seat:2", 0.97, PROOF))  # fmt: skip
    wait_for(lambda: kept(table).numbers() != [], "the evidence")
    (seq,) = kept(table).numbers()
    assert tuple(kept(table).pictures(seq)) == PROOF
    event = next(record.event for record in table.records if record.seq == seq)
    assert (event["e"], event["card"]) == ("card" if up else "flash", "7c")
    assert not any(one in everything_written(tmp_path) for one in PROOF)
    assert b"seven of clubs 7c" not in everything_written(tmp_path)
    assert "7c" not in caplog.text and "JFIF" not in caplog.text


def test_board_cards_and_cards_face_down_are_no_evidence(table: Served) -> None:
    t = time.monotonic()
    table.felt.lands("7c", "seat:2")
    sees(table, FaceUp(t, "Kd", "board", 0.97, t, PROOF))
    table.felt.lands("Kd", "board")
    wait_for(lambda: any(r.event.get("card") == "Kd" for r in table.records), "the board card")
    assert kept(table).numbers() == []
