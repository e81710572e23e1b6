"""Something found in a picture, before it is read or named."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Find:
    """Something found: its point, its direction, its width, and how likely it is there."""

    x: float
    y: float
    way: tuple[float, float]
    wide: float
    sure: float
    count: int = 1  # of cards in one heap of backs

    def scaled(self, by: float) -> "Find":
        """The same find in a picture that is so much larger."""
        return replace(self, x=self.x * by, y=self.y * by, wide=self.wide * by)

    def shifted(self, left: float, top: float) -> "Find":
        """The same find where the picture is part of a larger one."""
        return replace(self, x=self.x + left, y=self.y + top)
