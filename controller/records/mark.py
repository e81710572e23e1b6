"""The mark: how far the journal had come, beside it, so that a shorter one is noticed.

It is written after each commit and not waited for: a power cut may leave it behind the journal,
and nothing but a loss leaves it before.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller.records.journal_file import MARK
from controller.security.vault import Vault

_SLOT = 512  # bytes, a sector: two take turns, so that one is always whole
_PROOF = 32
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class MarkBrokenError(Exception):
    """A mark that is there and cannot be read, or was not made with this key."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """How far the journal had come, and when that was by the machine's clocks."""

    number: int  # of the mark itself: the later one counts, though the journal be shorter
    n: int  # links
    seq: int  # events
    line: int  # of the audit
    proof: bytes  # of the last link
    t: float  # the table's time
    wall: float
    boot: str  # of the machine
    uptime: float  # seconds since then

    @property
    def since(self) -> float | None:
        """The seconds since it was made; None where the machine has started anew."""
        return uptime() - self.uptime if self.boot == machine_boot() else None


def uptime() -> float:
    """Seconds since the machine started, sleep included: no clock on the wall changes it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def machine_boot() -> str:
    """Which start of the machine this is."""
    return _BOOT.read_text().strip()


class MarkFile:
    """The file beside a journal."""

    def __init__(self, journal: Path, vault: Vault, boot: Callable[[], str] = machine_boot) -> None:
        self.path = journal.with_name(journal.name + MARK)
        self._vault, self._boot = vault, boot()
        self._handle: int | None = None
        self._number = 0

    def read(self) -> Mark | None:
        """The mark that was set last; None where there is no file."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MarkBrokenError(f"{self.path}: {error.strerror}") from error
        found = [self._slot(data[at : at + _SLOT]) for at in (0, _SLOT)]
        marks = [mark for mark in found if mark is not None]
        if not marks:
            raise MarkBrokenError(f"{self.path}: damaged, or of another key")
        last = max(marks, key=lambda mark: mark.number)
        self._number = last.number
        return last

    def set(self, n: int, seq: int, line: int, proof: bytes, t: float) -> None:
        """Set it, without waiting for the disk."""
        self._number += 1
        mark = Mark(self._number, n, seq, line, proof, t, time.time(), self._boot, uptime())
        packed = msgspec.msgpack.encode(mark)
        slot = (self._vault.proof(packed) + len(packed).to_bytes(2) + packed).ljust(_SLOT, b"\0")
        if self._handle is None:
            self._handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.pwrite(self._handle, slot, self._number % 2 * _SLOT)

    def settle(self) -> None:
        """Wait until it is on the disk, and be sure that it is the file of its name."""
        if self._handle is not None:
            os.fsync(self._handle)
            if not is_file(self._handle, self.path):
                self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _slot(self, slot: bytes) -> Mark | None:
        proof, size = slot[:_PROOF], int.from_bytes(slot[_PROOF : _PROOF + 2])
        packed = slot[_PROOF + 2 :][:size]
        if not self._vault.proves(proof, packed):
            return None
        return msgspec.msgpack.decode(packed, type=Mark)


def is_file(handle: int, path: Path) -> bool:
    """Whether an open file is still the one of that name."""
    try:
        there = path.stat()
    except OSError:
        return False
    ours = os.fstat(handle)
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)
