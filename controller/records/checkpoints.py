"""The table's whole state as bytes, for the journal to keep sealed and to start from."""

import hashlib
import importlib.metadata
import zlib
from functools import cache
from pathlib import Path

import engine
from controller.records import pickled
from engine.history import History
from engine.saved import SavedError

EVERY = 10  # hands from one checkpoint to the next; also the steps in which retention cuts


class CheckpointError(Exception):
    """A checkpoint that this software cannot read."""


@cache
def version() -> str:
    """The software's version and a mark of the engine's sources: the answers are theirs."""
    folder = Path(engine.__file__).parent
    mark = hashlib.sha256()
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
        mark.update(file.read_bytes())
    return f"{importlib.metadata.version('cutcard')}+{mark.hexdigest()[:12]}"


def packed(history: History) -> bytes:
    """The state as bytes. They hold faces: nothing but the journal may have them."""
    return zlib.compress(history.saved(), level=1)


def unpacked(data: bytes) -> History:
    """The state that was packed; give it only what the vault has just unsealed."""
    try:
        state = zlib.decompress(data)
        if pickled.is_pickle(state):
            state = pickled.read(state)
        return History.restored(state)
    except zlib.error:
        raise CheckpointError("not readable: not packed as it should be") from None
    except (pickled.PickledError, SavedError) as error:
        raise CheckpointError(str(error)) from None
