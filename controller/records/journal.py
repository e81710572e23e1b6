"""The journal: every event and answer is on the disk before anybody hears of it."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec

from controller.records import chain, checkpoints, journal_file
from controller.records.chain import Chain, ChainBrokenError, record_context
from controller.records.journal_file import (
    JournalBrokenError,
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalKeyError,
    JournalLockedError,
    JournalOrderError,
    JournalTableError,
    JournalVersionError,
)
from controller.records.journal_reader import (
    JournalReader,
    checkpoint_context,
    outbox_context,
    release_context,
)
from controller.records.journal_rows import Answered, Checkpoint, Entry, Outgoing, Record, Release
from controller.records.journal_upgrade import upgrade
from controller.records.mark import Mark, MarkBrokenError, MarkFile
from controller.security import audit
from controller.security.audit import AuditEntry
from controller.security.vault import SealBrokenError, Vault

__all__ = [
    "Answered",
    "AuditEntry",
    "Checkpoint",
    "Entry",
    "Journal",
    "JournalBrokenError",
    "JournalBusyError",
    "JournalDamagedError",
    "JournalError",
    "JournalFullError",
    "JournalKeyError",
    "JournalLockedError",
    "JournalOrderError",
    "JournalReader",
    "JournalTableError",
    "JournalVersionError",
    "Outgoing",
    "Record",
    "Release",
]

OUTBOX_LIMIT = 100_000
_TIDY = 50  # delivered rows that may lie about while events come: they go together, or at rest
# What a display can do without: it heals by the snapshot. Responses and broadcasts are kept.
_DROP_OLDEST = """DELETE FROM outbox WHERE row IN (
    SELECT row FROM outbox WHERE topic LIKE '%/public/event' OR topic LIKE '%/floor/log'
    ORDER BY row LIMIT ?
)"""
_DEAD = """INSERT INTO dead_letter (at, why, topic, payload, retain)
    SELECT ?, ?, topic, payload, retain FROM outbox WHERE row = ?"""
T = TypeVar("T")


class Journal(JournalReader):
    """The one writer of a journal."""

    def __init__(
        self, path: Path, vault: Vault, *, table: str = "", outbox_limit: int = OUTBOX_LIMIT
    ) -> None:
        self._held = journal_file.locked(path)
        try:
            self._setup(path, vault, self._opened(path, vault, table))
        except JournalError:
            self._held.close()
            raise
        self._limit = outbox_limit
        self._delivered = self._tidied = 0  # rows
        self.dropped = 0  # messages given up since the start, the broker having been away too long
        self._row = 0
        self._unsure = True  # whether what is remembered is what the file has
        self.t = 0.0  # the table's time, as far as it was told
        self._mark = MarkFile(path, self.vault)
        self.marked, self.mark_trouble = self._read_mark()
        try:
            self._remember()
        except JournalError:
            self.let_go()
            raise

    def _opened(self, path: Path, vault: Vault, table: str) -> journal_file.Opened:
        """Open it, chained; one of an older version only if there never was a newer here."""
        opened = journal_file.open_to_write(path, vault, table)
        try:
            if opened.version == journal_file.UNCHAINED:
                if path.with_name(path.name + journal_file.MARK).exists():
                    raise JournalBrokenError(f"{path}: a journal of an older version was put here")
                opened = upgrade(opened, vault, table)
            if table and opened.table != table:
                raise JournalTableError(
                    f"{path}: expected the journal of {table!r}, got that of {opened.table!r}: "
                    "give the table its old name, or move the journal away: a new one begins"
                )
            self._inode = _inode(path)
        except (sqlite3.Error, OSError) as error:
            opened.db.close()
            raise journal_file.complaint(error, path) from error
        except SealBrokenError:
            opened.db.close()
            raise JournalDamagedError(f"{path}: the desk was changed since") from None
        except JournalError:
            opened.db.close()
            raise
        return opened

    def _read_mark(self) -> tuple[Mark | None, str]:
        """How far the journal had come, by what lies beside it; or why that is not known."""
        try:
            return self._mark.read(), ""
        except MarkBrokenError as error:
            return None, str(error)

    def _remember(self) -> None:
        """What is known of the file without asking it at every commit."""
        with self._asking():
            self._head = audit.head(self._db)
            try:
                self._chain = Chain(self._db, self.vault)
            except ChainBrokenError as error:
                raise JournalBrokenError(f"{self.path}: {error}") from None
            except TypeError:  # a damaged page gives values of other kinds than were written
                raise JournalDamagedError(f"{self.path}: a row is not readable") from None
        self._last = self.last
        ((self.waiting, row),) = self._rows("SELECT count(*), coalesce(max(row), 0) FROM outbox")
        self._row = max(self._row, row)  # never lower: the broker's line goes by it
        self._unsure = False

    def close(self) -> None:
        """Drop what was delivered, and let go of the file."""
        try:
            self._write(lambda: None)
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Let go of the file as it is."""
        super().close()
        self._mark.close()
        self._held.close()

    # The mark, and the file itself

    def witness(self, t: float) -> None:
        """The table's time is this; a start goes on from there. Waits for the disk."""
        with self._lock:
            self.t = max(self.t, t)
            self._set_mark()
        try:
            self._mark.settle()
        except OSError as error:
            self.mark_trouble = f"{self._mark.path}: {error.strerror}"

    def _set_mark(self) -> None:
        head = self._chain.head
        try:
            self._mark.set(head.n, head.seq, head.line, head.proof, max(self.t, head.t))
            self.mark_trouble = ""
        except OSError as error:  # the journal has it: that is what counts
            self.mark_trouble = f"{self._mark.path}: {error.strerror}"

    @property
    def astray(self) -> bool:
        """Whether the file of that name is no longer the one that is written."""
        try:
            return _inode(self.path) != self._inode
        except OSError:
            return True

    def rescue(self) -> Path | None:
        """Write all that is kept into a new file of that name, and go on there.

        Gives where the file went that had taken its place, if one had.
        """
        new, stranger = self.path.with_name(self.path.name + ".rescued"), None
        with self._asking():
            new.unlink(missing_ok=True)
            with closing(sqlite3.connect(new, isolation_level=None)) as copy:
                self._db.backup(copy)
                copy.execute("PRAGMA journal_mode = WAL")
            new.chmod(0o600)
            if self.path.exists():
                stranger = self.path.with_name(f"{self.path.name}.stranger-{os.getpid()}")
                self.path.replace(stranger)
            self._db.close()
            for beside in ("-wal", "-shm"):
                self.path.with_name(self.path.name + beside).unlink(missing_ok=True)
            new.replace(self.path)
            _sync_folder(self.path.parent)
            self._db = journal_file.open_to_write(self.path, self._bare, self.table).db
            self._inode = _inode(self.path)
            self._remember()
            self._set_mark()
        return stranger

    def commit(self, entries: Sequence[Entry]) -> list[Outgoing]:
        """Put entries on the disk, all or none; gives their messages with their rows."""
        return self._write(
            lambda: [sent for entry in entries for sent in self._enter(entry)],
            at_rest=not entries,
        )

    def delivered(self, upto: int) -> None:
        """The broker has all rows up to this one; they go with the next commit."""
        self._delivered = max(self._delivered, upto)

    def fold(self) -> None:
        """Move what SQLite's log has into the file, beside the writer, who is not held up.

        The log is then written from its beginning again: one that grows costs the disk more.
        """
        with self._complaining(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def lay_aside(self, row: int, at: str, why: str) -> None:
        """Move a message that no broker takes out of the outbox; what it was stays readable."""
        self._write(lambda: self._lay_aside(row, at, why))

    def _lay_aside(self, row: int, at: str, why: str) -> None:
        self._db.execute(_DEAD, (at, why, row))
        self.waiting -= self._db.execute("DELETE FROM outbox WHERE row = ?", (row,)).rowcount

    @property
    def dead_letters(self) -> int:
        """How many messages were laid aside."""
        return int(self._rows("SELECT count(*) FROM dead_letter")[0][0])

    def note(self, name: str, value: str) -> None:
        """Keep a note of the journal's own."""
        self._write(lambda: self._set_meta(name, value.encode()))

    def begin_after(self, seq: int, packed: bytes) -> None:
        """Let a new journal begin behind an event: the state after it is the base of the rest."""
        self._write(lambda: self._begin_after(seq, packed))

    def _begin_after(self, seq: int, packed: bytes) -> None:
        self._last = seq
        self._enter_checkpoint(packed)
        self._set_meta(chain.BASE, str(seq).encode())

    def checkpoints_before(self, seq: int) -> list[tuple[int, str]]:
        """The checkpoints before an event, oldest first, each with the wall's time."""
        sql = "SELECT seq, at FROM checkpoint JOIN record USING (seq) WHERE seq < ? ORDER BY seq"
        return [(row[0], row[1]) for row in self._rows(sql, seq)]

    def forget(self, upto: int) -> None:
        """Drop all events up to a checkpoint, which stays as the base of the rest."""
        self._write(lambda: self._forget(upto))
        with self._asking():
            self._db.execute("PRAGMA incremental_vacuum").fetchall()  # a page a row

    def _forget(self, upto: int) -> None:
        self._db.execute("DELETE FROM record WHERE seq <= ?", (upto,))
        self._db.execute("DELETE FROM answered WHERE seq < ?", (upto,))
        self._db.execute("DELETE FROM checkpoint WHERE seq < ?", (upto,))
        self._set_meta(chain.ROOT, str(chain.cut(self._db, upto)).encode())
        self._set_meta(chain.BASE, str(upto).encode())

    def _write(self, work: Callable[[], T], *, at_rest: bool = True) -> T:
        with self._asking():
            if self._unsure:
                self._remember()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                done = work()
                self._tidy_outbox(at_rest=at_rest)
                linked = self._chain.link(self._last, self._head, self.t)
                self._db.execute("COMMIT")
            except BaseException:  # whatever it was, half an entry must not stay
                self._unsure = True
                if self._db.in_transaction:  # on a full disk SQLite may have ended it itself
                    self._db.execute("ROLLBACK")
                self._remember()
                raise
            if linked:
                self._set_mark()
            return done

    def _enter(self, entry: Entry) -> list[Outgoing]:
        execute = self._db.execute
        if entry.record is not None:
            self._enter_record(entry.record)
        for line in entry.audits:
            self._head = audit.append(self._db, self._head, line)
            self._chain.audited()
        if (answered := entry.answered) is not None:
            execute(
                "INSERT INTO answered VALUES (?, ?, ?, ?, ?)",
                (
                    answered.request_id,
                    self._last,
                    answered.topic,
                    answered.payload,
                    answered.content,
                ),
            )
        for release in entry.releases:
            context = release_context(release.hand, release.due, release.ended)
            sealed = self.vault.seal(release.payload, context)
            row = (release.hand, release.due, release.ended, sealed)
            execute("INSERT OR REPLACE INTO release VALUES (?, ?, ?, ?)", row)
            self._chain.waits(*row)
        for hand in entry.released:
            execute("DELETE FROM release WHERE hand = ?", (hand,))
            self._chain.waits_no_more(hand)
        for name, value in entry.notes.items():
            self._set_meta(name, value.encode())
        if entry.desk is not None:
            self._set_meta("desk", self.vault.seal(entry.desk, b"desk"))
        if entry.checkpoint is not None:
            self._enter_checkpoint(entry.checkpoint)
        return self._queue(entry.messages)

    def _enter_record(self, record: Record) -> None:
        if record.seq != self._last + 1:
            raise JournalOrderError(
                f"{self.path}: expected event {self._last + 1}, got event {record.seq}"
            )
        kind = str(record.event["e"])
        t = float(record.t)  # as it is read back: the seal is over every byte of it
        clear = (record.seq, t, record.at, record.hand, kind, record.request_id, record.told)
        plain = msgspec.json.encode([record.event, record.answers])
        context = record_context(*clear)
        sealed = self.vault.seal(plain, context)
        self._db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*clear, sealed))
        self._chain.record(context, sealed)
        self._last, self.t = record.seq, max(self.t, t)

    def _enter_checkpoint(self, packed: bytes) -> None:
        seq, version = self._last, checkpoints.version()
        sealed = self.vault.seal(packed, checkpoint_context(seq, version))
        self._db.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", (seq, version, sealed)
        )

    def _queue(self, messages: Sequence[Outgoing]) -> list[Outgoing]:
        queued = [
            Outgoing(one.topic, one.payload, one.retain, row)
            for row, one in enumerate(messages, self._row + 1)
        ]
        self._row += len(queued)
        self.waiting += len(queued)
        rows = [(one.row, one.topic, one.payload, one.retain, self._proof(one)) for one in queued]
        self._db.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?, ?)", rows)
        return queued

    def _proof(self, one: Outgoing) -> bytes:
        return self.vault.proof(outbox_context(one.row, one.topic, one.payload, one.retain))

    def _tidy_outbox(self, *, at_rest: bool) -> None:
        """Drop what was delivered, and beyond the limit what displays can do without."""
        if at_rest or self._delivered >= self._tidied + _TIDY:
            taken = self._db.execute("DELETE FROM outbox WHERE row <= ?", (self._delivered,))
            self._tidied = self._delivered
            self.waiting -= taken.rowcount
        if self.waiting > self._limit:
            dropped = self._db.execute(_DROP_OLDEST, (self.waiting - self._limit,)).rowcount
            self.waiting -= dropped
            self.dropped += dropped

    def _set_meta(self, name: str, value: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
        self._chain.note(name, value)


def _inode(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
