"""``cutcard stories``: a few hands with dealing faults, told as the table would hear them."""

import argparse
import time
from importlib import resources

from controller.demo.narrator import Narrator
from controller.errors import UsageError
from controller.scenario import parse
from controller.scenario import run as play
from controller.words import bold
from engine.law import BOOKS

HELP = "play a few hands with dealing faults and show what is ruled"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may be asked."""
    parser.add_argument("--book", help="play all hands under this rulebook instead of their own")
    parser.add_argument(
        "--pace", type=float, default=0.0, metavar="SECONDS", help="wait so long between two lines"
    )


def tell(text: str, name: str, book: str | None, pace: float) -> None:
    """Tell one story; the rulings are the engine's own, whatever book it plays under."""

    def say(line: str) -> None:
        print(line, flush=True)
        if pace:
            time.sleep(pace)

    scenario = parse(text, name)
    say("")
    say(bold(scenario.title))
    play(scenario, lambda: Narrator(say, book))


def run(args: argparse.Namespace) -> int:
    """Tell the stories in order."""
    if args.book is not None and args.book not in BOOKS:
        raise UsageError(f"--book: expected one of {', '.join(BOOKS)}, got {args.book!r}")
    stories = resources.files("controller.stories")
    for story in sorted(stories.iterdir(), key=lambda path: path.name):
        if story.name.endswith(".txt"):
            tell(story.read_text("utf-8"), story.name, args.book, args.pace)
    return 0
