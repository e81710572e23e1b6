"""Files spoilt at random: noticed and said, never "ok" with less than was kept."""

from pathlib import Path

import pytest

from tests.controller.records.corruption import accidents


def test_forty_accidents(tmp_path: Path) -> None:
    out = accidents(tmp_path, 40, seed=17)
    assert out["noticed"] > 10


@pytest.mark.slow
def test_a_thousand_accidents(tmp_path: Path) -> None:
    for seed in range(10):
        out = accidents(tmp_path, 100, seed)
        print(seed, out)
        assert out["noticed"] > 20
