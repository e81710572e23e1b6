"""``cutcard bench disk``: a small evening gives every figure."""

import pytest

from controller.bench import disk


def test_a_small_run_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "HANDS", 10)
    monkeypatch.setattr(disk, "EVENING", 20)
    result = disk.measure()
    assert result.figures["restart_hands"] == 20
    assert all(value for value in result.figures.values())
    assert result.rows
