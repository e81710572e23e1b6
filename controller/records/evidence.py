"""Evidence: pictures that prove an exposed card, sealed with the table's key beside the journal."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from controller.records.keeper import Keeping
from controller.security.vault import SealBrokenError, Vault

FOLDER, END = "evidence", ".sealed"


class EvidenceError(Exception):
    """Evidence that is not there, or that this key does not open."""


class Evidence:
    """A folder of sealed files, one for each event that pictures prove, named by its number."""

    def __init__(self, journal: Path, vault: Vault) -> None:
        self.folder, self._vault = journal.parent / FOLDER, vault

    def keep(self, seq: int, pictures: Sequence[bytes]) -> None:
        """Seal an event's pictures and write them; a file is there whole or not at all."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        path = self._path(seq)
        new = path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(self._vault.seal(msgspec.msgpack.encode(pictures), _context(seq)))
            file.flush()
            os.fsync(file.fileno())  # a name without its pictures proves nothing
        new.replace(path)
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def numbers(self) -> list[int]:
        """The events of which there is evidence, oldest first."""
        names = (path.stem for path in self.folder.glob(f"*{END}"))
        return sorted(int(name) for name in names if name.isdigit())

    def pictures(self, seq: int) -> list[bytes]:
        """An event's pictures, opened: JPEG files, first the table, then the card from near by."""
        path = self._path(seq)
        try:
            plain = self._vault.unseal(path.read_bytes(), _context(seq))
        except FileNotFoundError:
            raise EvidenceError(f"there are no pictures of event {seq}") from None
        except OSError as error:
            raise EvidenceError(f"{path.name}: {error.strerror}") from error
        except SealBrokenError as error:
            raise EvidenceError(f"{path.name}: {error}") from None
        return msgspec.msgpack.decode(plain, type=list[bytes])

    def opens(self, seq: int) -> bool:
        """Whether this key opens an event's pictures."""
        try:
            return bool(self.pictures(seq))
        except EvidenceError:
            return False

    def age(self, first: int, now: datetime, keeping: Keeping) -> None:
        """Let go what the journal has forgotten, what is too old, and the oldest of too much."""
        size = 0
        for seq in reversed(self.numbers()):
            path = self._path(seq)
            stat = path.stat()
            size += stat.st_size
            days = (now - datetime.fromtimestamp(stat.st_mtime, UTC)) / timedelta(days=1)
            if (
                seq < first
                or (keeping.days is not None and days > keeping.days)
                or (keeping.size is not None and size > keeping.size)
            ):
                path.unlink()

    def _path(self, seq: int) -> Path:
        return self.folder / f"{seq:09}{END}"


def _context(seq: int) -> bytes:
    """What the seal is over besides the pictures: they prove this event and no other."""
    return b"evidence %d" % seq
