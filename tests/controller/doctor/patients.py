"""A table to be examined, with everything it needs in a folder of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller.config import Decks, Journal, ReaderSection, TableConfig
from controller.doctor.finding import Finding

Check = Callable[[TableConfig], Iterator[Finding]]


def table(folder: Path, **sections: Any) -> TableConfig:
    """A table that keeps its things in a folder."""
    config = TableConfig(
        reader=(ReaderSection(name="felt", driver="pn532", port=str(folder / "port")),),
        decks=Decks(file=folder / "decks.json"),
        journal=Journal(file=folder / "journal.sqlite", key=folder / "table.key"),
    )
    return msgspec.structs.replace(config, **sections)


def found(check: Check, config: TableConfig) -> list[tuple[str, str]]:
    """The levels, and all that is said and to be done."""
    findings = list(check(config))
    assert all(finding.do for finding in findings if finding.level != "ok"), findings
    return [(finding.level, f"{finding.said}: {finding.do}") for finding in findings]
