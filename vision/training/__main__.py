"""``python -m vision.training``: draws, trains and writes the reader; seeded."""

import argparse
from pathlib import Path

import cv2
import torch
from torch import nn

from vision.training import train_reader
from vision.training.export import export
from vision.training.nets import Reader
from vision.training.scenes import Painter
from vision.training.steps import Clock

ART = Path("../shared/vision/art")
KEPT = Path("build/reader.pt")  # what a later run may go on from
SEED = 52


def main() -> None:
    """Train the reader."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--steps", type=int, default=3600)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at its highest")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--go-on", action="store_true", help="from what the last run kept")
    parser.add_argument("--art", type=Path, default=ART, help="drawn decks: knoll and jumbo")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the same sums in the same order, whatever the machine
    cv2.setNumThreads(1)
    reader = Reader()
    if args.go_on:
        reader.load_state_dict(torch.load(KEPT, weights_only=True))
    painter = Painter(args.seed + 1, args.art)
    train_reader.train(reader, painter, Clock(args.steps, args.rate), _keep)
    _keep(reader)


def _keep(net: nn.Module) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    torch.save(net.state_dict(), KEPT)
    export(net, "reader", train_reader.SHAPE)


if __name__ == "__main__":
    main()
