"""Passwords lie in files of their own, which their owner alone may read."""

from pathlib import Path

from controller.errors import UsageError
from controller.security.vault import KeyFileError, read_secret

LONGEST = 4096  # bytes; a password is a line


class SecretError(UsageError):
    """A password that cannot be used; never the password itself."""


def secret(path: Path) -> str:
    """The one line in a password's file."""
    try:
        data = read_secret(path)
    except KeyFileError as error:
        raise SecretError(str(error)) from error
    try:
        text = data.decode().removesuffix("\n")
    except UnicodeDecodeError as error:
        raise SecretError(f"{path}: expected one line of text, got other bytes") from error
    if not text or "\n" in text or len(data) > LONGEST:
        raise SecretError(f"{path}: expected one line with the password, got {_size(data)}")
    return text


def _size(data: bytes) -> str:
    return f"{len(data)} bytes in {len(data.splitlines())} lines" if data.strip() else "nothing"
