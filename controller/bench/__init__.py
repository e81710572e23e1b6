"""What the project promises in figures, one module a measurement, each with its bar."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """What was measured, the bar it has to clear, and the rows a person reads."""

    name: str
    figures: dict[str, object]
    bar: dict[str, object]
    ok: bool
    rows: list[tuple[str, str]]
