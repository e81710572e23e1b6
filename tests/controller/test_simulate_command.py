"""``cutcard simulate`` as a person runs it."""

from __future__ import annotations

import json
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import main
from engine.table import Table

COMMAND = [sys.executable, "-m", "controller", "simulate"]


def test_a_hand_with_a_fault_is_dealt_and_its_log_is_ruled_upon(tmp_path: Path) -> None:
    log = tmp_path / "truth.jsonl"
    asked = "--readers feig --players 3 --hands 1 --speed fast --fault wrong_first_seat".split()
    done = subprocess.run(
        [*COMMAND, *asked, "--log", str(log)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    ports = done.stdout.splitlines()[:14]
    assert ports[0].split()[1:] == ["feig", "seat:1"]
    assert ports[13].split()[1:] == ["feig", "deck"]
    assert not Path(ports[0].split()[0]).exists()
    assert "hand 1: wrong_first_seat" in done.stdout
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    table = Table()
    answers = [a for line in log.read_text().splitlines() for a in table.apply(json.loads(line))]
    assert "wrong_first_seat" in [a["fault"] for a in answers if a["o"] == "ruling"]


def test_stud_is_dealt_with_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "truth.jsonl"
    asked = "--game stud5 --players 3 --hands 1 --speed fast --fault missing_upcard"
    assert main(["simulate", *asked.split(), "--log", str(log)]) == 0
    assert "hand 1: missing_upcard" in capsys.readouterr().out
    table = Table()
    answers = [a for line in log.read_text().splitlines() for a in table.apply(json.loads(line))]
    assert "missing_upcard" in [a["fault"] for a in answers if a["o"] == "ruling"]
    assert [a["result"] for a in answers if a["o"] == "end"] != []


def test_no_face_is_on_the_screen_and_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    asked = [*COMMAND, "--speed", "fast", "--ports", str(tmp_path), "--garbage", "5"]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert "table-board" in run.stdout.readline()
        assert run.stdout.readline() == "hand 1: orderly\n"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=10)
    assert (run.returncode, out, err) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("--fault nonsense", "cannot make the fault 'nonsense'"),
        ("--untidy nonsense", "does not know the way 'nonsense'"),
        ("--players 2", "expected 3 to 10"),
        ("--flicker 1.5", "expected 0 to 1"),
        ("--rulebook nobody", "--rulebook: expected one of"),
        ("--log /nowhere/at/all", "No such file"),
        ("--players 10 --fault ineligible_seat", "take fewer players"),
        ("--game raz", "did you mean 'razz'?"),
        ("--game razz --players 9", "razz has cards for 8, got 9"),
        ("--game razz --fault flop_count", "cannot make the fault 'flop_count'"),
        ("--game draw_high --untidy random", "of games with a board, not of draw_high"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    asked: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *asked.split()]) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1
