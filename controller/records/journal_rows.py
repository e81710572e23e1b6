"""What the journal keeps, as types; what is sealed on the disk is plain in these."""

from dataclasses import dataclass, field
from typing import Any

from controller.security.audit import AuditEntry

Event = dict[str, Any]
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One event of the table and the engine's answers to it. Holds faces: never print one."""

    seq: int  # rises by one, over all boots
    t: float  # the table's time
    at: str  # the wall's, ISO 8601 in UTC
    hand: int  # the number of the deal, 0 before the first
    event: Event = field(repr=False)
    answers: list[Answer] = field(repr=False)
    request_id: str | None = None
    told: bytes = field(default=b"", repr=False)  # as the public heard it: masked, kept in clear


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that waits for the broker, already masked or sealed."""

    topic: str
    payload: bytes = field(repr=False)
    retain: bool = False
    row: int = 0  # its place in the outbox, given by the journal


@dataclass(frozen=True, slots=True)
class Answered:
    """The response to a request, kept so that the same request gets the same again."""

    request_id: str
    topic: str
    payload: bytes = field(repr=False)
    content: bytes = field(default=b"", repr=False)  # a digest of what was asked; none: not known


@dataclass(frozen=True, slots=True)
class Release:
    """A hand sealed for the broadcast station that waits until its delay has passed."""

    hand: int
    due: float  # the table's time
    ended: str  # the wall's
    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """What belongs together: all of it is on the disk, or none."""

    record: Record | None = None
    messages: tuple[Outgoing, ...] = ()
    audits: tuple[AuditEntry, ...] = ()
    answered: Answered | None = None
    desk: bytes | None = field(default=None, repr=False)  # the controller's own state after it
    releases: tuple[Release, ...] = ()
    released: tuple[int, ...] = ()  # hands that wait no longer: told, or undone
    notes: dict[str, str] = field(default_factory=dict)  # of the journal's own
    checkpoint: bytes | None = field(
        default=None, repr=False
    )  # checkpoints.packed after the record


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The whole state after an event, so that a start need not replay what came before."""

    seq: int
    version: str  # of the engine that packed it
    packed: bytes = field(repr=False)
