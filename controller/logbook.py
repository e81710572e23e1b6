"""The log: when the table did what, for who runs it. No face and no name is ever in it."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

from controller.records.journal_rows import Record

FORMAT = "%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s"
OURS = ("controller", "firmware_bridge", "vision")
SEATED = {"sit": "is taken", "leave": "is left", "away": "is away", "back": "is back"}
Answer = dict[str, Any]


def configure() -> None:
    """Write to standard error, each line with its time in UTC."""
    handler = logging.StreamHandler()
    formatter = logging.Formatter(FORMAT, "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in OURS:  # what libraries do is of no interest until it goes wrong
        logging.getLogger(name).setLevel(logging.INFO)


def lines(record: Record) -> Iterator[str]:
    """What is worth a line of what has just been kept; the table's cards are not."""
    event = record.event
    if event["e"] in SEATED:
        yield f"seat {event['seat']} {SEATED[event['e']]}"
    elif event["e"] == "floor":
        yield f"hand {record.hand}: the floor decides {event['decision']}"
    for answer in record.answers:
        said = _TOLD.get(answer["o"])
        if said is not None:
            yield f"hand {record.hand}: {said(answer)}"


def _ruling(ruling: Answer) -> str:
    seats = ", ".join(map(str, ruling["seats"]))
    at = f", seats {seats}" if seats else ""
    what = f"{ruling['fault']} → {ruling['decision']} by {ruling['clause']}"
    return f"ruling {ruling['id']} ({ruling['severity']}): {what}{at}"


def _award(award: Answer) -> str:
    return f"{award['amount']:,} to seat {award['seat']}"


def _doubt(doubt: Answer) -> str:
    return f"doubt {doubt['id']}: {doubt['about']}{', dropped' if doubt.get('over') else ''}"


def _undone(undone: Answer) -> str:
    return f"{undone['event']['e']} is taken back"


_TOLD: dict[str, Callable[[Answer], str]] = {
    "ruling": _ruling,
    "award": _award,
    "doubt": _doubt,
    "undone": _undone,
    "phase": lambda phase: str(phase["street"]),
    "end": lambda end: f"over: {end['result']}",
    "reject": lambda reject: "an event was refused",
}
