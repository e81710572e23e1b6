"""The ``cutcard`` command: finds the subcommand and hands over."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import version

from controller.commands import NAMES
from controller.errors import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; its module has ``HELP``, ``arguments(parser)`` and ``run(args)``."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(
        prog="cutcard", description="Rules, rulings and sensors for a physical poker table."
    )
    parser.add_argument("--version", action="version", version=f"cutcard {version('cutcard')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in words if not word.startswith("-")), None)
    for name in NAMES if asked not in NAMES else (asked,):
        module = importlib.import_module(f"controller.commands.{name}")
        sub = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.arguments(sub)
        sub.set_defaults(run=module.run)
    args = parser.parse_args(words)
    try:
        status: int = args.run(args)
    except UsageError as error:
        print(f"cutcard {args.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has seen enough; that is no fault of ours.
        sys.stderr.close()
        return 0
    return status


if __name__ == "__main__":
    raise SystemExit(main())
