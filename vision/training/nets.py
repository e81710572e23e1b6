"""The network that reads: small enough for a Pi, plain enough for any runtime."""

from torch import Tensor, nn


def _step(wide_in: int, wide: int) -> nn.Sequential:
    """Look around, keep the strongest of each four."""
    conv = nn.Conv2d(wide_in, wide, 3, padding=1, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(wide), nn.ReLU(), nn.MaxPool2d(2))


class Reader(nn.Module):
    """A crop of a card's corner, 32 by 48, becomes scores for 13 ranks, no rank, and 4 suits."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(_step(3, 20), _step(20, 40), _step(40, 80), _step(80, 128))
        self.out = nn.Sequential(
            nn.Flatten(),
            nn.Linear(128 * 3 * 2, 160),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(160, 18),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Scores, to be softened into shares rank and suit apart."""
        scores: Tensor = self.out(self.look(x))
        return scores
