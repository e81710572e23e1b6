"""Why, for everything: the clause of each option, post, place and award, looked up once a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games import Game
from engine.law import Book
from engine.law.asked import BARS, GENERAL, HOUSES, KEYS, MOMENTS, OPTIONS


@dataclass(frozen=True, slots=True)
class Whys:
    """The clauses of one table: its book's, for its game, structure and format."""

    plain: Mapping[str, str]
    by_street: Mapping[str, Mapping[str, str]]  # of each betting round
    moments: Mapping[str, Mapping[str, str]]  # likewise, only what the book names

    def __getitem__(self, key: str) -> str:
        return self.plain[key]


def whys_of(book: Book, game: Game, *kinds: str) -> Whys:
    """Look up every clause; ``kinds`` tell structure and format, the most special word first."""
    kinds = (game.name, *kinds)
    plain = {key: _clause(book, key, kinds) for key in KEYS}
    by_street, moments = {}, {}
    for place, street in enumerate(game.streets):
        special = (street, "later", *kinds) if place else (street, *kinds)
        by_street[street] = {key: _clause(book, key, special) for key in (*OPTIONS, *BARS)}
        moments[street] = {
            key: clause for key in MOMENTS if (clause := _named(book, key, special)) is not None
        }
    return Whys(plain, by_street, moments)


def _clause(book: Book, key: str, kinds: tuple[str, ...]) -> str:
    """``raise_limit`` before ``raise``, and that before what is more general than a raise."""
    named = _named(book, key, kinds)
    if named is not None:
        return named
    if key in GENERAL:
        return _clause(book, GENERAL[key], kinds)
    return "house" if key in HOUSES else book.authority


def _named(book: Book, key: str, kinds: tuple[str, ...]) -> str | None:
    """What the book itself names, the most special word first."""
    special = (f"{key}_{kind}" for kind in kinds)
    names = (*(each for each in special if each not in KEYS), key)
    return next((book.why[name] for name in names if name in book.why), None)
