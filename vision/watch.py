"""Watches the table frame by frame: what the eye sees becomes sightings, each told once."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from vision.arrays import Picture, Points
from vision.calibration import Calibration
from vision.card_shape import CARD_METRES
from vision.chipset import ChipSet
from vision.eye import FINDING, Eye, shrunk
from vision.motion import Box, Gate, holds, joined
from vision.scene import BackSeen, ChipSeen, FaceSeen, Point, Scene, middle
from vision.settled import Settled
from vision.sightings import Backs, ChipsSeen, FaceGone, FaceUp, Flashed, Seen
from vision.tracks import (
    COVERED,
    FLASH_AFTER,
    FLASH_SURE,
    FLASH_VOTES,
    GONE_AFTER,
    LANDING,
    VOTES,
    Track,
    nearest,
)

HURRY = 0.3  # seconds between looks for backs and chips; faces are looked for in each frame
LINGER = 0.6  # seconds that a place is looked at after it moved
BACKS_SETTLE, CHIPS_SETTLE = 0.5, 1.0  # seconds
WHOLE = 0.6  # a change over more of the picture than this is looked at as a whole
STEP = 64  # boxes in steps of this, so that a card at the edge is whole


class Watch:
    """One camera's view of one table."""

    def __init__(self, calibration: Calibration, eye: Eye, chips: ChipSet) -> None:
        self.calibration, self.eye, self.chips = calibration, eye, chips
        self.gate = Gate()
        self.card = calibration.width_of(CARD_METRES)
        self.tracks: list[Track] = []
        self.scene = Scene()
        self.rested = -HURRY  # when backs and chips were last looked for
        self.laid: list[FaceUp] = []
        self.looked = 0.0
        self.moved: list[tuple[float, Box]] = []
        self.backs: Settled[str, tuple[int, str]] = Settled(BACKS_SETTLE, (0, ""))
        self.spots: Settled[int, tuple[int, ...]] = Settled(CHIPS_SETTLE, ())

    def frame(self, t: float, picture: Picture) -> list[Seen]:
        """Take the next frame; give what is newly sure."""
        by = max(1.0, max(picture.shape[:2]) / FINDING)
        small = shrunk(picture, by)
        moving = self.gate.changed(small)
        if moving:
            self.moved.append((t, moving))
        self.moved = [(at, box) for at, box in self.moved if t - at <= LINGER]
        active: Box | None = None
        for _, box in self.moved:
            active = joined(active, box)
        if active:
            self._look(t, picture, small, by, _whole_steps(active, small))
            self.looked = t
        told = [*self._faces(t, moving, by)]
        return told + self._settle(t, moving, by)

    def _look(self, t: float, picture: Picture, small: Picture, by: float, box: Box) -> None:
        """See one part of the picture anew; the rest stays as it was."""
        large = tuple(round(edge * by) for edge in box)
        left, top, right, bottom = large
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        small_part = np.ascontiguousarray(small[box[1] : box[3], box[0] : box[2]])
        hurried = t - self.rested < HURRY
        seen = self.eye.look(part, small_part, by, self.card / by, hurried).shifted(left, top)
        for track in self.tracks:
            if not _holds(large, track.at):
                track.seen = t
        free = list(self.tracks)
        for card in seen.cards:
            self._follow(t, card, free)
        if not hurried:
            self.rested = t
            self._keep(seen, large)

    def _keep(self, seen: Scene, box: Sequence[float]) -> None:
        """Exchange the backs and chips of one part of the picture."""
        backs = [b for b in self.scene.backs if not _holds(box, middle(b.corners))]
        chips = [c for c in self.scene.chips if not _holds(box, (c.x, c.y))]
        self.scene = Scene(seen.cards, backs + seen.backs, chips + seen.chips)

    def _follow(self, t: float, card: FaceSeen, free: list[Track]) -> None:
        """Let a face go on one of the free tracks, or begin one of its own."""
        at = middle(card.corners) if card.corners else card.index
        track = nearest(free, at, card.wide, card.card)
        if track is None:
            track = Track(at, card.wide, t, t, self._zone(at))
            self.tracks.append(track)
        else:
            free.remove(track)
        track.moves_to(at, card.wide, t)
        track.zone = self._zone(at)
        track.vote(card.card, card.sure)

    def _faces(self, t: float, moving: Box | None, by: float) -> list[Seen]:
        """Tell faces that lie sure, those that are gone, and those that only flashed."""
        told: list[Seen] = []
        kept: list[Track] = []
        for track in self.tracks:
            if not self.moved and track.seen >= self.looked:
                track.seen = t  # nothing moves: what lay there lies there
            seen = self._tell(t, track, holds(moving, track.at[0] / by, track.at[1] / by))
            told += seen
            if t - track.seen < COVERED and not any(
                isinstance(s, FaceGone | Flashed) for s in seen
            ):
                kept.append(track)
        self.tracks = kept
        return told

    def _tell(self, t: float, track: Track, covered: bool) -> list[Seen]:
        unseen = t - track.seen
        if not track.told and track.lies(t) and track.agrees(VOTES):
            track.told = track.card
            up = FaceUp(t, track.card, track.zone, track.sure, track.began)
            self.laid = [one for one in self.laid if t - one.t < LANDING] + [up]
            return [up]
        if track.told and unseen >= (COVERED if covered else GONE_AFTER):
            return [FaceGone(t, track.told, track.zone)]
        if not track.told and unseen >= FLASH_AFTER:
            if track.agrees(FLASH_VOTES) and track.sure >= FLASH_SURE and not self._landed(track):
                return [Flashed(track.seen, track.card, track.zone, track.sure)]
            track.seen = t - 2 * COVERED  # read too seldom to say anything: let it go
        return []

    def _landed(self, track: Track) -> bool:
        """Whether the card was laid face up where it flew to: in flight it may be misread."""
        return any(one.zone == track.zone and one.since >= track.began for one in self.laid)

    def _settle(self, t: float, moving: Box | None, by: float) -> list[Seen]:
        """Tell backs and chips that have come to rest; what moves is not at rest."""
        told: list[Seen] = []
        for zone, (count, colour) in self.backs.look(t, self._backs()):
            sure = min((b.sure for b in self._in(zone)), default=1.0)
            told.append(Backs(t, zone, count, colour, sure))
        spots = self._spots()
        for seat in self._stirred(moving, by):
            spots[seat] = self.spots.told.get(seat, ())
        for seat, chips in self.spots.look(t, spots):
            told.append(ChipsSeen(t, seat, chips, self._chips_sure(seat)))
        return told

    def _backs(self) -> dict[str, tuple[int, str]]:
        zones: dict[str, list[BackSeen]] = defaultdict(list)
        for back in self.scene.backs:
            zones[self._zone(middle(back.corners))].append(back)
        return {
            zone: (len(backs), "+".join(sorted({back.colour for back in backs})))
            for zone, backs in zones.items()
        }

    def _in(self, zone: str) -> list[BackSeen]:
        return [back for back in self.scene.backs if self._zone(middle(back.corners)) == zone]

    def _spots(self) -> dict[int, tuple[int, ...]]:
        spots: dict[int, list[ChipSeen]] = defaultdict(list)
        for chip in self.scene.chips:
            seat = self.calibration.zones.spot(*self._table((chip.x, chip.y)))
            if seat is not None:
                spots[seat].append(chip)
        return {seat: self.chips.values(chips) for seat, chips in spots.items()}

    def _chips_sure(self, seat: int) -> float:
        spot = self.calibration.zones.spot
        chips = [c for c in self.scene.chips if spot(*self._table((c.x, c.y))) == seat]
        return float(np.prod([chip.sure for chip in chips])) if chips else 1.0

    def _stirred(self, moving: Box | None, by: float) -> list[int]:
        """The seats over whose betting spots something moves."""
        if moving is None:
            return []
        shapes = self.calibration.zones.polygons
        spots = {name: shape for name, shape in shapes.items() if name.startswith("bet:")}
        stirred = []
        for name, shape in spots.items():
            corners = self.calibration.in_picture(np.array(shape, np.float32)) / by
            if _meets(moving, corners):
                stirred.append(int(name.removeprefix("bet:")))
        return stirred

    def _zone(self, at: Point) -> str:
        return self.calibration.zones.of(*self._table(at))

    def _table(self, at: Point) -> Point:
        x, y = self.calibration.on_table(np.array([at], np.float32))[0]
        return float(x), float(y)


def _holds(box: Sequence[float], at: Point) -> bool:
    return box[0] <= at[0] < box[2] and box[1] <= at[1] < box[3]


def _meets(box: Box, corners: Points) -> bool:
    low, high = corners.min(0), corners.max(0)
    return bool(low[0] < box[2] and high[0] > box[0] and low[1] < box[3] and high[1] > box[1])


def _whole_steps(box: Box, small: Picture) -> Box:
    """The box widened to whole steps, or the whole picture where it is most of it."""
    tall, wide = small.shape[:2]
    area = (box[2] - box[0]) * (box[3] - box[1])
    if area > WHOLE * tall * wide:
        return 0, 0, wide, tall
    left, top = box[0] // STEP * STEP, box[1] // STEP * STEP
    right, bottom = -(-box[2] // STEP) * STEP, -(-box[3] // STEP) * STEP
    return left, top, min(wide, right), min(tall, bottom)
