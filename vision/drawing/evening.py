"""An evening of hands as one film: deals with faults, and all that goes on around them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.arrays import Picture
from vision.drawing.film import Film, Shown
from vision.drawing.goings_on import GoingsOn
from vision.drawing.table import HOUSE, DrawnTable

SEATS, RATE = 9, 12.0
FAULTS: tuple[Shown, ...] = ("up", "up", "flash", "flash", "flash")  # of each deal
STILL, SPARSE = 75.0, 0.5  # seconds of a hand in which nothing moves, and between their frames
HOUSES = (HOUSE, replace(HOUSE, font="uni"), replace(HOUSE, rank_tall=0.16, rank_wide=0.11))
BACKS = ("blue", "red", "black", "purple")


class Evening:
    """Hands one after the other, each with its truth; the seed says all that happens."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.table = DrawnTable(seed=seed, style=HOUSES[seed % len(HOUSES)])
        self.going_on = GoingsOn(self.table, seed)
        self.back = BACKS[seed % len(BACKS)]
        self.count = 0

    def hand(self) -> Film:
        """The next hand, to be shown by ``frames``."""
        shows = self.rng.choice(2 * SEATS, len(FAULTS), replace=False)
        return Film(
            self.table,
            SEATS,
            RATE,
            seed=int(self.rng.integers(1 << 30)),
            exposed={int(card): kind for card, kind in zip(shows, FAULTS, strict=True)},
            flash_frames=int(self.rng.integers(3, 6)),
            back=self.back,
            count=self.count,
            meanwhile=self.going_on.step,
        )

    def frames(self, hand: Film) -> Iterator[tuple[float, Picture]]:
        """The deal, the time in which people think, and the cards taken in."""
        yield from hand.frames()
        yield from hand.still(STILL, SPARSE)
        yield from hand.swept()
        yield from hand.still(2.0, SPARSE)
        self.count = hand.count
