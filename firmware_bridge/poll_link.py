"""The host's side of a reader that is polled: asks, waits, asks again, and tells what was read."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import floor

from firmware_bridge.link import LampMode
from firmware_bridge.readers import Codec, Tags
from firmware_bridge.sightings import Heard, Read, ReaderState, State, Swept

_JUST_BEFORE = 0.25  # of the time between two polls
GARBAGE = "bytes come but no whole frame: check the baud rate, the parity and the kind of reader"


@dataclass(frozen=True, slots=True)
class PollTimes:
    """Seconds."""

    poll_every: float = 0.05
    phase: float = 0.0  # polls in turn come so long after each multiple of poll_every
    again_after: float = 0.025  # from one poll to the next, where a card went unread
    answer_within: float = 0.25  # then the poll is taken for lost and asked again
    wake_within: float = 0.1  # from waking to the first poll, where the reader does not answer it
    quiet: float = (
        0.02  # after a tag, an answer that nothing closes is over: some readers' never is
    )
    silent_after: float = 1.5


class PollLink:
    """One polled reader: bytes and times in, words of the bridge and bytes to send out."""

    def __init__(
        self, name: str, codec: Codec, zones: Mapping[int, str], times: PollTimes | None = None
    ) -> None:
        self.name = name
        self.codec = codec
        self.times = times or PollTimes()
        self._zones = dict(zones)
        self._all = tuple(sorted(set(self._zones.values())))
        self._wake = self._more = False
        self._unclosed = False  # tags have come, and others or the answer's end may follow
        self._poll_at = 0.0  # when to ask next, whatever comes
        self._asked_at = 0.0
        self._waiting = False  # for an answer, or for more of it
        self._heard_at = self._bytes_at = 0.0
        self._heard = False
        self._told: tuple[State, str] | None = None

    def opened(self, t: float) -> list[Heard]:
        """Wake the reader."""
        self._heard, self._told = False, None
        self._wake, self._more, self._unclosed, self._waiting = True, False, False, False
        self._heard_at = self._bytes_at = self._asked_at = self._poll_at = t
        return self._judge(t)

    def closed(self, t: float) -> None:
        """Nothing to forget: what the reader held is for presence to know."""

    def feed(self, data: bytes, t: float) -> list[Heard]:
        """Take bytes; give the reads in them."""
        told: list[Heard] = []
        self._bytes_at = t
        for frame in self.codec.feed(data):
            self._heard_at = t
            if isinstance(frame, Tags):  # what comes before is of setting the reader up
                self._heard = True
                told += self._read(frame, t)
        return self._judge(t) + told

    def tick(self, t: float) -> list[Heard]:
        """Judge the reader's state; a silent one may have lost its power and is woken again."""
        told = self._judge(t)
        if self._unclosed and t >= self._bytes_at + self.times.quiet:
            told.append(self._swept(t))
        if any(isinstance(item, ReaderState) and item.state == "silent" for item in told):
            self._heard, self._wake = False, True
        return told

    def to_send(self, t: float) -> bytes:
        """The wake-up, the poll that is due, or nothing."""
        if self._wake:
            self._wake, self._more = False, False
            wake = self.codec.wake()
            if wake:
                self._poll_at = t + self.times.wake_within
                return wake
        if not self._more and t < self._poll_at:
            return b""
        more, self._more = self._more, False
        self._asked_at, self._poll_at = t, t + self.times.answer_within
        self._waiting = True
        return self.codec.poll(more=more)

    def next_due(self, t: float) -> float:
        """When the next poll is due, or the next look at the clock."""
        if self._wake or self._more:
            return t
        quiet_at = self._bytes_at + self.times.quiet if self._unclosed else self._poll_at
        return min(self._poll_at, quiet_at, t + self.times.silent_after / 4)

    def look_again(self, zones: Collection[str]) -> None:
        """Poll out of turn; while an answer is awaited, that will do."""
        if not self._waiting:
            self._poll_at = min(self._poll_at, self._asked_at + self.times.again_after)

    def lamp(self, lamp: int, mode: LampMode) -> None:
        """A polled reader has no lamps."""

    def buzz(self, beeps: int, milliseconds: int) -> None:
        """Nor a buzzer."""

    def _read(self, frame: Tags, t: float) -> list[Heard]:
        told: list[Heard] = []
        for read in frame.tags:
            zone = self._zones.get(read.antenna)
            if zone is not None:
                told.append(Read(t, zone, read.tag, read.rssi))
        if frame.more or not frame.last:
            self._more, self._unclosed = frame.more, not frame.last
            return told
        return [*told, self._swept(t)]

    def _swept(self, t: float) -> Swept:
        self._unclosed = self._waiting = False
        self._poll_at = self._next_turn()
        return Swept(t, self._all, self.name)

    def _next_turn(self) -> float:
        """On a grid, so that readers that begin apart stay apart; a poll just before it counts."""
        every, phase = self.times.poll_every, self.times.phase
        return phase + every * floor((self._asked_at - phase) / every + 1 + _JUST_BEFORE)

    def _judge(self, t: float) -> list[Heard]:
        now = self._state(t)
        if now == self._told:
            return []
        self._told = now
        since = self._heard_at if now[1] == GARBAGE else None
        return [ReaderState(t, self.name, *now, since=since)]

    def _state(self, t: float) -> tuple[State, str]:
        if t - self._heard_at >= self.times.silent_after:
            if t - self._bytes_at < self.times.silent_after:
                return "negotiating", GARBAGE
            return "silent", "connected, but the reader says nothing: check its power"
        if not self._heard:
            return "negotiating", "waiting for the reader's first answer to a poll"
        return "ok", ""
