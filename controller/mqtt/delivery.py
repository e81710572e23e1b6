"""What the broker is still to be told: all rows in their order, of each value the latest."""

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Protocol


class Row(Protocol):
    """A message of the journal's outbox."""

    @property
    def row(self) -> int:
        """Its place in the outbox: rises."""

    @property
    def topic(self) -> str:
        """Where it goes."""

    @property
    def payload(self) -> bytes:
        """Masked or sealed already."""

    @property
    def retain(self) -> bool:
        """Whether the broker keeps it for those who come later."""


@dataclass(frozen=True, slots=True)
class Publication:
    """One thing for the broker; ``row`` is 0 for a value that is not in the outbox."""

    topic: str
    payload: bytes
    retain: bool = True
    row: int = 0


class Delivery:
    """Keeps what was handed over until the broker has it; any thread may hand over."""

    def __init__(self, window: int, most: int) -> None:
        self._window = window  # rows in flight
        self._most = most  # rows in memory; more are left in the journal
        self._lock = threading.Lock()
        self._waiting: deque[Publication] = deque()
        self._flying: OrderedDict[int, Publication] = OrderedDict()
        self._landed: set[int] = set()  # acknowledged, with an older one still in flight
        self._taken = self._delivered = 0
        self._values: dict[str, bytes] = {}
        self._changed: dict[str, None] = {}  # topics whose value is to be told, oldest first
        self._in_air: set[str] = set()  # topics whose value is on its way
        self._values_first = True

    @property
    def taken(self) -> int:
        """The last row that was handed over."""
        return self._taken

    @property
    def waiting(self) -> int:
        """How many rows the broker has not acknowledged yet."""
        with self._lock:
            return len(self._waiting) + len(self._flying) - len(self._landed)

    def put(self, row: Row) -> bool:
        """Take a row; False where there is no room: come again with it after a delivery."""
        with self._lock:
            if row.row <= self._taken:
                return True  # it is here or there already
            if len(self._waiting) + len(self._flying) >= self._most:
                return False
            self._taken = row.row
            self._waiting.append(Publication(row.topic, row.payload, row.retain, row.row))
            return True

    def keep(self, topic: str, payload: bytes) -> bool:
        """Take a retained value in place of the one before; whether that makes a difference."""
        with self._lock:
            if self._values.get(topic) == payload:
                return False
            self._values[topic] = payload
            self._changed[topic] = None
            return True

    def connected(self) -> None:
        """The broker is new: all values again, then the rows from the first not confirmed."""
        with self._lock:
            self._waiting.extendleft(reversed(self._flying.values()))
            self._flying.clear()
            self._landed.clear()
            self._in_air.clear()
            self._changed = dict.fromkeys(self._values)
            self._values_first = True

    def take(self, *, rows: bool = True) -> list[Publication]:
        """What may go out now; values alone while those who hear the rows are to come back."""
        with self._lock:
            due, values = self._take_rows() if rows else [], self._take_values()
            ordered = values + due if self._values_first else due + values
            self._values_first = False  # else a value would overtake the event that it follows
            return ordered

    def _take_rows(self) -> list[Publication]:
        rows = []
        while self._waiting and len(self._flying) < self._window:
            row = self._waiting.popleft()
            self._flying[row.row] = row
            rows.append(row)
        return rows

    def _take_values(self) -> list[Publication]:
        """At most one of a topic is on its way: a slow broker gets the latest, not all."""
        topics = [topic for topic in self._changed if topic not in self._in_air]
        for topic in topics:
            del self._changed[topic]
        self._in_air.update(topics)
        return [Publication(topic, self._values[topic]) for topic in topics]

    def acknowledged(self, one: Publication) -> None:
        """The broker has it."""
        with self._lock:
            if not one.row:
                self._in_air.discard(one.topic)
                return
            if one.retain:
                self._values[one.topic] = one.payload  # told again to a broker that forgot it
            self._land(one.row)

    def laid_aside(self, row: int) -> None:
        """A row in flight that no broker takes is kept elsewhere: it holds nothing up."""
        with self._lock:
            if row in self._flying:  # else a new broker came meanwhile, and it flies again
                self._land(row)

    def _land(self, row: int) -> None:
        self._landed.add(row)
        while self._flying and (first := next(iter(self._flying))) in self._landed:
            del self._flying[first]
            self._landed.remove(first)
            self._delivered = first

    @property
    def delivered(self) -> int:
        """All rows up to this one are with the broker."""
        return self._delivered
