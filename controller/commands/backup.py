"""``cutcard backup``: the whole table in one file, also while it is served."""

import argparse
from pathlib import Path

from controller.passphrase import add_argument, asked
from controller.records import backup

HELP = "put journal, keys and configuration into one file, its secrets sealed; verified"
EXAMPLES = """\
The journal is copied as it is at one moment: the table may be served meanwhile. What is secret
(the table's key, the decks' register, passwords) is sealed with a passphrase, without which the
backup is worth nothing: keep it elsewhere. Certificates stay: deploy/install.sh makes new ones.

examples:
  cutcard backup --config table.toml --out table-2026-05-01.backup
  cutcard backup --check table-2026-05-01.backup
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is asked for."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration")
    what.add_argument("--check", type=Path, metavar="BACKUP", help="go through one that is there")
    parser.add_argument("--out", type=Path, metavar="BACKUP", help="where it is written")
    add_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Make it, or go through one."""
    if args.check is not None:
        found = backup.check(args.check, asked(args, again=False))
        print(f"{args.check}: whole. {_said(found)}")
        return 0
    if args.out is None:
        raise backup.BackupError("expected --out BACKUP, got nothing")
    if args.out.exists():
        raise backup.BackupError(f"{args.out}: is there already: give another name")
    made = backup.make(args.config, args.out, asked(args, again=True))
    print(f"{args.out}: made and verified. {_said(made)}")
    return 0


def _said(manifest: backup.Manifest) -> str:
    events = f"{manifest.events} events, audit head {manifest.audit}"
    return f"{manifest.table} at {manifest.at}: {events}"
