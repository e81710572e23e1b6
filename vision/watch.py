"""Watches the table frame by frame: what the eye sees becomes sightings, each told once."""

from collections import defaultdict

import numpy as np

from vision.arrays import Picture
from vision.back_finder import ground_of
from vision.calibration import Calibration
from vision.card_shape import CARD_METRES
from vision.chipset import ChipSet
from vision.eye import FINDING, Eye, Known, quickly_shrunk
from vision.motion import Box, Motion, holds
from vision.scene import BackSeen, FaceSeen, Point, Scene, middle
from vision.settled import Settled
from vision.sightings import Backs, FaceGone, FaceUp, Flashed, Seen
from vision.spots import Spots
from vision.tracks import (
    COVERED,
    FLASH_AFTER,
    FLASHED,
    GONE_AFTER,
    UP_SURE,
    VOTES,
    Track,
    nearest,
)

HURRY = 0.3  # seconds between looks for backs; faces are looked for in each frame
LINGER = 0.6  # seconds that a place is looked at after it moved
BACKS_SETTLE = 0.5  # seconds


class Watch:
    """One camera's view of one table."""

    def __init__(self, calibration: Calibration, eye: Eye, chips: ChipSet) -> None:
        self.calibration, self.eye, self.chips = calibration, eye, chips
        self.card = calibration.width_of(CARD_METRES)
        self.anew()

    def anew(self) -> None:
        """Forget what was seen: all that lies there will be told again."""
        self.motion = Motion(self.card, LINGER)
        self.tracks: list[Track] = []
        self.scene = Scene()
        self.rested = -np.inf  # when backs were last looked for
        self.backs: Settled[str, tuple[int, str]] = Settled(BACKS_SETTLE, (0, ""))
        self.spots = Spots(self.calibration, self.chips)
        self._sort()

    def frame(self, t: float, picture: Picture) -> list[Seen]:
        """Take the next frame; give what is newly sure."""
        self.motion.frame(t, picture)
        for track in self.tracks:
            track.stirs(t, self.motion.fresh(*track.face.index))
        parts = self.motion.parts()
        if parts:
            self._look(t, picture, parts)
        return [*self._faces(t), *self._settle(t), *self.spots.frame(t, picture, self.motion)]

    def _look(self, t: float, picture: Picture, parts: list[Box]) -> None:
        """See the parts of the picture that moved anew; the rest stays as it was."""
        by = max(1.0, max(picture.shape[:2]) / FINDING)
        small = quickly_shrunk(picture, by)
        hurried = t - self.rested < HURRY
        if not hurried:
            self.rested, self.ground = t, ground_of(small, self.card / by)
        free = list(self.tracks)
        for box in parts:
            seen = self._part(picture, small, by, box, hurried)
            for face in seen.cards:
                track = self._follow(t, face, free)
                if not track.told:
                    track.evidence.add(picture, track.at, face.wide)
            if not hurried:
                self._keep(seen, box)

    def _part(self, picture: Picture, small: Picture, by: float, box: Box, hurried: bool) -> Scene:
        left, top, right, bottom = box
        rows, columns = _span(top, bottom, by), _span(left, right, by)
        top, left = round(rows.start * by), round(columns.start * by)
        part = picture[top : round(rows.stop * by), left : round(columns.stop * by)]
        lying = [track.face for track in self.tracks if not track.stirred]
        known = Known(
            self.card / by,
            self.ground.part(rows, columns),
            Scene([face for face in lying if holds(box, *face.index)]).shifted(-left, -top).cards,
            lambda x, y: self._worth_reading(x + left, y + top),
        )
        return self.eye.look(part, small[rows, columns], by, known, hurried).shifted(left, top)

    def _worth_reading(self, x: float, y: float) -> bool:
        """Whether something moved there, or at another part of the face that lies there."""
        if self.motion.fresh(x, y):
            return True
        return any(track.stirred and track.covers((x, y)) for track in self.tracks)

    def _keep(self, seen: Scene, box: Box) -> None:
        """Exchange the backs of one part of the picture."""
        backs = [b for b in self.scene.backs if not holds(box, *middle(b.corners))]
        self.scene = Scene(seen.cards, backs + seen.backs)
        self._sort()

    def _sort(self) -> None:
        """Sort the backs that are seen by where they lie."""
        self.heaps: dict[str, list[BackSeen]] = defaultdict(list)
        for back in self.scene.backs:
            self.heaps[self._zone(middle(back.corners))].append(back)

    def _follow(self, t: float, face: FaceSeen, free: list[Track]) -> Track:
        """Let a face go on one of the free tracks, or begin one of its own."""
        track = nearest(free, face, t)
        if track is None:
            track = Track(face, t)
            self.tracks.append(track)
        else:
            free.remove(track)
        track.moves_to(face, t)
        track.zone = self._zone(track.at)
        return track

    def _faces(self, t: float) -> list[Seen]:
        """Tell faces that lie sure, those that are gone, and those that only flashed."""
        told: list[Seen] = []
        for track in list(self.tracks):
            seen = self._tell(t, track)
            told += seen
            if t - track.seen >= COVERED or any(isinstance(s, FaceGone | Flashed) for s in seen):
                self.tracks.remove(track)
        return told

    def _tell(self, t: float, track: Track) -> list[Seen]:
        unseen = t - track.seen
        if not track.told and track.lies(t) and track.agrees(VOTES, UP_SURE):
            track.told = track.card
            up = t, track.card, track.zone, track.sure, track.began, track.proof()
            return [FaceUp(*up)]
        if track.told and unseen >= (COVERED if self.motion.within(track.box) else GONE_AFTER):
            return [FaceGone(t, track.told, track.zone)]
        if not track.told and unseen >= FLASH_AFTER:
            if any(track.agrees(*enough) for enough in FLASHED) and not self._landed(track):
                flash = track.seen, track.card, track.zone, track.sure, track.proof()
                return [Flashed(*flash)]
            track.seen = t - 2 * COVERED  # read too seldom to say anything: let it go
        return []

    def _landed(self, track: Track) -> bool:
        """Whether it was a misreading: of a card that lies there, or of one on its way there."""
        told = [other for other in self.tracks if other.told]
        return any(
            other.lies_at(track.at) or (other.zone == track.zone and other.began >= track.began)
            for other in told
        )

    def _settle(self, t: float) -> list[Seen]:
        """Tell backs that have come to rest; what moves is not at rest."""
        told: list[Seen] = []
        backs = {zone: (len(heap), _colours(heap)) for zone, heap in self.heaps.items()}
        for zone, (count, colour) in self.backs.look(t, backs):
            sure = min((back.sure for back in self.heaps.get(zone, ())), default=1.0)
            told.append(Backs(t, zone, count, colour, sure))
        return told

    def _zone(self, at: Point) -> str:
        return self.calibration.zones.of(*self._table(at))

    def _table(self, at: Point) -> Point:
        x, y = self.calibration.on_table(np.array([at], np.float32))[0]
        return float(x), float(y)


def _span(start: int, end: int, by: float) -> slice:
    return slice(round(start / by), round(end / by))


def _colours(heap: list[BackSeen]) -> str:
    return "+".join(sorted({back.colour for back in heap}))
