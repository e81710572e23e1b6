"""``cutcard demo``: a whole simulated table, and what is ruled at it, live."""

import argparse
import asyncio
import contextlib
import random
import secrets
import signal
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.live import Live
from rich.text import Text

from controller import assembly
from controller.daemon import Daemon
from controller.demo import pages as demo_pages
from controller.demo.dealt import STRUCTURES, dealt
from controller.demo.live_view import Picture, PlainView
from controller.demo.pages import DemoPages
from controller.demo.people import People
from controller.demo.simulation import Simulation
from controller.errors import UsageError
from controller.mqtt.acl import Acl
from controller.mqtt.client import MqttSettings
from controller.mqtt.embedded_broker import EmbeddedBroker
from controller.mqtt.roles import CONTROLLER, ROLES
from controller.mqtt.topics import Topics
from controller.session import resume
from engine.games import GAMES, HOLDEM
from engine.law import BOOKS
from firmware_bridge.simulator.dealer import BRISK, HUMAN, LIVELY, RANDOM, Dealer, FaultError
from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.noise import Noise

HELP = "a whole simulated table: readers, controller, broker, and what is ruled, live"
SPEEDS = {"human": HUMAN, "lively": LIVELY, "fast": BRISK}
TABLE = "demo"
PLAYERS = {1: "Ada", 2: "Blaise", 3: "Carl", 5: "Emmy", 6: "Leonhard", 8: "Sofia"}
STACK = 1000
NOISE = {"flicker": 0.03, "missed": 0.01, "neighbour": 0.01, "garbage": 0.2}
# Faults of the first cards: whoever looks on for the first time need not wait for a ruling.
SOON = ("exposed_card", "boxed_card", "wrong_seat", "joker", "foreign_back", "ineligible_seat")
UNWATCHED = 5  # hands, where nobody is there to press Ctrl-C
REFRESH = 8  # times a second


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may be asked."""
    parser.epilog = f"Faults: {', '.join(sorted(FAULTS))}. Ctrl-C ends the demo."
    parser.add_argument("--game", default=HOLDEM.name, metavar="NAME", help=", ".join(GAMES))
    parser.add_argument(
        "--structure", choices=STRUCTURES, default=STRUCTURES[0], help="default: no_limit"
    )
    parser.add_argument("--rulebook", default="uspa", metavar="NAME", help=", ".join(BOOKS))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of cards and faults")
    parser.add_argument("--speed", choices=SPEEDS, default="lively", help="default: lively")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME",
        help=f"make this fault, one a hand in the order given; {RANDOM}: in half of all hands",
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
    dealer = _dealer(args)
    with (
        contextlib.suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory(prefix="cutcard-") as folder,
    ):
        asyncio.run(_play(Path(folder), dealer, args, hands, console))
    return 0


async def _play(
    folder: Path, dealer: Dealer, args: argparse.Namespace, hands: int, console: Console
) -> None:
    loop, topics = asyncio.get_running_loop(), Topics(TABLE)
    passwords = {role: secrets.token_hex(8) for role in (*ROLES, CONTROLLER)}
    async with contextlib.AsyncExitStack() as stack:
        simulation = Simulation(folder, dealer, noise=Noise(seed=args.seed, **NOISE))
        stack.callback(simulation.stop)
        broker = EmbeddedBroker(Acl([TABLE]), passwords)
        broker.start()
        stack.callback(broker.stop)
        config = simulation.config(TABLE, args.rulebook)
        config = msgspec.structs.replace(config, broadcast=demo_pages.station(folder))
        pages = await stack.enter_async_context(demo_pages.served(folder, broker.port, passwords))
        session = resume(config)
        stack.callback(session.journal.close)
        heard = stack.enter_context(_view(topics, console, pages))
        people = People(
            topics,
            broker.port,
            passwords,
            lambda topic, payload: loop.call_soon_threadsafe(heard, topic, payload),
        )
        stack.callback(people.stop)
        line = MqttSettings(port=broker.port, username=CONTROLLER, password=passwords[CONTROLLER])
        daemon = Daemon(config, session, line, partial(assembly.hardware, config))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)

        def ready(daemon: Daemon) -> None:
            people.start()
            simulation.start(
                lambda event: people.ask(_named(event)),
                lambda item: loop.call_soon_threadsafe(daemon.seen, item),
                hands,
                people.served.is_set,
            )

        ending = asyncio.create_task(_stop_when_done(simulation, daemon))
        await daemon.run(ready)
        ending.cancel()


def _named(event: dict[str, Any]) -> dict[str, Any]:
    """Whoever sits down has a name, and chips that fit the blinds."""
    if event["e"] != "sit":
        return event
    return {**event, "name": PLAYERS[event["seat"]], "stack": STACK}


async def _stop_when_done(simulation: Simulation, daemon: Daemon) -> None:
    while not simulation.done.is_set():
        await asyncio.sleep(0.2)
    daemon.stop()


@contextlib.contextmanager
def _view(
    topics: Topics, console: Console, pages: DemoPages
) -> Iterator[Callable[[str, bytes], None]]:
    """Whom to tell what was heard: a live picture, or lines where there is no terminal."""
    if not console.is_terminal:
        print(f"pages: {pages.address}/ (password {pages.password})")
        yield PlainView(topics, partial(print, flush=True)).heard
        return
    picture = Picture(topics, _shown(pages))
    with Live(picture, console=console, screen=True, refresh_per_second=REFRESH):
        yield picture.heard
    console.print(f"{picture.hand} hands dealt, {picture.ruled} rulings.")


def _shown(pages: DemoPages) -> Text:
    """The pages' line in the picture; a terminal that knows links opens each by its name."""
    text = Text(f"{pages.address}/  password {pages.password}  ")
    for name, link in pages.links.items():
        text.append(f" /{name}", style=f"bold link {link}")
    return text


def _dealer(args: argparse.Namespace) -> Dealer:
    if args.rulebook not in BOOKS:
        raise UsageError(f"--rulebook: expected one of {', '.join(BOOKS)}, got {args.rulebook!r}")
    first = random.Random(args.seed).choice(SOON)  # noqa: S311  (repeatable, no secret)
    faults = tuple(args.fault) or (first, RANDOM)
    try:
        return Dealer(
            tuple(PLAYERS),
            seed=args.seed,
            pace=SPEEDS[args.speed],
            faults=faults,
            rulebook=args.rulebook,
            dealt=dealt(args.game, args.structure),
        )
    except FaultError as error:
        raise UsageError(f"--fault: {error}") from error
