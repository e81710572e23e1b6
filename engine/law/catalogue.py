"""The clause catalogue: every rule of the five books, and where the books differ."""

import csv
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

from engine.games import GAMES

TITLES: Mapping[str, str] = {
    "dc": "District of Columbia regulations",
    "california": "California game rules",
    "diamondjims": "Diamond Jim's Casino",
    "hilton": "Hilton poker room",
    "uspa": "USPA Laws of Poker",
}
BOOKS = tuple(TITLES)
# A book as people name it before a rule's number.
CITED_AS: Mapping[str, str] = {
    "dc": "DC", "california": "California", "diamondjims": "Diamond Jim's", "hilton": "Hilton",
    "uspa": "USPA",
}  # fmt: skip
SCOPES = ("detect", "play", "floor", "config", "info", "out")


@dataclass(frozen=True, slots=True)
class Clause:
    """One row of a book, in the project's words."""

    id: str
    scope: str
    games: tuple[str, ...]
    structure: str
    format: str
    summary: str
    trigger: str
    ruling: str
    window: str
    params: str
    see: tuple[str, ...]

    @property
    def book(self) -> str:
        """The book that the clause stands in."""
        return self.id.partition(".")[0]

    def concerns(self, game: str) -> bool:
        """Whether the clause speaks of that game, or of the one whose clauses hold for it."""
        law = GAMES[game].clauses if game in GAMES else game
        return law in self.games or "all" in self.games


@dataclass(frozen=True, slots=True)
class Position:
    """What one book says of a situation, and by which clauses."""

    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """One thing that happens at a table, book beside book; a book not there is silent."""

    number: int
    part: str
    what: str
    positions: Mapping[str, Position]


@cache
def clauses() -> tuple[Clause, ...]:
    """List all clauses, book after book, each in the order of its book."""
    return tuple(clause for book in BOOKS for clause in _read(book))


@cache
def situations() -> tuple[Situation, ...]:
    """List the situations in which the books are compared."""
    folder = resources.files("engine.rulebooks")
    raw = tomllib.loads((folder / "situations.toml").read_text("utf-8"))
    return tuple(
        Situation(
            row["number"],
            row["part"],
            row["what"],
            {
                book: Position(row[book]["says"], tuple(row[book]["clauses"]))
                for book in BOOKS
                if book in row
            },
        )
        for row in raw["situation"]
    )


def clause(clause_id: str) -> Clause | None:
    """Look one clause up."""
    return _by_id().get(clause_id)


def cited(clause_id: str) -> str:
    """A clause as people cite it: ``hilton.A9.h`` is Hilton A9h."""
    book, *parts = clause_id.split(".")
    if not parts:
        return "House rule" if book == "house" else clause_id
    name = CITED_AS.get(book, book.capitalize())
    if book == "california":
        return f"{name}: {', '.join(parts)}"
    return f"{name} {_numbered(book, parts)}".replace("_", " ")


def _numbered(book: str, parts: list[str]) -> str:
    """A rule's number: letters go to the number before them, figures after a point."""
    said = parts[0]
    for before, part in pairwise(parts):
        if book == "dc" and len(part) < 3 and (not part.isdigit() or said.endswith(")")):
            said += f"({part})"
        elif _is_word(part) or _is_word(before):
            said += f" {part}"
        else:
            said += f".{part}" if part[0].isdigit() and said[-1].isdigit() else part
    return said


def _is_word(part: str) -> bool:
    return sum(letter.isalpha() for letter in part) > 2


def covers(prefix: str, clause_id: str) -> bool:
    """Whether the id is the prefix, or a part of it: A9 covers A9.h and A9b, but not A90."""
    rest = clause_id.removeprefix(prefix)
    return clause_id.startswith(prefix) and (not rest or rest[0] in ".-" or rest[0].isalpha())


def search(
    words: Iterable[str] = (),
    *,
    prefix: str = "",
    game: str = "",
    scope: str = "",
) -> list[Clause]:
    """Find the clauses under an id prefix, of a game and a scope, that have all the words."""
    wanted = [word.lower() for word in words]
    return [
        clause
        for clause in clauses()
        if covers(prefix, clause.id)
        and (not game or clause.concerns(game))
        and (not scope or clause.scope == scope)
        and all(word in _text(clause) for word in wanted)
    ]


def situations_of(clause_id: str) -> list[Situation]:
    """Find the situations in which a clause is one book's answer."""
    book = clause_id.partition(".")[0]
    return [
        situation
        for situation in situations()
        if book in situation.positions
        and any(_cites(cited, clause_id) for cited in situation.positions[book].clauses)
    ]


def games() -> set[str]:
    """Name every game that some clause names, and those that follow one of them."""
    named = {game for clause in clauses() for game in clause.games} - {"all"}
    return named | {game.name for game in GAMES.values() if game.law in named}


def _cites(cited: str, clause_id: str) -> bool:
    """Whether a citation means the clause: a row means itself, a heading all beneath it."""
    return cited == clause_id or (clause(cited) is None and covers(cited, clause_id))


@cache
def _by_id() -> dict[str, Clause]:
    return {clause.id: clause for clause in clauses()}


@cache
def _text(clause: Clause) -> str:
    parts = (clause.id, clause.summary, clause.trigger, clause.ruling, clause.window, clause.params)
    return " ".join(parts).lower()


@cache
def ids(book: str) -> tuple[str, ...]:
    """The ids of a book's clauses, without the rest of the rows."""
    return ids_in(_csv(book))


def ids_in(text: str) -> tuple[str, ...]:
    """The column ``id`` of a table of clauses."""
    head, *rows = csv.reader(text.splitlines())
    column = head.index("id") if "id" in head else 0
    return tuple(row[column] for row in rows if row)


def _csv(book: str) -> str:
    return (resources.files("engine.rulebooks") / f"{book}.csv").read_text("utf-8")


def _read(book: str) -> Iterator[Clause]:
    for row in csv.DictReader(_csv(book).splitlines()):
        games, see = row.pop("games"), row.pop("see")
        yield Clause(games=tuple(games.split("|")), see=tuple(filter(None, see.split("|"))), **row)
