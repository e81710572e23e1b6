"""``cutcard replay`` of a file: the short way answers as the long one, and files get blocks."""

import contextlib
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from controller import tablelog
from controller.cli import main
from engine.history import History
from engine.log import LogError
from tests.engine.golden.logs import seeded
from tests.engine.golden.playing import Event

REJECTED = b'{"t":1,"e":"act","seat":7,"do":"fold","src":"nobody"}\n'


def written(path: Path, events: list[Event]) -> Path:
    path.write_bytes(msgspec.json.Encoder().encode_lines(events))
    return path


def answered(log: list[Event]) -> tuple[list[Event], list[Event]]:
    """The events of a log that can be, and their answers."""
    history, events, answers = History(), [], []
    for event in log:
        with contextlib.suppress(LogError):
            answers += history.apply(event)
            events.append(event)
    return events, answers


def replayed(path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", str(path)]) == 0
    return capfd.readouterr().out


def test_what_has_no_undo_is_answered_as_by_a_table_that_remembers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    straight = (log for _, log in seeded() if all(event["e"] != "undo" for event in log))
    rejects = 0
    for log in islice(straight, 0, 2000, 40):
        events, answers = answered(log)
        rejects += sum(answer["o"] == "reject" for answer in answers)
        path = written(tmp_path / "table.jsonl", events)
        assert not tablelog.mentions_undo(str(path))
        assert replayed(path, capfd) == msgspec.json.Encoder().encode_lines(answers).decode()
    assert rejects > 20


@pytest.mark.parametrize("word", ["undo", "\\u0075ndo", "und\\u006f"])
def test_an_undo_is_found_however_it_is_written(tmp_path: Path, word: str) -> None:
    log = tmp_path / "table.jsonl"
    log.write_text(f'{{"t":1,"e":"tick"}}\n{{"t":1,"e":"{word}"}}\n')
    assert tablelog.mentions_undo(str(log))


@pytest.mark.parametrize("before", range(-5, 1))
def test_an_undo_is_found_between_two_blocks(tmp_path: Path, before: int) -> None:
    log = tmp_path / "table.jsonl"
    log.write_bytes(b" " * (tablelog.LONGEST_LINE + before) + b"undo")
    assert tablelog.mentions_undo(str(log))


def test_a_rejected_event_is_told_as_it_was_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "table.jsonl"
    log.write_bytes(REJECTED)
    assert '"event":{"t":1,"e":"act","seat":7,"do":"fold","src":"nobody"}' in replayed(log, capfd)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"t":1,"e":"act","seat":1,"do":"raise"}', "line 1: to: expected the player's total"),
        ('{"t":1e999,"e":"tick"}', "line 1: "),
        ('{"t":"soon","e":"tick"}', "line 1: t: expected a number of seconds"),
        ('{"t":1,"e":"nap"}', "line 1: e: expected one of open"),
        ("{", "line 1: line: expected one JSON object"),
    ],
)
def test_a_bad_line_of_a_file_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    log = tmp_path / "table.jsonl"
    log.write_text(line)
    assert main(["replay", str(log)]) == 2
    assert said in capfd.readouterr().err


def test_a_pipe_gets_each_answer_at_once() -> None:
    follow = [sys.executable, "-m", "controller", "replay", "-"]
    with subprocess.Popen(follow, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as table:
        assert table.stdin is not None and table.stdout is not None
        os.write(table.stdin.fileno(), REJECTED)
        assert b"reject" in table.stdout.readline()  # although its input goes on


def test_a_file_gets_all_answers_though_a_later_line_is_bad(tmp_path: Path) -> None:
    log, out = tmp_path / "table.jsonl", tmp_path / "answers.jsonl"
    log.write_bytes(REJECTED + b"{")
    with out.open("wb") as file:
        replay = [sys.executable, "-m", "controller", "replay", str(log)]
        done = subprocess.run(replay, stdout=file, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert out.read_bytes().count(b"reject") == 1
