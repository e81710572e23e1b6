"""``cutcard restore``: a table out of its backup, laid where its file says."""

import argparse
from pathlib import Path

from controller.passphrase import add_argument, asked
from controller.records import backup

HELP = "lay a table's backup back; never over a table that is served"
EXAMPLES = """\
Where there is no such configuration the backup's own is written. Each file goes to where the
configuration names it. All is verified before the first file is touched, and the journal once more
in its place.

example, on a new Raspberry Pi after deploy/install.sh:
  sudo systemctl stop cutcard cutcard-displays
  sudo cutcard restore table-2026-05-01.backup --config /etc/cutcard/table.toml --replace --owner cutcard
  sudo systemctl start cutcard cutcard-displays
"""  # noqa: E501  (a command that is copied stays on one line)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is laid back where."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("backup", type=Path, metavar="BACKUP")
    parser.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the table's configuration"
    )
    parser.add_argument(
        "--replace", action="store_true",
        help="where files are in the way, keep them beside it as NAME.before-TIME",
    )  # fmt: skip
    parser.add_argument("--owner", default="", metavar="USER", help="whose files they are to be")
    add_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Lay it back and say what is where."""
    done = backup.restore(
        args.backup, args.config, asked(args, again=False),
        replace=args.replace, owner=args.owner,
    )  # fmt: skip
    for path in done.files:
        print(path)
    print(f"{done.manifest.table}: {done.manifest.events} events as of {done.manifest.at}")
    return 0
