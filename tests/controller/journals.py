"""A table that plays into a journal, for tests: orderly deals, one entry an event."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from controller.records import checkpoints
from controller.records.journal import AuditEntry, Entry, Outgoing, Record
from engine.history import History
from tests.engine.dealer import Dealer

KEY = bytes(range(32))
OPENED = datetime(2026, 1, 1, 20, tzinfo=UTC)
Event = dict[str, Any]


@cache
def story(hands: int, seed: int = 3, book: str = "uspa") -> tuple[Event, ...]:
    """The log of so many deals at a table of six, the same every time."""
    dealer = Dealer(book, 6, seed)
    while len(dealer.of("end")) < hands:
        if dealer.table.expected and dealer.table.expected["what"] == "floor":
            dealer.do("floor", decision="stands")
        for seat in range(1, 7):
            dealer.do("sit", seat=seat, stack=20)  # nobody goes broke
        dealer.play()
    return tuple(dealer.log)


def wall(t: float) -> str:
    return (OPENED + timedelta(seconds=t)).isoformat(timespec="milliseconds")


def entries(
    history: History, events: Iterable[Event], seq: int = 0, hand: int = 0
) -> Iterator[Entry]:
    """Play events after so many others; a checkpoint with the end of every second hand."""
    for event in events:
        seq += 1
        answers = history.apply(event)
        hand += event["e"] == "hand"
        over = hand % 2 == 0 and any(answer["o"] == "end" for answer in answers)
        at = wall(event["t"])
        yield Entry(
            Record(seq, event["t"], at, hand, event, answers),
            (Outgoing("cutcard/1/main/public/event", b"%d" % seq),),
            (AuditEntry(at, "request", "dealer", "Kim", {"seq": seq}),),
            checkpoint=checkpoints.packed(history) if over else None,
        )
