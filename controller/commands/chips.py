"""``cutcard chips``: teaches the house's chips from one picture, or counts those in another."""

import argparse
from pathlib import Path

from controller.errors import UsageError

HELP = "teach the colours and values of the house's chips, or count chips"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to do, the picture and the values."""
    parser.add_argument("do", choices=["learn", "count"])
    parser.add_argument("picture", type=Path, metavar="PICTURE")
    parser.add_argument(
        "values",
        nargs="*",
        metavar="COLOUR=VALUE",
        help="as in red=5 green=25; two chips of one colour are told from left to right",
    )
    parser.add_argument("--to", type=Path, default=Path("chips.json"), metavar="FILE")


def run(args: argparse.Namespace) -> int:
    """Learn or count; what cannot be is said in one line."""
    try:
        from vision import chipset  # cv2 loads only when there are chips to see
        from vision.errors import VisionError
        from vision.eye import Eye
        from vision.pictures import read_picture
    except ModuleNotFoundError as error:
        raise UsageError(f"chips needs {error.name}, which is not installed") from error
    try:
        chips = Eye.open().see(read_picture(args.picture)).chips
        if args.do == "learn":
            learnt = chipset.learn(chips, _prices(args.values))
            chipset.keep(learnt, args.to)
            print(f"{args.to}: " + ", ".join(f"{k.colour} {k.value}" for k in learnt.kinds))
        else:
            known = chipset.load(args.to) if args.to.exists() else chipset.USUAL
            print(f"{len(chips)} chips: {known.amount(chips)}")
    except VisionError as error:
        raise UsageError(str(error)) from error
    return 0


def _prices(words: list[str]) -> list[tuple[str, int]]:
    prices = []
    for word in words:
        colour, _, value = word.partition("=")
        if not value.isdigit():
            raise UsageError(f"expected COLOUR=VALUE as in red=5, got {word}")
        prices.append((colour, int(value)))
    return prices
