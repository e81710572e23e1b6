"""What every line of the table log is made of: cards, zones, seats, amounts and a time."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from engine.cards import DECK, JOKER, UNREAD, ZONES


class LogError(Exception):
    """A line that is not valid: which field, what was expected, what came."""

    def __init__(self, field: str, expected: str, got: str) -> None:
        super().__init__(f"{field}: expected {expected}, got {got}")
        self.field, self.expected, self.got = field, expected, got


if TYPE_CHECKING:
    Card = str
    Zone = str
else:
    Card = Literal[(*DECK, JOKER, UNREAD)]
    Zone = Literal[ZONES]
Face = Literal["down", "up"]
Seat = Annotated[int, msgspec.Meta(ge=1, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**15)]


class Event(msgspec.Struct, tag_field="e", gc=False):
    """What every line of the log has: when it happened."""

    t: float
