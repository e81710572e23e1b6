"""Reads the index in a card's corner: cut out upright at one size, named by a small network."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import RANKS, SUITS
from vision.arrays import Floats, Picture
from vision.card_shape import INDEX
from vision.house_deck import RANK_SCORES, HouseDeck

MODEL = Path(__file__).parent / "models" / "reader.onnx"
WIDE, TALL = 32, 48  # pixels of a crop
SCALE = 100.0  # a whole card would be so wide in it
LARGEST = 150.0  # pixels of a card that is cut out as it is
SHAKES = ((0, 0, 1), (0.02, 0.02, 1), (-0.02, -0.02, 1), (0, 0, 1.06), (0, 0, 0.94))
BATCH = 4  # corners read at once: the last batch is filled up with nothing
MARGIN = 4.0  # of what lies beyond the card's corner, on both sides
_DARK, _BRIGHT = (round(share * WIDE * TALL) for share in (0.03, 0.92))  # ink and paper, in order


@dataclass(frozen=True, slots=True)
class Pose:
    """Where an index stands: its point, which way is up, and how wide its card is."""

    x: float
    y: float
    up: tuple[float, float]
    wide: float


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
    def there(self) -> bool:
        """Whether there is an index at all, more likely than not."""
        return bool(self.ranks[-1] < 0.5)

    @property
    def sure(self) -> float:
        """How likely that card is."""
        return float(self.ranks[:-1].max() * self.suits.max())


def crop(picture: Picture, pose: Pose) -> Picture:
    """Cut a corner out upright; the card's own corner comes to lie at the margin."""
    scale = SCALE / pose.wide
    up_x, up_y = pose.up
    # Down the card is against up; to its right is up turned clockwise in picture coordinates.
    turn = np.array([[-up_y, up_x], [-up_x, -up_y]]) * scale
    goal = np.array(INDEX) * SCALE + MARGIN
    shift = goal - turn @ np.array([pose.x, pose.y])
    place = np.hstack([turn, shift[:, None]])
    cut = cv2.warpAffine(picture, place, (WIDE, TALL), borderMode=cv2.BORDER_REPLICATE)
    return _evenly_lit(np.asarray(cut, np.uint8))


def _shaken(pose: Pose) -> list[Pose]:
    """The pose itself, and some near it: along the card, across it, larger and smaller."""
    up_x, up_y = pose.up
    return [
        Pose(
            pose.x + pose.wide * (along * up_x - across * up_y),
            pose.y + pose.wide * (along * up_y + across * up_x),
            pose.up,
            pose.wide * by,
        )
        for along, across, by in SHAKES
    ]


def _crop_from(halves: list[Picture], pose: Pose) -> Picture:
    """Cut a corner out of the picture or its half or quarter, where it is nearest to its size."""
    level = max(0, int(np.ceil(np.log2(pose.wide / LARGEST))))
    by = 2**level
    return crop(halves[level], Pose(pose.x / by, pose.y / by, pose.up, pose.wide / by))


def _evenly_lit(cut: Picture) -> Picture:
    """Paper to white and ink to black, whatever the light: that need not be learnt."""
    levels = np.sort(cut.reshape(-1, 3), axis=0, kind="stable")  # which of bytes is quickest
    dark, bright = levels[_DARK].astype(np.float64), levels[_BRIGHT].astype(np.float64)
    span = max(24.0, float((bright - dark).max()))
    return np.asarray(np.clip((cut - bright) * (225 / span) + 235, 0, 255), np.uint8)


class Reader:
    """The network that names indices."""

    def __init__(self, model: Path = MODEL, house: HouseDeck | None = None) -> None:
        self.net = cv2.dnn.readNetFromONNX(str(model))
        self.house = house

    def read(self, picture: Picture, poses: list[Pose]) -> list[Reading]:
        """Read all these corners of a picture at once, as the house's deck has them."""
        rows = self.scores(picture, poses)
        if self.house:
            rows = [self.house.corrected(row) for row in rows]
        return [Reading(soft(row[:RANK_SCORES]), soft(row[RANK_SCORES:])) for row in rows]

    def read_well(self, picture: Picture, poses: list[Pose]) -> list[Reading]:
        """Read each corner in several cuts, none quite alike, and weigh them together."""
        cuts = [shaken for pose in poses for shaken in _shaken(pose)]
        readings = self.read(picture, cuts)
        count = len(SHAKES)
        groups = [readings[k : k + count] for k in range(0, len(readings), count)]
        return [
            Reading(
                np.mean([one.ranks for one in group], axis=0),
                np.mean([one.suits for one in group], axis=0),
            )
            for group in groups
        ]

    def scores(self, picture: Picture, poses: list[Pose]) -> list[Floats]:
        """What the network itself says of each corner."""
        if not poses:
            return []
        halves = [picture]  # warping would pick stray pixels out of one that is much too large
        while max(pose.wide for pose in poses) / 2 ** len(halves) > LARGEST / 2:
            halves.append(np.asarray(cv2.pyrDown(halves[-1]), np.uint8))
        crops = [_crop_from(halves, pose) for pose in poses]
        return [
            row for k in range(0, len(crops), BATCH) for row in self._forward(crops[k : k + BATCH])
        ]

    def _forward(self, crops: list[Picture]) -> list[Floats]:
        """Run the network on a full batch: it would be laid out anew for each other size."""
        full = crops + [np.zeros_like(crops[0])] * (BATCH - len(crops))
        self.net.setInput(cv2.dnn.blobFromImages(full, 1 / 255))
        return list(np.array(self.net.forward())[: len(crops)])


def soft(scores: Floats) -> Floats:
    """Scores as shares of one."""
    grown = np.exp(scores - scores.max())
    return np.asarray(grown / grown.sum())
