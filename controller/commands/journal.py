"""``cutcard journal``: whether a journal is whole, and what can be saved of one that is not."""

import argparse
import sys
from pathlib import Path

from controller.errors import UsageError
from controller.records import trust
from controller.records.journal import JournalDamagedError, JournalError, JournalReader
from controller.records.journal_tool import KEY_NAME, key_argument
from controller.records.mark import MarkBrokenError, MarkFile
from controller.records.salvage import Salvaged, salvage
from controller.security.vault import Vault, VaultError

HELP = "check a journal from end to end, and save what can be saved of a damaged one"
EXAMPLES = """\
  cutcard journal check journal.sqlite --key table.key
  cutcard journal salvage journal.sqlite --key table.key

``check`` reads the whole file, goes along its chain, and compares its end with the mark beside it.
``salvage`` writes all that the key proves into a new journal, which takes the old one's place; the
damaged file stays beside it as ….damaged-1. A table that waits for its journal then opens by
itself; else start it, and let the floor check the stacks.

exit status: 0 when the journal is whole, or something was saved; 1 when it is not whole; 2 when
the file cannot be used."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``check`` and ``salvage``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parts = parser.add_subparsers(dest="part", metavar="check|salvage", required=True)
    check = parts.add_parser("check", help="whether all that was kept is there, as it was written")
    save = parts.add_parser("salvage", help="save what can be proved; the table must not run")
    save.add_argument("--table", default="", metavar="NAME", help="whose it is, where that is lost")
    for part in (check, save):
        part.add_argument("journal", type=Path, metavar="JOURNAL")
        key_argument(part)


def run(args: argparse.Namespace) -> int:
    """Check or salvage, and say what was found."""
    try:
        vault = Vault.open(args.key or args.journal.with_name(KEY_NAME))
        if args.part == "check":
            return _check(args.journal, vault)
        _tell(salvage(args.journal, vault, args.table))
    except JournalDamagedError as error:
        print(error, file=sys.stderr)
        return 1
    except (JournalError, VaultError) as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from error
    return 0


def _check(path: Path, vault: Vault) -> int:
    with JournalReader(path, vault) as journal:
        if wrong := journal.quick_check():
            raise JournalDamagedError(f"{path}: the file is damaged ({wrong})")
        if not journal.chained:
            print(f"{path}: {journal.last} events, of a version without a chain")
            return 0
        head = journal.verify()
        try:
            mark = MarkFile(path, journal.vault).read()
        except MarkBrokenError as error:
            print(error, file=sys.stderr)
            return 1
        if mark is None:
            print(f"{path}.mark is gone: whether events are missing cannot be told")
        elif lost := trust.lacks(journal, mark.n, mark.seq, mark.line, mark.proof):
            print(f"{path}: {lost}", file=sys.stderr)
            return 1
        print(f"{path}: whole; {head.seq} events, {head.line} lines of audit, {head.n} links")
    return 0


def _tell(done: Salvaged) -> None:
    lost = "whether more are missing is not known" if done.missing is None else (
        f"{done.missing} that were acknowledged are missing"
    )  # fmt: skip
    print(f"saved {done.events} events, up to event {done.last}; {lost}")
    print(f"saved {done.lines} lines of the audit, {done.releases} hands that wait for broadcast")
    if not done.desk:
        print("the desk was not proved: alerts are gone, the count of faults was made anew")
    print(f"the damaged journal is now {done.aside}")
