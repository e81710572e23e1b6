"""What is seen in one picture: faces, backs and chips, in the picture's own pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.shades import Shade

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class FaceSeen:
    """A face-up card."""

    card: str
    sure: float
    corners: Corners | None
    index: Point
    wide: float


@dataclass(frozen=True, slots=True)
class BackSeen:
    """A face-down card."""

    colour: str
    sure: float
    corners: Corners
    wide: float


@dataclass(frozen=True, slots=True)
class ChipSeen:
    """A chip, or a stack by its top."""

    colour: str
    sure: float
    x: float
    y: float
    wide: float
    count: int = 1
    low: int = 1  # a stack's height is an estimate, between these
    high: int = 1
    shade: Shade | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is seen in one picture."""

    cards: list[FaceSeen] = field(default_factory=list)
    backs: list[BackSeen] = field(default_factory=list)
    chips: list[ChipSeen] = field(default_factory=list)
    busy: bool = False  # print or mesh has more corners than are looked at: cards may be missing

    def shifted(self, left: float, top: float) -> Scene:
        """The same scene where its picture is part of a larger one."""
        return Scene(
            [
                replace(
                    card,
                    corners=card.corners and _moved(card.corners, left, top),
                    index=(card.index[0] + left, card.index[1] + top),
                )
                for card in self.cards
            ],
            [replace(back, corners=_moved(back.corners, left, top)) for back in self.backs],
            [replace(chip, x=chip.x + left, y=chip.y + top) for chip in self.chips],
            self.busy,
        )


def corners_of(points: Iterable[Iterable[float]]) -> Corners:
    """Four points as the corners of a card."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _moved(corners: Corners, left: float, top: float) -> Corners:
    return corners_of((x + left, y + top) for x, y in corners)


def middle(corners: Corners) -> Point:
    """The middle of a quadrilateral."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
