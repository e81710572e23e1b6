"""What joins a wire to the words the bridge tells: sans-I/O, so that one runner serves them all."""

from collections.abc import Collection
from typing import Literal, Protocol

from firmware_bridge.sightings import Heard

LampMode = Literal["off", "on", "slow", "fast"]


class Link(Protocol):
    """One reader's conversation; the caller has the clock and the port."""

    name: str

    def opened(self, t: float) -> list[Heard]:
        """The port is open: begin anew."""

    def closed(self, t: float) -> None:
        """The port is gone."""

    def feed(self, data: bytes, t: float) -> list[Heard]:
        """Take bytes that came at ``t``; give what they tell."""

    def tick(self, t: float) -> list[Heard]:
        """Do what the time asks for: call it at ``next_due`` or later."""

    def to_send(self, t: float) -> bytes:
        """The bytes to write now, once."""

    def next_due(self, t: float) -> float:
        """When ``tick`` and ``to_send`` must be called again, if nothing comes before."""

    def look_again(self, zones: Collection[str]) -> None:
        """A card went unread in these zones of yours: look sooner than in turn."""

    def lamp(self, lamp: int, mode: LampMode) -> None:
        """Set a lamp, where it has that many."""

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """Sound its buzzer, where it has one."""
