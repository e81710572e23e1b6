"""What the bridge tells: the words between wires and the controller."""

from dataclasses import dataclass
from typing import Literal

State = Literal[
    "ok", "negotiating", "silent", "absent", "unregistered card", "same card twice"
]  # the words operators know
Button = Literal["new_hand", "round_complete", "call_floor", "undo"]


@dataclass(frozen=True, slots=True)
class Read:
    """One antenna read one tag once; polls flicker, so this is not yet a sighting."""

    t: float
    zone: str  # of the antenna: deck, seat:N, board, burn, muck
    tag: str  # upper-case hexadecimal
    rssi: float | None = None  # dBm or the reader's own scale; higher is nearer


@dataclass(frozen=True, slots=True)
class Swept:
    """These zones were swept to the end: what was not read there was not there.

    Between two of these a missing Read means nothing: the reader may hang, or its cable be pulled.
    """

    t: float
    zones: tuple[str, ...]
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card arrived in a zone, or left it: one for each placement."""

    t: float  # when it was sure
    tag: str
    zone: str
    arrived: bool
    reader: str = ""
    since: float | None = None  # first read there; of a card that left, last read there


@dataclass(frozen=True, slots=True)
class Draw:
    """The shoe gave a card."""

    t: float
    tag: str
    face_up: bool
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """The dealer pressed a button."""

    t: float
    button: Button


@dataclass(frozen=True, slots=True)
class ReaderState:
    """How a reader is."""

    t: float
    reader: str
    state: State
    detail: str = ""
    zones: tuple[str, ...] = ()  # that it named itself; none where the configuration has them
    since: float | None = None  # it has been like this, where that was sure only later


Told = Sighting | Draw | Press | ReaderState
Heard = Read | Swept | Draw | Press | ReaderState  # what a reader's link tells, before presence
