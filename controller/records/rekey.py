"""Another key for a journal: everything that the old one sealed or proved, by the new one.

A copy is sealed anew, proved from its first link to its last, and only then put in the journal's
place; the evidence follows. Interrupted, it is begun again or ended by the same words.
"""

import hashlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.records import chain
from controller.records.chain import Link, State, record_context
from controller.records.evidence import Evidence
from controller.records.journal import Journal, JournalReader
from controller.records.journal_file import KEY_CHECK, MARK, JournalError, JournalKeyError, locked
from controller.records.journal_reader import (
    checkpoint_context,
    outbox_context,
    release_context,
)
from controller.records.journal_rows import Entry
from controller.records.mark import MarkFile
from controller.security import audit
from controller.security.audit import AuditEntry
from controller.security.vault import SealBrokenError, Vault

DRAFT = ".rekeyed"
Seal = Callable[[bytes, bytes], bytes]  # a sealed thing and its context, sealed anew


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """What has another key now."""

    events: int
    pictures: int  # files of evidence


def rekey(path: Path, old: Vault, new: Vault) -> Rekeyed:
    """Give a journal that nobody writes another key."""
    draft = path.with_name(path.name + DRAFT)
    with locked(path):
        try:
            with JournalReader(path, new) as done:
                table = done.table  # it was interrupted when the journal was in its place already
        except JournalKeyError:
            table = _copy(path, old, draft)
            _reseal(draft, old.named(table), new.named(table))
            _note(draft, old, new, table)
            _swap(draft, path)
        _place_mark(draft, path)
        with JournalReader(path, new) as journal:
            events = journal.verify().seq
        pictures = _evidence(path, old.named(table), new.named(table))
    return Rekeyed(events, pictures)


def _copy(path: Path, old: Vault, draft: Path) -> str:
    """A copy of a journal that its chain proves, and whose it is."""
    _remove(draft)
    with JournalReader(path, old) as journal:
        if not journal.chained:
            raise JournalError(f"{path}: expected a chained journal: start the table once")
        last, table = journal.verify().seq, journal.table
    mark = MarkFile(path, old.named(table)).read()
    if mark is not None and mark.seq > last:
        lost = f"{mark.seq - last} events are missing by the mark beside it"
        raise JournalError(f"{path}: {lost}: start the table once, which keeps that in the audit")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            db.backup(copy)
    return table


def _reseal(draft: Path, old: Vault, new: Vault) -> None:
    bare = old.named("")

    def again(sealed: bytes, context: bytes) -> bytes:
        try:
            plain = old.unseal(sealed, context)
        except SealBrokenError:  # written before anything was bound to the table's name
            plain = bare.unseal(sealed, context)
        return new.seal(plain, context)

    with closing(sqlite3.connect(draft, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        _reseal_rows(db, again)
        for row, topic, payload, retain in db.execute(
            "SELECT row, topic, payload, retain FROM outbox"
        ).fetchall():
            proof = new.proof(outbox_context(row, topic, payload, bool(retain)))
            db.execute("UPDATE outbox SET proof = ? WHERE row = ?", (proof, row))
        check = new.seal(b"", KEY_CHECK)
        db.execute("UPDATE meta SET value = ? WHERE name = 'key'", (check,))
        db.execute("UPDATE meta SET value = ? WHERE name = 'bare'", (b"0",))
        _relink(db, new)
        db.execute("COMMIT")


def _reseal_rows(db: sqlite3.Connection, again: Seal) -> None:
    for (seq,) in db.execute("SELECT seq FROM record").fetchall():
        (row,) = db.execute("SELECT * FROM record WHERE seq = ?", (seq,))
        *clear, sealed = row
        new = again(sealed, record_context(*clear))
        db.execute("UPDATE record SET sealed = ? WHERE seq = ?", (new, seq))
    for seq, version, sealed in db.execute("SELECT * FROM checkpoint").fetchall():
        new = again(sealed, checkpoint_context(seq, version))
        db.execute("UPDATE checkpoint SET sealed = ? WHERE seq = ?", (new, seq))
    for hand, due, ended, sealed in db.execute("SELECT * FROM release").fetchall():
        new = again(sealed, release_context(hand, due, ended))
        db.execute("UPDATE release SET payload = ? WHERE hand = ?", (new, hand))
    for (desk,) in db.execute("SELECT value FROM meta WHERE name = 'desk'").fetchall():
        db.execute("UPDATE meta SET value = ? WHERE name = 'desk'", (again(desk, b"desk"),))


def _relink(db: sqlite3.Connection, new: Vault) -> None:
    """Prove every link anew; the oldest one that retention left is only pointed at."""
    found = db.execute("SELECT value FROM meta WHERE name = ?", (chain.BASE,)).fetchone()
    base = int(bytes(found[0])) if found else 0
    links = [Link(*row) for row in db.execute("SELECT * FROM link ORDER BY n")]
    before, seq = b"", 0
    for link in links:
        rows = _digest(db, seq, link) if link.n > links[0].n and seq >= base else link.rows
        state = State.of(db).digest() if link is links[-1] else link.state
        line = db.execute("SELECT hash FROM audit WHERE n = ?", (link.line,)).fetchone()
        bare = Link(link.n, link.seq, link.line, link.t, rows, state, b"")
        proof = new.proof(bare.said(before, line[0] if line else audit.START))
        sql = "UPDATE link SET rows = ?, state = ?, proof = ? WHERE n = ?"
        db.execute(sql, (rows, state, proof, link.n))
        before, seq = proof, link.seq


def _digest(db: sqlite3.Connection, since: int, link: Link) -> bytes:
    rows = hashlib.sha256()
    sql = "SELECT * FROM record WHERE seq > ? AND seq <= ? ORDER BY seq"
    for *clear, sealed in db.execute(sql, (since, link.seq)):
        rows.update(chain.digest(record_context(*clear), sealed))
    return rows.digest()


def _note(draft: Path, old: Vault, new: Vault, table: str) -> None:
    """The audit says it, and the whole is proved before it takes the journal's place."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    what = {"from": old.fingerprint, "to": new.fingerprint}
    with Journal(draft, new, table=table) as journal:
        journal.commit([Entry(audits=(AuditEntry(now, "key", what=what),))])
        journal.verify()
        journal.witness(journal.head().t)


def _swap(draft: Path, path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    draft.with_name(f"{draft.name}.lock").unlink(missing_ok=True)
    draft.replace(path)
    _sync(path.parent)


def _place_mark(draft: Path, path: Path) -> None:
    mark = draft.with_name(draft.name + MARK)
    if mark.exists():
        mark.replace(path.with_name(path.name + MARK))
        _sync(path.parent)


def _remove(draft: Path) -> None:
    for ending in ("-wal", "-shm", MARK, ".lock", ""):
        draft.with_name(draft.name + ending).unlink(missing_ok=True)


def _evidence(path: Path, old: Vault, new: Vault) -> int:
    """Each file on its own: one that has the new key already is left."""
    before, after = Evidence(path, old), Evidence(path, new)
    for seq in before.numbers():
        if not after.opens(seq):
            after.keep(seq, before.pictures(seq))
    return len(before.numbers())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
