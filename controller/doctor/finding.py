"""What the doctor finds."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at, how it is, and what to do where it is not well."""

    about: str
    level: Literal["ok", "warn", "fail"]
    said: str
    do: str = ""


def ok(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, "ok", said)


def warn(about: str, said: str, do: str) -> Finding:
    """The table can be served, but not as well as it could be."""
    return Finding(about, "warn", said, do)


def fail(about: str, said: str, do: str) -> Finding:
    """The table cannot be served."""
    return Finding(about, "fail", said, do)
