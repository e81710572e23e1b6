"""What is seen in one picture: faces, backs and chips, in the picture's own pixels."""

from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is seen in one picture."""

    cards: list[FaceSeen] = field(default_factory=list)
    backs: list[BackSeen] = field(default_factory=list)
    chips: list[ChipSeen] = field(default_factory=list)


def middle(corners: Corners) -> Point:
    """The middle of a quadrilateral."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
