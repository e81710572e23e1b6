"""``cutcard config``: the defaults check, mistakes end with status 2."""

from pathlib import Path

import pytest

from controller.cli import main


def test_the_printed_defaults_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "defaults"]) == 0
    path = tmp_path / "table.toml"
    path.write_text(capsys.readouterr().out)
    assert main(["config", "check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "table-1, 10 seats" in said
    assert "blinds 1/2" in said


def test_each_mistake_is_a_line_that_names_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[table]\nseats = 1\nnome = 2\n")
    assert main(["config", "check", str(path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "cutcard config: 3 mistakes"
    assert [line.split(": ")[0] for line in said[1:]] == [f"{path}:{n}" for n in (1, 2, 3)]


def test_a_file_that_is_not_there_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "check", "no/table.toml"]) == 2
    assert "cutcard config defaults >" in capsys.readouterr().err
