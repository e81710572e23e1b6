"""``cutcard schemas``: the JSON schemas of all that goes over MQTT."""

import argparse
import sys
from pathlib import Path

from controller import schemas
from controller.errors import UsageError

HELP = "write the JSON schemas of every MQTT payload"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="write them there")
    what.add_argument(
        "--check",
        action="store_true",
        help="compare those that are shipped with the types; exit status 1 if any differs",
    )


def run(args: argparse.Namespace) -> int:
    """Write the files, or say which of those shipped are not as they should be."""
    return _check() if args.check else _write(args.folder)


def _write(folder: Path) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in schemas.files():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror}") from error
    return 0


def _check() -> int:
    made, shipped = dict(schemas.files()), schemas.shipped()
    wrong = sorted(file for file in made | shipped if made.get(file) != shipped.get(file))
    for file in wrong:
        print(f"{file} is not current: write it anew with cutcard schemas", file=sys.stderr)
    return 1 if wrong else 0
