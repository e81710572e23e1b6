"""A house's own game, read from its file: every mistake with file and line."""

from pathlib import Path
from typing import Any

from controller.errors import UsageError
from engine.games import Game
from engine.games.reading import GameFileError, parsed, read

LARGEST = 1 << 16  # bytes; a game is ten lines
HELP = "a house's own game instead of the log's: a .toml file"


def game(name: str | None) -> Game | None:
    """The game asked for on the command line, where one is."""
    return load(Path(name))[0] if name is not None else None


def load(path: Path) -> tuple[Game, dict[str, Any]]:
    """The game of a file, and its words as an ``open`` event carries them."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise UsageError(f"{path}: expected at most {LARGEST} bytes, got more")
    try:
        text = data.decode()
        return read(text), parsed(text)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: expected UTF-8 text, got other bytes") from error
    except GameFileError as error:
        raise UsageError(f"{path}: {error}") from error
