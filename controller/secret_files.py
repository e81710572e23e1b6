"""Secrets lie in files of their own, which their owner alone may read."""

import os
from pathlib import Path

from controller.errors import UsageError

LONGEST = 4096  # bytes; a password is a line


class SecretError(UsageError):
    """A secret that cannot be used; never the secret itself."""


def too_open(path: Path, mode: int) -> str | None:
    """What is wrong with a secret's mode, or None where only its owner may read it."""
    if not mode & 0o077:
        return None
    return f"mode {mode & 0o777:o}, others may read it: chmod 600 {path}"


def secret(path: Path) -> str:
    """The one line in a secret's file."""
    try:
        with path.open("rb") as file:
            wrong = too_open(path, os.fstat(file.fileno()).st_mode)
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise SecretError(f"{path}: {error.strerror}: write the password in it") from error
    if wrong:
        raise SecretError(f"{path}: {wrong}")
    try:
        text = data.decode().removesuffix("\n")
    except UnicodeDecodeError as error:
        raise SecretError(f"{path}: expected one line of text, got other bytes") from error
    if not text or "\n" in text or len(data) > LONGEST:
        raise SecretError(f"{path}: expected one line with the password, got {_size(data)}")
    return text


def _size(data: bytes) -> str:
    return "nothing" if not data.strip() else f"{data.count(bytes([10])) + 1} lines or more"
