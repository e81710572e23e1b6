"""``cutcard doctor``: a line a finding, status 1 when something fails."""

import json
from pathlib import Path

import pytest

from controller.cli import main


def table(folder: Path) -> str:
    path = folder / "table.toml"
    path.write_text(
        '[[reader]]\nname = "a"\ndriver = "board"\nport = "nowhere"\n[broker]\nembedded = true\n'
    )
    return str(path)


def test_what_fails_is_said_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--config", table(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "fail reader a: /dev/serial/by-id/nowhere is not there\n     do: plug it in" in said


def test_as_json_each_finding_is_an_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--config", table(tmp_path), "--json"]) == 1
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {finding["level"] for finding in findings} >= {"ok", "fail"}
    assert all(finding["do"] for finding in findings if finding["level"] == "fail")


def test_a_file_with_a_mistake_is_not_examined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.toml").write_text("[tabel]\n")
    assert main(["doctor", "--config", str(tmp_path / "bad.toml")]) == 2
    assert "did you mean 'table'" in capsys.readouterr().err
