"""Builds the package: plain Python, or with CUTCARD_COMPILED=1 the engine compiled by mypyc."""

import os
from pathlib import Path

from setuptools import setup

# Declared data stays as it is: msgspec makes these types itself, numpy is compiled already,
# books are read once and hand histories not at the table.
PLAIN = (
    "engine/answers.py",
    "engine/equity",
    "engine/event.py",
    "engine/law",
    "engine/log.py",
    "engine/people_answers.py",
    "engine/people_events.py",
    "engine/phh",
    "engine/room.py",
    "engine/saved.py",
)


def compiled() -> list[object]:
    """The engine's modules as extensions; their sources are shipped beside them."""
    from mypyc.build import mypycify  # only where it is asked for

    modules = (path.as_posix() for path in sorted(Path("engine").rglob("*.py")))
    return list(mypycify([name for name in modules if not name.startswith(PLAIN)], opt_level="3"))


setup(ext_modules=compiled() if os.environ.get("CUTCARD_COMPILED") == "1" else [])
