"""``cutcard keys``: makes the table's own key and a broadcast station's pair."""

import argparse
from pathlib import Path

from controller.errors import UsageError
from controller.security import seal
from controller.security.vault import KeyFileError, Vault

HELP = "make the table's key, and a broadcast station's pair of keys"
EXAMPLES = """\
The table's key opens its journal: keep a copy where the journal is not. Without it the journal is
lost; with it, every card ever dealt can be read.

A station has two keys. NAME.pub goes into the table's configuration ([broadcast] station_key), so
that the table can seal hands for it; NAME.key stays at the station, and nowhere else.

examples:
  cutcard keys make --table table.key
  cutcard keys make --station studio        studio.key and studio.pub

A file that is there already is never written over."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which keys to make."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="make", required=True)
    make = parts.add_parser("make", help="make keys, each in a file that only you can read")
    make.add_argument("--table", type=Path, metavar="FILE", help="the table's own key")
    make.add_argument("--station", type=Path, metavar="NAME", help="NAME.key and NAME.pub")


def run(args: argparse.Namespace) -> int:
    """Make the keys that are asked for."""
    if args.table is None and args.station is None:
        raise UsageError("expected --table FILE, --station NAME or both, got neither")
    try:
        if args.table is not None:
            Vault.make(args.table)
            print(f"{args.table}: the table's key; keep a copy elsewhere")
        if args.station is not None:
            _make_station(args.station)
    except KeyFileError as error:
        raise UsageError(str(error)) from error
    return 0


def _make_station(name: Path) -> None:
    private, public = (name.with_name(name.name + ending) for ending in (".key", ".pub"))
    seal.make_pair(private, public)
    print(f"{private}: the station's private key; it stays at the station")
    print(f"{public}: its public key, for the table's configuration")
