"""The clock that ends a training, and pictures as the networks take them."""

import time

import numpy as np
import torch
from torch import Tensor

from vision.arrays import Picture

KEEP = 400  # steps after which a network is written, so that a stopped training is not lost


class Clock:
    """Counts steps to an end, slows the learning towards it and tells how it goes."""

    def __init__(self, steps: int, highest: float = 2e-3, every: int = 100) -> None:
        self.steps, self.highest, self.every = steps, highest, every
        self.done = 0
        self.began = time.monotonic()
        self.sums: dict[str, float] = {}

    def over(self) -> bool:
        """Whether all steps are done."""
        return self.done >= self.steps

    def rate(self) -> float:
        """The learning rate now: up in the first steps, then down in a half wave."""
        share = self.done / self.steps
        wave = 0.5 + 0.5 * float(np.cos(np.pi * share))
        return self.highest * min(1.0, (self.done + 1) / 50) * wave

    def tell(self, parts: dict[str, float]) -> None:
        """Count a step; print the mean penalties now and then."""
        self.done += 1
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        if self.done % self.every == 0:
            means = "  ".join(
                f"{name} {total / self.every:.3f}" for name, total in self.sums.items()
            )
            print(f"{self.done:6d}  {time.monotonic() - self.began:6.0f} s  {means}", flush=True)
            self.sums = {}


def as_input(picture: Picture) -> Tensor:
    """Blue, green, red from 0 to 1, channels first, as cv2.dnn gives them."""
    return torch.from_numpy(picture.transpose(2, 0, 1).astype(np.float32) / 255)
