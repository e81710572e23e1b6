"""``cutcard demo``: simulated tables with people who play, and what is ruled at them, live."""

import argparse
import asyncio
import contextlib
import random
import secrets
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice, zip_longest
from pathlib import Path
from typing import Any

from msgspec import structs
from rich.console import Console
from rich.live import Live
from rich.text import Text

from controller.assembly import embedded_broker
from controller.config import GameSection, Table, TableConfig
from controller.demo import pages as demo_pages
from controller.demo.croupier import Croupier
from controller.demo.dealt import STRUCTURES, known_game
from controller.demo.demo_table import DemoTable
from controller.demo.live_view import Picture, PlainView, RoomPicture
from controller.demo.pages import DemoPages
from controller.demo.simulation import on_the_felt
from controller.demo.slips import common_of, every_slip
from controller.demo.stakes import stakes, usual
from controller.errors import UsageError
from controller.mqtt.acl import Acl
from controller.mqtt.roles import CONTROLLER, ROLES
from controller.mqtt.topics import Topics
from engine.games import BOARD_GAMES, DRAW_GAMES, GAMES, HOLDEM, STUD_GAMES, Game
from engine.law import BOOKS
from firmware_bridge.simulator.dealer import RANDOM, FaultError
from firmware_bridge.simulator.fingers import BRISK, HUMAN, LIVELY
from firmware_bridge.simulator.noise import Noise

HELP = "simulated tables with people who play: readers, controller, broker, pages, live"
SPEEDS = {"human": HUMAN, "lively": LIVELY, "fast": BRISK}
DELAYS = {"human": 240.0, "lively": 120.0, "fast": 60.0}  # seconds; longer than a hand at that pace
SEATS = (1, 2, 3, 5, 6, 8)
UNIT = 100  # the small blind, or what a game has of that size
MOST = 12  # tables that one machine can play
NOISE = {"flicker": 0.03, "missed": 0.01, "neighbour": 0.01, "garbage": 0.2}
# Faults of the first cards: whoever looks on for the first time need not wait for a ruling.
SOON = ("exposed_card", "boxed_card", "wrong_seat", "joker", "ineligible_seat")
NONE = "none"
UNWATCHED = 5  # hands, where nobody is there to press Ctrl-C
REFRESH = 8  # times a second
ROOMY = 36  # lines of a terminal that has room for every address


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may be asked."""
    parser.epilog = f"Faults: {', '.join(every_slip())}. Ctrl-C ends the demo."
    parser.add_argument("--game", metavar="NAME", help=f"{', '.join(GAMES)} (default: holdem)")
    parser.add_argument(
        "--structure", choices=STRUCTURES, help="default: no_limit; limit in stud and draw"
    )
    parser.add_argument("--rulebook", metavar="NAME", help=f"{', '.join(BOOKS)} (default: uspa)")
    parser.add_argument(
        "--tables", type=int, default=1, metavar="N",
        help=f"so many at once, up to {MOST}, each with other people; unless you name a game or a "
        "rulebook, with others of those too",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of cards, people, faults")
    parser.add_argument("--speed", choices=SPEEDS, default="lively", help="default: lively")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME",
        help=f"make this fault, one a hand in this order; {RANDOM}: now and then, {NONE}: never",
    )  # fmt: skip
    parser.add_argument(
        "--hands", type=int, default=None, metavar="N",
        help=f"0: until Ctrl-C (default: so in a terminal, {UNWATCHED} elsewhere)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Play until the hands are dealt or Ctrl-C; nothing stays behind."""
    console = Console()
    hands = args.hands
    if hands is None:
        hands = 0 if console.is_terminal else UNWATCHED
    if hands < 0:
        raise UsageError(f"--hands: expected 0 or more, got {hands}")
    if not 1 <= args.tables <= MOST:
        raise UsageError(f"--tables: expected 1 to {MOST}, got {args.tables}")
    configs = _configs(args)
    dealers = [_dealer(config, args, number) for number, config in enumerate(configs)]
    with (
        contextlib.suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory(prefix="cutcard-") as folder,
    ):
        asyncio.run(_play(Path(folder), configs, dealers, args, hands, console))
    return 0


async def _play(
    folder: Path, configs: Sequence[TableConfig], dealers: Sequence[Croupier],
    args: argparse.Namespace, hands: int, console: Console,
) -> None:  # fmt: skip
    loop, names = asyncio.get_running_loop(), [config.table.name for config in configs]
    passwords = {role: secrets.token_hex(8) for role in (*ROLES, CONTROLLER)}
    async with contextlib.AsyncExitStack() as stack:
        broker = embedded_broker(Acl(names), passwords)
        stack.callback(broker.stop)
        broadcast = demo_pages.station(folder, DELAYS[args.speed])
        served = demo_pages.served(folder, broker.port, passwords, names)
        pages = await stack.enter_async_context(served)
        heard = stack.enter_context(_view(names, console, pages))
        tables = []
        for number, (config, dealer) in enumerate(zip(configs, dealers, strict=True)):
            table = DemoTable(
                folder / config.table.name, config, dealer, broadcast=broadcast,
                noise=Noise(seed=args.seed + number, **NOISE),
                broker=broker.port, passwords=passwords, heard=heard,
            )  # fmt: skip
            stack.callback(table.close)
            tables.append(table)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, _stop_all, tables)
        await asyncio.gather(*(table.run(hands) for table in tables))


def _stop_all(tables: Sequence[DemoTable]) -> None:
    for table in tables:
        table.stop()


@contextlib.contextmanager
def _view(
    names: Sequence[str], console: Console, pages: DemoPages
) -> Iterator[Callable[[str, bytes], None]]:
    """Whom to tell what was heard: a live picture, or lines where there is no terminal."""
    topics = [Topics(name) for name in names]
    if not console.is_terminal:
        print(f"pages: {pages.address}/ (password {pages.password})")
        for name in ("", *pages.names):
            print(f"  {pages.lobby}/{name}")
        yield PlainView(topics, partial(print, flush=True)).receive
        return
    shown = _shown(pages, all_of_them=console.height >= ROOMY and len(names) == 1)
    picture = Picture(topics[0], shown) if len(names) == 1 else RoomPicture(topics, shown)
    with Live(picture, console=console, screen=True, refresh_per_second=REFRESH):
        yield picture.receive
    console.print(f"{picture.hand} hands dealt, {picture.ruled} rulings.")


def _shown(pages: DemoPages, *, all_of_them: bool) -> Text:
    """Where to look, each address on a line of its own: any terminal then opens it by a click."""
    text = Text(no_wrap=True)
    text.append("In a browser, each page by itself: ", style="dim")
    text.append(f"{pages.lobby}/", style="bold cyan")
    for name in pages.names if all_of_them else ():
        text.append(f"\n  {name:9}", style="dim")
        text.append(f"{pages.lobby}/{name}", style="cyan")
    return text


def _configs(args: argparse.Namespace) -> list[TableConfig]:
    """The tables; what was not asked for changes from one to the next."""
    if args.rulebook is not None and args.rulebook not in BOOKS:
        raise UsageError(f"--rulebook: expected one of {', '.join(BOOKS)}, got {args.rulebook!r}")
    games = [known_game(args.game or HOLDEM.name)]
    if args.game is None and args.tables > 1:
        games = [game.name for game in _mixed()]
    others = [book for book in BOOKS if book != "uspa"] if args.tables > 1 else []
    books = [args.rulebook] if args.rulebook else ["uspa", *others]
    names = ["demo"] if args.tables == 1 else [f"table-{n}" for n in range(1, args.tables + 1)]
    chosen = zip(names, cycle(games), cycle(books), strict=False)
    return [
        TableConfig(
            table=Table(name=name),
            game=structs.replace(
                GameSection(
                    game=game, structure=args.structure or usual(GAMES[game]), rulebook=book
                ),
                **stakes(GAMES[game], UNIT),
            ),
        )
        for name, game, book in islice(chosen, args.tables)
    ]


def _mixed() -> Iterator[Game]:
    """All games, those of the three families by turns."""
    families = zip_longest(BOARD_GAMES, STUD_GAMES, DRAW_GAMES)
    return (game for some in families for game in some if game is not None)


def _dealer(config: TableConfig, args: argparse.Namespace, number: int) -> Croupier:
    seed = args.seed + 1000 * number
    game = GAMES[config.game.game]
    known = common_of(game, joker=game.draws)  # one may play there
    chance = random.Random(seed)  # noqa: S311  (repeatable)
    soon: tuple[str, ...] = (chance.choice([name for name in SOON if name in known]),)
    if number:  # not the same thing at all tables at once
        soon = ()
    opening: dict[str, Any] = on_the_felt(config).opening()
    asked = tuple(args.fault) or (*soon, RANDOM)
    try:
        return Croupier(
            opening, SEATS, seed=seed, pace=SPEEDS[args.speed],
            faults=() if asked == (NONE,) else asked,
        )  # fmt: skip
    except FaultError as error:
        raise UsageError(f"--fault: {error}") from error
