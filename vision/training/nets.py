"""The two networks: one finds indices, backs and chips, the other reads an index."""

import torch
from torch import Tensor, nn


def _conv(wide_in: int, wide: int, step: int = 1, side: int = 3, groups: int = 1) -> nn.Sequential:
    pad = side // 2
    conv = nn.Conv2d(wide_in, wide, side, step, pad, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(wide), nn.ReLU(inplace=True))


class Block(nn.Module):
    """A residual step: each channel looks around, then the channels mix."""

    def __init__(self, wide: int, side: int = 3) -> None:
        super().__init__()
        self.look = _conv(wide, wide, side=side, groups=wide)
        self.mix = nn.Sequential(nn.Conv2d(wide, wide, 1, bias=False), nn.BatchNorm2d(wide))

    def forward(self, x: Tensor) -> Tensor:
        """Add what was seen to what was known."""
        return torch.relu(x + self.mix(self.look(x)))


class Finder(nn.Module):
    """A picture becomes maps a quarter its size; the channels are named in vision/finder.py."""

    def __init__(self, maps: int = 11) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2), Block(24))
        self.eighth = nn.Sequential(_conv(24, 64, 2), Block(64), Block(64))
        self.sixteenth = nn.Sequential(_conv(64, 96, 2), Block(96, 5), Block(96, 5), Block(96, 5))
        self.coarse = nn.Sequential(_conv(96, 128, 2), Block(128, 5), Block(128, 5))
        self.up16, self.side16 = _conv(128, 64, side=1), _conv(96, 64, side=1)
        self.up8, self.side8 = _conv(64, 64, side=1), _conv(64, 64, side=1)
        self.up4, self.side4 = _conv(64, 24, side=1), _conv(24, 24, side=1)
        self.join16, self.join8, self.join4 = Block(64), Block(64), Block(24)
        self.out = nn.Sequential(_conv(24, 32), nn.Conv2d(32, maps, 1))
        self.twice = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Look coarsely for where and which way, then finely for exactly where."""
        fine = self.fine(x)
        eighth = self.eighth(fine)
        sixteenth = self.sixteenth(eighth)
        y = self.join16(self.twice(self.up16(self.coarse(sixteenth))) + self.side16(sixteenth))
        y = self.join8(self.twice(self.up8(y)) + self.side8(eighth))
        y = self.join4(self.twice(self.up4(y)) + self.side4(fine))
        maps: Tensor = self.out(y)
        return maps


class Reader(nn.Module):
    """A crop of a card's corner becomes scores for 13 ranks, no rank, and 4 suits."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _conv(3, 24, 2), Block(24), _conv(24, 48, 2), Block(48), _conv(48, 64), Block(64),
            _conv(64, 96, 2), Block(96), Block(96), _conv(96, 128, 2), Block(128),
        )  # fmt: skip
        self.out = nn.Sequential(
            nn.Flatten(),
            nn.Linear(128 * 4 * 3, 128),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(128, 18),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Scores, to be softened into shares rank and suit apart."""
        scores: Tensor = self.out(self.look(x))
        return scores
