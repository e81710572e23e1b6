"""Play all logs here and in another checkout: ``python -m tests.engine.golden.compare FOLDER``.

The other tree needs nothing but an engine. Of each log the first event that is answered otherwise
is printed with both answers; part of a name as a second argument plays only logs that have it.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec

from tests.engine.golden import logs
from tests.engine.golden.playing import Answered, Event, play

SHOWN = 20
# What runs in the other tree: reads a log a line, writes the answers to its events a line.
OTHER = """
import sys, msgspec
from engine import LogError, Table
from engine.history import History
for row in sys.stdin.buffer:
    log = msgspec.json.decode(row)
    table = History() if any(event["e"] == "undo" for event in log) else Table()
    told = []
    for event in log:
        try:
            answers = table.apply(event)
        except LogError as error:
            answers = [{"o": "error", "why": str(error)}]
        except Exception as error:
            answers = [{"o": "crash", "why": repr(error)}]
        told.append("".join(msgspec.json.encode(a).decode() + chr(10) for a in answers))
    sys.stdout.buffer.write(msgspec.json.encode(told) + bytes([10]))
"""


def answered_in(checkout: Path, questions: list[list[Event]]) -> list[list[str]]:
    """What the engine of another tree answers to logs."""
    python = checkout / ".venv/bin/python"
    done = subprocess.run(
        [str(python) if python.exists() else sys.executable, "-c", OTHER],
        input=b"".join(msgspec.json.encode(log) + b"\n" for log in questions),
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [msgspec.json.decode(row, type=list[str]) for row in done.stdout.splitlines()]


def differing(here: list[Answered], there: list[str]) -> int | None:
    """The first event that both trees answer otherwise."""
    for number, (answered, other) in enumerate(zip(here, there, strict=True)):
        if answered.lines.decode() != other:
            return number
    return None


def main() -> int:
    """Compare; 1 where anything differs."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    chosen = [(name, log) for name, log in logs.every() if part in name]
    theirs = answered_in(Path(sys.argv[1]).resolve(), [log for _, log in chosen])
    found: Counter[str] = Counter()
    for (name, log), there in zip(chosen, theirs, strict=True):
        here = list(play(log))
        at = differing(here, there)
        if at is None:
            continue
        found[str(log[at]["e"])] += 1
        if found.total() <= SHOWN:
            print(f"{name}, event {at}: {msgspec.json.encode(here[at].event).decode()}")
            print(f"  here\n{here[at].lines.decode()}  there\n{there[at]}")
    print(f"{found.total()} of {len(chosen)} logs differ {dict(found) or ''}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
