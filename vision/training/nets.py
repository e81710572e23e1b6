"""The networks that read: small enough for a Pi, plain enough for any runtime."""

from torch import Tensor, nn

from vision.reader import SCORES


def _look(wide_in: int, wide: int) -> nn.Sequential:
    """Look around."""
    conv = nn.Conv2d(wide_in, wide, 3, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(wide), nn.ReLU())


def _step(wide_in: int, wide: int) -> nn.Sequential:
    """Look around, keep the strongest of each four."""
    return nn.Sequential(_look(wide_in, wide), nn.MaxPool2d(2))


class ReaderNet(nn.Module):
    """A cut of a card's corner, 32 by 48, becomes scores for its signs, and how far off it is."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _step(3, 24), _step(24, 48), _look(48, 96), _step(96, 96), _step(96, 160)
        )
        self.out = nn.Sequential(
            nn.Flatten(),
            nn.Linear(160 * 3 * 2, 192),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(192, SCORES),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Scores, to be softened into shares rank and suit apart."""
        scores: Tensor = self.out(self.look(x))
        return scores


class Glance(nn.Module):
    """The same cut at half its size becomes one score: how likely an index stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(_step(3, 12), _step(12, 24), _step(24, 32))
        self.out = nn.Sequential(nn.Flatten(), nn.Linear(32 * 3 * 2, 1))

    def forward(self, x: Tensor) -> Tensor:
        """A score above nought where there is more likely an index than none."""
        score: Tensor = self.out(self.look(x))
        return score
