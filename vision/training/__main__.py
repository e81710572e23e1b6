"""``python -m vision.training``: draws, trains and writes the networks that read; seeded."""

import argparse
from pathlib import Path

import cv2
import torch

from vision.training.export import export
from vision.training.nets import Glance, ReaderNet
from vision.training.scenes import Painter
from vision.training.steps import Clock
from vision.training.train_reader import Pupils, train

ART = Path("../shared/vision/art")
SEED = 52


def main() -> None:
    """Train both networks."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--steps", type=int, default=12_000)
    parser.add_argument("--rate", type=float, default=3e-3, help="of learning, at its highest")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--art", type=Path, default=ART, help="drawn decks: knoll and jumbo")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the same sums in the same order, whatever the machine
    cv2.setNumThreads(1)
    pupils = Pupils(ReaderNet(), Glance())
    painter, clock = Painter(args.seed + 1, args.art), Clock(args.steps, args.rate)
    train(pupils, painter, clock, lambda: export(pupils))
    export(pupils)


if __name__ == "__main__":
    main()
