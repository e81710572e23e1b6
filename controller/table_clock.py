"""The table's time: seconds that it has witnessed since it opened; no clock on a wall counts."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in the table's time, and what the clock on the wall said."""

    t: float
    at: str  # ISO 8601 in UTC


class TableClock:
    """Goes on where the last start of the controller left off, however the wall's clock is set."""

    def __init__(
        self,
        last: float = 0.0,  # the table's time, as far as it was witnessed
        *,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._began = monotonic()
        self._base = max(last, 0.0)

    def now(self) -> Moment:
        """The moment that is now."""
        return self.of(self._monotonic())

    def of(self, monotonic: float) -> Moment:
        """The moment of a sensor's time; what came before the start counts as the start."""
        t = self._base + max(0.0, monotonic - self._began)
        wall = self._wall() - (self._monotonic() - monotonic)
        return Moment(round(t, 3), iso(wall))

    def due(self, t: float) -> float:
        """The monotonic time at which the table's time will be ``t``."""
        return self._began + t - self._base


class WallWatch:
    """Notices when the clock on the wall is set."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        uptime: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME),
    ) -> None:
        self._wall, self._uptime = wall, uptime
        self._offset = wall() - uptime()

    def moved(self) -> float:
        """By how many seconds it was moved since the last look."""
        offset = self._wall() - self._uptime()
        by, self._offset = offset - self._offset, offset
        return by


def iso(wall: float) -> str:
    """The wall's seconds as ISO 8601 in UTC."""
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
