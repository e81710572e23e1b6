"""Follows faces over frames: votes until sure, tells each placement once, and flashes."""

from collections import defaultdict
from math import hypot

from vision.evidence import Evidence
from vision.scene import FaceSeen, Point, middle

DWELL = 0.29  # seconds a face must lie still; what is shown for less is a flash
VOTES = 3  # frames that must say the same card
SHARE = 0.75  # of all votes at a place
UP_SURE = 0.85  # of a face that lies
FLASHED = ((2, 0.95), (3, 0.8))  # frames, and how sure, of a face that was gone before it lay
STILL = 0.12  # card widths a lying card may seem to move
HERE = 0.24  # card widths within which two faces lie in one place
FASTEST = 16.0  # card widths a second: what is faster is but a smear
LOST = 0.25  # seconds unseen after which a moving face is another one
GONE_AFTER = 0.8  # seconds unseen, with nothing moving there
COVERED = 6.0  # seconds unseen under hands
FLASH_AFTER = 0.6  # seconds after which a face not seen again was a flash


class Track:
    """One face, from when it is first seen to when it is gone."""

    def __init__(self, face: FaceSeen, t: float) -> None:
        self.face, self.began, self.seen = face, t, t
        self.looked = t  # when something last stirred there, so that it was looked for
        self.stirred = True
        self.rests: float | None = None  # since when it has not moved
        self.zone = ""
        self.votes: dict[str, float] = defaultdict(float)
        self.frames: dict[str, int] = defaultdict(int)
        self.told = ""
        self.evidence = Evidence()

    @property
    def at(self) -> Point:
        """Where it lies."""
        return _place(self.face)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """What lies on it or beside it."""
        (x, y), wide = self.at, self.face.wide
        return int(x - wide), int(y - wide), int(x + wide), int(y + wide)

    @property
    def card(self) -> str:
        """The card that most votes say."""
        return max(self.votes, key=lambda card: self.votes[card])

    @property
    def sure(self) -> float:
        """That card's share of the votes, times how sure each was."""
        best = self.votes[self.card]
        return best / sum(self.votes.values()) * best / self.frames[self.card]

    def agrees(self, least: int, sure: float) -> bool:
        """Whether enough frames said the same card, surely, and few another."""
        share = self.votes[self.card] / sum(self.votes.values())
        return self.frames[self.card] >= least and share >= SHARE and self.sure >= sure

    def lies(self, t: float) -> bool:
        """Whether it has lain where it is for long enough to have been laid there."""
        return self.seen == t and self.rests is not None and t - self.rests >= DWELL

    def proof(self) -> tuple[bytes, ...]:
        """Give away the pictures that prove it: they are told once, as it is."""
        pictures, self.evidence = self.evidence.pictures, Evidence()
        return pictures

    def stirs(self, t: float, stirred: bool) -> None:
        """Note whether it is looked for in this frame; where nothing stirs, it lies as it did."""
        self.stirred = stirred
        if stirred:
            self.looked = t
        elif self.seen >= self.looked:
            self.seen = self.looked = t

    def covers(self, at: Point) -> bool:
        """Whether a point may be on it."""
        return _apart(self.at, at) < self.face.wide

    def reach(self, t: float) -> float:
        """How far, in card widths, it may have come by now."""
        unseen = t - self.seen
        return max(HERE, FASTEST * unseen) if unseen <= LOST else HERE

    def lies_at(self, at: Point) -> bool:
        """Whether what is seen there must be it."""
        return _apart(self.at, at) < HERE * self.face.wide

    def moves_to(self, face: FaceSeen, t: float) -> None:
        """Count one more reading, note where it is now, and whether it lies still."""
        if self.rests is None or not _still(self.face, face):
            self.rests = t
        self.face, self.seen = face, t
        self.votes[face.card] += face.sure
        self.frames[face.card] += 1


def nearest(tracks: list[Track], face: FaceSeen, t: float) -> Track | None:
    """The track that a face goes on: of the same card if one is near, else where it lies."""
    apart = {one: _apart(one.at, _place(face)) / face.wide for one in tracks}
    same = [one for one in tracks if apart[one] < one.reach(t) and one.card == face.card]
    close = [one for one in tracks if apart[one] < HERE and not one.told]
    return min(same or close, key=lambda one: apart[one], default=None)


def _still(before: FaceSeen, now: FaceSeen) -> bool:
    """Whether a face lies where it lay: by its middle, or where one index shows alone, by that."""
    same = [(_place(before), _place(now)), (before.index, now.index)]
    same += [(_other_index(before), now.index), (before.index, _other_index(now))]
    return any(_apart(*places) <= STILL * now.wide for places in same)


def _other_index(face: FaceSeen) -> Point:
    (x, y), (index_x, index_y) = _place(face), face.index
    return 2 * x - index_x, 2 * y - index_y


def _place(face: FaceSeen) -> Point:
    return middle(face.corners) if face.corners else face.index


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
