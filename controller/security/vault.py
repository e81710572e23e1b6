"""The table's own key: what is sealed with it can be read, and changed, with it alone."""

import copy
import hmac
import os
import secrets
import stat
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
# Random, as the journal outlives every counter kept in memory; at 96 bits that is sound for
# 2^32 seals with one key: a century of a busy table.
NONCE_BYTES = 12
_PROVES = b"cutcard proofs 1"  # the key for proofs is another than the one for seals


class VaultError(Exception):
    """What the vault will not do."""


class KeyFileError(VaultError):
    """A key file that is not there, not whole, or that others can read."""


class DiskFullError(KeyFileError):
    """A key file that the disk has no room for."""


class SealBrokenError(VaultError):
    """Something sealed that this key does not open: another key's, or changed since."""


class Vault:
    """Seals with AES-256-GCM; the context is not kept, but must be the same at both ends."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise KeyFileError(f"expected a key of {KEY_BYTES} bytes, got {len(key)}")
        self._cipher = AESGCM(key)
        self._proves = hmac.digest(key, _PROVES, "sha256")
        self._name = b""

    def named(self, table: str) -> "Vault":
        """The vault of one table: what another one sealed with the same key does not open here."""
        vault = copy.copy(self)
        vault._name = f"{table}\0".encode() if table else b""
        return vault

    @classmethod
    def open(cls, path: Path, *, create: bool = False) -> "Vault":
        """The vault of a key file; with ``create`` one is made where there is none."""
        if create and not path.exists():
            cls.make(path)
        return cls(read_key(path))

    @staticmethod
    def make(path: Path) -> None:
        """Make a key file where there is none."""
        write_secret(path, secrets.token_bytes(KEY_BYTES))

    @property
    def fingerprint(self) -> str:
        """A few letters that tell keys apart and nothing of them."""
        return hmac.digest(self._proves, b"fingerprint", "sha256")[:4].hex()

    def seal(self, data: bytes, context: bytes) -> bytes:
        """Seal some bytes for a context."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, data, self._name + context)

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """The bytes that were sealed for this context."""
        try:
            nonce, body = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
            return self._cipher.decrypt(nonce, body, self._name + context)
        except (InvalidTag, ValueError, TypeError):  # TypeError: a damaged row is no bytes
            raise SealBrokenError("sealed with another key, or changed since") from None

    def proof(self, data: bytes) -> bytes:
        """What only who has the key can say of these bytes (HMAC-SHA-256)."""
        return hmac.digest(self._proves, self._name + data, "sha256")

    def proves(self, proof: bytes, data: bytes) -> bool:
        """Whether that was said of these bytes."""
        return isinstance(proof, bytes) and hmac.compare_digest(proof, self.proof(data))


def write_secret(path: Path, data: bytes) -> None:
    """Make a file that only its owner reads; one that is there is never written over."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # what is sealed next is worth nothing without it
    except OSError as error:
        path.unlink()  # half a key would be taken for one
        raise DiskFullError(f"{path}: {error.strerror}") from error


def read_key(path: Path) -> bytes:
    """The bytes of a key file, a table's or a board's."""
    key = read_secret(path)
    if len(key) != KEY_BYTES:
        raise KeyFileError(f"{path}: expected a key of {KEY_BYTES} bytes, got {len(key)}")
    return key


def read_secret(path: Path) -> bytes:
    """What a secret file holds; one that others can read is no secret and is refused."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            data = file.read()
    except OSError as error:
        raise KeyFileError(f"{path}: {error.strerror}") from error
    if mode & 0o077:
        raise KeyFileError(
            f"{path}: expected a file that only its owner can read (mode 600), "
            f"got mode {mode:o}: chmod 600 it"
        )
    return data
