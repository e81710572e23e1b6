"""``cutcard enrol``: teaches the house's own deck from a few pictures."""

import argparse
from pathlib import Path

from controller.errors import UsageError
from engine.cards import FACES

HELP = "teach the camera the house's own deck from a few pictures"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the pictures and the cards in each."""
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument(
        "--cards",
        action="append",
        required=True,
        metavar='"As Kd …"',
        help="the cards of a picture, row by row; once for each picture",
    )
    parser.add_argument("--to", type=Path, default=Path("house-deck.json"), metavar="FILE")


def run(args: argparse.Namespace) -> int:
    """Enrol, or say in one line why not."""
    if len(args.cards) != len(args.pictures):
        raise UsageError(
            f"{len(args.pictures)} pictures, but --cards was given {len(args.cards)} ×"
        )
    named = [_cards(words) for words in args.cards]
    try:
        from vision import enrolling, house_deck  # cv2 loads only when there is a deck to see
        from vision.errors import VisionError
        from vision.eye import Eye
        from vision.pictures import read_picture
    except ModuleNotFoundError as error:
        raise UsageError(f"enrol needs {error.name}, which is not installed") from error
    eye = Eye.open()
    shown = []
    try:
        for path, cards in zip(args.pictures, named, strict=True):
            shown += enrolling.shown(eye, read_picture(path), cards)
    except VisionError as error:
        raise UsageError(str(error)) from error
    deck = house_deck.enrol(shown)
    house_deck.keep(deck, args.to)
    print(f"{args.to}: {len(deck.ranks)} ranks and {len(deck.suits)} suits enrolled")
    return 0


def _cards(words: str) -> list[str]:
    cards = words.replace(",", " ").split()
    for card in cards:
        if card not in FACES:
            raise UsageError(f"expected cards as in As Kd 7c, got {card}")
    return cards
