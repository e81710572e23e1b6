"""The chain: one keyed link a commit, over events, audit, and what else the journal stands for.

Without the key nobody can make a link. A link says how far events and audit went, what the events
of its commit were, and what the controller's own state was then: desk, notes, waiting releases.
"""

import hashlib
import sqlite3
from dataclasses import dataclass
from typing import Any

import msgspec

from controller.security.audit import START
from controller.security.vault import Vault

SCHEMA = """
CREATE TABLE link (
    n INTEGER PRIMARY KEY, seq INTEGER NOT NULL, line INTEGER NOT NULL, t REAL NOT NULL,
    rows BLOB NOT NULL, state BLOB NOT NULL, proof BLOB NOT NULL
) STRICT;
"""
BASE, ROOT = "base", "root"  # notes: the last event that retention cut, the first link that is kept
AT_A_TIME = 500  # links verified in one go
_NO_ROWS = hashlib.sha256().digest()


class ChainBrokenError(Exception):
    """The journal is not as this table wrote it; says the first thing that shows it."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is kept."""

    n: int
    seq: int  # the last event by then
    line: int  # the last line of the audit
    t: float  # the table's time
    rows: bytes  # a digest of the events of this commit
    state: bytes  # a digest of all that is replaced rather than added to
    proof: bytes

    def said(self, before: bytes, audit: str) -> bytes:
        """What is proved: the link, the one before it, and the audit's last hash."""
        clear = msgspec.json.encode((self.n, self.seq, self.line, repr(self.t), audit))
        return before + self.rows + self.state + clear


class Chain:
    """The writer's end of the chain: gathers what a commit holds, then links it."""

    def __init__(self, db: sqlite3.Connection, vault: Vault) -> None:
        self._db, self._vault = db, vault
        self.head = last_link(db)
        self._state = State.of(db)
        self._rows, self._open = hashlib.sha256(), False

    def record(self, context: bytes, sealed: bytes) -> None:
        """An event is in the commit."""
        self._rows.update(digest(context, sealed))
        self._open = True

    def audited(self) -> None:
        """A line of the audit is in it."""
        self._open = True

    def note(self, name: str, value: bytes) -> None:
        """A note, or the desk, has another value."""
        self._state.notes[name] = digest(value)
        self._state.changed, self._open = True, True

    def waits(self, hand: int, due: float, ended: str, payload: bytes) -> None:
        """A hand waits for its release."""
        self._state.releases[hand] = _waiting(due, ended, payload)
        self._state.changed, self._open = True, True

    def waits_no_more(self, hand: int) -> None:
        """It is out, or taken back."""
        self._state.releases.pop(hand, None)
        self._state.changed, self._open = True, True

    def link(self, seq: int, audit: tuple[int, str], t: float) -> bool:
        """Link what was gathered to the rest, in the caller's transaction; false: there is none."""
        if not self._open:
            return False
        before = self.head
        bare = Link(
            before.n + 1, seq, audit[0], max(t, before.t), self._rows.digest(),
            self._state.digest(), b"",
        )  # fmt: skip
        self.head = _proved(bare, before.proof, audit[1], self._vault)
        insert(self._db, self.head)
        self._rows, self._open = hashlib.sha256(), False
        return True


@dataclass(slots=True)
class State:
    """Digests of what is replaced rather than added to."""

    notes: dict[str, bytes]
    releases: dict[int, bytes]
    changed: bool = True
    _digest: bytes = b""

    @classmethod
    def of(cls, db: sqlite3.Connection) -> "State":
        """The state that the file has."""
        notes = {name: digest(value) for name, value in db.execute("SELECT name, value FROM meta")}
        waiting = db.execute("SELECT hand, due, ended, payload FROM release")
        return cls(notes, {hand: _waiting(*rest) for hand, *rest in waiting})

    def digest(self) -> bytes:
        """All of it in a few bytes."""
        if self.changed:
            whole = (sorted(self.notes.items()), sorted(self.releases.items()))
            self._digest, self.changed = digest(msgspec.json.encode(whole)), False
        return self._digest


def _waiting(due: float, ended: str, payload: bytes) -> bytes:
    return digest(repr(float(due)).encode(), ended.encode(), payload)


def digest(*parts: bytes) -> bytes:
    """A digest of some bytes."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8))
        whole.update(part)
    return whole.digest()


def begin(db: sqlite3.Connection, vault: Vault, seq: int, audit: tuple[int, str]) -> None:
    """The first link; what came before it is not in the chain."""
    bare = Link(1, seq, audit[0], 0.0, _NO_ROWS, State.of(db).digest(), b"")
    insert(db, _proved(bare, b"", audit[1], vault))


def insert(db: sqlite3.Connection, link: Link) -> None:
    """Write a link."""
    row = (link.n, link.seq, link.line, link.t, link.rows, link.state, link.proof)
    db.execute("INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def cut(db: sqlite3.Connection, upto: int) -> int:
    """Drop the links of events that retention cut, but for the last; gives its number."""
    found = db.execute("SELECT max(n) FROM link WHERE seq <= ?", (upto,)).fetchone()[0]
    root = int(found or db.execute("SELECT min(n) FROM link").fetchone()[0])
    db.execute("DELETE FROM link WHERE n < ?", (root,))
    return root


def _proved(link: Link, before: bytes, audit: str, vault: Vault) -> Link:
    proof = vault.proof(link.said(before, audit))
    return Link(link.n, link.seq, link.line, link.t, link.rows, link.state, proof)


# Reading


def last_link(db: sqlite3.Connection) -> Link:
    """The head of the chain."""
    row = db.execute("SELECT * FROM link ORDER BY n DESC LIMIT 1").fetchone()
    if row is None:
        raise ChainBrokenError("it has no link of its chain any more")
    return Link(*row)


def link_at(db: sqlite3.Connection, n: int) -> Link | None:
    """A link by its number."""
    row = db.execute("SELECT * FROM link WHERE n = ?", (n,)).fetchone()
    return Link(*row) if row else None


def verify(db: sqlite3.Connection, vault: Vault, since: int = 0) -> Link:
    """Go along the chain from behind an event to its head, which is given; or say what is wrong.

    It may be written meanwhile: what is read belongs together for a part of the links at a time.
    """
    at: Link | None = None
    while True:
        db.execute("BEGIN")
        try:
            at, ended = _verify_some(db, vault, at or _start(db, vault, since))
            if ended:
                _verify_head(db, at, whole=not since)
                return at
        finally:
            db.execute("ROLLBACK")


def _note(db: sqlite3.Connection, name: str) -> int:
    row = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return int(bytes(row[0])) if row else 0


def _start(db: sqlite3.Connection, vault: Vault, since: int) -> Link:
    root = _note(db, ROOT) or 1
    first = db.execute("SELECT min(n) FROM link").fetchone()[0]
    if first != root:
        raise ChainBrokenError(f"link {root}: expected it to be the first, got {first or 'none'}")
    row = db.execute(
        "SELECT * FROM link WHERE seq <= ? ORDER BY n DESC LIMIT 1", (since,)
    ).fetchone()
    start = Link(*row) if row else link_at(db, root)
    assert start is not None
    if start.n == 1:  # else the next link proves which one it was
        _verify_link(db, vault, b"", start)
    return start


def _verify_some(db: sqlite3.Connection, vault: Vault, at: Link) -> tuple[Link, bool]:
    base, root = _note(db, BASE), _note(db, ROOT)
    if at.n < root:  # retention has cut meanwhile
        at = link_at(db, root) or at
    rows = db.execute("SELECT * FROM link WHERE n > ? ORDER BY n LIMIT ?", (at.n, AT_A_TIME))
    links = [Link(*row) for row in rows]
    for link in links:
        if link.n != at.n + 1:
            raise ChainBrokenError(f"link {at.n + 1}: expected it before link {link.n}, got none")
        _verify_link(db, vault, at.proof, link)
        if at.seq >= base:
            _verify_events(db, at, link)
        at = link
    return at, len(links) < AT_A_TIME


def _verify_link(db: sqlite3.Connection, vault: Vault, before: bytes, link: Link) -> None:
    row = db.execute("SELECT hash FROM audit WHERE n = ?", (link.line,)).fetchone()
    if row is None and link.line:
        raise ChainBrokenError(f"line {link.line} of the audit is gone")
    if not vault.proves(link.proof, link.said(before, row[0] if row else START)):
        raise ChainBrokenError(
            f"link {link.n} (event {link.seq}, line {link.line} of the audit): "
            "changed since it was written"
        )


def _verify_events(db: sqlite3.Connection, before: Link, link: Link) -> None:
    rows = hashlib.sha256()
    found = db.execute(
        "SELECT * FROM record WHERE seq > ? AND seq <= ? ORDER BY seq", (before.seq, link.seq)
    )
    due = before.seq + 1
    for *clear, sealed in found:
        if clear[0] != due:
            break
        rows.update(digest(record_context(*clear), sealed))
        due += 1
    if due <= link.seq:
        raise ChainBrokenError(f"event {due} is gone")
    if rows.digest() != link.rows:
        raise ChainBrokenError(f"an event of {before.seq + 1} to {link.seq} was changed")


def _verify_head(db: sqlite3.Connection, head: Link, *, whole: bool) -> None:
    (last,) = db.execute("SELECT coalesce(max(seq), 0) FROM record").fetchone()
    (line,) = db.execute("SELECT coalesce(max(n), 0) FROM audit").fetchone()
    base = _note(db, BASE)
    if max(last, base) != head.seq:
        what = f"event {last}" if last > head.seq else f"events {last + 1} to {head.seq}"
        raise ChainBrokenError(f"{what}: expected {head.seq} as the last event, got {last}")
    if line != head.line:
        raise ChainBrokenError(f"the audit: expected {head.line} lines, got {line}")
    if whole:
        (kept,) = db.execute("SELECT count(*) FROM record WHERE seq > ?", (base,)).fetchone()
        if kept != head.seq - base:
            raise ChainBrokenError(f"{head.seq - base - kept} events are gone")
    if State.of(db).digest() != head.state:
        raise ChainBrokenError(
            "the desk, a note or a hand that waits for its broadcast is not the last one written"
        )


def record_context(*clear: Any) -> bytes:
    """A record's clear columns: they are sealed in as well, and cannot be changed alone."""
    return msgspec.json.encode(("record", *clear))
