"""The roles' passwords for the pages: scrypt hashes, one line a role, in a file of mode 0600."""

import base64
import binascii
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from controller.errors import UsageError
from controller.security.vault import KeyFileError, read_secret, write_secret
from controller.web.pages import HOME

LOG = logging.getLogger(__name__)
COST, BLOCK, LANES = 2**15, 8, 1  # 32 MB and about 80 ms a try
MEMORY = 64 * 2**20
LONGEST = 200
T = TypeVar("T")


class PasswordError(UsageError):
    """A password file or a new password that cannot be."""


def hashed(password: str) -> str:
    """A password as it is kept."""
    salt = secrets.token_bytes(16)
    return f"scrypt${COST}${BLOCK}${LANES}${_text(salt)}${_text(_scrypt(password, salt))}"


@dataclass(frozen=True, slots=True)
class Passwords:
    """Who can log in, with what."""

    lines: Mapping[str, str] = field(default_factory=dict, repr=False)

    def fits(self, role: str, password: str) -> bool:
        """Whether it is the role's password; takes as long where there is no such role."""
        return opens(self.lines.get(role), password)

    def stamp(self, role: str) -> str:
        """A word that changes with the role's password and tells nothing of it."""
        return stamp_of(self.lines.get(role, ""))


def opens(kept: str | None, password: str) -> bool:
    """Whether a password is the one that was kept; takes as long where none was."""
    _, _, _, _, salt, hash_ = (kept or _NOBODY).split("$")
    tried = _scrypt(password[:LONGEST], _bytes(salt))
    return hmac.compare_digest(tried, _bytes(hash_)) and kept is not None


def stamp_of(line: str) -> str:
    """A word that changes with a line and tells nothing of it."""
    return hashlib.sha256(line.encode()).hexdigest()[:16]


def load(path: Path) -> Passwords:
    """Read the file; none: nobody can log in."""
    if not path.exists():
        return Passwords()
    lines: dict[str, str] = {}
    for number, line in enumerate(read_secret(path).decode().splitlines(), 1):
        role, _, kept = line.partition(":")
        if role not in HOME or not readable(kept):
            raise PasswordError(
                f"{path}:{number}: expected ROLE:scrypt$…: set it with `cutcard displays password`"
            )
        lines[role] = kept
    if not lines:  # emptied, or half written by an editor
        raise PasswordError(
            f"{path}: expected ROLE:scrypt$…, got an empty file: remove it, then set a password"
        )
    return Passwords(lines)


class Watched(Generic[T]):
    """What a file says now: a change of it holds at once."""

    def __init__(self, path: Path, read: Callable[[Path], T]) -> None:
        self._path, self._read = path, read
        self._seen = self._look()
        self._value = read(path)

    @property
    def now(self) -> T:
        """What holds; a file that cannot be read changes nothing, and is told of in the log."""
        seen = self._look()
        if seen != self._seen:
            self._seen = seen
            try:
                self._value = self._read(self._path)
            except (PasswordError, KeyFileError) as error:
                LOG.error("the old passwords still hold: %s", error)
        return self._value

    def _look(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


def save(path: Path, role: str, password: str) -> None:
    """Set a role's password."""
    if role not in HOME:
        raise PasswordError(f"expected one of {', '.join(HOME)}, got {role!r}")
    lines = {**load(path).lines, role: hashed(long_enough(password))}
    write_lines(path, [f"{name}:{kept}" for name, kept in sorted(lines.items())])


def long_enough(password: str) -> str:
    """A password that may be one."""
    if not 10 <= len(password) <= LONGEST:
        raise PasswordError(f"expected 10 to {LONGEST} characters, got {len(password)}")
    return password


def write_lines(path: Path, lines: list[str]) -> None:
    """Write such a file, whole or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    write_secret(draft, "".join(f"{line}\n" for line in lines).encode())
    draft.replace(path)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        password.encode(), salt=salt, n=COST, r=BLOCK, p=LANES, maxmem=MEMORY, dklen=32
    )


def readable(kept: str) -> bool:
    """Whether a line's hash is one of ours."""
    parts = kept.split("$")
    if parts[:4] != ["scrypt", str(COST), str(BLOCK), str(LANES)] or len(parts) != 6:
        return False
    try:
        return len(_bytes(parts[4])) == 16 and len(_bytes(parts[5])) == 32
    except binascii.Error:
        return False


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


_NOBODY = f"scrypt${COST}${BLOCK}${LANES}${_text(bytes(16))}${_text(bytes(32))}"
