"""The bridge's measurement runs and fills its figures; its bar is for an idle machine."""

from __future__ import annotations

import pytest

from controller.bench import bridge


def test_a_short_measurement_has_all_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "SECONDS", 5.0)
    result = bridge.measure()
    figures = result.figures
    assert figures["zones"] == 14
    assert 0 < float(str(figures["polls_a_second_and_zone"])) < 25  # how many, the bench says
    assert float(str(figures["machine_late_p99_ms"])) > 0
    assert int(str(figures["sightings"])) > 0
    assert result.ok == (float(str(figures["p99_ms"])) < bridge.P99_BAR_MS)
