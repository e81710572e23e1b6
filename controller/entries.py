"""What the journal keeps: one entry is written whole, in one transaction, or not at all."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Record:
    """One event of the table log with the engine's answers; faces and all."""

    seq: int
    t: float
    at: str  # the wall's time, ISO 8601 in UTC
    hand: int
    event: dict[str, Any] = field(repr=False)  # a face must not reach a log by way of a repr
    answers: list[dict[str, Any]] = field(repr=False)
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message to be sent in its order: masked or sealed already."""

    topic: str
    payload: bytes = field(repr=False)
    retain: bool = False


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that somebody may have to answer for; no face is in it."""

    at: str
    kind: str  # request, decision, release, live
    role: str
    by: str
    what: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """A request and its response: asked again, it is answered the same."""

    request_id: str
    topic: str
    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Release:
    """A hand sealed for the broadcast station, waiting for its time."""

    hand: int
    due: float  # the table's time
    ended: str  # the wall's time
    sealed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one thing that happened leaves behind."""

    record: Record | None = None
    messages: tuple[Outgoing, ...] = ()
    audits: tuple[AuditEntry, ...] = ()
    answered: Answered | None = None
    desk: bytes | None = None  # the controller's own state from now on, where it changed
    releases: tuple[Release, ...] = ()  # that now wait
    released: tuple[int, ...] = ()  # hands that wait no more
