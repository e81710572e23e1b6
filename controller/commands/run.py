"""``cutcard run``: the table's daemon, until it is asked to stop."""

import argparse
import asyncio
from pathlib import Path

import msgspec

from controller.config_file import load
from controller.watchdog import Watchdog

HELP = "serve a table: sensors in, rulings out, everything kept and published"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the one file that says it all."""
    parser.epilog = "exit status: 0 when it was asked to stop; 2 when something must be put right"
    parser.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the table's configuration"
    )
    parser.add_argument(
        "--simulated",
        action="store_true",
        help="with readers, camera and people made up, who err; the table's own journal and decks "
        "are left alone",
    )
    parser.add_argument(
        "--no-pages", action="store_true",
        help="leave the file's [web] to `cutcard displays`, a process of its own",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serve the table until SIGTERM or Ctrl-C."""
    config = load(args.config)
    if args.no_pages:
        config = msgspec.structs.replace(config, web=None)
    from controller import daemon  # slow: a mistake in the file is told before
    from controller.demo import simulated_run

    serve = simulated_run.run if args.simulated else daemon.run
    asyncio.run(serve(config, watchdog=Watchdog.from_environment()))
    return 0
