"""``python -m vision.training``: draws, trains and writes both networks; seeded."""

import argparse
from pathlib import Path

import cv2
import torch
from torch import nn

from vision.training import train_finder, train_reader
from vision.training.export import export
from vision.training.nets import Reader
from vision.training.scenes import Painter
from vision.training.steps import Clock

ART = Path("../shared/vision/art")
KEPT = Path("build")  # what a later run may go on from
SEED = 52


def main() -> None:
    """Train one network or both."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("which", nargs="?", choices=["finder", "reader", "both"], default="both")
    parser.add_argument("--finder-steps", type=int, default=1800)
    parser.add_argument("--reader-steps", type=int, default=2400)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at its highest")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--go-on", action="store_true", help="from what the last run kept")
    parser.add_argument("--art", type=Path, default=ART, help="drawn decks: knoll and jumbo")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the same sums in the same order, whatever the machine
    cv2.setNumThreads(1)
    if args.which in ("finder", "both"):
        finder = train_finder.fresh()
        _begin(finder, "finder", args.go_on)
        clock = Clock(args.finder_steps, args.rate)
        train_finder.train(finder, Painter(args.seed, args.art), clock, _keep_finder)
        _keep_finder(finder)
    if args.which in ("reader", "both"):
        reader = Reader()
        _begin(reader, "reader", args.go_on)
        clock = Clock(args.reader_steps, args.rate)
        train_reader.train(reader, Painter(args.seed + 1, args.art), clock, _keep_reader)
        _keep_reader(reader)


def _begin(net: nn.Module, name: str, go_on: bool) -> None:
    if go_on:
        net.load_state_dict(torch.load(KEPT / f"{name}.pt", weights_only=True))


def _keep_finder(net: nn.Module) -> None:
    _keep(net, "finder", (3, 256, 256))


def _keep_reader(net: nn.Module) -> None:
    _keep(net, "reader", train_reader.SHAPE)


def _keep(net: nn.Module, name: str, shape: tuple[int, int, int]) -> None:
    KEPT.mkdir(exist_ok=True)
    torch.save(net.state_dict(), KEPT / f"{name}.pt")
    export(net, name, shape)


if __name__ == "__main__":
    main()
