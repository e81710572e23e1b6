"""Enrols a house's deck: pictures of its cards laid apart, and which cards they are."""

import numpy as np

from vision.arrays import Floats, Picture
from vision.back_finder import unlike_ground, usual_width
from vision.corners import READABLE, corners, distinct, shapes
from vision.errors import CalibrationError
from vision.eye import FINDING, Eye, shrunk
from vision.pairing import Corner, by_place

NO_SUIT = 0.5  # where no suit is likelier than this, there is none to enrol


def shown(eye: Eye, picture: Picture, cards: list[str]) -> list[tuple[str, Floats]]:
    """The scores of every index in a picture, beside its card; cards in reading order."""
    by = max(1.0, max(picture.shape[:2]) / FINDING)
    small = shrunk(picture, by)
    unlike = unlike_ground(small, usual_width(small))
    seen = corners(small, shapes(small, None, unlike), None, READABLE / by)
    found = [pose.scaled(by) for pose in seen]
    poses = distinct(eye.reader.indices(picture, found))
    scores = eye.reader.scores(picture, poses)
    read = [Corner(pose, eye.reader.reading(row)) for pose, row in zip(poses, scores, strict=True)]
    rows = {id(corner): row for corner, row in zip(read, scores, strict=True)}
    likely = [corner for corner in read if corner.reading.suits.max() > NO_SUIT]
    whole = [group for group in by_place(likely) if len(group) == 2]
    groups = _in_reading_order(whole)
    if len(groups) != len(cards):
        raise CalibrationError(
            f"expected the {len(cards)} cards named, saw {len(groups)}: lay them apart, face up"
        )
    pairs = zip(cards, groups, strict=True)
    return [(card, rows[id(corner)]) for card, group in pairs for corner in group]


def _in_reading_order(groups: list[list[Corner]]) -> list[list[Corner]]:
    """Cards row by row from the top, each row from the left."""
    middles = {id(group): np.mean([corner.point for corner in group], axis=0) for group in groups}
    left = sorted(groups, key=lambda group: middles[id(group)][1])
    ordered: list[list[Corner]] = []
    while left:
        top = middles[id(left[0])][1]
        row = [group for group in left if middles[id(group)][1] < top + 0.7 * group[0].pose.wide]
        ordered += sorted(row, key=lambda group: middles[id(group)][0])
        left = [group for group in left if not any(group is one for one in row)]
    return ordered
