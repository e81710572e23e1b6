"""What the commands on a journal share: which file, which key, and errors a person can act on."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import UsageError
from controller.records import readings
from controller.records.journal import JournalError, JournalReader
from controller.security.vault import Vault, VaultError

KEY_NAME = "table.key"
KEY_HELP = f"a journal's key file (default: {KEY_NAME} beside it)"


def key_argument(parser: argparse.ArgumentParser) -> None:
    """Declare ``--key``."""
    parser.add_argument("--key", type=Path, metavar="FILE", help=KEY_HELP)


@contextmanager
def reading(path: Path, key: Path | None) -> Iterator[JournalReader]:
    """A journal to read, every complaint of it as one clear line."""
    try:
        with JournalReader(path, Vault.open(key or path.with_name(KEY_NAME))) as journal:
            try:
                readings.note(path, journal.vault, " ".join(sys.argv[1:3]))
            except OSError as error:
                said = f"the table's audit does not hear of this: {error.strerror}"
                print(f"{path}: {said}", file=sys.stderr)
            yield journal
    except (JournalError, VaultError) as error:
        raise UsageError(str(error)) from error
