"""Readers by name, each a codec of its own file: bytes in, typed frames out, requests as bytes."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TagRead:
    """A tag that a reader told of, on one of its antennas."""

    tag: str  # upper-case hexadecimal
    antenna: int = 0
    rssi: float | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole frame off the wire; each codec has its own kinds below this one."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Tags(Frame):
    """An inventory's answer: the tags in the field, none if empty; ``more`` still to be fetched.

    Some readers send a frame for each tag and then one that closes the answer: ``last`` is false
    until then, and the field was empty only if no frame of the whole answer had a tag.
    """

    tags: tuple[TagRead, ...] = ()
    more: bool = False
    last: bool = True


@dataclass(frozen=True, slots=True)
class Fault(Frame):
    """The reader says that it cannot: its own code, and what that means to a person."""

    code: int = 0
    meaning: str = ""


class Codec(Protocol):
    """A reader's wire, without the wire."""

    name: str

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes in any portions; give the whole frames they complete; keep a bounded rest."""

    def wake(self) -> bytes:
        """What to send after opening the port, or nothing."""

    def poll(self, *, more: bool = False) -> bytes:
        """The request for the tags in the field, or for those that wait."""
