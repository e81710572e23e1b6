"""What vision tells: the words between the camera and the controller.

Times are seconds on the monotonic clock that the readers use too.
"""

from dataclasses import dataclass, field
from typing import Literal

State = Literal[
    "ok", "absent", "frozen", "dark", "bright", "moved", "no markers", "upside down"
]  # the words operators know


@dataclass(frozen=True, slots=True)
class FaceUp:
    """A face lies up in a zone: one for each placement."""

    t: float  # when it was sure
    card: str
    zone: str  # seat:N, board, burn, muck, deck, off
    sure: float  # 0 to 1
    since: float  # first frame it was seen there
    proof: tuple[bytes, ...] = field(default=(), repr=False, compare=False)  # JPEG files


@dataclass(frozen=True, slots=True)
class FaceGone:
    """A face that was told lies there no more."""

    t: float
    card: str
    zone: str


@dataclass(frozen=True, slots=True)
class Flashed:
    """A face was seen in motion or briefly, and was not laid down."""

    t: float
    card: str
    zone: str
    sure: float
    proof: tuple[bytes, ...] = field(default=(), repr=False, compare=False)  # JPEG files


@dataclass(frozen=True, slots=True)
class Backs:
    """So many cards lie face down in a zone: told when it changes."""

    t: float
    zone: str
    count: int
    colour: str  # of the backs; several are joined by a plus, "" where none lies
    sure: float


@dataclass(frozen=True, slots=True)
class ChipsSeen:
    """What lies in a betting spot after it settled, a value for each chip."""

    t: float  # when it was sure
    seat: int
    chips: tuple[int, ...]  # highest first; of a stack as many as it seems high
    low: int  # what they are worth at least
    high: int  # and at most
    sure: float  # 0 to 1
    since: float  # when the last of them came to rest

    @property
    def exact(self) -> bool:
        """Whether each chip is known: a stack's height is an estimate."""
        return self.low == self.high == sum(self.chips)


@dataclass(frozen=True, slots=True)
class CameraState:
    """How the camera is; anything but ok leaves the table half blind."""

    t: float
    state: State
    detail: str = ""


Seen = FaceUp | FaceGone | Flashed | Backs | ChipsSeen | CameraState
