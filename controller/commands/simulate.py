"""``cutcard simulate``: a whole table on pseudo-terminals, with a dealer who makes faults."""

import argparse
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TextIO

import msgspec

from controller.demo.croupier import Croupier
from controller.demo.dealt import STRUCTURES, dealt, known_game
from controller.demo.slips import slips_of
from controller.demo.stakes import stakes, usual
from controller.errors import UsageError
from engine.games import DRAW_GAMES, GAMES, HOLDEM, STUD_GAMES, Game
from engine.law import BOOKS
from firmware_bridge.simulator.dealer import RANDOM, Dealer, FaultError, UntidyError
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.fingers import FAST, HUMAN
from firmware_bridge.simulator.noise import Noise
from firmware_bridge.simulator.table import KINDS, SimulatedTable, tag_bytes
from firmware_bridge.simulator.truth import SEATS, Event, Truth
from firmware_bridge.simulator.untidy import UNTIDY

HELP = "a whole table on pseudo-terminals: readers, a dealer, his faults, and the noise"
PACES = {"human": HUMAN, "fast": FAST}
OFTEN = 0.5  # of all hands have a fault, where they come at random
_TICK = 0.005  # seconds; how late a card may lie down
_LAST = 1.0  # seconds for the last leavings to be read

_NOISE = {
    "flicker": "chance that a poll does not find a card that lies there, such as 0.05",
    "missed": "chance that a poll finds nothing",
    "neighbour": "chance that a poll finds a card that lies next door",
    "stacked": "chance that a card is not found, for each card that lies upon it",
    "garbage": "bursts of random bytes a second on each wire",
    "half": "chance that an answer is cut off",
    "silent": "times a minute that a reader stops answering",
    "pulled": "times a minute that a cable is pulled",
    "reboot": "times a minute that a reader or board starts anew",
    "outage": "seconds that each of the last three lasts",
}
_EPILOG = (
    "At a board everybody checks or calls, and after a fault the floor voids the deal. Faults: "
    + ", ".join(sorted(FAULTS))
    + ". "
    "In stud and draw people play as in the demo, and the dealer puts right what he did. Faults of "
    "stud: " + ", ".join(sorted(slips_of(STUD_GAMES[0]))) + ". "
    "Of draw: " + ", ".join(sorted(slips_of(DRAW_GAMES[0]))) + ". "
    "Untidy ways at a board, of which no ruling may come: " + ", ".join(sorted(UNTIDY)) + ". "
    "What --log writes has every face in it: keep it as you would the deck's register."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "--readers", choices=KINDS, default="board", metavar="KIND",
        help=f"what lies under the felt: {', '.join(KINDS)} (default: board, one table board)",
    )  # fmt: skip
    parser.add_argument("--hands", type=int, default=0, metavar="N", help="0: until Ctrl-C")
    parser.add_argument("--players", type=int, default=6, metavar="N", help="3 to 10 (default: 6)")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME",
        help=f"make this fault, one a hand in the order given; {RANDOM}: in half of all hands",
    )  # fmt: skip
    parser.add_argument(
        "--untidy", action="append", default=[], metavar="NAME",
        help=f"be untidy in this way, one a hand in the order given; {RANDOM}: in every hand",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of cards and noise")
    parser.add_argument("--speed", choices=PACES, default="human", help="default: human")
    parser.add_argument("--game", default=HOLDEM.name, metavar="NAME", help=", ".join(GAMES))
    parser.add_argument(
        "--structure", choices=STRUCTURES, help="default: no_limit; limit in stud and draw"
    )
    parser.add_argument("--rulebook", default="uspa", metavar="NAME", help="for the log")
    parser.add_argument("--ports", metavar="DIR", help="where the ports' names are put")
    parser.add_argument("--wait", action="store_true", help="deal once a host is at every port")
    parser.add_argument("--log", metavar="FILE", help="what truly happened (-: standard output)")
    for field in fields(Noise):
        if field.name != "seed":
            parser.add_argument(
                f"--{field.name}", type=float, default=field.default, metavar="RATE",
                help=_NOISE[field.name],
            )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print the ports, deal, and write down what truly happened."""
    dealer = _dealer(args)
    noise = Noise(seed=args.seed, **{name: _rate(args, name) for name in _NOISE})
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(_log(args.log))
        folder = stack.enter_context(_folder(args.ports))
        table = stack.enter_context(SimulatedTable(args.readers, folder, Truth(), noise))
        with contextlib.suppress(KeyboardInterrupt):
            _Session(table, dealer, log).deal(args.hands, wait=args.wait)
    return 0


class _Session:
    """A table that runs on the clock of the wall, and its log."""

    def __init__(
        self, table: SimulatedTable, dealer: Dealer | Croupier, log: TextIO | None
    ) -> None:
        self._table, self._dealer, self._log = table, dealer, log
        self._screen = sys.stderr if log is sys.stdout else sys.stdout
        self._began = time.monotonic()
        self._written = 0

    def deal(self, hands: int, *, wait: bool) -> None:
        """Deal so many hands, 0 for ever."""
        for place in self._table.places:
            zones = ", ".join(place.zones)
            self._say(f"{self._table.wires[place.name].path}  {place.kind}  {zones}")
        while wait and not all(wire.heard for wire in self._table.wires.values()):
            self._turn()
        self._dealer.t = time.monotonic() - self._began
        truth = self._table.truth
        for happening in self._dealer.opening():
            truth.add(happening)
        count = 0
        while count < hands or not hands:
            count += 1
            for happening in self._dealer.hand():
                truth.add(happening)
            self._say(f"hand {count}: {_named(self._dealer)}")
            self._until(self._dealer.t)
        self._until(self._dealer.t + _LAST)

    def _say(self, line: str) -> None:
        print(line, file=self._screen, flush=True)

    def _until(self, t: float) -> None:
        while time.monotonic() - self._began < t:
            self._turn()

    def _turn(self) -> None:
        self._table.wait(_TICK)
        self._table.step(time.monotonic() - self._began)
        events = self._table.truth.log
        if self._log is not None and self._written < len(events):
            lines = [
                msgspec.json.encode(event).decode() + "\n" for event in events[self._written :]
            ]
            self._log.write("".join(lines))
            self._log.flush()  # whoever follows the log sees each card as it lies down
        self._written = len(events)


def _dealer(args: argparse.Namespace) -> Dealer | Croupier:
    if not 3 <= args.players <= SEATS:
        raise UsageError(f"--players: expected 3 to {SEATS}, got {args.players}")
    if args.hands < 0:
        raise UsageError(f"--hands: expected 0 or more, got {args.hands}")
    if args.rulebook not in BOOKS:
        raise UsageError(f"--rulebook: expected one of {', '.join(BOOKS)}, got {args.rulebook!r}")
    game = GAMES[known_game(args.game)]
    if args.players > game.most_players:
        most = f"{game.name} has cards for {game.most_players}"
        raise UsageError(f"--players: {most}, got {args.players}")
    try:
        return _follower(game, args) if game.stud or game.draws else _scripted(game, args)
    except FaultError as error:
        raise UsageError(f"--fault: {error}") from error
    except UntidyError as error:
        raise UsageError(f"--untidy: {error}") from error


def _scripted(game: Game, args: argparse.Namespace) -> Dealer:
    """A dealer whose hands are checked down."""
    structure = args.structure or usual(game)
    return Dealer(
        _seats(args), seed=args.seed, pace=PACES[args.speed], faults=tuple(args.fault),
        rulebook=args.rulebook, tag_bytes=tag_bytes(args.readers), dealt=dealt(game, structure),
        untidy=tuple(args.untidy),
    )  # fmt: skip


def _follower(game: Game, args: argparse.Namespace) -> Croupier:
    """A dealer who does what is expected: in stud the cards say who is next."""
    if args.untidy:
        raise UntidyError(f"these ways are of games with a board, not of {game.name}")
    opening: Event = {
        "game": game.name, "structure": args.structure or usual(game), "format": "cash",
        "rulebook": args.rulebook, "seats": SEATS, "sensors": ["rfid", "shoe", "camera", "shuffle"],
        **stakes(game, 1),
    }  # fmt: skip
    return Croupier(
        opening, _seats(args), seed=args.seed, pace=PACES[args.speed], faults=tuple(args.fault),
        often=OFTEN, tag_bytes=tag_bytes(args.readers),
    )  # fmt: skip


def _seats(args: argparse.Namespace) -> tuple[int, ...]:
    return tuple(range(1, args.players + 1))


def _named(dealer: Dealer | Croupier) -> str:
    """What a hand is called: its fault, its untidy ways, or that it has none."""
    if isinstance(dealer, Croupier):
        return (dealer.fault if dealer.slipped else None) or "orderly"
    return dealer.fault or ", ".join(dealer.untidy) or "orderly"


def _rate(args: argparse.Namespace, name: str) -> float:
    rate: float = getattr(args, name)
    most = 1.0 if name in ("flicker", "missed", "neighbour", "stacked", "half") else 1000.0
    if not 0.0 <= rate <= most:
        raise UsageError(f"--{name}: expected 0 to {most:g}, got {rate:g}")
    return rate


@contextlib.contextmanager
def _log(name: str | None) -> Iterator[TextIO | None]:
    """The log, which its owner alone may read: it has the faces."""
    if name is None or name == "-":
        yield sys.stdout if name else None
        return
    try:
        file = open(name, "w", encoding="utf-8", opener=_owner_only)  # noqa: SIM115  (closed below)
    except OSError as error:
        raise UsageError(f"--log: {name}: {error.strerror}") from error
    with file:
        yield file


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


@contextlib.contextmanager
def _folder(name: str | None) -> Iterator[Path]:
    if name is None:
        with tempfile.TemporaryDirectory(prefix="cutcard-") as made:
            yield Path(made)
        return
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"--ports: {name}: expected an empty directory")
    except OSError as error:
        raise UsageError(f"--ports: {name}: {error.strerror}") from error
    yield folder
