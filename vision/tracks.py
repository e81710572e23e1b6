"""Follows faces over frames: votes until sure, tells each placement once, and flashes."""

from collections import defaultdict
from dataclasses import dataclass, field
from math import hypot

from vision.scene import Point

DWELL = 0.29  # seconds a face must lie still; what is shown for less is a flash
VOTES = 3  # frames that must say the same card
SHARE = 0.75  # of all votes at a place
FLASH_SURE = 0.9  # of such a face
LANDING = 1.5  # seconds within which a flying card has landed
FLASH_VOTES = 2  # of a face that was gone before it lay
STILL = 0.12  # card widths a lying card may seem to move
REACH = 5.0  # card widths a card may fly from one frame to the next
GONE_AFTER = 0.8  # seconds unseen, with nothing moving there
COVERED = 6.0  # seconds unseen under hands
FLASH_AFTER = 0.6  # seconds after which a face not seen again was a flash


@dataclass(eq=False)
class Track:
    """One face, from when it is first seen to when it is gone."""

    at: Point
    wide: float
    began: float
    seen: float
    zone: str
    votes: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    frames: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    rests: float | None = None  # since when it has not moved
    told: str = ""

    @property
    def card(self) -> str:
        """The card that most votes say."""
        return max(self.votes, key=lambda card: self.votes[card])

    @property
    def sure(self) -> float:
        """That card's share of the votes, times how sure each was."""
        best = self.votes[self.card]
        return best / sum(self.votes.values()) * best / self.frames[self.card]

    def vote(self, card: str, sure: float) -> None:
        """Count one reading."""
        self.votes[card] += sure
        self.frames[card] += 1

    def agrees(self, least: int) -> bool:
        """Whether enough frames said the same card, and few another."""
        share = self.votes[self.card] / sum(self.votes.values())
        return self.frames[self.card] >= least and share >= SHARE

    def lies(self, t: float) -> bool:
        """Whether it has lain where it is for long enough to have been laid there."""
        return self.seen == t and self.rests is not None and t - self.rests >= DWELL

    def moves_to(self, at: Point, wide: float, t: float) -> None:
        """Note where it is now, and whether it lies still."""
        if self.rests is None or _apart(self.at, at) > STILL * wide:
            self.rests = t
        self.at, self.wide, self.seen = at, wide, t


def nearest(tracks: list[Track], at: Point, wide: float, card: str) -> Track | None:
    """The track that a face seen here goes on: of the same card if one is near."""
    near = [one for one in tracks if _apart(one.at, at) < REACH * wide]
    same = [one for one in near if one.card == card]
    close = [one for one in near if _apart(one.at, at) < 2 * STILL * wide]
    found = same or close
    return min(found, key=lambda one: _apart(one.at, at)) if found else None


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
