"""Files of the displays that only their owner may read."""

import os
from pathlib import Path

from controller.secret_files import SecretError, too_open


def read(path: Path) -> bytes:
    """Read a file, but refuse one that anybody else could have read."""
    try:
        with path.open("rb") as file:
            wrong = too_open(path, os.fstat(file.fileno()).st_mode)
            data = file.read()
    except OSError as error:
        raise SecretError(f"{path}: {error.strerror}") from error
    if wrong:
        raise SecretError(f"{path}: {wrong}")
    return data


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, for its owner alone."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(draft, "xb", opener=_owner_only) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SecretError(f"{path}: {error.strerror}") from error


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)
