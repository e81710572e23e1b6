"""Loads the table's configuration from its file; every mistake is named with its line."""

import re
import tomllib
from pathlib import Path

import msgspec

from controller import game_file, rules_file
from controller.config import TableConfig
from controller.config_checks import checked
from controller.config_reading import Reading
from controller.errors import FileError, UsageError
from engine.law.mistakes import Mistake
from engine.law.toml_lines import line_of, lines

LARGEST = 1 << 20  # bytes; a table's file has some hundred lines


class ConfigError(FileError):
    """A table's file that cannot be used."""


def load(path: Path) -> TableConfig:
    """The configuration, its paths absolute; or all that is wrong with it."""
    text = _text(path)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(path, text, error) from error
    folder = path.absolute().parent
    reading = Reading(folder)
    config: TableConfig = reading.section(TableConfig, raw)
    config, of_book = _with_book(config, folder)
    config, of_game = _with_game(config)
    mistakes = reading.mistakes + of_book + of_game
    mistakes += checked(config, frozenset(mistake.at for mistake in mistakes))
    if mistakes:
        found = lines(text)
        raise ConfigError(path, [(line_of(found, one.at), str(one)) for one in mistakes])
    return _with_folder(config, folder)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}: `cutcard config defaults > {path}` writes one to start from"
        ) from error
    if len(data) > LARGEST:
        raise UsageError(f"{path}: expected at most {LARGEST} bytes, got more")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, [(line, "expected UTF-8 text, got other bytes")]) from error


def _not_toml(path: Path, text: str, error: tomllib.TOMLDecodeError) -> ConfigError:
    """The reader's complaint; it names the line but at the file's end."""
    why = str(error)
    place = re.search(r"\(at line (\d+), column \d+\)", why)
    line = int(place.group(1)) if place else text.count("\n") + 1
    return ConfigError(path, [(line, f"expected TOML, got this: {why}")])


def _with_book(config: TableConfig, folder: Path) -> tuple[TableConfig, list[Mistake]]:
    """A house's file of rules taken apart: the journal then needs no other file to be replayed."""
    name = config.game.rulebook
    if not rules_file.is_path(name, folder):
        return config, []
    at = ("game", "rulebook")
    try:
        book, house = rules_file.read(folder / Path(name).expanduser()).opening()
    except FileError as error:
        each = [f"in {name}, line {line}: {text}" for line, text in error.mistakes]
        return config, [Mistake(at, "a house's rules without a mistake", one) for one in each]
    except UsageError as error:
        return config, [Mistake(at, "a house's file or folder that is there", str(error))]
    game = msgspec.structs.replace(config.game, rulebook=book)
    return msgspec.structs.replace(config, game=game, house={**house, **config.house}), []


def _with_game(config: TableConfig) -> tuple[TableConfig, list[Mistake]]:
    """A house's own game taken apart, for the journal's sake as well."""
    path = config.game.file
    if path is None:
        return config, []
    try:
        _, words = game_file.load(path)
    except UsageError as error:
        return config, [Mistake(("game", "file"), "a game's file without a mistake", str(error))]
    return msgspec.structs.replace(config, own_game=words), []


def _with_folder(config: TableConfig, folder: Path) -> TableConfig:
    """A camera that is a folder of pictures is a path as well."""
    camera = config.camera
    if camera is None or camera.kind != "folder":
        return config
    there = msgspec.structs.replace(camera, device=str(folder / camera.device))
    return msgspec.structs.replace(config, camera=there)
