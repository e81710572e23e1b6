"""Reads the index in a card's corner: a glance at each, then a closer look, or several."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from engine.cards import RANKS, SUITS
from vision.arrays import Floats, Picture
from vision.cuts import SPREAD, Pose, crops
from vision.house_deck import RANK_SCORES, SIGN_SCORES, HouseDeck

MODELS = Path(__file__).parent / "models"
SCORES = SIGN_SCORES + len(SPREAD)  # what the network says: which card, and how far off the cut is
HALF = 2  # how much smaller the cuts for a glance are
WORTH = -1.5  # the score of a glance from which a corner is read
NONE = 0.7  # how likely it may be at the first look that there is no index
PLAIN = 0.97  # a card as likely as this in one cut needs no other
SHAKES = ((0.02, 0.02, 1), (-0.02, -0.02, 1), (0, 0, 1.06), (0, 0, 0.94))  # right, down, larger
MOST = 1200  # corners looked at closely in one picture: a whole deck spread out has a third
BATCH, GLANCES = 4, 32  # corners read and glanced at at once: the last are filled up with nothing


@dataclass(frozen=True, slots=True)
class Reading:
    """What an index says, by shares: 13 ranks and none, 4 suits."""

    ranks: Floats
    suits: Floats

    @property
    def card(self) -> str:
        """The likeliest card."""
        return RANKS[int(self.ranks[:-1].argmax())] + SUITS[int(self.suits.argmax())]

    @property
    def sure(self) -> float:
        """How likely that card is."""
        return float(self.ranks[:-1].max() * self.suits.max())


class CardReader:
    """The networks that name indices."""

    def __init__(self, models: Path = MODELS, house: HouseDeck | None = None) -> None:
        self.first, self.net = (
            cv2.dnn.readNetFromONNX(str(models / name)) for name in ("glance.onnx", "reader.onnx")
        )
        self.house = house

    def indices(self, picture: Picture, poses: list[Pose]) -> list[Pose]:
        """Those of these corners that have an index, each where it truly stands."""
        worth = self.glance(picture, poses)
        rows = self.scores(picture, worth)
        there = [(pose, row) for pose, row in zip(worth, rows, strict=True) if _there(row)]
        return [pose.mended(row[SIGN_SCORES:]) for pose, row in there]

    def glance(self, picture: Picture, poses: list[Pose]) -> list[Pose]:
        """Those of these corners that are worth reading, and of too many the likeliest."""
        rows = _forward(self.first, crops(picture, poses, HALF), GLANCES)
        scores = [float(score) for (score,) in rows]
        least = max([WORTH, *sorted(scores, reverse=True)[MOST:][:1]])
        return [pose for pose, score in zip(poses, scores, strict=True) if score > least]

    def read(self, picture: Picture, poses: list[Pose]) -> list[tuple[Pose, Reading]]:
        """Read each corner, and say where it truly stands; if not plain, in several better cuts."""
        rows = self.scores(picture, poses)
        readings = [self.reading(row) for row in rows]
        better = [pose.mended(row[SIGN_SCORES:]) for pose, row in zip(poses, rows, strict=True)]
        unclear = [k for k, reading in enumerate(readings) if reading.sure < PLAIN]
        more = iter(self.scores(picture, [better[k].moved(*by) for k in unclear for by in SHAKES]))
        for k in unclear:
            again = [self.reading(next(more)) for _ in SHAKES]
            readings[k] = _weighed([readings[k], *again])
        # The index's size says less of how wide its card is than outlines do.
        there = [replace(now, wide=then.wide) for now, then in zip(better, poses, strict=True)]
        return list(zip(there, readings, strict=True))

    def scores(self, picture: Picture, poses: list[Pose]) -> list[Floats]:
        """What the network itself says of each corner."""
        return _forward(self.net, crops(picture, poses), BATCH)

    def reading(self, row: Floats) -> Reading:
        """The scores as shares, as the house's deck has them."""
        if self.house:
            row = self.house.corrected(row)
        return Reading(soft(row[:RANK_SCORES]), soft(row[RANK_SCORES:SIGN_SCORES]))


def _weighed(readings: list[Reading]) -> Reading:
    """What several cuts of one index say together."""
    return Reading(
        np.mean([one.ranks for one in readings], axis=0),
        np.mean([one.suits for one in readings], axis=0),
    )


def _there(row: Floats) -> bool:
    """Whether there may be an index: a cut far off is read more surely once it is mended."""
    return bool(soft(row[:RANK_SCORES])[-1] < NONE)


def _forward(net: cv2.dnn.Net, cuts: list[Picture], size: int) -> list[Floats]:
    """Run a network on full batches: it would be laid out anew for each other size."""
    rows: list[Floats] = []
    for k in range(0, len(cuts), size):
        batch = cuts[k : k + size]
        full = batch + [np.zeros_like(batch[0])] * (size - len(batch))
        net.setInput(cv2.dnn.blobFromImages(full, 1 / 255))
        rows += list(np.array(net.forward())[: len(batch)])
    return rows


def soft(scores: Floats) -> Floats:
    """Scores as shares of one."""
    grown = np.exp(scores - scores.max())
    return np.asarray(grown / grown.sum())
