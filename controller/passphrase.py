"""A passphrase: from a file that its owner alone can read, or typed."""

import argparse
import getpass
import sys
from pathlib import Path

from controller.errors import UsageError
from controller.security.secret_files import secret


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Declare where it comes from."""
    parser.add_argument(
        "--passphrase-file", type=Path, metavar="FILE",
        help="one line, for its owner alone (chmod 600); without it you are asked",
    )  # fmt: skip


def asked(args: argparse.Namespace, *, again: bool) -> str:
    """What was given; a new one is typed twice."""
    if args.passphrase_file is not None:
        return secret(args.passphrase_file)
    if not sys.stdin.isatty():
        return sys.stdin.readline().removesuffix("\n")
    passphrase = getpass.getpass("Passphrase: ")
    if again and getpass.getpass("Again: ") != passphrase:
        raise UsageError("expected the same passphrase twice")
    return passphrase
