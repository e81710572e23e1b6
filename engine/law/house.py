"""A house's rules: over one of the books, or a whole book of its own."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.law.book import Book
from engine.law.catalogue import BOOKS, ids_in
from engine.law.mistakes import Mistake, RulesError, meant, short
from engine.law.reading import Reading
from engine.law.shelf import load, load_all, load_for, whole
from engine.law.toml_lines import Keys, line_of, lines
from engine.log import LogError

HEAD = ("name", "title", "authority", "clauses")  # what only a whole book has
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def book_for(
    rulebook: str, house: Mapping[str, Any], instead: Book | None = None, game: str = ""
) -> Book:
    """The book of a table that opens: the one it names, or its house's own in ``house.book``."""
    load_all()
    over = {key: value for key, value in house.items() if key != "book"}
    if instead is None and "book" in house:
        instead = _sound(_own(rulebook, house["book"], ("house", "book")))
    book = instead.in_game(game) if instead is not None else load_for(rulebook, game)
    return with_house(book, over)


def with_house(book: Book, house: Mapping[str, Any]) -> Book:
    """A book with the house's lines before its own, and its parameters overridden."""
    return _sound(Reading(book, house, ("house",), "house")) if house else book


def from_toml(text: str, name: str = "ours", clauses: str = "") -> Book:
    """A house's file: ``book = "hilton"`` and what it overrides, or a book with its own title.

    ``clauses`` is the table (CSV, with a column ``id``) of a whole book's own clauses.
    """
    return _read(text, name, clauses)[2]


def house_file(text: str, name: str = "ours", clauses: str = "") -> tuple[str, dict[str, Any]]:
    """A house's file as an ``open`` event has it: the book's name, and the house's part."""
    base, house, _ = _read(text, name, clauses)
    return base, house


def _read(text: str, name: str, clauses: str) -> tuple[str, dict[str, Any], Book]:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place.group(1)) if place else text.count("\n") + 1
        raise RulesError([Mistake((), "a TOML file", str(error), line)]) from None
    try:
        if "book" not in raw and ("title" in raw or "authority" in raw):
            return _whole_file(raw, name, clauses)
        return _overrides(raw)
    except RulesError as error:
        found = lines(text)
        raise RulesError(
            sorted(
                (replace(one, line=line_of(found, one.at)) for one in error.mistakes),
                key=lambda one: one.line,
            )
        ) from None


def _whole_file(raw: dict[str, Any], name: str, clauses: str) -> tuple[str, dict[str, Any], Book]:
    listed = [*raw.get("clauses", ()), *ids_in(clauses)] if clauses else raw.get("clauses", [])
    raw = {**raw, "name": raw.get("name", name), "clauses": listed}
    book = _sound(_own(raw["name"], raw, ()))
    return book.name, {"book": raw}, book


def _overrides(raw: dict[str, Any]) -> tuple[str, dict[str, Any], Book]:
    base = raw.get("book")
    try:
        book = load(base if isinstance(base, str) else "")
    except LogError:
        near = meant(base, BOOKS)
        expected = (
            f"one of {', '.join(BOOKS)}{near}, or `title` and `authority` of a book of its own"
        )
        raise RulesError([Mistake(("book",), expected, short(base))]) from None
    own = {key: value for key, value in raw.items() if key != "book"}
    book = _sound(Reading(book, own, (), "house"))
    return book.name, {**own.pop("params", {}), **own}, book


def _own(name: str, raw: Any, at: Keys) -> Reading:
    """A whole book of the house's, from its file or from an ``open`` event."""
    if not isinstance(raw, Mapping):
        raise RulesError([Mistake(at, "a table with a book of its own", short(raw))])
    rules = {key: value for key, value in raw.items() if key not in HEAD}
    return whole(_bare(name, raw, at), rules, at)


def _bare(given: str, raw: Mapping[str, Any], at: Keys) -> Book:
    """A book's head; nothing else can be looked at while that is wrong."""
    head = {"name": given, "clauses": [], **raw}
    title, authority, name, listed = (
        head.get(k) for k in ("title", "authority", "name", "clauses")
    )
    mistakes = [
        Mistake((*at, key), "a text in quotes", short(head.get(key)))
        for key in ("title", "authority")
        if not isinstance(head.get(key), str)
    ]
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name in BOOKS:
        expected = "a name of its own for the book: small letters, digits, '_' and '-'"
        mistakes.append(Mistake((*at, "name"), expected, short(name)))
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        mistakes.append(Mistake((*at, "clauses"), "a list of clauses", short(listed)))
    if mistakes:
        raise RulesError(mistakes)
    bare = Book(str(name), str(title), str(authority), {}, {}, {}, {}, clauses=tuple(listed or ()))
    if not bare.has_clause(bare.authority):
        expected = f"a clause of {name}, or 'house'{meant(authority, bare.clauses)}"
        raise RulesError([Mistake((*at, "authority"), expected, short(authority))])
    return bare


def _sound(reading: Reading) -> Book:
    if reading.mistakes:
        raise RulesError(reading.mistakes)
    return reading.book
