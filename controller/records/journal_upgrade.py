"""A journal of the version before the chain: bound to its table, and chained from here on."""

import sqlite3
from datetime import UTC, datetime

from controller.records import chain
from controller.records.journal_file import KEY_CHECK, VERSION, Opened
from controller.records.journal_reader import outbox_context, release_context
from controller.security import audit
from controller.security.audit import AuditEntry
from controller.security.vault import Vault


def upgrade(opened: Opened, vault: Vault, table: str) -> Opened:
    """Do it in one transaction; the audit says where the chain begins, and after what."""
    db, named = opened.db, vault.named(table)
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(chain.SCHEMA)
        _seal_anew(db, vault, named)
        first, last = db.execute("SELECT min(seq), coalesce(max(seq), 0) FROM record").fetchone()
        base = 0 if first is None else first - 1
        notes = {"table": table, "bare": str(last), chain.BASE: str(base)}
        for name, value in notes.items():
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value.encode()))
        what = {"begins": True, "after": last, "since": "an older version of the journal"}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        head = audit.append(db, audit.head(db), AuditEntry(now, "chain", what=what))
        chain.begin(db, named, last, head)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return Opened(db, VERSION, table, last)


def _seal_anew(db: sqlite3.Connection, vault: Vault, named: Vault) -> None:
    """What is replaced one day gets a seal with the table's name; events stay as they are."""
    db.execute("UPDATE meta SET value = ? WHERE name = 'key'", (named.seal(b"", KEY_CHECK),))
    for (desk,) in db.execute("SELECT value FROM meta WHERE name = 'desk'").fetchall():
        anew = named.seal(vault.unseal(desk, b"desk"), b"desk")
        db.execute("UPDATE meta SET value = ? WHERE name = 'desk'", (anew,))
    for hand, due, ended, payload in db.execute("SELECT * FROM release").fetchall():
        sealed = named.seal(payload, release_context(hand, due, ended))
        db.execute("UPDATE release SET payload = ? WHERE hand = ?", (sealed, hand))
    waiting = db.execute("SELECT row, topic, payload, retain FROM outbox").fetchall()
    for row, topic, payload, retain in waiting:
        proof = named.proof(outbox_context(row, topic, payload, bool(retain)))
        db.execute("UPDATE outbox SET proof = ? WHERE row = ?", (proof, row))
