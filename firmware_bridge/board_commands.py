"""Commands to the table board: one at a time, repeated until acknowledged, with bounded tries."""

from collections import deque
from dataclasses import dataclass

from firmware_bridge.board_messages import Ack, Command, Lamp, Query
from firmware_bridge.readers.board import encode

WAITING = 32  # commands; more means that nobody hears them


@dataclass(slots=True)
class _Sent:
    seq: int
    command: Command
    tries: int
    again: float  # when to repeat


class Commands:
    """The queue of commands, and the one that awaits its acknowledgement."""

    def __init__(self, *, ack_within: float, tries: int) -> None:
        self._ack_within = ack_within
        self._tries = tries
        self._waiting: deque[Command] = deque(maxlen=WAITING)
        self._sent: _Sent | None = None
        self._seq = 0

    def add(self, command: Command) -> None:
        """Queue a command; it takes the place of one of its kind that has not been sent."""
        for other in [other for other in self._waiting if _replaces(command, other)]:
            self._waiting.remove(other)
        self._waiting.append(command)

    def clear(self) -> None:
        """Forget all, as after a pulled cable."""
        self._waiting.clear()
        self._sent = None

    def asking(self, command: Command) -> bool:
        """Whether this very command waits or is under way."""
        sent = self._sent is not None and self._sent.command == command
        return sent or command in self._waiting

    def due(self, t: float) -> tuple[bytes, Command | None]:
        """The bytes to send now, and the command that has been given up."""
        if self._sent is not None and t >= self._sent.again:
            if self._sent.tries < self._tries:
                self._sent.tries += 1
                self._sent.again = t + self._ack_within
                return encode(self._sent.seq, self._sent.command), None
            given_up, self._sent = self._sent.command, None
            return b"", given_up
        if self._sent is None and self._waiting:
            self._seq = (self._seq + 1) % 256
            self._sent = _Sent(self._seq, self._waiting.popleft(), 1, t + self._ack_within)
            return encode(self._seq, self._sent.command), None
        return b"", None

    def next_due(self) -> float | None:
        """When ``due`` has something to do again; None while nothing is asked."""
        if self._sent is not None:
            return self._sent.again
        return 0.0 if self._waiting else None

    def acked(self, ack: Ack) -> Command | None:
        """The command an acknowledgement answers; None for one answered before."""
        if self._sent is None or self._sent.seq != ack.command:
            return None
        command, busy = self._sent.command, ack.status == "busy"
        if not busy:  # a busy board is asked again when the time for its answer is over
            self._sent = None
        return None if busy else command


def _replaces(new: Command, old: Command) -> bool:
    if isinstance(new, Lamp) and isinstance(old, Lamp):
        return new.lamp == old.lamp
    return isinstance(new, Query) and new == old
