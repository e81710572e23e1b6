"""Why, for everything: the clause of each option, post, place and award, looked up once a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.betting.moments import STRADDLED, Moments
from engine.games import Game
from engine.law import Book
from engine.law.asked import BARS, GENERAL, HOUSES, KEYS, MOMENTS, OPTIONS
from engine.law.people_words import PEOPLE_GROUNDS
from engine.law.showdown_words import GROUNDS


class Clauses(NamedTuple):
    """The clauses of a betting round: all that is asked, and the moments that the book names."""

    all: Mapping[str, str]
    moments: Moments
    straddled: Moments  # likewise, where there is a straddle


class Dealt(NamedTuple):
    """The clauses of a starting card; those of special ones are empty where a book has none."""

    card: str
    to_button: str
    second: str
    last: str


@dataclass(frozen=True, slots=True)
class Whys:
    """The clauses of one table: its book's, for its game, structure and format."""

    deal: Dealt
    plain: Mapping[str, str]
    by_street: Mapping[str, Mapping[str, str]]  # of each betting round
    by_round: tuple[Clauses, ...]  # of the betting that is on in a round, or was last
    grounds: Mapping[str, str]  # what the book names beside the clause that holds elsewhere
    phases: Mapping[str, str]  # of a street's betting, and of the showdown, where the book has one

    def __getitem__(self, key: str) -> str:
        return self.plain[key]


def whys_of(book: Book, game: Game, *kinds: str, never: frozenset[str] = frozenset()) -> Whys:
    """Look up every clause; ``kinds`` tell structure and format, the most special word first.

    Moments that ``never`` come need no clause.
    """
    kinds = (game.name, *kinds)
    coming = [moment for moment in MOMENTS if moment not in never]
    plain = {key: _clause(book, key, kinds) for key in KEYS}
    by_street, moments = {}, {}
    for place, street in enumerate(game.streets):
        at = (*(f"{street}_{kind}" for kind in kinds[1:]), street)
        special = (*at, "later", *kinds) if place else (*at, *kinds)
        by_street[street] = {key: _clause(book, key, special) for key in (*OPTIONS, *BARS)}
        moments[street] = {
            key: clause for key in coming if (clause := _named(book, key, special)) is not None
        }
    by_round = []
    for on in game.betting_at:
        own = by_street[on.name]
        turn = "act" if on is game.first_betting else "act_later"
        own["act"] = book.why.get(turn, book.authority)
        if on is game.first_betting and on.in_big_bet and "big_bet" in kinds:
            own["act"] = own["no_check_opening"]
        named = moments[on.name]
        plain_ones = {key: clause for key, clause in named.items() if key not in STRADDLED}
        by_round.append(Clauses(own, Moments(plain_ones), Moments(named)))
    asked = {"showdown": "showdown", **{street: f"bets_{street}" for street in game.streets}}
    phases = {street: book.why[key] for street, key in asked.items() if key in book.why}
    dealt = _dealt(book.why, book.authority)
    every = (*GROUNDS, *PEOPLE_GROUNDS)
    named = {key: why for key in every if (why := _named(book, key, kinds)) is not None}
    return Whys(dealt, plain, by_street, tuple(by_round), named, phases)


def _dealt(why: Mapping[str, str], authority: str) -> Dealt:
    special = (why.get(key, "") for key in ("deal_button", "deal_second", "deal_last"))
    return Dealt(why.get("deal") or authority, *special)


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
