"""Salvage: all of a damaged journal that can be proved goes into a new one, and the rest is told.

An event is proved by its own seal and its place; they are taken in order up to the first that is
not. The audit is taken as far as its lines follow from each other. What is replaced rather than
added to (the desk, hands that wait for the broadcast) is taken only where the chain still proves
it; else the desk is counted anew from the events, and the hands are not broadcast.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from controller.desk import Desk
from controller.records import chain
from controller.records.chain import ChainBrokenError, record_context
from controller.records.journal import Journal
from controller.records.journal_file import MARK, JournalError, locked
from controller.records.journal_reader import checkpoint_context, release_context
from controller.records.journal_rows import Answered, Entry, Record, Release
from controller.records.mark import Mark, MarkBrokenError, MarkFile
from controller.security import audit
from controller.security.audit import AuditBrokenError, AuditEntry
from controller.security.vault import SealBrokenError, Vault

AT_ONCE = 500  # entries in one commit


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was saved, and what was not."""

    events: int
    last: int  # the last event's number
    had: int | None  # what the mark remembers; None: there is none
    lines: int
    releases: int
    desk: bool  # whether the desk was proved
    aside: Path  # where the damaged file went

    @property
    def missing(self) -> int | None:
        """How many events that were acknowledged are gone."""
        return None if self.had is None else max(0, self.had - self.last)


class Wreck:
    """A damaged journal, read as far as it can be."""

    def __init__(self, path: Path, vault: Vault) -> None:
        self.path = path
        self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        self._db.execute("PRAGMA cell_size_check = ON")
        found = self._some("SELECT name, value FROM meta")
        notes = {name: value for name, value in found if isinstance(value, bytes)}
        self.table = _text(notes.get("table"))
        self.bare = _number(notes.get("bare")) if self.table else 1 << 62
        self.vault, self._bare = vault.named(self.table), vault.named("")
        self.notes = {name: bytes(value) for name, value in notes.items()}
        self.proved = self._is_proved()

    def close(self) -> None:
        """Let go of it."""
        self._db.close()

    def _some(self, sql: str, *values: Any) -> Iterator[Any]:
        """The rows of a table up to the first that SQLite cannot read."""
        try:
            yield from self._db.execute(sql, values)
        except (sqlite3.Error, UnicodeDecodeError):
            return  # what follows cannot be told

    def _is_proved(self) -> bool:
        """Whether the chain's last link still proves what is replaced."""
        try:
            db = self._db
            head = chain.last_link(db)
            before = chain.link_at(db, head.n - 1)
            row = db.execute("SELECT hash FROM audit WHERE n = ?", (head.line,)).fetchone()
            said = head.said(before.proof if before else b"", row[0] if row else audit.START)
            return self.vault.proves(head.proof, said) and chain.State.of(db).digest() == head.state
        except (sqlite3.Error, ChainBrokenError, TypeError):
            return False

    def _unsealed(self, sealed: bytes, context: bytes, seq: int) -> bytes | None:
        for vault in (self.vault, self._bare) if seq <= self.bare else (self.vault,):
            try:
                return vault.unseal(sealed, context)
            except SealBrokenError:
                continue
        return None

    def records(self) -> Iterator[Record]:
        """The events in order, up to the first that is not proved."""
        due: int | None = None
        for *clear, sealed in self._some("SELECT * FROM record ORDER BY seq"):
            seq, t, at, hand, _, request_id, told = clear
            if not (isinstance(seq, int) and isinstance(told, bytes)):
                return
            plain = self._unsealed(sealed, record_context(*clear), seq)
            if plain is None or (due is not None and seq != due):
                return
            event, answers = msgspec.json.decode(plain)
            yield Record(seq, t, at, hand, event, answers, request_id, told)
            due = seq + 1

    def checkpoints(self) -> dict[int, bytes]:
        """The states that are proved, by the event that they follow."""
        found = {}
        for seq, version, sealed in self._some("SELECT * FROM checkpoint"):
            if not isinstance(seq, int):
                continue
            plain = self._unsealed(sealed, checkpoint_context(seq, version), seq)
            if plain is not None:
                found[seq] = plain
        return found

    def audit(self) -> Iterator[AuditEntry]:
        """The audit, as far as its lines follow from each other."""
        try:
            for line in audit.verified(self._db):
                yield line.entry
        except (AuditBrokenError, sqlite3.Error, msgspec.DecodeError, TypeError):
            return

    def releases(self) -> Iterator[Release]:
        """The hands that wait, where it is proved that they are the last ones."""
        for hand, due, ended, sealed in self._some("SELECT * FROM release") if self.proved else ():
            payload = self._unsealed(sealed, release_context(hand, due, ended), -1)
            if payload is not None:
                yield Release(hand, due, ended, payload)

    def answers(self) -> dict[str, Answered]:
        """What requests were answered: asked again, they are not done again."""
        rows = self._some("SELECT request_id, topic, payload FROM answered")
        return {
            key: Answered(key, topic, payload)
            for key, topic, payload in rows
            if isinstance(key, str) and isinstance(topic, str) and isinstance(payload, bytes)
        }

    def desk(self) -> bytes | None:
        """The desk, where it is proved to be the last one."""
        sealed = self.notes.get("desk") if self.proved else None
        return self._unsealed(sealed, b"desk", -1) if sealed else None


def salvage(path: Path, vault: Vault, table: str = "") -> Salvaged:
    """Put a new journal in the damaged one's place; the damaged one is kept beside it."""
    if not path.exists():
        raise JournalError(f"{path}: no such file")
    with locked(path):
        wreck = _wreck(path, vault)
        table = table or (wreck.table if wreck else "")
        mark = _mark(path, vault.named(table))
        new = path.with_name(f"{path.name}.salvaged")
        _move(new, None)
        try:
            with Journal(new, vault, table=table) as journal:
                done = _fill(journal, wreck, mark)
        finally:
            if wreck is not None:
                wreck.close()
        _move(path, done.aside)
        _move(new, path)
        new.with_name(f"{new.name}.lock").unlink(missing_ok=True)
    return done


def _move(path: Path, to: Path | None) -> None:
    """Move a journal with all that lies beside it but its lock, or remove it."""
    for ending in ("-wal", "-shm", MARK, ""):
        part = path.with_name(path.name + ending)
        if to is None:
            part.unlink(missing_ok=True)
        elif part.exists():
            part.replace(to.with_name(to.name + ending))


def _free(path: Path) -> Path:
    """A name beside the journal that nothing has."""
    names = (path.with_name(f"{path.name}.damaged-{n}") for n in count(1))
    return next(name for name in names if not name.exists())


def _wreck(path: Path, vault: Vault) -> Wreck | None:
    """The damaged journal; None where nothing at all of it can be read."""
    try:
        return Wreck(path, vault)
    except sqlite3.Error:
        return None


def _mark(path: Path, vault: Vault) -> Mark | None:
    try:
        return MarkFile(path, vault).read()
    except MarkBrokenError:
        return None


def _fill(journal: Journal, wreck: Wreck | None, mark: Mark | None) -> Salvaged:
    """Write what is proved, and into the audit what was done."""
    lines = [Entry(audits=(entry,)) for entry in wreck.audit()] if wreck else []
    journal.commit(lines)
    counted = _fill_events(journal, wreck) if wreck else Desk()
    desk = wreck.desk() if wreck else None
    releases = tuple(wreck.releases()) if wreck else ()
    events = journal.last - journal.first + 1 if journal.last else 0
    had = mark.seq if mark else None
    what = {"events": events, "last": journal.last, "had": had, "desk": desk is not None}
    now = datetime.now(UTC).isoformat(timespec="seconds")
    journal.t = max(journal.t, mark.t if mark else 0.0)
    kept = desk if desk is not None else msgspec.json.encode(counted)
    said = (AuditEntry(now, "salvage", what=what),)
    journal.commit([Entry(audits=said, desk=kept, releases=releases, notes=_notes(wreck))])
    aside = _free(journal.path.with_suffix(""))
    return Salvaged(events, journal.last, had, len(lines), len(releases), desk is not None, aside)


def _fill_events(journal: Journal, wreck: Wreck) -> Desk:
    """Write the events from the first on before which the state is known; counts them."""
    states, answers, desk = wreck.checkpoints(), wreck.answers(), Desk()
    begun: int | None = None
    entries: list[Entry] = []
    for record in wreck.records():
        before = record.seq - 1
        if begun is None and before and before not in states:
            continue  # nothing is known of what came before it
        if begun is None and before:
            journal.begin_after(before, states[before])
        begun = begun or record.seq
        desk.count(record.event, record.answers, record.t)
        desk.hand = max(desk.hand, record.hand)
        key = record.request_id
        answered = answers.get(key, Answered(key, "", b"")) if key else None
        entries.append(Entry(record, answered=answered, checkpoint=states.get(record.seq)))
        if len(entries) >= AT_ONCE:
            journal.commit(entries)
            entries = []
    journal.commit(entries)
    return desk


def _notes(wreck: Wreck | None) -> dict[str, str]:
    """The notes that a new journal goes on with."""
    kept = ("boots", "client id", "configuration", "delay")
    return {name: _text(wreck.notes[name]) for name in kept if name in wreck.notes} if wreck else {}


def _text(value: bytes | None) -> str:
    return bytes(value or b"").decode(errors="replace")


def _number(value: bytes | None) -> int:
    text = _text(value)
    return int(text) if text.isdigit() else 0
