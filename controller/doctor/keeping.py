"""What the table keeps: decks, keys, the disk, the journal."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from controller.config import TableConfig
from controller.doctor.finding import Finding, fail, ok, warn
from controller.records import trust
from controller.records.journal import JournalDamagedError, JournalError, JournalReader
from controller.records.mark import MarkBrokenError, MarkFile
from controller.security.secret_files import SecretError, secret
from controller.security.vault import Vault, VaultError
from firmware_bridge.decks import DecksError, load

LITTLE = 1 << 30  # bytes free: a month of a busy table has about half of it
TOO_LITTLE = 100 << 20


def decks(config: TableConfig) -> Iterator[Finding]:
    """The decks: registered, complete, in turn."""
    path = config.decks.file
    register = f"cutcard register NAME --back COLOUR --decks {path} --port PORT --reader KIND"
    try:
        known = load(path)
    except DecksError as error:
        said, _, do = str(error).rpartition(": ")
        yield fail("decks", said or do, do)
        return
    if not known.turn:
        yield fail("decks", f"no complete deck in {path}: no tag is a card", register)
        return
    for deck in known.decks:
        if not deck.complete:
            said = f"deck {deck.name}: {len(deck.cards)} of {deck.size} cards"
            yield warn("decks", said, "go on with cutcard register")
    yield ok("decks", f"in turn: {', '.join(known.turn)}")


def keys(config: TableConfig) -> Iterator[Finding]:
    """Keys and passwords: there, whole, and for their owner alone."""
    key = config.journal.key
    try:
        Vault.open(key)
    except VaultError as error:
        yield fail("key", str(error), f"a new table's is made by cutcard keys make --table {key}")
    else:
        yield ok("key", f"{key}: keep a copy elsewhere, the journal is lost without it")
    files = {"broker.password_file": config.broker.password_file}
    files |= {
        f"roles.{name}": getattr(config.roles, name) for name in config.roles.__struct_fields__
    }
    for name, path in files.items():
        if path is not None:
            yield _password(name, path)
    station = config.broadcast.station_key
    if station is None:
        yield ok("station", "no station_key: no hand is ever released")
    elif not os.access(station, os.R_OK):
        yield fail("station", f"{station} cannot be read", "copy the station's public key there")
    else:
        yield ok("station", f"{station}, {config.broadcast.delay:g} s after it happened")


def _password(name: str, path: Path) -> Finding:
    if _is_the_pages(path):
        return ok(name, f"{path}: for the pages' own user alone")
    try:
        secret(path)
    except SecretError as error:
        return fail(name, str(error), "write the password in it, then chmod 600 it")
    return ok(name, str(path))


def _is_the_pages(path: Path) -> bool:
    """Whether it is another user's secret, as that of the pages should be."""
    try:
        there = path.stat()
    except OSError:
        return False
    return there.st_uid != os.geteuid() != 0 and there.st_mode & 0o077 == 0


def disk(config: TableConfig) -> Iterator[Finding]:
    """The journal's folder: there, ours to write, and with room."""
    folder = config.journal.file.parent
    if not os.access(folder, os.W_OK | os.X_OK):
        what = "cannot be written" if folder.is_dir() else "is not there"
        do = f"sudo install -d -o $USER -m 700 {folder}"
        yield fail("disk", f"{folder} {what}", do)
        return
    free = shutil.disk_usage(folder).free
    said = f"{free / (1 << 30):.1f} GiB free at {folder}"
    do = "make room, or set journal.keep_days"
    if free < TOO_LITTLE:
        yield fail("disk", said, do)
    else:
        yield warn("disk", said, do) if free < LITTLE else ok("disk", said)


def _lost(opened: JournalReader) -> str:
    """What the journal lacks of what the mark beside it remembers."""
    if not opened.chained:
        return ""
    try:
        mark = MarkFile(opened.path, opened.vault).read()
    except MarkBrokenError as error:
        return str(error)
    return trust.lacks(opened, mark.n, mark.seq, mark.line, mark.proof) if mark else ""


def journal(config: TableConfig) -> Iterator[Finding]:
    """The journal: opens with the table's key."""
    path = config.journal.file
    if not path.exists():
        yield ok("journal", f"{path} will be made when the table is first served")
        return
    try:
        with JournalReader(path, Vault.open(config.journal.key)) as opened:
            if opened.chained:
                opened.verify()
            lost = _lost(opened)
            said = f"{path}: {opened.last} events, each as it was written"
            do = "cutcard journal check says more; let the floor check the stacks"
            yield fail("journal", f"{path}: {lost}", do) if lost else ok("journal", said)
    except JournalDamagedError as error:
        yield fail("journal", str(error), f"cutcard journal salvage {path}")
    except (JournalError, VaultError) as error:
        yield fail(
            "journal", str(error), "put the key back, or name another file for a new journal"
        )
