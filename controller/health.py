"""How the table's parts are, in the operators' words."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from controller.desk import Desk
from controller.messages import ReaderHealth
from controller.table_clock import Moment
from firmware_bridge.sightings import ReaderState


class Parts:
    """What readers, camera and journal last said of themselves."""

    def __init__(self, readers: Iterable[tuple[str, Iterable[str]]] = ()) -> None:
        self._zones = {name: list(zones) for name, zones in readers}
        self._readers = {
            name: ReaderHealth(name, "absent", zones=zones) for name, zones in self._zones.items()
        }
        self.camera, self.camera_detail = "none", ""
        self.journal = "ok"

    def reader(self, state: ReaderState, now: Moment) -> None:
        """A reader says how it is; a table board names its zones itself."""
        if state.zones:
            self._zones[state.reader] = list(state.zones)
        self._readers[state.reader] = ReaderHealth(
            state.reader, state.state, state.detail, self._zones.get(state.reader, []), now.at
        )

    def health(self, desk: Desk, now: Moment) -> dict[str, Any]:
        """The fields of ``floor/health`` that are known here."""
        return {
            "readers": list(self._readers.values()),
            "camera": self.camera,
            "camera_detail": self.camera_detail,
            "journal": self.journal,
            "hands_hour": desk.hands_hour(now.t),
            "faults": desk.faults,
            "faults_by_dealer": desk.faults_by_dealer,
            "dealer": desk.dealer,
        }


def space(journal: Path) -> dict[str, Any]:
    """How large the journal is, and what is free on its disk."""
    sizes = [
        path.stat().st_size
        for path in (journal, journal.with_name(f"{journal.name}-wal"))
        if path.exists()
    ]
    disk = os.statvfs(journal.parent)
    return {"journal_bytes": sum(sizes), "disk_free": disk.f_bavail * disk.f_frsize}
