"""A camera that needs no picture: it tells what truly lies there, some frames later."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from firmware_bridge.simulator.truth import ANTENNAS, DECK, Truth
from vision.sightings import Backs, FaceGone, FaceUp, Flashed, Seen

_ZONES = tuple(zone for zone in ANTENNAS if zone != DECK)
Sight = tuple[str, str]  # a face and its zone
_SURE = 0.97


@dataclass(slots=True)
class _Streak:
    """For how many frames something was seen, or not seen, in a row."""

    since: float
    frames: int = 0
    missed: int = 0
    told: bool = False


@dataclass(slots=True)
class SimulatedCamera:
    """Looks at the truth a frame at a time; a face must be seen in some frames to be sure."""

    truth: Truth
    tell: Callable[[Seen], object]
    every: float = 1 / 15  # seconds between two frames
    sure: int = 3  # frames
    gone: int = 6  # frames; hands and shadows pass
    miss: float = 0.0  # chance that a face is not read in a frame
    seed: int = 1
    _chance: random.Random = field(init=False)
    _streaks: dict[Sight, _Streak] = field(default_factory=dict)
    _backs: dict[str, tuple[int, str, int]] = field(default_factory=dict)  # with frames so far
    _at: float = 0.0
    _heard: int = 0

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311  (repeatable misses, no secrets)

    def step(self, t: float) -> None:
        """Take a frame, if one is due."""
        if t < self._at:
            return
        self._at = max(t, self._at + self.every)
        for zone in _ZONES:
            cards = self.truth.seen(zone)
            self._look_at_faces(t, zone, [card.name for card, up in cards if up])
            self._look_at_backs(t, zone, [card.back for card, up in cards if not up])
        self._look_for_flashes(t)

    def _look_at_faces(self, t: float, zone: str, faces: Iterable[str]) -> None:
        seen = {face for face in faces if self._chance.random() >= self.miss}
        for face in seen:
            streak = self._streaks.setdefault((face, zone), _Streak(t))
            streak.frames, streak.missed = streak.frames + 1, 0
            if streak.frames >= self.sure and not streak.told:
                streak.told = True
                self.tell(FaceUp(t, face, zone, _SURE, streak.since))
        for (face, where), streak in list(self._streaks.items()):
            if where == zone and face not in seen:
                self._missed(t, zone, face, streak)

    def _missed(self, t: float, zone: str, face: str, streak: _Streak) -> None:
        streak.missed += 1
        if streak.missed < self.gone:
            return
        del self._streaks[face, zone]
        if streak.told:
            self.tell(FaceGone(t, face, zone))

    def _look_at_backs(self, t: float, zone: str, backs: list[str]) -> None:
        now = len(backs), "+".join(sorted(set(backs)))
        *last, frames = self._backs.get(zone, (0, "", self.sure))
        frames = frames + 1 if tuple(last) == now else 1
        self._backs[zone] = (*now, frames)
        if frames == self.sure:
            self.tell(Backs(t, zone, *now, _SURE))

    def _look_for_flashes(self, t: float) -> None:
        log = self.truth.log
        while self._heard < len(log):
            event = log[self._heard]
            self._heard += 1
            if event["e"] == "flash":
                self.tell(Flashed(t, str(event["card"]), str(event["zone"]), _SURE))
