"""The five books of the package, read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engine.law import vocabulary
from engine.law.book import Book
from engine.law.catalogue import BOOKS
from engine.law.mistakes import RulesError, nearest
from engine.law.reading import Reading
from engine.law.toml_lines import Keys
from engine.log import LogError


@cache
def load(name: str) -> Book:
    """One of the five books."""
    if name not in BOOKS:
        raise LogError("rulebook", nearest(name, BOOKS), repr(name))
    raw = dict(_toml(name))
    bare = Book(name, raw.pop("title"), raw.pop("authority"), {}, {}, {}, {})
    reading = whole(bare, raw, (name,))
    if reading.mistakes:
        raise RulesError(reading.mistakes)
    return reading.book


@cache
def load_for(name: str, game: str) -> Book:
    """One of the five books, as it speaks of a game."""
    return load(name).in_game(game)


def load_all() -> None:
    """Read every book, so that no ruling has to wait for what the others say."""
    for name in BOOKS:
        load(name)


def whole(bare: Book, raw: Mapping[str, Any], at: Keys) -> Reading:
    """A book of its own: what is common to all, and its rules before that."""
    usual = {name: one.usual for name, one in vocabulary.PARAMETERS.items()}
    lines: dict[str, tuple[()]] = dict.fromkeys(vocabulary.FAULTS, ())
    blank = Book(bare.name, bare.title, bare.authority, usual, {}, {}, lines, clauses=bare.clauses)
    common = Reading(blank, _toml("common"), ("common",), bare.authority)
    reading = Reading(common.book, raw, at, bare.authority)
    reading.mistakes[:0] = common.mistakes
    return reading


@cache
def _toml(name: str) -> Mapping[str, Any]:
    text = (resources.files("engine.rulebooks") / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)
