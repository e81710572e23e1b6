"""The journal's file: its tables, how it is opened, and what can be wrong with it."""

import fcntl
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from controller.records import chain
from controller.security import audit
from controller.security.vault import SealBrokenError, Vault

VERSION = 2
UNCHAINED = 1  # the version before the chain
BUSY = 0.05  # seconds that a commit waits for a lock
APPLICATION = 0x43757443  # "CutC": an SQLite file that is a journal of ours
MAGIC = b"SQLite format 3\x00"
MARK = ".mark"  # the name of what lies beside a journal: how far it had come
KEY_CHECK = b"the key of this journal"
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE record (
    seq INTEGER PRIMARY KEY, t REAL NOT NULL, at TEXT NOT NULL, hand INTEGER NOT NULL,
    kind TEXT NOT NULL, request_id TEXT, told BLOB NOT NULL, sealed BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_of_request ON record (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX record_that_begins ON record (hand) WHERE kind = 'hand';
CREATE TABLE outbox (
    row INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, retain INTEGER NOT NULL
) STRICT;
CREATE TABLE answered (
    request_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, topic TEXT NOT NULL, payload BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE release (
    hand INTEGER PRIMARY KEY, due REAL NOT NULL, ended TEXT NOT NULL, payload BLOB NOT NULL
) STRICT;
CREATE TABLE checkpoint (
    seq INTEGER PRIMARY KEY, version TEXT NOT NULL, sealed BLOB NOT NULL
) STRICT;
"""
# Of a later day than the tables above: a journal that has them not gets them when it is opened.
_LATER = {
    "SELECT 1 FROM dead_letter": """CREATE TABLE dead_letter (
        n INTEGER PRIMARY KEY, at TEXT NOT NULL, why TEXT NOT NULL,
        topic TEXT NOT NULL, payload BLOB NOT NULL, retain INTEGER NOT NULL
    ) STRICT""",
    "SELECT content FROM answered":
        "ALTER TABLE answered ADD COLUMN content BLOB NOT NULL DEFAULT x''",
    "SELECT proof FROM outbox":
        "ALTER TABLE outbox ADD COLUMN proof BLOB NOT NULL DEFAULT x''",
}  # fmt: skip


_OWN_NOTES = "SELECT name, value FROM meta WHERE name IN ('table', 'key', 'bare')"


class JournalError(Exception):
    """Something is wrong with the journal; the text has no face in it."""


class JournalFullError(JournalError):
    """The disk takes no more; nothing of the commit was kept, and it can be tried again."""


class JournalKeyError(JournalError):
    """The journal was written with another key."""


class JournalTableError(JournalError):
    """The journal of another table."""


class JournalVersionError(JournalError):
    """A file that this software cannot read."""


class JournalBusyError(JournalError):
    """Another controller writes this journal."""


class JournalLockedError(JournalError):
    """Another program is in the midst of writing the file; it can be tried again."""


class JournalOrderError(JournalError):
    """A record or a request that is there already, or comes before its turn."""


class JournalDamagedError(JournalError):
    """A row that is not as it was written, or a file that SQLite cannot read."""


class JournalBrokenError(JournalDamagedError):
    """A journal whose chain does not hold: it is not as this table wrote it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open journal, and what it says of itself."""

    db: sqlite3.Connection
    version: int
    table: str = ""  # whose it is
    bare: int = 0  # up to this event nothing was bound to the table's name


def looks_like_journal(path: Path) -> bool:
    """Whether a file is an SQLite file rather than a table log."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # whoever opens it next says why


def locked(path: Path) -> IO[bytes]:
    """A lock that one controller holds as long as it runs, however it ends."""
    # Beside the journal: closing a second handle of the file itself would drop SQLite's own locks.
    try:
        file = path.with_name(path.name + ".lock").open("wb")
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise JournalBusyError(f"{path}: another controller is writing this journal") from None
    return file


def open_to_write(path: Path, vault: Vault, table: str) -> Opened:
    """Open the journal, making it where there is none."""
    try:
        path.touch(mode=0o600)
        # Nobody else should write it; whoever does must not hold up the table for long.
        db = sqlite3.connect(path, BUSY, isolation_level=None, check_same_thread=False)
        # A commit is on the disk when it returns, power cut or not.
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 4000")  # 16 MB: few commits wait for that
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            _create(db, vault.named(table), table)
        opened = _checked(db, path, vault)
        _upgrade(db)
    except (sqlite3.Error, OSError) as error:
        raise complaint(error, path) from error
    return opened


def open_to_read(path: Path, vault: Vault | None) -> Opened:
    """Open a journal without changing it, also while a controller writes it."""
    if not path.is_file():
        raise JournalError(f"{path}: no such file")
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise complaint(error, path) from error
    return _checked(db, path, vault)


def complaint(error: sqlite3.Error | OSError, path: Path) -> JournalError:
    """What SQLite complains of, as an error of ours; its own text holds no value of a row."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _FULL:
        return JournalFullError(f"{path}: the disk takes no more: free some space")
    if isinstance(error, sqlite3.IntegrityError):
        return JournalOrderError(f"{path}: {error}")
    if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalLockedError(f"{path}: another program has it locked: end that program")
    if code & 0xFF == sqlite3.SQLITE_CORRUPT or (
        code & 0xFF == sqlite3.SQLITE_NOTADB and path.with_name(path.name + MARK).exists()
    ):
        return JournalDamagedError(f"{path}: the file is damaged ({error})")
    if code & 0xFF == sqlite3.SQLITE_NOTADB:
        return JournalVersionError(f"{path}: expected a journal of cutcard, got another file")
    return JournalError(f"{path}: {error}")


def _create(db: sqlite3.Connection, vault: Vault, table: str) -> None:
    db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # what retention cuts goes back to the disk
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN IMMEDIATE")
    for statement in filter(str.strip, _statements(_SCHEMA + audit.SCHEMA + chain.SCHEMA)):
        db.execute(statement)
    _upgrade(db)
    db.execute("INSERT INTO meta VALUES ('table', ?)", (table.encode(),))
    db.execute("INSERT INTO meta VALUES ('key', ?)", (vault.seal(b"", KEY_CHECK),))
    chain.begin(db, vault, 0, audit.head(db))
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _upgrade(db: sqlite3.Connection) -> None:
    """Add what an older journal lacks."""
    for asks, adds in _LATER.items():
        try:
            db.execute(f"{asks} LIMIT 0")
        except sqlite3.OperationalError as error:
            if "no such" not in str(error):
                raise
            db.execute(adds)


def _statements(script: str) -> list[str]:
    """The statements of a script one by one: ``executescript`` would commit in between."""
    statements = [""]
    for line in script.splitlines():
        statements[-1] += line + "\n"
        if sqlite3.complete_statement(statements[-1]):
            statements.append("")
    return statements


def _checked(db: sqlite3.Connection, path: Path, vault: Vault | None) -> Opened:
    """Refuse what is no journal, a later one, or another key's."""
    try:
        (ours,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if ours != APPLICATION:
            raise JournalVersionError(f"{path}: expected a journal of cutcard, got another file")
        if version > VERSION:
            raise JournalVersionError(
                f"{path}: expected a journal of version {VERSION}, got version {version}: "
                "it was written by a newer cutcard"
            )
        notes = {name: bytes(value) for name, value in db.execute(_OWN_NOTES)}
        table = notes.get("table", b"").decode(errors="replace")
        if vault is not None:
            vault.named(table).unseal(notes.get("key", b""), KEY_CHECK)
    except sqlite3.Error as error:
        db.close()
        raise complaint(error, path) from error
    except SealBrokenError:
        db.close()
        raise JournalKeyError(f"{path}: this journal was written with another key") from None
    except JournalError:
        db.close()
        raise
    return Opened(db, version, table, int(notes.get("bare", b"0")))
