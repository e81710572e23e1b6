"""``cutcard register``: walks a person through a deck until every card's tag is known."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

from controller.errors import UsageError
from controller.tablelog import lines
from controller.words import bold, coloured, dim
from engine.cards import spoken
from firmware_bridge.decks import MOST_JOKERS, Deck, Decks, DecksError, load, save, writing
from firmware_bridge.registering import Registered, Walk

HELP = "register a deck: which tag is which card"
EXAMPLES = """\
The cards are asked for one at a time: lay each on the reader, lift it, lay the next. Type undo to
take the last one back. What is done is kept after every card: stop when you like (Ctrl-C), and the
same command goes on from there.

examples:
  cutcard register red --back red --tags -               a reader that types tags, as wedges do
  cutcard register blue --back blue --jokers 2 --new-deck-order --tags -
  cutcard register red --back red --port usb-FTDI_Reader-if00 --reader pn532
  cutcard register trial --back red --simulated          tags that are made up

--new-deck-order asks for the cards as they lie in a new box, faces towards you: jokers, ace to
king of spades and of diamonds, king to ace of clubs and of hearts.

exit status: 0 when the deck is complete; 1 when cards are still wanted; 2 when the command cannot
be understood or the file of the decks cannot be used."""
BAR = 26
UNDO = "undo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the deck and where its tags come from."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("name", metavar="NAME", help="what the deck is called here")
    parser.add_argument("--back", metavar="COLOUR", help="the colour of its back (a new deck)")
    parser.add_argument(
        "--jokers", type=int, metavar="N", help=f"how many, 0 to {MOST_JOKERS} (default 0)"
    )
    parser.add_argument(
        "--new-deck-order", action="store_true", help="ask for the cards as a new box has them"
    )
    parser.add_argument("--anew", action="store_true", help="forget what this deck has so far")
    parser.add_argument(
        "--decks",
        type=Path,
        metavar="FILE",
        default=default_file(),
        help="where the decks are kept, readable by you alone (default: %(default)s)",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--tags", metavar="FILE", help="tags in hexadecimal, one a line (-: standard input)"
    )
    source.add_argument("--port", metavar="PORT", help="the serial port of a reader")
    source.add_argument("--simulated", action="store_true", help="cards that are made up")
    parser.add_argument("--reader", metavar="KIND", help="what kind of reader is on the port")
    parser.add_argument(
        "--baud", type=int, metavar="N", help="its speed, where it is not as it came"
    )


def default_file() -> Path:
    """Where decks are kept unless told otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("CUTCARD_DECKS") or Path(home) / "cutcard" / "decks.json")


def run(args: argparse.Namespace) -> int:
    """Walk through the deck, keeping every card as it comes."""
    try:
        with writing(args.decks):
            decks = load(args.decks)
            walk = Walk(decks, _deck(args, decks), new_deck_order=args.new_deck_order)
            return _walked(walk, _tags(args), lambda: save(args.decks, walk.decks))
    except DecksError as error:
        raise UsageError(str(error)) from error


def _deck(args: argparse.Namespace, decks: Decks) -> Deck:
    """The deck to go on with, or a new one as it is asked for."""
    if args.jokers is not None and not 0 <= args.jokers <= MOST_JOKERS:
        raise UsageError(f"--jokers: expected 0 to {MOST_JOKERS}, got {args.jokers}")
    known = next((deck for deck in decks.decks if deck.name == args.name), None)
    if known is None or args.anew:
        back = args.back or (known.back if known else None)
        if not back:
            raise UsageError(f"deck {args.name!r} is new: give the colour of its back with --back")
        return Deck(args.name, back, args.jokers or 0)
    for what, has, asked in (
        ("back", known.back, args.back),
        ("jokers", known.jokers, args.jokers),
    ):
        if asked not in (None, has):
            raise UsageError(
                f"--{what}: deck {args.name!r} was begun with {has}, not {asked}: "
                "leave it out to go on, or use --anew to begin again"
            )
    return known


def _tags(args: argparse.Namespace) -> Iterator[str]:
    """One text for each card laid: its tag, ``undo``, or something unreadable."""
    if (args.reader or args.baud) and not args.port:
        raise UsageError(f"--{'reader' if args.reader else 'baud'} is for --port")
    if args.port and not args.reader:
        raise UsageError("--port needs --reader: say what kind of reader is there")
    if args.simulated:
        return _made_up()
    if args.tags:
        return (line.decode("utf-8", "replace").strip() for _, line in lines(args.tags))
    from controller.laid_cards import laid_cards  # serial ports load only when one is opened

    return laid_cards(args.port, args.reader, args.baud)


def _made_up() -> Iterator[str]:
    """Tags like those of ISO 15693 cards, at the pace of a quick hand."""
    while True:
        yield f"E00401{token_hex(5).upper()}"
        time.sleep(0.02)


def _walked(walk: Walk, tags: Iterator[str], keep: Callable[[], None]) -> int:
    """Ask, take, keep, until the deck is complete or the person stops."""
    try:
        if walk.wanted is not None:
            _ask(walk)
            for text in tags:
                _say(_undone(walk) if text.lower() == UNDO else _told(walk, walk.lay(text)))
                keep()
                if walk.wanted is None:
                    break
                _ask(walk)
    except KeyboardInterrupt:
        _say("")
    left = walk.deck.size - walk.done
    if left:
        _say(
            f"{walk.done} cards are kept, {left} still wanted: the same command goes on from here."
        )
        return 1
    _say(f"{_bar(walk)} deck {walk.deck.name!r} is complete.")
    return 0


def _told(walk: Walk, step: Registered) -> str:
    """Say what came of a card; a good one needs no words, the bar moves."""
    match step.outcome:
        case "registered" | "complete":
            return ""
        case "card twice":
            return _warning("This card was just registered: lift it and lay the next.")
        case "tag taken":
            return _warning(
                f"This tag is that of card {step.number} of the walk: either that card was laid "
                "again, or two cards have one tag. Set one aside; undo goes back card by card."
            )
        case "other deck":
            return _warning(f"This card is of deck {step.deck!r}: take it out of this one.")
        case "unreadable":
            return _warning("This tag cannot be read: lay the card again, flat and alone.")


def _undone(walk: Walk) -> str:
    return dim("The last card is taken back.") if walk.undo() else _warning("Nothing to undo.")


def _warning(text: str) -> str:
    return coloured(text, "yellow")


def _ask(walk: Walk) -> None:
    """Show how far it is and which card comes next, on the same line where there is a terminal."""
    assert walk.wanted is not None
    text = f"{_bar(walk)} lay {bold(spoken(walk.wanted))}"
    if sys.stdout.isatty():
        print(f"\r\x1b[K{text} ", end="", flush=True)
    else:
        print(text, flush=True)


def _say(text: str) -> None:
    """Say something on a line of its own."""
    if text:
        print(f"\r\x1b[K{text}" if sys.stdout.isatty() else text, flush=True)


def _bar(walk: Walk) -> str:
    full = BAR * walk.done // walk.deck.size
    return f"[{'#' * full}{'.' * (BAR - full)}] {walk.done:2} of {walk.deck.size}"
