"""``cutcard config``: checks the table's file, and prints one to start from."""

import argparse
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from controller.config import TableConfig
from controller.config_file import load

HELP = "check a table's configuration file, or print one to start from"
EXAMPLES = """\
examples:
  cutcard config defaults > table.toml    every setting with its usual value and what it is for
  cutcard config check table.toml         each mistake with its line

exit status: 0 when the file can be used; 2 when there is a mistake in it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the two things that can be asked."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    check = what.add_parser("check", help="name every mistake in a file, with its line")
    check.add_argument("file", type=Path, metavar="FILE")
    what.add_parser("defaults", help="print a whole file to start from")


def run(args: argparse.Namespace) -> int:
    """Print the defaults, or what the file says in a few lines."""
    if args.what == "defaults":
        print(defaults(), end="")
        return 0
    for line in summary(load(args.file)):
        print(line)
    return 0


def defaults() -> str:
    """The file to start from."""
    return (resources.files("controller") / "defaults.toml").read_text("utf-8")


def summary(config: TableConfig) -> Iterator[str]:
    """What the table is, in a few lines."""
    game, broker = config.game, config.broker
    blinds = f"{game.small_blind}/{game.big_blind}"
    house = f", {len(config.house)} of the house's own" if config.house else ""
    yield f"table     {config.table.name}, {config.table.seats} seats"
    yield f"game      {game.game}, {game.structure}, {game.format}, blinds {blinds}"
    yield f"rules     {game.rulebook}{house}"
    kinds = Counter(reader.driver for reader in config.reader)
    yield f"readers   {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"
    yield f"camera    {f'{config.camera.kind} {config.camera.device}' if config.camera else 'none'}"
    yield f"pins      {'buttons, lamps, buzzer' if config.pins else 'none'}"
    yield f"journal   {config.journal.file}"
    kind = "embedded" if broker.embedded else "with TLS" if broker.tls_ca else "without TLS"
    yield f"broker    {broker.host}:{broker.port}, {kind}"
    delay = f"{config.broadcast.delay:g} s after it happened"
    yield f"broadcast {delay if config.broadcast.station_key else 'never: no station_key'}"
