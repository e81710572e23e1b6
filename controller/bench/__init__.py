"""What ``cutcard bench`` measures, one module each with ``HELP`` and ``measure()``."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """What was measured, the bar it has to meet, and the rows of the table to print."""

    name: str
    figures: dict[str, object]
    bar: dict[str, object]
    ok: bool
    rows: list[tuple[str, str]]
