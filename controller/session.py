"""A session: the journal opened, and the table brought back to where it was."""

import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec

from controller.config import TableConfig
from controller.core import Core, Setting
from controller.desk import Desk
from controller.errors import UsageError
from controller.languages import language
from controller.mqtt.topics import Topics
from controller.records import recovery, trust
from controller.records.journal import (
    Entry,
    Journal,
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
)
from controller.records.trust import Trust
from controller.security import seal
from controller.security.audit import AuditEntry
from controller.security.vault import DiskFullError, Vault, VaultError
from controller.table_clock import TableClock, iso

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
    trust: Trust  # what is known of the journal's past


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
    except JournalDamagedError as error:
        way_on = f"cutcard journal salvage {config.journal.file} --key {config.journal.key}"
        raise PassingError(f"{error}. It is not trusted. To go on: {way_on}") from error
    except (JournalError, VaultError) as error:
        raise SessionError(str(error)) from error


def _journal(config: TableConfig) -> Journal:
    file, key = config.journal.file, config.journal.key
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Only a new table gets a new key: another one's journal would be of no use with it.
    vault = Vault.open(key, create=not file.exists())
    return Journal(file, vault, table=config.table.name, outbox_limit=config.journal.outbox)


def _resumed(config: TableConfig, journal: Journal) -> Session:
    found = trust.examine(journal)
    desk = journal.desk()
    start = recovery.newest(journal)
    core = Core(
        _setting(config, config.broadcast.station_key),
        start.history,
        desk=msgspec.json.decode(desk, type=Desk) if desk is not None else None,
        releases=journal.releases(),
        seq=start.seq,
    )
    differs = start.differs
    for played in recovery.replayed(journal, start):
        core.remember(played.record, played.answers)
        if differs is None and not played.same:
            differs = played.record.seq
    t = max(core.table.t, found.t, 0.0)
    if found.missing:
        _be_careful(core, t + config.broadcast.delay)
    _enter_start(config, journal, core, found)
    journal.witness(t)
    clock = TableClock(t)
    return Session(journal, core, clock, _client_id(journal), differs, start.why, found)


def _be_careful(core: Core, due: float) -> None:
    """Of what the switch was and how long hands have waited, only the slower can be believed."""
    core.desk.live = False
    core.broadcast.releases = [
        replace(release, due=max(due, release.due)) for release in core.broadcast.releases
    ]


def _enter_start(config: TableConfig, journal: Journal, core: Core, found: Trust) -> None:
    """The audit says that the table starts, with what, and what was found wrong or changed."""
    at = iso(time.time())
    sections = _sections(config)
    before = msgspec.json.decode(journal.meta("configuration") or "{}", type=dict[str, str])
    changed = sorted(name for name in sections if before and sections[name] != before.get(name))
    boots = int(journal.meta("boots") or 0) + 1
    what = {"version": version("cutcard"), "boot": core.boot, "boots": boots}
    if found.away is not None:
        what["away"] = round(found.away, 1)
    lines = [AuditEntry(at, "start", what=what)]
    if changed:
        lines.append(AuditEntry(at, "configuration", what={"changed": changed}))
    delay, delayed = repr(config.broadcast.delay), journal.meta("delay")
    if delayed not in (None, delay):
        lines.append(AuditEntry(at, "delay", what={"from": delayed, "to": delay}))
    for kind, text in (("loss", found.missing), ("loss", found.doubt), ("clock", found.clock)):
        if text:
            lines.append(AuditEntry(at, kind, what={"text": text}))
    if found.strangers:
        lines.append(AuditEntry(at, "strangers", what={"messages": found.strangers}))
    releases = tuple(core.broadcast.releases) if found.missing else ()
    notes = {"boots": str(boots), "delay": delay} | (
        {"configuration": msgspec.json.encode(sections).decode()} if sections != before else {}
    )
    journal.commit([Entry(audits=tuple(lines), releases=releases, notes=notes)])


def _sections(config: TableConfig) -> dict[str, str]:
    """A digest of each section of the table's file: a change is seen, and no secret kept."""
    return {
        name: hashlib.sha256(msgspec.json.encode(value, enc_hook=str)).hexdigest()[:16]
        for name, value in msgspec.structs.asdict(config).items()
    }


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
        dealers={code.upper(): name for name, code in config.dealers.items()},
        language=language(config.language.use, config.language.folder),
        seal=partial(seal.seal_for, seal.read_public(station)) if station else None,
    )
