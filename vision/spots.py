"""The betting spots over time: looked at when at rest, and told when they have changed."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture
from vision.betting_spot import BettingSpot, betting_spots
from vision.calibration import Calibration
from vision.chipset import Amount, ChipSet
from vision.motion import Motion
from vision.sightings import ChipsSeen

REST = 0.6  # seconds without motion after which a spot is looked at
AGAIN = 0.4  # seconds until the next look: two must agree


@dataclass(slots=True)
class Stirred:
    """A spot in which something moved."""

    since: float  # the last motion
    look: float  # when it is to be looked at
    seen: Amount | None = None  # at the last look


class Spots:
    """The betting spots of one table; each is told when sure, at first even if empty."""

    def __init__(self, calibration: Calibration, chips: ChipSet) -> None:
        self.chips = chips
        spots = betting_spots(calibration) if chips.kinds else ()
        self.spots = {spot.seat: spot for spot in spots}
        self.told: dict[int, Amount] = {}
        self.stirred: dict[int, Stirred] = {}

    def frame(self, t: float, picture: Picture, motion: Motion) -> list[ChipsSeen]:
        """Take the next frame; give the spots that have changed and are at rest."""
        for seat, spot in self.spots.items():
            if motion.within(spot.box):
                self.stirred[seat] = Stirred(t, t + REST)
        due = {seat: one.look for seat, one in self.stirred.items() if t >= one.look}
        if not due:
            return []
        longest = min(due, key=lambda seat: due[seat])  # one a frame: each look takes a while
        return self._look(t, picture, self.spots[longest])

    def _look(self, t: float, picture: Picture, spot: BettingSpot) -> list[ChipsSeen]:
        stirred = self.stirred[spot.seat]
        stirred.look = t + AGAIN
        chips = spot.sees(picture)
        if chips is None:  # a hand rests there, or a card lies there
            return []
        amount = self.chips.amount(chips)
        if amount != stirred.seen:
            stirred.seen = amount
            return []
        del self.stirred[spot.seat]
        if amount == self.told.get(spot.seat):
            return []
        self.told[spot.seat] = amount
        sure = float(np.prod([chip.sure for chip in chips]))
        seen = amount.values, amount.low, amount.high
        return [ChipsSeen(t, spot.seat, *seen, round(sure, 3), stirred.since)]
