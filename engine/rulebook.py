"""Rulebooks as data: what a book decides of a fault, until when, and by which clause."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any

from engine.log import DECISIONS, FAULTS, LogError

DOES = tuple(
    "return_all reshuffle cut redeal replace burn no_burn move take_back set_aside kill refund "
    "show_table post call_floor play_on".split()
)
WHENS = ("now", "after_deal", "after_round", "after_betting")
BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
SEVERITY = {"misdeal": "stop", "void_deal": "stop", "floor_call": "floor"} | dict.fromkeys(
    ("keep", "stands", "refused", "corrected", "award", "binding", "call", "raise", "check"), "note"
)


@dataclass(frozen=True, slots=True)
class Window:
    """Until when a line of the book holds, counted in players who acted."""

    acted: int = 99
    chips: int = 99  # acted by bet, call or raise
    after_blinds: int = 99  # acted, sitting after the blinds
    of_round: bool = False  # counted since the street began, not since the deal


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a book: a situation and what is decided of it."""

    fault: str
    decision: str
    clause: str
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    until: str = ""  # a window of the book that must be open
    after: str = ""  # a window of the book that must be shut
    also: tuple[str, ...] = ()
    steps: tuple[Mapping[str, str], ...] = ()
    severity: str = ""
    says: str = ""

    def holds(self, facts: frozenset[str] | set[str]) -> bool:
        """Whether this line speaks of such a situation."""
        in_time = not self.until or f"until:{self.until}" in facts
        in_time = in_time and not (self.after and f"until:{self.after}" in facts)
        return in_time and self.when <= facts and not (self.unless & facts)


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook, with the house's own lines before it."""

    name: str
    title: str
    authority: str  # the clause that leaves disputes to a person, or "house"
    params: Mapping[str, Any]
    why: Mapping[str, Any]  # a clause, or clauses by game and "any"
    windows: Mapping[str, Window]
    lines: Mapping[str, tuple[Line, ...]]
    floor: Mapping[str, Line] = field(default_factory=dict)  # what a floor's decision entails
    on_floor: tuple[Line, ...] = ()  # what the book itself says of a floor's decision

    def find(self, fault: str, facts: frozenset[str] | set[str]) -> Line | None:
        """The first line that speaks of the situation, or None where the book is silent."""
        for line in self.lines.get(fault, ()):
            if line.holds(facts):
                return line
        return None

    def param(self, name: str, *kinds: str) -> Any:
        """A parameter; where it differs by structure or format, the first kind named in it."""
        value = self.params[name]
        if isinstance(value, Mapping):
            return _by_kind(value, kinds)
        return value

    def in_game(self, game: str) -> "Book":
        """The book as it speaks of one game."""
        why = {
            key: _by_kind(clause, [game]) if isinstance(clause, Mapping) else clause
            for key, clause in self.why.items()
        }
        return replace(self, why=why)


def _by_kind(table: Mapping[str, Any], kinds: Iterable[str]) -> Any:
    return next((table[kind] for kind in kinds if kind in table), table.get("any"))


def _line(fault: str, raw: Mapping[str, Any]) -> Line:
    unknown = set(raw) - {
        "when", "until", "after", "decision", "clause", "also", "steps", "severity", "says",
    }  # fmt: skip
    if unknown:
        raise LogError("house", "when, until, decision, clause, also, steps", sorted(unknown)[0])
    decision = str(raw.get("decision", ""))
    if decision not in DECISIONS:
        raise LogError("house", "one of the words for decisions", repr(decision))
    words = str(raw.get("when", "")).split()
    steps = raw.get("steps", [])
    if not isinstance(steps, list):
        raise LogError("house", "steps as a list", repr(steps))
    return Line(
        fault,
        decision,
        str(raw.get("clause", "house")),
        frozenset(word for word in words if not word.startswith("!")),
        frozenset(word[1:] for word in words if word.startswith("!")),
        str(raw.get("until", "")),
        str(raw.get("after", "")),
        tuple(str(raw.get("also", "")).split()),
        tuple(_step(step) for step in steps),
        str(raw.get("severity", "")) or SEVERITY.get(decision, "fix"),
        str(raw.get("says", "")),
    )


def _step(text: str) -> dict[str, str]:
    """``burn after_betting exposed by diamondjims.9c``: do, when, what it touches, clause."""
    words, _, clause = str(text).partition(" by ")
    parts = words.split()
    if not 2 <= len(parts) <= 3 or parts[0] not in DOES or parts[1] not in WHENS:
        raise LogError("house", "steps such as 'replace after_deal'", repr(text))
    what = parts[2] if len(parts) > 2 else ""
    return {"do": parts[0], "when": parts[1], "what": what, "clause": clause}


@cache
def load(name: str) -> Book:
    """One of the five books."""
    if name not in BOOKS:
        near = get_close_matches(name, BOOKS, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise LogError("rulebook", f"one of {', '.join(BOOKS)}{hint}", repr(name))
    folder = resources.files("engine.rulebooks")
    common = tomllib.loads((folder / "common.toml").read_text("utf-8"))
    return _book(name, tomllib.loads((folder / f"{name}.toml").read_text("utf-8")), common)


def _book(name: str, raw: dict[str, Any], common: dict[str, Any]) -> Book:
    params = common["params"] | raw.get("params", {})
    windows = {key: Window(**value) for key, value in raw.get("windows", {}).items()}
    floor = {
        decision: _line("floor", {"decision": decision, "clause": raw["authority"], **line})
        for decision, line in (common["floor"] | raw.get("floor", {})).items()
    }
    lines = {fault: tuple(_line(fault, x) for x in raw.get(fault, ())) for fault in FAULTS}
    said = [*raw.get("on_floor", ()), *common.get("on_floor", ())]
    on_floor = tuple(_line("floor", {"clause": raw["authority"], **line}) for line in said)
    why = raw.get("why", {})
    return Book(name, raw["title"], raw["authority"], params, why, windows, lines, floor, on_floor)


@cache
def load_for(name: str, game: str) -> Book:
    """One of the five books, as it speaks of a game."""
    return load(name).in_game(game)


def with_house(book: Book, house: Mapping[str, Any]) -> Book:
    """A book with the house's lines before its own, and its parameters overridden."""
    if not house:
        return book
    params, lines = dict(book.params), dict(book.lines)
    for key, value in house.items():
        if key in FAULTS and (key not in params or _is_line(value)):
            own = tuple(_line(key, line) for line in _tables(key, value))
            _check_windows(book, own)
            lines[key] = own + lines[key]
        elif key in params:
            params[key] = _param(key, value, params[key])
        else:
            known = [*params, *FAULTS]
            near = get_close_matches(key, known, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise LogError("house", f"a parameter or a fault{hint}", repr(key))
    return replace(book, params=params, lines=lines)


def _param(key: str, value: object, usual: object) -> object:
    """A house's value for a parameter, of the kind the book's own is."""
    plain = list(usual.values()) if isinstance(usual, Mapping) else [usual]
    for given in value.values() if isinstance(value, Mapping) else [value]:
        if _kind(given) not in map(_kind, plain):
            raise LogError("house", f"for '{key}' a value like {plain[0]!r}", repr(given))
    return value


def _kind(value: object) -> type:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float if number else type(value)


def _check_windows(book: Book, lines: tuple[Line, ...]) -> None:
    for line in lines:
        for window in (line.until, line.after):
            if window and window not in book.windows:
                known = ", ".join(book.windows) or "none in this book"
                raise LogError("house", f"a window of the book ({known})", repr(window))


def _is_line(value: object) -> bool:
    """Some words name a parameter and a fault; a table with a decision is meant for the fault."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and "decision" in first


def _tables(key: str, value: object) -> Iterable[Mapping[str, Any]]:
    tables: list[Any] = value if isinstance(value, list) else [value]
    for table in tables:
        if not isinstance(table, Mapping):
            raise LogError("house", f"a table with a decision for '{key}'", repr(table))
    return tables


def from_toml(text: str) -> Book:
    """A house's own file: ``book = "hilton"`` and the lines it overrides."""
    base, house = house_file(text)
    return with_house(load(base), house)


def house_file(text: str) -> tuple[str, dict[str, Any]]:
    """The book that a house's file starts from, and its overrides as an ``open`` event has them."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LogError("house", "a TOML file", str(error)) from None
    base = raw.pop("book", None)
    if not isinstance(base, str):
        raise LogError("book", f"one of {', '.join(BOOKS)}", repr(base))
    params = raw.pop("params", {})
    return base, {**params, **raw}
