"""Files that only their owner may read."""

import os
import stat
from pathlib import Path


class PrivateFileError(Exception):
    """A file that is missing, or that others may read as well."""


def read(path: Path) -> bytes:
    """Read a file, but refuse one that anybody else could have read."""
    try:
        with path.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            if mode & 0o077:
                raise PrivateFileError(
                    f"{path}: expected a file of mode 0600, got {mode:04o}: chmod 600 {path}"
                )
            return file.read()
    except OSError as error:
        raise PrivateFileError(f"{path}: {error.strerror}") from error


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, for its owner alone."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(draft, "wb", opener=_owner_only) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise PrivateFileError(f"{path}: {error.strerror}") from error


def _owner_only(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_EXCL, mode=0o600)
