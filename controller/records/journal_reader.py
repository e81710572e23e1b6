"""Reading the journal: what was kept, opened with the table's key."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, Self

import msgspec

from controller.records import chain, journal_file
from controller.records.chain import ChainBrokenError, Link
from controller.records.journal_file import JournalBrokenError, JournalDamagedError, complaint
from controller.records.journal_rows import Answered, Checkpoint, Outgoing, Record, Release
from controller.security import audit
from controller.security.audit import AuditLine
from controller.security.vault import SealBrokenError, Vault

CHUNK = 500  # rows read at a time: a commit never waits long for a reader
LAST = 1 << 62  # above every number of an event
_OF_HAND = """SELECT min(seq), max(seq) FROM record WHERE hand = ?1
    AND seq >= (SELECT min(seq) FROM record WHERE kind = 'hand' AND hand = ?1)
    AND seq < (SELECT coalesce(min(seq), 1 << 62) FROM record WHERE kind = 'hand' AND hand > ?1)"""


class JournalReader:
    """Reads a journal, also beside the controller that writes it; safe from any thread."""

    def __init__(self, path: Path, vault: Vault) -> None:
        self._setup(path, vault, journal_file.open_to_read(path, vault))

    def _setup(self, path: Path, vault: Vault, opened: journal_file.Opened) -> None:
        self.path, self._db = path, opened.db
        self.table, self.chained = opened.table, opened.version > journal_file.UNCHAINED
        # Up to here nothing is bound to the table's name: it was written before that was done.
        self.bare = opened.bare if self.chained else 1 << 62
        self.vault, self._bare = vault.named(opened.table), vault.named("")
        self._lock = RLock()

    def reopen(self) -> None:
        """Open the file of that name anew: another lies there now."""
        with self._lock:
            self._db.close()
            self._db = journal_file.open_to_read(self.path, self._bare).db

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

    def records(self, since: int = 0, upto: int = LAST) -> Iterator[Record]:
        """The records after a sequence number, in order."""
        sql = "SELECT * FROM record WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        while rows := self._rows(sql, since, upto, CHUNK):
            yield from map(self._record, rows)
            since = rows[-1][0]

    def span(self, number: int) -> tuple[int, int] | None:
        """The first and the last event of one deal, if it is kept from its beginning."""
        ((first, last),) = self._rows(_OF_HAND, number)
        return None if first is None else (first, last)

    def hand(self, number: int) -> Iterator[Record]:
        """The records of one deal, if it is kept from its beginning."""
        if (span := self.span(number)) is not None:
            within = self.records(span[0] - 1, span[1])
            yield from (record for record in within if record.hand == number)

    def numbers(self, before: int | None = None, most: int = 50) -> list[int]:
        """The numbers of the deals kept from their beginning, newest first."""
        rows = self._rows(
            "SELECT DISTINCT hand FROM record WHERE hand BETWEEN 1 AND ? - 1 AND kind = 'hand' "
            "ORDER BY hand DESC LIMIT ?",
            self.last + 1 if before is None else before,  # there are no more hands than events
            most,
        )
        return [int(row[0]) for row in rows]

    def outbox(self, after: int = 0, limit: int = CHUNK) -> list[Outgoing]:
        """Messages that the broker has not taken yet, in order, from behind a row on."""
        sql = "SELECT topic, payload, retain, row FROM outbox WHERE row > ? ORDER BY row LIMIT ?"
        return [Outgoing(t, p, bool(r), row) for t, p, r, row in self._rows(sql, after, limit)]

    def strangers(self) -> list[int]:
        """The rows of the outbox that this table never wrote."""
        found, row = [], 0
        sql = "SELECT topic, payload, retain, row, proof FROM outbox WHERE row > ? LIMIT ?"
        while rows := self._rows(sql, row, CHUNK):
            for topic, payload, retain, row, proof in rows:
                if not self.vault.proves(proof, outbox_context(row, topic, payload, bool(retain))):
                    found.append(row)
        return found

    def verify(self, *, newest: bool = False) -> Link:
        """Go along the chain, from the newest checkpoint or from its beginning; gives its head."""
        with self._asking():
            (since,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM checkpoint").fetchone()
        try:
            with self._asking():
                return chain.verify(self._db, self.vault, since if newest else 0)
        except ChainBrokenError as error:
            raise JournalBrokenError(f"{self.path}: {error}") from None
        except TypeError:  # a damaged page gives values of other kinds than were written
            raise JournalDamagedError(f"{self.path}: a row is not readable") from None

    def head(self) -> Link:
        """The last link of the chain."""
        with self._asking():
            return chain.last_link(self._db)

    def link(self, n: int) -> Link | None:
        """A link of the chain by its number."""
        with self._asking():
            return chain.link_at(self._db, n)

    def quick_check(self) -> str:
        """What SQLite finds wrong with its file; nothing where all is well."""
        ((said, *_), *_) = self._rows("PRAGMA quick_check(1)")
        return "" if said == "ok" else str(said)

    def response(self, request_id: str) -> Answered | None:
        """What a request was answered, if it was."""
        sql = "SELECT request_id, topic, payload, content FROM answered WHERE request_id = ?"
        rows = self._rows(sql, request_id)
        return Answered(*rows[0]) if rows else None

    def releases(self) -> list[Release]:
        """The hands that wait for their broadcast, the first due first."""
        rows = self._rows("SELECT hand, due, ended, payload FROM release ORDER BY due, hand")
        return [self._release(*row) for row in rows]

    def _release(self, hand: int, due: float, ended: str, sealed: bytes) -> Release:
        if not self.chained:
            return Release(hand, due, ended, sealed)
        context = release_context(hand, due, ended)
        payload = self._unsealed(sealed, context, f"the broadcast of hand {hand}")
        return Release(hand, due, ended, payload)

    def checkpoint(self, *, oldest: bool = False, before: int | None = None) -> Checkpoint | None:
        """The newest checkpoint, of all or before an event; or the oldest, the base of all."""
        newest_first = "SELECT * FROM checkpoint WHERE seq < ? ORDER BY seq DESC LIMIT 1"
        oldest_first = "SELECT * FROM checkpoint WHERE seq < ? ORDER BY seq LIMIT 1"
        until = self.last + 1 if before is None else before
        for seq, version, sealed in self._rows(oldest_first if oldest else newest_first, until):
            context = checkpoint_context(seq, version)
            packed = self._unsealed(sealed, context, f"the checkpoint after event {seq}", seq)
            return Checkpoint(seq, version, packed)
        return None

    def audit(self, before: int | None = None, most: int = CHUNK) -> list[AuditLine]:
        """Lines of the audit, newest first; whether the chain holds is not looked at."""
        sql = "SELECT n, line, hash FROM audit WHERE n < ? ORDER BY n DESC LIMIT ?"
        rows = self._rows(sql, 1 << 62 if before is None else before, most)
        return [AuditLine(n, audit.read(line), digest) for n, line, digest in rows]

    def audited(self, since: int = 0) -> Iterator[AuditLine]:
        """The audit's lines after a number, in order."""
        sql = "SELECT n, line, hash FROM audit WHERE n > ? ORDER BY n LIMIT ?"
        while rows := self._rows(sql, since, CHUNK):
            yield from (AuditLine(n, audit.read(line), digest) for n, line, digest in rows)
            since = rows[-1][0]

    def verify_audit(self) -> tuple[int, str]:
        """Check the audit from its first line; how many there are, and the last one's hash."""
        with self._complaining(), closing(journal_file.open_to_read(self.path, None).db) as db:
            lines, head = 0, audit.START
            for line in audit.verified(db):
                lines, head = line.n, line.hash
            return lines, head

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
            self._unsealed(sealed, chain.record_context(*clear), f"event {seq}", seq)
        )
        return Record(seq, t, at, hand, event, answers, request_id, told)

    def _unsealed(self, sealed: bytes, context: bytes, what: str, seq: int | None = None) -> bytes:
        old = not self.chained if seq is None else seq <= self.bare
        for vault in (self.vault, self._bare) if old else (self.vault,):
            try:
                return vault.unseal(sealed, context)
            except SealBrokenError:
                continue
        raise JournalDamagedError(f"{self.path}: {what} was changed since it was written")


def checkpoint_context(seq: int, version: str) -> bytes:
    """What a checkpoint's seal is over besides the state."""
    return msgspec.json.encode(("checkpoint", seq, version))


def release_context(hand: int, due: float, ended: str) -> bytes:
    """What a waiting hand's seal is over besides the hand: when it may go out."""
    return msgspec.json.encode(("release", hand, repr(float(due)), ended))


def outbox_context(row: int, topic: str, payload: bytes, retain: bool) -> bytes:
    """What is proved of a message that waits."""
    return msgspec.json.encode(("outbox", row, topic, retain)) + payload
