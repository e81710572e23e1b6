"""Holds what was told of drawn evenings against what happened in them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from vision.calibration import calibrate
from vision.chipset import USUAL
from vision.drawing.evening import SEATS, Evening
from vision.drawing.film import Truth
from vision.eye import Eye
from vision.sightings import FaceUp, Flashed, Seen
from vision.watch import Watch
from vision.zones import template

PROMPT = 0.5  # seconds within which a face that lies up must be told


@dataclass
class Tally:
    """The score of some hands."""

    up: int = 0
    prompt: int = 0  # of those told once, where they lay, and in time
    slowest: float = 0.0  # seconds
    flashes: int = 0
    found: int = 0
    hands: int = 0
    seconds: float = 0.0  # of film
    frames: int = 0
    notes: list[str] = field(default_factory=list)  # what went wrong, for whoever looks into it
    false: int = 0  # faces told that nobody could have seen

    def add(self, truth: list[Truth], told: list[Seen]) -> None:
        """Count one hand."""
        self.hands += 1
        for one in truth:
            if one.kind == "up":
                self._up(one, told)
            else:
                self._flash(one, told)
        for seen in told:
            if isinstance(seen, FaceUp | Flashed) and not any(_shows(one, seen) for one in truth):
                self.false += 1
                self.notes.append(f"false: {seen}")

    def _up(self, one: Truth, told: list[Seen]) -> None:
        self.up += 1
        times = [
            seen.t - one.t
            for seen in told
            if isinstance(seen, FaceUp) and (seen.card, seen.zone) == (one.card, one.zone)
        ]
        if times and times[0] <= PROMPT:
            self.prompt += 1
            self.slowest = max(self.slowest, times[0])
        else:
            self.notes.append(f"late or missed: {one}, told after {times}")

    def _flash(self, one: Truth, told: list[Seen]) -> None:
        self.flashes += 1
        if any(isinstance(seen, Flashed) and seen.card == one.card for seen in told):
            self.found += 1
        else:
            self.notes.append(f"missed: {one}")


def _shows(one: Truth, seen: FaceUp | Flashed) -> bool:
    """Whether somebody could have seen that; a card that flashes may do so anywhere on its way."""
    there = isinstance(seen, Flashed) or one.kind == "flash" or seen.zone == one.zone
    return seen.card == one.card and there


def watched(seeds: Iterable[int], hands: int, eye: Eye | None = None) -> Tally:
    """Watch so many hands of each of these evenings."""
    tally, eye = Tally(), eye or Eye.open()
    for seed in seeds:
        evening = Evening(seed)
        watch = Watch(calibrate(evening.table.picture(), template(SEATS)), eye, USUAL)
        for _ in range(hands):
            began, hand, told = evening.count, evening.hand(), list[Seen]()
            for t, picture in evening.frames(hand):
                told += watch.frame(t, picture)
                tally.frames += 1
            tally.seconds += (evening.count - began) / hand.rate
            tally.add(hand.truth, told)
    return tally
