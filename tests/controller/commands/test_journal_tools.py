"""The owner's tools on a journal: replay to the byte, export, keys; each mistake one clear line."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from pokerkit import HandHistory, PotLimitOmahaHoldem

from controller.bench import _hands
from controller.cli import main
from controller.records import retention
from controller.records.journal import Journal
from controller.security.seal import open_with, read_private, read_public, seal_for
from controller.security.vault import Vault
from engine.history import History
from tests.controller.journals import OPENED, Event, entries, story, wall

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Six hands; in the first, a wrong fold is taken back."""
    path = tmp_path / "journal.sqlite"
    with Journal(path, Vault.open(tmp_path / "table.key", create=True)) as journal:
        journal.commit(list(entries(History(), with_a_slip(story(6)))))
    return path


def with_a_slip(events: tuple[Event, ...]) -> list[Event]:
    at = next(at for at, event in enumerate(events) if event["e"] == "act")
    slip = {**events[at], "do": "fold"}
    return [*events[:at], slip, {"t": slip["t"], "e": "undo"}, *events[at:]]


def answers(path: Path) -> bytes:
    """As they were journaled."""
    with Journal(path, Vault.open(path.with_name("table.key"))) as journal:
        said = [answer for record in journal.records() for answer in record.answers]
    return b"".join(msgspec.json.encode(answer) + b"\n" for answer in said)


def cut(path: Path) -> None:
    """Retention takes the first four hands."""
    with Journal(path, Vault.open(path.with_name("table.key"))) as journal:
        assert retention.cut(journal, OPENED + timedelta(days=9), days=1) == 4


def test_a_journal_replays_to_the_byte(
    path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["replay", str(path)]) == 0
    assert capfdbinary.readouterr() == (answers(path), b"")


def test_a_cut_journal_replays_to_the_byte_from_its_base(
    path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    cut(path)
    assert main(["replay", str(path)]) == 0
    assert capfdbinary.readouterr() == (answers(path), b"")


def test_another_rulebook_answers_otherwise_and_that_is_no_fault(
    path: Path, capfd: Capture
) -> None:
    assert main(["replay", str(path), "--rulebook", "hilton"]) == 0
    assert "hilton." in capfd.readouterr().out
    cut(path)
    assert main(["replay", str(path), "--rulebook", "hilton"]) == 2
    assert "the journal's beginning was cut" in capfd.readouterr().err


def test_answers_that_are_others_today_are_said(tmp_path: Path, capfd: Capture) -> None:
    path = tmp_path / "journal.sqlite"
    (opening,) = entries(History(), story(1)[:1])
    assert opening.record is not None
    opening.record.answers.append({"o": "expect", "what": "tea"})
    with Journal(path, Vault.open(tmp_path / "table.key", create=True)) as journal:
        journal.commit([opening])
    assert main(["replay", str(path)]) == 1
    assert capfd.readouterr().err == "event 1: answered otherwise at the table\n"


def test_the_exported_log_replays_like_the_journal(path: Path, capfd: Capture) -> None:
    log = path.with_name("table.log")
    assert main(["export", str(path), "--log", str(log)]) == 0
    assert [json.loads(line) for line in log.read_text().splitlines()] == with_a_slip(story(6))
    assert main(["replay", str(log)]) == 0
    assert capfd.readouterr() == (answers(path).decode(), "")


def test_the_hands_are_listed(path: Path, capfd: Capture) -> None:
    assert main(["export", str(path), "--hands"]) == 0
    heading, *rows = capfd.readouterr().out.splitlines()
    assert heading == "hand,began,ended,result,players,pot,rulings"
    began = [wall(event["t"]) for event in story(6) if event["e"] == "hand"]
    for number, row in enumerate(rows, 1):
        hand, start, ended, result, players, pot, rulings = row.split(",")
        assert (int(hand), start, result) == (number, began[number - 1], "won")
        assert (players, rulings) == ("1 2 3 4 5 6", "0")
        assert ended > start
        assert int(pot) > 0
    assert len(rows) == 6


@pytest.mark.parametrize(("prepare", "first"), [(lambda path: None, 1), (cut, 5)])
def test_the_hands_become_phh(
    path: Path, capfd: Capture, prepare: Callable[[Path], None], first: int
) -> None:
    prepare(path)
    out = path.with_name("hands.phhs")
    assert main(["export", str(path), "--phh", str(out)]) == 0
    assert ("cut by retention" in capfd.readouterr().err) == (first > 1)
    with out.open("rb") as file:
        histories = list(HandHistory.load_all(file))
    assert [history.hand for history in histories] == list(range(first, 7))
    for history in histories:
        *_, state = history
        assert state.stacks == history.finishing_stacks


def test_the_omaha_hands_of_a_journal_become_phh(tmp_path: Path, capfd: Capture) -> None:
    kind = _hands.Kind("omaha", "pot_limit", PotLimitOmahaHoldem)
    opening, deals = _hands.generate(6, 3, _hands.live_table, 6, kind)
    events = [*opening, *(event for deal in deals for event in deal.events)]
    path, out = tmp_path / "journal.sqlite", tmp_path / "hands.phhs"
    with Journal(path, Vault.open(tmp_path / "table.key", create=True)) as journal:
        journal.commit(list(entries(History(), events)))
    assert main(["export", str(path), "--phh", str(out)]) == 0
    assert capfd.readouterr().err == ""
    with out.open("rb") as file:
        histories = list(HandHistory.load_all(file))
    assert [history.variant for history in histories] == ["PO"] * 6
    for history in histories:
        *_, state = history
        assert state.stacks == history.finishing_stacks


@pytest.mark.parametrize("command", [["replay"], ["export", "--hands"]])
def test_without_its_key_a_journal_says_nothing(
    path: Path, capfd: Capture, command: list[str]
) -> None:
    name, *options = command
    key = path.with_name("table.key")
    spare = key.rename(path.with_name("spare.key"))
    assert main([name, str(path), *options]) == 2
    assert capfd.readouterr() == ("", f"cutcard {name}: {key}: No such file or directory\n")
    assert main([name, str(path), *options, "--key", str(spare)]) == 0
    capfd.readouterr()
    Vault.make(key)
    assert main([name, str(path), *options]) == 2
    said = f"cutcard {name}: {path}: this journal was written with another key\n"
    assert capfd.readouterr() == ("", said)


def test_what_only_a_journal_can_give_is_refused_of_a_log(tmp_path: Path, capfd: Capture) -> None:
    log = tmp_path / "table.log"
    log.write_text("")
    assert main(["export", str(log), "--hands"]) == 2
    assert "expected a journal for --log or --hands" in capfd.readouterr().err


def test_keys_are_made_once(tmp_path: Path, capfd: Capture) -> None:
    table, station = tmp_path / "table.key", tmp_path / "studio"
    assert main(["keys", "make", "--table", str(table), "--station", str(station)]) == 0
    assert "it stays at the station" in capfd.readouterr().out
    Vault.open(table)
    public, private = read_public(tmp_path / "studio.pub"), read_private(tmp_path / "studio.key")
    assert open_with(private, seal_for(public, b"hand", b""), b"") == b"hand"
    for asked in (["--table", str(table)], ["--station", str(station)]):
        assert main(["keys", "make", *asked]) == 2
        assert "File exists" in capfd.readouterr().err
    assert main(["keys", "make"]) == 2
    assert "expected --table FILE, --station NAME or both" in capfd.readouterr().err
