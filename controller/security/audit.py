"""The audit: who asked, decided and released what, each line chained to the one before it."""

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

SCHEMA = """
CREATE TABLE audit (n INTEGER PRIMARY KEY, line TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TRIGGER audit_is_not_rewritten BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is only ever added to'); END;
CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is only ever added to'); END;
"""
START = hashlib.sha256(b"cutcard audit 1").hexdigest()  # what the first line is chained to


class AuditBrokenError(Exception):
    """The audit is not as it was written; names the first line that shows it."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit. No face belongs in it."""

    at: str  # the wall's time, ISO 8601 in UTC
    kind: str  # request, release, decision, live, start …
    role: str = ""
    by: str = ""
    what: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line as it is kept."""

    n: int
    entry: AuditEntry
    hash: str


def chained(previous: str, line: str) -> str:
    """The hash of a line that follows another."""
    return hashlib.sha256(f"{previous}\n{line}".encode()).hexdigest()


def head(db: sqlite3.Connection) -> tuple[int, str]:
    """The last line's number and hash: all before it follows from the hash."""
    row = db.execute("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1").fetchone()
    return (row[0], row[1]) if row else (0, START)


def append(db: sqlite3.Connection, after: tuple[int, str], entry: AuditEntry) -> tuple[int, str]:
    """Write one line after the head, in the caller's transaction; gives the new head."""
    line = msgspec.json.encode(entry).decode()
    n, digest = after[0] + 1, chained(after[1], line)
    db.execute("INSERT INTO audit VALUES (?, ?, ?)", (n, line, digest))
    return n, digest


def verified(db: sqlite3.Connection) -> Iterator[AuditLine]:
    """Every line, checked against the chain on the way."""
    previous, due = START, 1
    for n, line, digest in db.execute("SELECT n, line, hash FROM audit ORDER BY n"):
        if n != due:
            raise AuditBrokenError(f"line {due}: expected it before line {n}, got nothing")
        if chained(previous, line) != digest:
            raise AuditBrokenError(f"line {n}: changed since it was written, or a line before it")
        yield AuditLine(n, read(line), digest)
        previous, due = digest, due + 1


def read(line: str) -> AuditEntry:
    """A line as it was entered."""
    return msgspec.json.decode(line, type=AuditEntry)
