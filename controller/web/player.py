"""The show's timeline: which moment of which released hand was at the table at a given time."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from controller.broadcast import LEFT_OUT
from controller.messages import BroadcastHand

HOLD: Final = 12.0  # seconds that a hand stays on the screen after its end, if no other begins
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
        return _moment(self.hand, self.at)

    @property
    def last(self) -> bool:
        """Whether nothing more comes in this hand."""
        return self.at + 1 == len(self.hand.frames)


class Playback:
    """Takes hands as they are released, and says what was at the table at a time.

    All times are the wall's, of the table and not of the show: who asks takes the delay off first.
    """

    def __init__(self) -> None:
        self.skipped: set[str] = set()  # when the hands began that are not to be shown
        self._hands: dict[str, BroadcastHand] = {}  # by when they began, the oldest first
        self._live: BroadcastHand | None = None

    def take(self, hand: BroadcastHand, *, live: bool = False) -> None:
        """A hand was released; ``live`` tells one so far, with its newest moment."""
        if not hand.frames:
            return
        if live:
            self._live = None if _left_out(hand) else hand
            return
        self._hands[hand.began] = hand
        self._hands = dict(sorted(self._hands.items())[-QUEUE:])

    def withdraw(self, number: int) -> None:
        """A hand goes on at the table: nothing of it may be shown, nor may what came after it."""
        last = next(reversed(self._hands.values()), None)
        if last is not None and last.hand == number:
            del self._hands[last.began]

    def delayed(self) -> None:
        """There is a delay again: what was live leaves the screen."""
        self._live = None

    def live(self, now: float) -> Shown | None:
        """The newest moment of the hand that is told without a delay."""
        hand = self._live
        if hand is None or (hand.ended and now >= ends(hand)) or hand.began in self.skipped:
            return None
        return Shown(hand, len(hand.frames) - 1, live=True)

    def at(self, moment: float) -> Shown | None:
        """What was to be seen then; None between hands, and of hands that are left out."""
        hand = next(reversed(self._begun(moment)), None)
        if hand is None or hand.began in self.skipped or moment >= ends(hand):
            return None
        since = moment - seconds(hand.began) + hand.frames[0].t + _ROUNDING
        return Shown(hand, max(sum(frame.t <= since for frame in hand.frames) - 1, 0))

    def after(self, moment: float) -> Shown | None:
        """What comes next, and when; None where nothing more is here."""
        shown = self.at(moment)
        if shown is not None and not shown.last:
            return Shown(shown.hand, shown.at + 1)
        coming = (one for one in self._hands.values() if seconds(one.began) > moment + _ROUNDING)
        return next((Shown(hand, 0) for hand in coming if hand.began not in self.skipped), None)

    def retire(self, moment: float) -> list[BroadcastHand]:
        """Forget the hands that are off the air by now, and give them back."""
        begun = self._begun(moment)
        over = [hand for hand in begun if hand is not begun[-1] or moment >= ends(hand)]
        for hand in over:
            del self._hands[hand.began]
            self.skipped.discard(hand.began)
        return over

    def _begun(self, moment: float) -> list[BroadcastHand]:
        hands = self._hands.values()
        return [hand for hand in hands if seconds(hand.began) <= moment + _ROUNDING]


_ROUNDING = 1e-6  # seconds: sums of wall and table time are not exact


def _moment(hand: BroadcastHand, at: int) -> float:
    return seconds(hand.began) + hand.frames[at].t - hand.frames[0].t


def ends(hand: BroadcastHand) -> float:
    """When a hand leaves the screen by itself."""
    return _moment(hand, -1) + HOLD


def _left_out(hand: BroadcastHand) -> bool:
    return (hand.frames[-1].state.get("hand") or {}).get("result") in LEFT_OUT


def seconds(at: str) -> float:
    """An ISO time as seconds since 1970; 0 where there is none."""
    return datetime.fromisoformat(at).timestamp() if at else 0.0
