"""Answers in short: two letters an event, and twelve digits for the log as a whole."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec

from tests.engine.golden.playing import Answered

HERE = Path(__file__).parent
LETTERS = 2  # 12 bits an event say where it differs; the whole's 48 bits say that it does


def digest(log: Iterable[Answered]) -> str:
    """One line for a log that has been answered."""
    whole, events = blake2b(digest_size=6), []
    for event, lines in log:
        text = msgspec.json.encode(event) + b"\n" + lines
        whole.update(text)
        short = blake2b(text, digest_size=3).digest()
        events.append(urlsafe_b64encode(short)[:LETTERS].decode())
    return f"{whole.hexdigest()} {''.join(events)}"


def first_difference(old: str, new: str) -> int:
    """The place of the first event that two digests have not in common."""
    before, after = old.split(" ")[1], new.split(" ")[1]
    for at in range(0, max(len(before), len(after)), LETTERS):
        if before[at : at + LETTERS] != after[at : at + LETTERS]:
            return at // LETTERS
    return 0  # the letters of some event fell together by chance


def read(kind: str) -> dict[str, str]:
    """The digests written down, by the log's name."""
    rows = (HERE / f"{kind}.answers").read_text("utf-8").splitlines()
    return {name: rest for name, _, rest in (row.partition(" ") for row in rows)}


def write(kind: str, digests: dict[str, str]) -> None:
    """Write digests down, sorted, so that a change shows as the logs it touches."""
    rows = [f"{name} {digests[name]}\n" for name in sorted(digests)]
    (HERE / f"{kind}.answers").write_text("".join(rows), "utf-8")
