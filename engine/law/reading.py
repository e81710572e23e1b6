"""Reads rules into a book, each word against the vocabulary, and keeps every mistake."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from engine.games import GAMES
from engine.law import vocabulary as words
from engine.law.book import Book, Line, Steps, Window
from engine.law.mistakes import Mistake, meant, short
from engine.law.toml_lines import Keys
from engine.law.values import KINDS, is_kind, wrong_value

PARTS = ("params", "games", "why", "windows", "procedures", "floor", "on_floor")
KEYS = ("when", "until", "after", "decision", "clause", "also", "steps", "severity", "says")


class Reading:
    """Rules laid over a base; ``book`` is what came of them, good only without ``mistakes``.

    ``floor`` is the clause of what the floor decides, where the rules name none.
    """

    def __init__(self, base: Book, raw: Mapping[str, Any], at: Keys, floor: str) -> None:
        self.mistakes: list[Mistake] = []
        self._clauses = {"floor": floor}
        self.book = base
        parts = {part: self._table((*at, part), raw.get(part, {})) for part in PARTS[:-1]}
        self.book = replace(
            base, windows={**base.windows, **dict(self._windows(at, parts["windows"]))}
        )
        named = dict(self._procedures(at, parts["procedures"]))
        self.book = replace(self.book, procedures={**base.procedures, **named})
        params, lines = self._rest(raw, at)
        for name, value in parts["params"].items():
            params |= self._param((*at, "params", name), name, value)
        self.book = replace(
            self.book,
            params={**base.params, **params},
            games={**base.games, **self._games(at, parts["games"])},
            why={**base.why, **self._why(at, parts["why"])},
            floor={**base.floor, **dict(self._floor(at, parts["floor"]))},
            on_floor=(*self._lines((*at, "on_floor"), "floor", raw.get("on_floor", ())),
                      *base.on_floor),
            lines={fault: (*lines.get(fault, ()), *own) for fault, own in base.lines.items()},
        )  # fmt: skip

    def _wrong(self, at: Keys, expected: str, got: object) -> None:
        mistake = Mistake(at, expected, short(got))
        if mistake not in self.mistakes:  # a line for several faults is read for each of them
            self.mistakes.append(mistake)

    def _known(self, at: Keys, word: object, known: Iterable[str], noun: str) -> bool:
        """Whether a word is one of the known; else it is a mistake."""
        known = tuple(known)
        if word in known:
            return True
        self._wrong(at, noun + meant(word, known), word)
        return False

    def _table(self, at: Keys, raw: object) -> Mapping[str, Any]:
        if isinstance(raw, Mapping):
            return raw
        self._wrong(at, "a table", raw)
        return {}

    def _rest(
        self, raw: Mapping[str, Any], at: Keys
    ) -> tuple[dict[str, Any], dict[str, tuple[Line, ...]]]:
        """What is no part of its own: lines of faults, and a house's parameters."""
        params: dict[str, Any] = {}
        lines: dict[str, tuple[Line, ...]] = {}
        for key, value in raw.items():
            faults = key.split()
            if key in PARTS:
                continue
            if key in words.PARAMETERS and not _is_line(key, value):
                params |= self._param((*at, key), key, value)
            elif len(faults) > 1 or key in words.FAULTS:  # one line may be for several faults
                for fault in faults:
                    if self._known((*at, key), fault, words.FAULTS, "a fault"):
                        found = self._lines((*at, key), fault, value)
                        lines[fault] = (*lines.get(fault, ()), *found)
            else:
                known = (*words.PARAMETERS, *words.FAULTS, *PARTS)
                self._known((*at, key), key, known, "a parameter or a fault")
        return params, lines

    def _param(self, at: Keys, name: str, value: Any) -> dict[str, Any]:
        if not self._known(at, name, words.PARAMETERS, "a parameter"):
            return {}
        for path, expected, got in wrong_value(words.PARAMETERS[name], value):
            self._wrong((*at, *path), expected, got)
        if isinstance(value, Mapping) and "any" not in value:  # all else stays as it was
            before = self.book.params[name]
            value = {**(before if isinstance(before, Mapping) else {"any": before}), **value}
        return {name: value}

    def _games(self, at: Keys, raw: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Parameters that are others in some games; a table may be for several."""
        found: dict[str, dict[str, Any]] = {}
        for names, params in raw.items():
            place = (*at, "games", names)
            for game in names.split():
                if not self._known(place, game, GAMES, "a game"):
                    continue
                own = found.setdefault(game, {})
                for name, value in self._table(place, params).items():
                    own |= self._param((*place, name), name, value)
        return found

    def _windows(self, at: Keys, raw: Mapping[str, Any]) -> Iterator[tuple[str, Window]]:
        kinds = {one.name: type(one.default) for one in fields(Window)}
        for name, counts in raw.items():
            place = (*at, "windows", name)
            good = {}
            for key, value in self._table(place, counts).items():
                if not self._known((*place, key), key, kinds, "a count of a window"):
                    continue
                good[key] = value
                if not is_kind(value, kinds[key]):
                    self._wrong((*place, key), KINDS[kinds[key]], value)
            yield name, Window(**good)

    def _procedures(self, at: Keys, raw: Mapping[str, Any]) -> Iterator[tuple[str, Steps]]:
        for name, steps in raw.items():
            yield name, self._steps((*at, "procedures", name), steps)

    def _why(self, at: Keys, raw: Mapping[str, Any]) -> Mapping[str, str]:
        for key, clause in raw.items():
            place = (*at, "why", key)
            of_game = next((key.removesuffix(f"_{g}") for g in GAMES if key.endswith(f"_{g}")), key)
            named = key if key in words.WHYS else of_game
            if self._known(place, named, words.WHYS, "a thing to give the clause of"):
                self._cited(place, clause)
        return raw

    def _floor(self, at: Keys, raw: Mapping[str, Any]) -> Iterator[tuple[str, Line]]:
        for decision, said in raw.items():
            place = (*at, "floor", decision)
            if self._known(place, decision, words.DECISIONS, "one of the words for decisions"):
                line = {"decision": decision, **self._table(place, said)}
                yield from ((decision, one) for one in self._lines(place, "floor", line))

    def _lines(self, at: Keys, fault: str, raw: Any) -> tuple[Line, ...]:
        several = raw if isinstance(raw, (list, tuple)) else None
        found = []
        for place, one in enumerate((raw,) if several is None else several):
            path = at if several is None else (*at, place)
            if isinstance(one, Mapping):
                found.append(self._line(path, fault, one))
            else:
                self._wrong(path, f"a table with a decision for '{fault}'", one)
        return tuple(found)

    def _line(self, at: Keys, fault: str, raw: Mapping[str, Any]) -> Line:
        for key in raw:
            self._known((*at, key), key, KEYS, f"one of {', '.join(KEYS)}")
        text = {key: self._text((*at, key), raw.get(key, "")) for key in KEYS if key != "steps"}
        decision = text["decision"]
        self._known((*at, "decision"), decision, words.DECISIONS, "one of the words for decisions")
        when, unless = self._facts((*at, "when"), text["when"])
        for key in ("until", "after"):
            if text[key]:
                noun = f"a window of the book ({', '.join(self.book.windows) or 'it has none'})"
                self._known((*at, key), text[key], self.book.windows, noun)
        if text["severity"]:
            grades = words.SEVERITIES
            self._known((*at, "severity"), text["severity"], grades, f"one of {', '.join(grades)}")
        clause = text["clause"] or self._clauses.get(fault, "house")
        self._cited((*at, "clause"), clause)
        also = tuple(text["also"].split())
        for cited in also:
            self._cited((*at, "also"), cited)
        return Line(
            fault, decision, clause, when, unless, text["until"], text["after"], also,
            self._steps((*at, "steps"), raw.get("steps", [])),
            text["severity"] or words.SEVERITY.get(decision, "fix"), text["says"],
        )  # fmt: skip

    def _text(self, at: Keys, value: object) -> str:
        if isinstance(value, str):
            return value
        self._wrong(at, "a text in quotes", value)
        return ""

    def _facts(self, at: Keys, text: str) -> tuple[frozenset[str], frozenset[str]]:
        asked = text.split()
        when = frozenset(word for word in asked if not word.startswith("!"))
        unless = frozenset(word[1:] for word in asked if word.startswith("!"))
        for word in asked:
            fact = word.removeprefix("!")
            self._known(at, fact, words.FACTS, "a fact of `cutcard rules facts`")
        for both in sorted(when & unless):
            self._wrong(at, "a fact or its opposite", f"{both} !{both}")
        return when, unless

    def _cited(self, at: Keys, clause: object) -> None:
        if not isinstance(clause, str) or not self.book.has_clause(clause):
            near = meant(clause, self.book.known_clauses)
            self._wrong(at, f"a clause of {self.book.name}, or one that starts with 'house'{near}",
                        clause)  # fmt: skip

    def _steps(self, at: Keys, raw: Any) -> Steps:
        if isinstance(raw, str):
            noun = "steps as a list, or the name of a procedure"
            known = self.book.procedures
            return known[raw] if self._known(at, raw, known, noun) else ()
        if not isinstance(raw, (list, tuple)):
            self._wrong(at, "steps as a list, or the name of a procedure", raw)
            return ()
        return tuple(self._step((*at, place), text) for place, text in enumerate(raw))

    def _step(self, at: Keys, raw: Any) -> Mapping[str, str]:
        """``burn after_betting exposed by diamondjims.9c``: do, when, what it touches, clause."""
        text, _, clause = str(raw).partition(" by ")
        do, when, what, *more = [*text.split(), "", "", ""]
        touches = words.TOUCHES.get(do, ())
        for word, known in ((do, words.STEPS), (when, words.WHENS), (what, touches or ("",))):
            optional = word == "" and do == "burn"
            if word not in known and not optional:
                such = meant(word, known)
                if known is touches and not such:
                    such = f" ({do} what: {', '.join(touches)})"
                self._wrong(at, f"steps such as 'replace after_deal'{such}", raw)
                break
        if any(more):
            self._wrong(at, "steps such as 'replace after_deal', three words at most", raw)
        if clause:
            self._cited(at, clause)
        return {"do": do, "when": when, "what": what, "clause": clause}


def _is_line(key: str, value: object) -> bool:
    """Some words name a parameter and a fault; a table with a decision is meant for the fault."""
    first = value[0] if isinstance(value, list) and value else value
    return key in words.FAULTS and isinstance(first, Mapping) and "decision" in first
