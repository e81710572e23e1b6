"""Rulebooks with one thing changed: a line taken out, or its substance altered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.law import BOOKS, Book, Line, Window, load, vocabulary
from engine.law.shelf import whole

# Another decision; of an absent player's hand one that takes it out, or his turn never passes.
OTHERWISE = {"floor_call": "stands", "absent_player": "forfeit"}
COMMON = "common"  # what stands in common.toml, and so in every book


@dataclass(frozen=True, slots=True)
class Mutant:
    """One thing changed in a file; books that have it can show the change."""

    kind: str
    what: str
    fault: str  # only where this is looked up can the change be seen; "" for anywhere
    books: tuple[Book, ...]


def mutants(name: str) -> Iterator[Mutant]:
    """Every change of one thing in one of the files, ``common.toml`` among them."""
    if name == COMMON:
        yield from _of_common()
        return
    book = load(name)
    own = [line for line in book.on_floor if line not in _common(book).on_floor]
    for mutate in (_of_lines, _of_why, _of_params, _of_windows):
        yield from mutate(book)
    yield from _of_on_floor((book,), len(own), 0)
    for decision, line in book.floor.items():
        if _common(book).floor.get(decision) != line:
            yield from _of_floor((book,), decision)


def _common(book: Book) -> Book:
    """A book that has nothing but what is common to all."""
    return whole(replace(book, on_floor=(), floor={}), {}, ()).book


def _of_common() -> Iterator[Mutant]:
    books = tuple(map(load, BOOKS))
    common = _common(books[0])
    yield from _of_on_floor(books, len(common.on_floor), -len(common.on_floor))
    for decision in common.floor:
        heirs = [one for one in books if one.floor[decision] == _common(one).floor[decision]]
        yield from _of_floor(tuple(heirs), decision)


def _of_lines(book: Book) -> Iterator[Mutant]:
    for fault, lines in book.lines.items():
        for place, line in enumerate(lines):
            for kind, what, changed in _changes(line):
                group = (*lines[:place], *_lines(changed(line)), *lines[place + 1 :])
                altered = replace(book, lines={**book.lines, fault: group})
                name = f"{fault} {place + 1}, {line.clause}: {what}"
                yield Mutant(kind, name, fault, (altered,))


def _of_on_floor(books: tuple[Book, ...], count: int, start: int) -> Iterator[Mutant]:
    """Changes of so many lines, counted from the first of each book's or from the last."""
    for place in range(start, start + count):
        line = books[0].on_floor[place]
        for kind, what, changed in _changes(line):
            altered = []
            for book in books:
                group = list(book.on_floor)
                group[place : place + 1 or None] = _lines(changed(group[place]))
                altered.append(replace(book, on_floor=tuple(group)))
            name = f"on_floor {place - start + 1}, {' '.join(sorted(line.when))}: {what}"
            yield Mutant(kind, name, "floor", tuple(altered))


def _of_floor(books: tuple[Book, ...], decision: str) -> Iterator[Mutant]:
    for kind, what, changed in _changes(books[0].floor[decision]):
        if kind == "decision":
            continue  # the floor's word is what it is: a line says only what it entails
        altered = []
        for book in books:
            others = {key: line for key, line in book.floor.items() if key != decision}
            one = changed(book.floor[decision])
            altered.append(
                replace(book, floor=others if one is None else {**others, decision: one})
            )
        yield Mutant(kind, f"floor {decision}: {what}", "", tuple(altered))


def _of_why(book: Book) -> Iterator[Mutant]:
    for name in book.why:
        why = {key: clause for key, clause in book.why.items() if key != name}
        yield Mutant("why", f"why {name}", "", (replace(book, why=why),))


def _of_params(book: Book) -> Iterator[Mutant]:
    for name, parameter in vocabulary.PARAMETERS.items():
        if book.params[name] != parameter.usual:
            params = {**book.params, name: parameter.usual}
            yield Mutant("parameter", f"{name} as usual", "", (replace(book, params=params),))


def _of_windows(book: Book) -> Iterator[Mutant]:
    for name, window in book.windows.items():
        for one in fields(Window):
            if getattr(window, one.name) != one.default:
                default: Any = one.default
                windows = {**book.windows, name: replace(window, **{one.name: default})}
                altered = replace(book, windows=windows)
                yield Mutant("window", f"window {name} without {one.name}", "", (altered,))


def _lines(line: Line | None) -> tuple[Line, ...]:
    return () if line is None else (line,)


Change = Callable[[Line], Line | None]


def _changes(line: Line) -> Iterator[tuple[str, str, Change]]:
    """What may be changed of a line: the kind, what it is, and how a line like it is changed."""
    yield "line", "taken out", lambda one: None
    decision = OTHERWISE.get(line.fault) or OTHERWISE.get(line.decision, "floor_call")
    yield "decision", f"decides {decision}", lambda one: replace(one, decision=decision)
    for place, step in enumerate(line.steps):
        yield "step", f"without {step['do']} {step['when']}", _without_step(place)
    for fact in sorted(line.when):
        yield "when", f"without {fact}", _without_fact(fact)
    for fact in sorted(line.unless):
        yield "when", f"without !{fact}", _without_fact(fact)
    if line.until:
        yield "until", f"without until {line.until}", lambda one: replace(one, until="")
    if line.after:
        yield "after", f"without after {line.after}", lambda one: replace(one, after="")
    if line.also:
        yield "also", "without also", lambda one: replace(one, also=())
    if line.says:
        yield "says", "without says", lambda one: replace(one, says="")


def _without_step(place: int) -> Change:
    return lambda one: replace(one, steps=(*one.steps[:place], *one.steps[place + 1 :]))


def _without_fact(fact: str) -> Change:
    return lambda one: replace(one, when=one.when - {fact}, unless=one.unless - {fact})
