"""The index of security tests names files that are there, and misses no numbered line."""

import re
from pathlib import Path

HERE = Path(__file__).parent
INDEX = (HERE / "README.md").read_text(encoding="utf-8")


def test_every_test_of_the_index_is_there() -> None:
    named = re.findall(r"`([\w/]+/test_\w+\.py)`", INDEX)
    assert named
    assert [name for name in named if not (HERE.parents[1] / name).is_file()] == []


def test_no_numbered_line_is_left_out() -> None:
    assert [int(one) for one in re.findall(r"^\| (\d+) ", INDEX, re.M)] == list(range(1, 13))
