"""A session: the journal opened, and the table brought back to where it was."""

import secrets
import time
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec

from controller.config import TableConfig
from controller.core import Core, Setting
from controller.desk import Desk
from controller.errors import UsageError
from controller.mqtt.topics import Topics
from controller.records import recovery
from controller.records.journal import (
    Journal,
    JournalBusyError,
    JournalError,
    JournalFullError,
    JournalLockedError,
)
from controller.security import seal
from controller.security.vault import DiskFullError, Vault, VaultError
from controller.table_clock import TableClock

PASSING = (JournalFullError, JournalLockedError, DiskFullError)


class SessionError(UsageError):
    """The table cannot be opened like this; the text says what to do."""


class PassingError(SessionError):
    """It cannot be opened now; whoever waits will see it opened."""


@dataclass(frozen=True, slots=True)
class Session:
    """All that came back from the journal."""

    journal: Journal
    core: Core
    clock: TableClock
    client_id: str  # at the broker
    differs: int | None  # the first event that is answered otherwise than it was then
    why: str  # the start was slow


def resume(config: TableConfig, *, alone: bool = True) -> Session:
    """Open the journal, made where there is none, and play it to its end.

    Another controller of this table is a mistake, or, where we are not ``alone``, one that ends.
    """
    passing = PASSING if alone else (*PASSING, JournalBusyError)
    try:
        journal = _journal(config)
        try:
            return _resumed(config, journal)
        except BaseException:
            journal.let_go()
            raise
    except passing as error:
        raise PassingError(str(error)) from error
    except (JournalError, VaultError) as error:
        raise SessionError(str(error)) from error


def _journal(config: TableConfig) -> Journal:
    file, key = config.journal.file, config.journal.key
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Only a new table gets a new key: another one's journal would be of no use with it.
    vault = Vault.open(key, create=not file.exists())
    return Journal(file, vault, outbox_limit=config.journal.outbox)


def _resumed(config: TableConfig, journal: Journal) -> Session:
    desk = journal.desk()
    start = recovery.newest(journal)
    core = Core(
        _setting(config, config.broadcast.station_key),
        start.history,
        desk=msgspec.json.decode(desk, type=Desk) if desk is not None else None,
        releases=journal.releases(),
        seq=start.seq,
    )
    differs = None
    for played in recovery.replayed(journal, start):
        core.remember(played.record, played.answers)
        if differs is None and not played.same:
            differs = played.record.seq
    opened = journal.meta("opened")
    if opened is None:
        opened = repr(time.time())
        journal.note("opened", opened)
    journal.note("boots", str(int(journal.meta("boots") or 0) + 1))
    clock = TableClock(float(opened), max(core.table.t, 0.0))
    return Session(journal, core, clock, _client_id(journal), differs, start.why)


def _client_id(journal: Journal) -> str:
    """Drawn once for a journal: no name leads to it. Any broker takes 23 letters."""
    known = journal.meta("client id")
    if known is None:
        known = secrets.token_hex(11)
        journal.note("client id", known)
    return known


def _setting(config: TableConfig, station: Path | None) -> Setting:
    return Setting(
        Topics(config.table.name),
        boot=secrets.token_hex(4),
        version=version("cutcard"),
        delay=config.broadcast.delay,
        seal=partial(seal.seal_for, seal.read_public(station)) if station else None,
    )
