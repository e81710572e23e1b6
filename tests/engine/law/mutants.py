"""Rulebooks with one thing changed: a line taken out, or its substance altered."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.law import BOOKS, Book, Line, Window, load, vocabulary
from engine.law.shelf import whole

# Another decision; of an absent player's hand one that takes it out, or his turn never passes.
OTHERWISE = {"floor_call": "stands", "absent_player": "forfeit"}
HOUSE = "house"
EDGE = "edge"  # a window that one line has to itself
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
    for mutate in (_of_lines, _of_why, _of_authority, _of_params, _of_windows, _of_edges):
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
                name = f"{_named(line)}: {what}"
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
            yield Mutant(kind, f"on_floor {_named(line)}: {what}", "floor", tuple(altered))


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


def _named(line: Line) -> str:
    """A line by its fault, clause and facts, wherever in the file it stands."""
    facts = [*sorted(line.when), *(f"!{fact}" for fact in sorted(line.unless))]
    windows = [f"until {line.until}"] * bool(line.until) + [f"after {line.after}"] * bool(
        line.after
    )
    return f"{line.fault}, {line.clause} ({' '.join([*facts, *windows]) or 'always'})"


def _of_why(book: Book) -> Iterator[Mutant]:
    for name in book.why:
        why = {key: clause for key, clause in book.why.items() if key != name}
        yield Mutant("why", f"why {name}", "", (replace(book, why=why),))


def _of_authority(book: Book) -> Iterator[Mutant]:
    if book.authority != HOUSE:
        yield Mutant("clause", "no authority", "", (replace(book, authority=HOUSE),))


def _of_params(book: Book) -> Iterator[Mutant]:
    for name, parameter in vocabulary.PARAMETERS.items():
        if (value := book.params[name]) == parameter.usual:
            continue
        others = [parameter.usual]
        if isinstance(value, Mapping):
            for kind, one in value.items():
                others += [{key: value[key] for key in value if key != kind}] * (kind != "any")
                others += [{**value, kind: other} for other in _other_values(parameter, one)]
        else:
            others += _other_values(parameter, value)
        for other in others:
            params = {**book.params, name: other}
            yield Mutant("parameter", f"{name} = {other}", "", (replace(book, params=params),))


def _other_values(parameter: vocabulary.Parameter, value: Any) -> list[Any]:
    """Every other word that a parameter may have; of a number its neighbours."""
    if isinstance(value, str):
        return [one for one in parameter.choices if one != value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [value + 1] if value == 0 else [value - 1, value + 1]
    return []


def _of_windows(book: Book) -> Iterator[Mutant]:
    for name, window in book.windows.items():
        for what, other in _other_windows(window):
            windows = {**book.windows, name: other}
            yield Mutant(
                "window", f"window {name} with {what}", "", (replace(book, windows=windows),)
            )


def _other_windows(window: Window) -> Iterator[tuple[str, Window]]:
    """A window with one count less, one more, or none of it."""
    for one in fields(Window):
        count = getattr(window, one.name)
        if count == one.default:
            continue
        others: tuple[Any, ...] = (count - 1, count + 1, one.default)
        for other in (False,) if count is True else others:
            yield f"{one.name} {other}", replace(window, **{one.name: other})


def _of_edges(book: Book) -> Iterator[Mutant]:
    """The window of one line alone, a little longer or shorter."""
    for fault, lines in book.lines.items():
        for place, line in enumerate(lines):
            for what, edged, windows in _edged(line, book):
                group = (*lines[:place], edged, *lines[place + 1 :])
                altered = replace(book, windows=windows, lines={**book.lines, fault: group})
                yield Mutant("edge", what, fault, (altered,))
    for place, line in enumerate(book.on_floor):
        for what, edged, windows in _edged(line, book):
            others = (*book.on_floor[:place], edged, *book.on_floor[place + 1 :])
            altered = replace(book, windows=windows, on_floor=others)
            yield Mutant("edge", f"on_floor {what}", "floor", (altered,))


def _edged(line: Line, book: Book) -> Iterator[tuple[str, Line, Mapping[str, Window]]]:
    for name, word, edged in (
        (line.until, "until", replace(line, until=EDGE)),
        (line.after, "after", replace(line, after=EDGE)),
    ):
        for what, other in _other_windows(book.windows[name]) if name else ():
            yield f"{_named(line)}: {word} {what}", edged, {**book.windows, EDGE: other}


def _lines(line: Line | None) -> tuple[Line, ...]:
    return () if line is None else (line,)


Change = Callable[[Line], Line | None]


def _changes(line: Line) -> Iterator[tuple[str, str, Change]]:
    """What may be changed of a line: the kind, what it is, and how a line like it is changed."""
    yield "line", "taken out", lambda one: None
    decision = OTHERWISE.get(line.fault) or OTHERWISE.get(line.decision, "floor_call")
    yield "decision", f"decides {decision}", lambda one: replace(one, decision=decision)
    clause = HOUSE if line.clause != HOUSE else "house.1"
    yield "clause", f"by {clause}", lambda one: replace(one, clause=clause)
    severity = "fix" if line.severity == "note" else "note"
    yield "severity", f"is a {severity}", lambda one: replace(one, severity=severity)
    for place, step in enumerate(line.steps):
        told = " ".join(filter(None, (step["do"], step["when"], step["what"])))
        yield "step", f"without {told}", _without_step(place)
        for part, other in _other_step(step).items():
            yield "step", f"{told}, {part} {other or 'nothing'}", _with_step(place, part, other)
    for fact in sorted(line.when):
        yield "when", f"without {fact}", _without_fact(fact)
    for fact in sorted(line.unless):
        yield "when", f"without !{fact}", _without_fact(fact)
    if line.until:
        yield "until", f"without until {line.until}", lambda one: replace(one, until="")
    if line.after:
        yield "after", f"without after {line.after}", lambda one: replace(one, after="")
    for cited in line.also:
        yield "also", f"without also {cited}", _without_also(cited)
    if line.says:
        yield "says", "without says", lambda one: replace(one, says="")


def _other_step(step: Mapping[str, str]) -> dict[str, str]:
    """Another time, another thing that it touches, no clause: what there is of these."""
    other = {"when": "after_betting" if step["when"] == "now" else "now"}
    if step["what"]:
        touches = vocabulary.TOUCHES[step["do"]]
        other["what"] = next((one for one in touches if one != step["what"]), "")
    if step["clause"]:
        other["clause"] = ""
    return other


def _with_step(place: int, part: str, other: str) -> Change:
    def changed(one: Line) -> Line:
        steps = list(one.steps)
        steps[place] = {**steps[place], part: other}
        return replace(one, steps=tuple(steps))

    return changed


def _without_step(place: int) -> Change:
    return lambda one: replace(one, steps=(*one.steps[:place], *one.steps[place + 1 :]))


def _without_fact(fact: str) -> Change:
    return lambda one: replace(one, when=one.when - {fact}, unless=one.unless - {fact})


def _without_also(cited: str) -> Change:
    return lambda one: replace(one, also=tuple(also for also in one.also if also != cited))
