"""What holds for all tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The gate tries the same examples every time; make soak, or CUTCARD_EXAMPLES=random, draws others.
settings.register_profile("gate", derandomize=True)
settings.register_profile("random")
settings.load_profile(os.environ.get("CUTCARD_EXAMPLES", "gate"))

OPEN = Path("/proc/self/fd")
MORE = 100  # descriptors that tests leave open before it is worth looking for those nobody needs
left_open = 0


@pytest.fixture(autouse=True)
def descriptors_stay_few() -> Iterator[None]:
    """Close what forgotten clients keep: paho waits by select(), up to descriptor 1,023."""
    global left_open
    yield
    if _open() > left_open + MORE:
        gc.collect()  # a client and its callbacks hold each other
        left_open = _open()


def _open() -> int:
    return sum(1 for _ in OPEN.iterdir())
