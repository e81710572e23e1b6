"""The turnstile: requests come in lane by lane, so many at once and so many a second."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from controller.mqtt.client import RawRequest
from controller.mqtt.roles import PEOPLE

STRANGER = "stranger"  # whoever asks as none of the roles
PERSONS = 200  # who have a lane of their own; the rest wait in their role's


@dataclass(frozen=True, slots=True)
class Limits:
    """What one role may ask of the table; a person needs a hundredth of it."""

    waiting: int = 200  # requests in line; more are left out
    burst: int = 600  # taken as fast as they can be
    rate: float = 50.0  # a second after that: those in line wait
    refusals: float = 5.0  # a second of what is left out: an answer costs as much as a request


class Bucket:
    """Fills up by the second; whoever takes something out may go on."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self._most, self._rate, self._left, self._at = most, rate, most, now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def due(self, now: float) -> float:
        """Seconds until there is one."""
        return max(0.0, (1.0 - self._left) / self._rate - (now - self._at))


class _Lane:
    def __init__(self, limits: Limits, now: float) -> None:
        self.line: deque[RawRequest] = deque()
        self.served = Bucket(limits.burst, limits.rate, now)
        self.refused = Bucket(limits.refusals, limits.refusals, now)
        self.came_in = 0  # when one of it came in last, counted in requests


class Turnstile:
    """A lane for each role and each person, so that who floods the table holds up only himself."""

    def __init__(
        self, limits: Limits | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits, self._monotonic = limits or Limits(), monotonic
        now = monotonic()
        self._came_in = 0
        self._lanes = {role: _Lane(self._limits, now) for role in (*PEOPLE, STRANGER)}

    def admit(self, raw: RawRequest) -> bool:
        """Let a request wait its turn, unless its lane is full; called by the line's thread."""
        line = self._of(raw).line
        if len(line) >= self._limits.waiting:
            return False
        line.append(raw)
        return True

    def may_refuse(self, raw: RawRequest) -> bool:
        """Whether one that was not admitted is told so; called by the line's thread."""
        return self._of(raw).refused.take(self._monotonic())

    def take(self) -> RawRequest | None:
        """The one whose turn it is: of the lane that has waited longest."""
        now = self._monotonic()
        waiting = [lane for lane in list(self._lanes.values()) if lane.line]
        for lane in sorted(waiting, key=lambda lane: lane.came_in):
            if lane.served.take(now):
                self._came_in += 1
                lane.came_in = self._came_in
                return lane.line.popleft()
        return None

    def due(self) -> float | None:
        """Seconds until somebody in line may come in; None where nobody waits."""
        now = self._monotonic()
        waits = [lane.served.due(now) for lane in list(self._lanes.values()) if lane.line]
        return min(waits, default=None)

    def _of(self, raw: RawRequest) -> _Lane:
        """The lane of a request; only the line's thread makes one."""
        name = self.lane(raw)
        if name not in self._lanes:
            if len(self._lanes) > PERSONS:
                return self._lanes[raw.role]
            self._lanes[name] = _Lane(self._limits, self._monotonic())
        return self._lanes[name]

    @staticmethod
    def lane(raw: RawRequest) -> str:
        """The lane that a request waits in."""
        if raw.role not in PEOPLE:
            return STRANGER
        return f"{raw.role} {raw.person}" if raw.person else raw.role
