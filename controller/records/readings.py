"""Who opened a table's journal on the command line: noted beside it, and taken into its audit.

Only who has the key can make a note, as only he could read; where the table is not served the
notes wait for its next start. A copy elsewhere has no table, and no notes.
"""

import os
import pwd
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from controller.records.journal_file import MARK
from controller.security.vault import Vault

NOTES, TAKEN = ".read", ".read-taken"
MOST = 1 << 20  # bytes of notes that are looked at


class Reading(msgspec.Struct, frozen=True):
    """One of them."""

    at: str
    by: str  # the system's user
    command: str
    proof: str = ""

    def said(self) -> bytes:
        """What is proved."""
        return b"reading " + msgspec.json.encode((self.at, self.by, self.command))


def note(journal: Path, vault: Vault, command: str) -> None:
    """Note that somebody reads a table's own journal, before he does."""
    if not journal.with_name(journal.name + MARK).exists():
        return
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    bare = Reading(at, _who(), command[:80])
    whole = msgspec.structs.replace(bare, proof=vault.proof(bare.said()).hex())
    path = journal.with_name(journal.name + NOTES)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.geteuid() == 0:  # else the table's user could not take what root has noted
            owner = journal.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
        os.write(handle, msgspec.json.encode(whole) + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)


def taken(journal: Path, vault: Vault) -> list[dict[str, Any]]:
    """The notes for the audit; one that nobody with the key has made is told as such."""
    notes, aside = (journal.with_name(journal.name + end) for end in (NOTES, TAKEN))
    if not notes.exists() and not aside.exists():
        return []
    if not aside.exists():
        notes.replace(aside)
    with aside.open("rb") as file:
        lines = file.read(MOST).splitlines()
    return [_checked(line, vault) for line in lines]


def forget(journal: Path) -> None:
    """They are in the audit."""
    journal.with_name(journal.name + TAKEN).unlink(missing_ok=True)


def _checked(line: bytes, vault: Vault) -> dict[str, Any]:
    try:
        reading = msgspec.json.decode(line, type=Reading)
        if vault.proves(bytes.fromhex(reading.proof), reading.said()):
            return {"by": reading.by, "command": reading.command, "at": reading.at}
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
        pass  # told below
    return {"by": "", "command": "a note that was not made with the key"}


def _who() -> str:
    """The user, and who he was before sudo: that is what the system says of him."""
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = str(os.getuid())
    before = os.environ.get("SUDO_USER", "")
    return f"{before}, as {name}"[:80] if before and before != name else name[:80]
