"""The journal: every event and answer is on the disk before anybody hears of it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any, Self, TypeVar

import msgspec

from controller.records import checkpoints, journal_file
from controller.records.journal_file import (
    JournalBusyError,
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalKeyError,
    JournalLockedError,
    JournalOrderError,
    JournalVersionError,
    complaint,
)
from controller.records.journal_rows import Answered, Checkpoint, Entry, Outgoing, Record, Release
from controller.security import audit
from controller.security.audit import AuditEntry
from controller.security.vault import SealBrokenError, Vault

__all__ = [
    "Answered",
    "AuditEntry",
    "Checkpoint",
    "Entry",
    "Journal",
    "JournalBusyError",
    "JournalDamagedError",
    "JournalError",
    "JournalFullError",
    "JournalKeyError",
    "JournalLockedError",
    "JournalOrderError",
    "JournalReader",
    "JournalVersionError",
    "Outgoing",
    "Record",
    "Release",
]

OUTBOX_LIMIT = 100_000
_TIDY = 50  # delivered rows that may lie about while events come: they go together, or at rest
_CHUNK = 500  # rows read at a time: a commit never waits long for a reader
_OF_HAND = """SELECT * FROM record WHERE hand = ?1
    AND seq >= (SELECT min(seq) FROM record WHERE kind = 'hand' AND hand = ?1)
    AND seq < (SELECT coalesce(min(seq), 1 << 62) FROM record WHERE kind = 'hand' AND hand > ?1)
ORDER BY seq"""
# What a display can do without: it heals by the snapshot. Responses and broadcasts are kept.
_DROP_OLDEST = """DELETE FROM outbox WHERE row IN (
    SELECT row FROM outbox WHERE topic LIKE '%/public/event' OR topic LIKE '%/floor/log'
    ORDER BY row LIMIT ?
)"""
_DEAD = """INSERT INTO dead_letter (at, why, topic, payload, retain)
    SELECT ?, ?, topic, payload, retain FROM outbox WHERE row = ?"""
T = TypeVar("T")


class JournalReader:
    """Reads a journal, also beside the controller that writes it; safe from any thread."""

    def __init__(self, path: Path, vault: Vault) -> None:
        self._setup(path, vault, journal_file.open_to_read(path, vault))

    def _setup(self, path: Path, vault: Vault, db: sqlite3.Connection) -> None:
        self.path, self.vault, self._db = path, vault, db
        self._lock = RLock()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """One thread at a time, and every complaint as an error of ours."""
        with self._complaining(), self._lock:
            yield

    @contextmanager
    def _complaining(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise complaint(error, self.path) from error

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._asking():
            return self._db.execute(sql, values).fetchall()

    @property
    def last(self) -> int:
        """The number of the last event, 0 where there is none."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM record")[0][0])

    @property
    def size(self) -> int:
        """How many bytes of the disk the journal's rows take."""
        pages, free, page = (
            int(self._rows(f"PRAGMA {name}")[0][0])
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * page

    def records(self, since: int = 0) -> Iterator[Record]:
        """The records after a sequence number, in order."""
        sql = "SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?"
        while rows := self._rows(sql, since, _CHUNK):
            yield from map(self._record, rows)
            since = rows[-1][0]

    def hand(self, number: int) -> list[Record]:
        """The records of one deal, if it is kept from its beginning."""
        rows = self._rows(_OF_HAND, number)
        return [self._record(row) for row in rows]

    def numbers(self, before: int | None = None, most: int = 50) -> list[int]:
        """The numbers of the deals kept from their beginning, newest first."""
        rows = self._rows(
            "SELECT DISTINCT hand FROM record WHERE hand BETWEEN 1 AND ? - 1 AND kind = 'hand' "
            "ORDER BY hand DESC LIMIT ?",
            self.last + 1 if before is None else before,  # there are no more hands than events
            most,
        )
        return [int(row[0]) for row in rows]

    def outbox(self, after: int = 0, limit: int = _CHUNK) -> list[Outgoing]:
        """Messages that the broker has not taken yet, in order, from behind a row on."""
        sql = "SELECT topic, payload, retain, row FROM outbox WHERE row > ? ORDER BY row LIMIT ?"
        return [Outgoing(t, p, bool(r), row) for t, p, r, row in self._rows(sql, after, limit)]

    def response(self, request_id: str) -> Answered | None:
        """What a request was answered, if it was."""
        sql = "SELECT request_id, topic, payload, content FROM answered WHERE request_id = ?"
        rows = self._rows(sql, request_id)
        return Answered(*rows[0]) if rows else None

    def releases(self) -> list[Release]:
        """The hands that wait for their broadcast, the first due first."""
        rows = self._rows("SELECT hand, due, ended, payload FROM release ORDER BY due, hand")
        return [Release(*row) for row in rows]

    def checkpoint(self, *, oldest: bool = False) -> Checkpoint | None:
        """The newest checkpoint, or the oldest, from which all that is kept follows."""
        newest_first = "SELECT * FROM checkpoint ORDER BY seq DESC LIMIT 1"
        oldest_first = "SELECT * FROM checkpoint ORDER BY seq LIMIT 1"
        for seq, version, sealed in self._rows(oldest_first if oldest else newest_first):
            context = _checkpoint_context(seq, version)
            packed = self._unsealed(sealed, context, f"the checkpoint after event {seq}")
            return Checkpoint(seq, version, packed)
        return None

    @property
    def first(self) -> int:
        """The number of the first event kept: above 1 where retention has cut."""
        return int(self._rows("SELECT coalesce(min(seq), 1) FROM record")[0][0])

    def desk(self) -> bytes | None:
        """The controller's own state after the last entry that had one."""
        sealed = self._meta("desk")
        return None if sealed is None else self._unsealed(sealed, b"desk", "the desk")

    def meta(self, name: str) -> str | None:
        """A note of the journal's own, such as the session or the number of boots."""
        value = self._meta(name)
        return None if value is None else value.decode()

    def _meta(self, name: str) -> bytes | None:
        rows = self._rows("SELECT value FROM meta WHERE name = ?", name)
        return bytes(rows[0][0]) if rows else None

    def _record(self, row: tuple[Any, ...]) -> Record:
        *clear, sealed = row
        seq, t, at, hand, _, request_id, told = clear
        event, answers = msgspec.json.decode(
            self._unsealed(sealed, _context(*clear), f"event {seq}")
        )
        return Record(seq, t, at, hand, event, answers, request_id, told)

    def _unsealed(self, sealed: bytes, context: bytes, what: str) -> bytes:
        try:
            return self.vault.unseal(sealed, context)
        except SealBrokenError:
            raise JournalDamagedError(
                f"{self.path}: {what} was changed since it was written"
            ) from None


class Journal(JournalReader):
    """The one writer of a journal."""

    def __init__(self, path: Path, vault: Vault, *, outbox_limit: int = OUTBOX_LIMIT) -> None:
        self._held = journal_file.locked(path)
        try:
            self._setup(path, vault, journal_file.open_to_write(path, vault))
        except JournalError:
            self._held.close()
            raise
        self._limit = outbox_limit
        self._delivered = self._tidied = 0  # rows
        self.dropped = 0  # messages given up since the start, the broker having been away too long
        self._row = 0
        self._unsure = True  # whether what is remembered is what the file has
        try:
            self._remember()
        except JournalError:
            self.let_go()
            raise

    def _remember(self) -> None:
        """What is known of the file without asking it at every commit."""
        self._last = self.last
        with self._asking():
            self._head = audit.head(self._db)
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
        self._held.close()

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

    def _write(self, work: Callable[[], T], *, at_rest: bool = True) -> T:
        with self._asking():
            if self._unsure:
                self._remember()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                done = work()
                self._tidy_outbox(at_rest=at_rest)
                self._db.execute("COMMIT")
            except BaseException:  # whatever it was, half an entry must not stay
                self._unsure = True
                if self._db.in_transaction:  # on a full disk SQLite may have ended it itself
                    self._db.execute("ROLLBACK")
                self._remember()
                raise
            return done

    def _enter(self, entry: Entry) -> list[Outgoing]:
        execute = self._db.execute
        if entry.record is not None:
            self._enter_record(entry.record)
        for line in entry.audits:
            self._head = audit.append(self._db, self._head, line)
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
            row = (release.hand, release.due, release.ended, release.payload)
            execute("INSERT OR REPLACE INTO release VALUES (?, ?, ?, ?)", row)
        for hand in entry.released:
            execute("DELETE FROM release WHERE hand = ?", (hand,))
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
        sealed = self.vault.seal(plain, _context(*clear))
        self._db.execute("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*clear, sealed))
        self._last = record.seq

    def _enter_checkpoint(self, packed: bytes) -> None:
        seq, version = self._last, checkpoints.version()
        sealed = self.vault.seal(packed, _checkpoint_context(seq, version))
        self._db.execute(
            "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", (seq, version, sealed)
        )

    def _queue(self, messages: Sequence[Outgoing]) -> list[Outgoing]:
        queued = [replace(one, row=row) for row, one in enumerate(messages, self._row + 1)]
        self._row += len(queued)
        self.waiting += len(queued)
        rows = [(one.row, one.topic, one.payload, one.retain) for one in queued]
        self._db.executemany("INSERT INTO outbox VALUES (?, ?, ?, ?)", rows)
        return queued

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


def _context(*clear: object) -> bytes:
    """A record's clear columns: they are sealed in as well, and cannot be changed alone."""
    return msgspec.json.encode(("record", *clear))


def _checkpoint_context(seq: int, version: str) -> bytes:
    return msgspec.json.encode(("checkpoint", seq, version))
