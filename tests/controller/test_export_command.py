"""``cutcard export``: a played log as a file other tools read."""

import json
from pathlib import Path

import pytest
from pokerkit import HandHistory

from controller.bench import _hands
from controller.cli import main


def write_log(folder: Path, hands: int, *more: dict[str, object]) -> str:
    opening, deals = _hands.generate(hands, 7, _hands.live_table, 4)
    events = [*opening, *(event for deal in deals for event in deal.events), *more]
    path = folder / "table.log"
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return str(path)


def test_several_hands_become_a_phhs_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "hands.phhs"
    assert main(["export", write_log(tmp_path, 5), "--phh", str(out)]) == 0
    assert capfd.readouterr() == ("", "")
    with out.open("rb") as file:
        histories = list(HandHistory.load_all(file))
    assert len(histories) == 5
    for history in histories:
        *_, state = history
        assert state.stacks == history.finishing_stacks
    assert main(["replay", str(out)]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == "5 hands: 5 agree; 0 differ"


def test_one_hand_becomes_a_phh_text_on_standard_output(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", write_log(tmp_path, 1), "--phh"]) == 0
    out, err = capfd.readouterr()
    assert (out.startswith('variant = "NT"\n'), err) == (True, "")


def test_a_phh_file_holds_one_hand(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "hands.phh"
    assert main(["export", write_log(tmp_path, 2), "--phh", str(out)]) == 2
    assert "use .phhs" in capfd.readouterr().err
    assert not out.exists()


def test_a_hand_left_out_is_said_on_standard_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = write_log(tmp_path, 1, {"t": 999, "e": "hand"})
    assert main(["export", log, "--phh"]) == 0
    out, err = capfd.readouterr()
    assert err == "hand 2: left out, not finished\n"
    assert out.startswith("variant")


def test_a_bad_line_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = write_log(tmp_path, 1, {"t": 999, "e": "dance"})
    assert main(["export", log, "--phh"]) == 2
    assert "e: expected one of" in capfd.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "no" / "where.phhs"
    assert main(["export", write_log(tmp_path, 1), "--phh", str(out)]) == 2
    assert str(out) in capfd.readouterr().err
