"""The table's whole state as bytes, for the journal to keep sealed and to start from."""

import hashlib
import importlib.metadata
import pickle
import zlib
from functools import cache
from pathlib import Path

import engine
from engine.history import History

EVERY = 10  # hands from one checkpoint to the next; also the steps in which retention cuts
_UNREADABLE = (
    pickle.UnpicklingError, zlib.error, AttributeError, EOFError, ImportError, IndexError,
    KeyError, TypeError, ValueError,
)  # fmt: skip


class CheckpointError(Exception):
    """A checkpoint that this software cannot read."""


@cache
def version() -> str:
    """The software's version and a mark of the engine's sources: the state is theirs alone."""
    folder = Path(engine.__file__).parent
    mark = hashlib.sha256()
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        mark.update(file.read_bytes())
    return f"{importlib.metadata.version('cutcard')}+{mark.hexdigest()[:12]}"


def packed(history: History) -> bytes:
    """The state as bytes. They hold faces: nothing but the journal may have them."""
    return zlib.compress(pickle.dumps(history), level=1)


def unpacked(data: bytes) -> History:
    """The state that was packed; give it only what the vault has just unsealed."""
    try:
        history = pickle.loads(zlib.decompress(data))  # noqa: S301  # sealed with the table's key
    except _UNREADABLE as error:
        raise CheckpointError(f"not readable by this version ({type(error).__name__})") from None
    if not isinstance(history, History) or not vars(History()).keys() <= vars(history).keys():
        raise CheckpointError("not readable by this version: the history has other parts")
    if not vars(History().table).keys() <= vars(history.table).keys():
        raise CheckpointError("not readable by this version: the table has other parts")
    return history
