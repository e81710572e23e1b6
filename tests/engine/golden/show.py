"""Print a log and its answers: ``python -m tests.engine.golden.show [NAME]``."""

import sys
from collections.abc import Iterator

import msgspec

from tests.engine.golden import logs
from tests.engine.golden.playing import Answered, play


def told(answered: list[Answered], first: int = 0) -> Iterator[str]:
    """Events with their numbers, the answers indented under them."""
    for number, (event, lines) in enumerate(answered, first):
        yield f"{number:4} {msgspec.json.encode(event).decode()}"
        yield from (f"       {line}" for line in lines.decode().splitlines())


def main() -> int:
    """Print one log, or the names of all."""
    if len(sys.argv) < 2:
        print("\n".join(name for name, _ in logs.every()))
        return 0
    for name, log in logs.every():
        if name == sys.argv[1]:
            print("\n".join(told(list(play(log)))))
            return 0
    print(f"no log is called {sys.argv[1]!r}: call without a name to see all", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
