"""Starts a table from its journal in a process of its own; prints the seconds and the megabytes."""

import resource
import sys
import time
from pathlib import Path

import msgspec

from controller.config import Journal, TableConfig
from controller.session import resume


def main(folder: Path) -> None:
    """Bring the table back, and say what it took."""
    files = Journal(file=folder / "journal.sqlite", key=folder / "table.key")
    start = time.perf_counter()
    session = resume(TableConfig(journal=files))
    seconds = time.perf_counter() - start
    session.journal.close()
    figures = {
        "seq": session.core.seq,
        "differs": session.differs,
        "seconds": seconds,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(msgspec.json.encode(figures).decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
