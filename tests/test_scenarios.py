"""Every file of the floorperson's notebook is a test."""

from pathlib import Path

import pytest

from controller.scenario import parse, run

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SCENARIOS)))
def test_scenario(file: Path) -> None:
    name = str(Path("tests/scenarios") / file.relative_to(SCENARIOS))
    report = run(parse(file.read_text("utf-8"), name))
    if not report.passed:
        pytest.fail("\n\n".join(report.problems), pytrace=False)
