"""``cutcard bench``: figures against a bar, as a table or as JSON."""

import json
import sys

import pytest

from controller.bench import Result
from controller.bench import engine as engine_bench
from controller.cli import main


def fake(monkeypatch: pytest.MonkeyPatch, *, ok: bool) -> None:
    result = Result("engine", {"ratio": 21.5}, {"ratio": 20.0}, ok, [("ratio", "21.5")])
    monkeypatch.setattr(engine_bench, "measure", lambda: result)


def test_a_bar_that_is_met_exits_with_0(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(monkeypatch, ok=True)
    assert main(["bench", "engine"]) == 0
    assert capsys.readouterr().out == "ratio  21.5\nbar: ratio 20.0: met\n"


def test_a_bar_that_is_missed_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(monkeypatch, ok=False)
    assert main(["bench", "engine", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "name": "engine",
        "ratio": 21.5,
        "bar": {"ratio": 20.0},
        "ok": False,
    }


def test_only_measurements_are_offered(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "_hands"])
    assert "engine" in capsys.readouterr().err


def test_what_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    monkeypatch.delitem(sys.modules, "controller.bench.engine")
    assert main(["bench", "engine"]) == 2
    assert "needs pokerkit" in capsys.readouterr().err


def test_a_small_run_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_bench, "FOLDED_HANDS", 10)
    monkeypatch.setattr(engine_bench, "WHOLE_HANDS", 5)
    monkeypatch.setattr(engine_bench, "REPLAYED_HANDS", 5)
    result = engine_bench.measure()
    assert result.figures["same_stacks"] == 15
    assert all(value for value in result.figures.values())
    assert result.rows
