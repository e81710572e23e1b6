"""Plays released hands for the overlay: frame after frame in their own time, one hand at a time."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from controller.messages import BroadcastHand

HOLD: Final = 6.0  # seconds that the winner stays before the next hand begins
QUEUE: Final = 200  # hands; beyond it the oldest are left out


@dataclass(frozen=True, slots=True)
class Shown:
    """The moment on the screen: a hand, and which of its frames."""

    hand: BroadcastHand
    at: int
    live: bool = False

    @property
    def happened(self) -> float:
        """When this moment was, by the wall's clock."""
        frames = self.hand.frames
        return seconds(self.hand.began) + frames[self.at].t - frames[0].t

    @property
    def last(self) -> bool:
        """Whether nothing more comes in this hand."""
        return self.at + 1 == len(self.hand.frames)


class Player:
    """Takes hands as they are released, and says what is to be seen at a time."""

    def __init__(self) -> None:
        self.shown: Shown | None = None
        self._waiting: deque[BroadcastHand] = deque(maxlen=QUEUE)
        self._newest = ""  # when the newest hand taken began
        self._began = 0.0  # when the one on the screen was begun to be shown

    def take(
        self, hand: BroadcastHand, now: float, *, live: bool = False, old: bool = False
    ) -> None:
        """A hand was released; ``live`` tells one so far, ``old`` one that waited at the broker."""
        if not hand.frames:
            return
        if live or (old and self.shown is None):  # its time is past: just the last of it is shown
            if hand.began >= self._newest:
                self._newest = hand.began
                self._waiting.clear()
                self._begin(Shown(hand, len(hand.frames) - 1, live), now)
            return
        if hand.began > self._newest:  # else it has been seen: a message may come twice
            self._newest = hand.began
            self._waiting.append(hand)
            self.advance(now)

    def advance(self, now: float) -> None:
        """Let time pass."""
        while (due := self.due()) is not None and due <= now:
            assert self.shown is not None or self._waiting
            if self.shown is not None and not self.shown.last:
                self.shown = Shown(self.shown.hand, self.shown.at + 1)
            else:
                self._begin(Shown(self._waiting.popleft(), 0), max(due, now))

    def due(self) -> float | None:
        """When the picture changes next; None while nothing waits."""
        shown = self.shown
        if shown is not None and not shown.last:
            frames = shown.hand.frames
            return self._began + frames[shown.at + 1].t - frames[0].t
        if not self._waiting:
            return None
        if shown is None:
            return float("-inf")
        frames = shown.hand.frames
        return self._began + frames[shown.at].t - frames[0].t + HOLD

    def _begin(self, shown: Shown, now: float) -> None:
        self.shown = shown
        frames = shown.hand.frames
        self._began = now - (frames[shown.at].t - frames[0].t)


def seconds(at: str) -> float:
    """An ISO time as seconds since 1970; 0 where there is none."""
    return datetime.fromisoformat(at).timestamp() if at else 0.0
