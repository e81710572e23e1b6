"""``cutcard keys``: makes and changes the table's own key; makes a broadcast station's pair."""

import argparse
from pathlib import Path

from controller.errors import UsageError
from controller.records.evidence import EvidenceError
from controller.records.journal import JournalError
from controller.records.mark import MarkBrokenError
from controller.records.rekey import rekey
from controller.security import seal
from controller.security.vault import Vault, VaultError

HELP = "make the table's key, change it, and make a broadcast station's pair of keys"
EXAMPLES = """\
The table's key opens its journal: keep a copy where the journal is not. Without it the journal is
lost; with it, every card ever dealt can be read.

A station has two keys. NAME.pub goes into the table's configuration ([broadcast] station_key), so
that the table can seal hands for it; NAME.key stays at the station, and nowhere else.

examples:
  cutcard keys make --table table.key
  cutcard keys make --station studio        studio.key and studio.pub
  cutcard keys rotate --journal journal.sqlite --key table.key --new table.key.2026

A file that is there already is never written over. To change the table's key stop the table first:
journal and evidence are sealed anew, which the audit says. Then name the new file under [journal]
key. Old backups still want the old key: put it where they are, and nowhere else."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which keys to make."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="make | rotate", required=True)
    make = parts.add_parser("make", help="make keys, each in a file that only you can read")
    make.add_argument("--table", type=Path, metavar="FILE", help="the table's own key")
    make.add_argument("--station", type=Path, metavar="NAME", help="NAME.key and NAME.pub")
    rotate = parts.add_parser("rotate", help="give a journal and its evidence another key")
    rotate.add_argument("--journal", type=Path, required=True, metavar="FILE")
    rotate.add_argument("--key", type=Path, required=True, metavar="FILE", help="the key it has")
    rotate.add_argument(
        "--new", type=Path, required=True, metavar="FILE", help="made where there is none"
    )


def run(args: argparse.Namespace) -> int:
    """Make the keys that are asked for, or change one."""
    if args.part == "rotate":
        return _rotate(args.journal, args.key, args.new)
    if args.table is None and args.station is None:
        raise UsageError("expected --table FILE, --station NAME or both, got neither")
    try:
        if args.table is not None:
            Vault.make(args.table)
            print(f"{args.table}: the table's key; keep a copy elsewhere")
        if args.station is not None:
            _make_station(args.station)
    except VaultError as error:
        raise UsageError(str(error)) from error
    return 0


def _rotate(journal: Path, key: Path, new: Path) -> int:
    try:
        done = rekey(journal, Vault.open(key), Vault.open(new, create=True))
    except (VaultError, JournalError, EvidenceError, MarkBrokenError) as error:
        raise UsageError(str(error)) from error
    print(f"{journal}: {done.events} events and {done.pictures} files of evidence have a new key")
    print(f"{new}: name it under [journal] key, and keep a copy elsewhere")
    return 0


def _make_station(name: Path) -> None:
    private, public = (name.with_name(name.name + ending) for ending in (".key", ".pub"))
    seal.make_pair(private, public)
    print(f"{private}: the station's private key; it stays at the station")
    print(f"{public}: its public key, for the table's configuration")
