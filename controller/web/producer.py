"""What the producer may do to the show: hold, clear, skip a hand, shift it, choose a table."""

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.messages import Message

LOG = logging.getLogger(__name__)
LONGEST: Final = 24 * 3600.0  # seconds that a show may be shifted
Text = Annotated[str, msgspec.Meta(max_length=80)]


class LowerThird(Message, frozen=True):
    """A caption: of a player, or of free words."""

    seat: int = 0  # 0: the words alone
    title: Text = ""
    text: Text = ""


class Hold(Message, frozen=True, tag_field="do", tag="hold"):
    """Keep the picture as it is; let go, it is what it would have been."""

    on: bool


class Clear(Message, frozen=True, tag_field="do", tag="clear"):
    """Take everything off the air, until it is put back."""

    on: bool


class Skip(Message, frozen=True, tag_field="do", tag="skip"):
    """Leave one hand out, or not after all; it is named by when it began."""

    began: Text
    on: bool = True


class Shift(Message, frozen=True, tag_field="do", tag="shift"):
    """Let the show be later, or earlier again, by some seconds; never before the delay."""

    seconds: Annotated[float, msgspec.Meta(ge=-LONGEST, le=LONGEST)]


class Choose(Message, frozen=True, tag_field="do", tag="choose"):
    """Put this table on the program."""


class Caption(Message, frozen=True, tag_field="do", tag="caption"):
    """Show a lower third, or none."""

    lower: LowerThird | None = None


class Counts(Message, frozen=True, tag_field="do", tag="counts"):
    """Show everybody's chips, or not."""

    on: bool


class Level(Message, frozen=True, tag_field="do", tag="level"):
    """Show the tournament's level, and what is left of it on air; no title: neither."""

    title: Text = ""
    left: Annotated[float, msgspec.Meta(ge=0, le=LONGEST)] | None = None  # seconds


Command = Hold | Clear | Skip | Shift | Choose | Caption | Counts | Level


class Order(Message, frozen=True):
    """What a producer's page sends."""

    table: str
    command: Command


@dataclass(frozen=True, slots=True)
class LevelClock:
    """A level, and when it ends by the clock of who watches."""

    title: str
    ends: float | None = None  # seconds since 1970


@dataclass(slots=True)
class Controls:
    """How one table's show is set."""

    offset: float = 0.0  # seconds beyond the table's own delay
    held: bool = False
    cleared: bool = False
    counts: bool = False
    lower: LowerThird | None = None
    level: LevelClock | None = None


class SavedDesk(msgspec.Struct):
    """What outlives a restart: the sync with the video, and which table is on."""

    program: str = ""
    offsets: dict[str, float] = msgspec.field(default_factory=dict)


@dataclass(slots=True)
class Desk:
    """The producer's desk, with its settings in a file."""

    file: Path | None = None
    kept: SavedDesk = field(default_factory=SavedDesk)

    def __post_init__(self) -> None:
        """Read what was set before."""
        if self.file is None or not self.file.exists():
            return
        try:
            self.kept = msgspec.json.decode(self.file.read_bytes(), type=SavedDesk)
        except (OSError, msgspec.DecodeError):
            LOG.warning("the producer's settings cannot be read: they begin anew")

    def save(self) -> None:
        """Write the settings, whole or not at all."""
        if self.file is None:
            return
        new = self.file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self.kept))
        new.replace(self.file)


def shifted(offset: float, by: float) -> float:
    """An offset after a shift: the table's own delay is nobody's to shorten."""
    return round(min(max(offset + by, 0.0), LONGEST), 3)
