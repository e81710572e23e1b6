"""Reads a file's tables into types, field by field, so that every mistake is named at once."""

import dataclasses
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from engine.law.mistakes import Mistake, nearest, short, spelled
from engine.law.toml_lines import Keys


class Reading:
    """Reads one file; what is mistaken gets its usual value, so that the rest can be looked at."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.mistakes: list[Mistake] = []

    def section(self, kind: type[Any], raw: object, at: Keys = ()) -> Any:
        """A table of the file as its type."""
        if not isinstance(raw, Mapping):
            self.mistakes.append(Mistake(at, f"a table [{spelled(at)}]", short(raw)))
            raw = {}
        hints = get_type_hints(kind, include_extras=True)
        for key in raw:
            if key not in hints:
                self._unknown(key, list(hints), at)
        usual = _usual(kind)
        return kind(
            **{
                name: self._field(hint, raw.get(name, msgspec.UNSET), usual[name], (*at, name))
                for name, hint in hints.items()
            }
        )

    def _unknown(self, key: str, known: list[str], at: Keys) -> None:
        """A value without a known name may be anything, a password too: it is not repeated."""
        self.mistakes.append(Mistake((*at, key), nearest(key, known), "an unknown key"))

    def _field(self, hint: Any, value: object, usual: object, at: Keys) -> Any:
        inner = _section_in(hint)
        if inner is not None and get_origin(hint) is tuple:
            return self._sections(inner, [] if value is msgspec.UNSET else value, at)
        if inner is not None and not (value is msgspec.UNSET and usual is None):
            return self.section(inner, {} if value is msgspec.UNSET else value, at)
        if value is msgspec.UNSET:
            if usual is msgspec.NODEFAULT:
                self.mistakes.append(Mistake(at, wanted(hint), "nothing"))
                return ""
            return self._folder / usual if isinstance(usual, Path) else usual
        return self._value(hint, value, usual, at)

    def _sections(self, kind: type[Any], value: object, at: Keys) -> tuple[Any, ...]:
        if not isinstance(value, list):
            self.mistakes.append(Mistake(at, f"tables [[{spelled(at)}]]", short(value)))
            return ()
        return tuple(self.section(kind, raw, (*at, place)) for place, raw in enumerate(value))

    def _value(self, hint: Any, value: object, usual: object, at: Keys) -> Any:
        try:
            if isinstance(value, float) and not math.isfinite(value):
                raise msgspec.ValidationError  # TOML has infinity; no time of ours is that long
            return msgspec.convert(value, hint, dec_hook=self._path)
        except msgspec.ValidationError:
            self.mistakes.append(Mistake(at, wanted(hint), short(value)))
            return "" if usual is msgspec.NODEFAULT else usual

    def _path(self, kind: type[Any], value: object) -> object:
        """Paths are relative to the file that names them."""
        if kind is not Path or not isinstance(value, str) or not value or "\0" in value:
            raise msgspec.ValidationError
        return self._folder / Path(value).expanduser()


def _section_in(hint: Any) -> type[Any] | None:
    """The table that a field is, may be, or has several of."""
    for kind in (hint, *get_args(hint)):
        if isinstance(kind, type) and (
            issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind)
        ):
            return kind
    return None


def _usual(kind: type[Any]) -> dict[str, object]:
    """What each field is where the file is silent."""
    return {field.name: _default(field) for field in inspect.type_info(kind).fields}  # type: ignore[attr-defined]  # of structs and dataclasses alike


def _default(field: inspect.Field) -> object:
    return field.default_factory() if callable(field.default_factory) else field.default


def wanted(hint: Any) -> str:
    """What a type takes, in words."""
    return " or ".join(_words(inspect.type_info(hint)))


def _words(kind: inspect.Type) -> Iterator[str]:
    match kind:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _words(one)
        case inspect.NoneType():
            return  # a key is left out rather than null
        case inspect.LiteralType(values=values):
            yield f"one of {', '.join(map(str, values))}"
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            yield _NOUNS[type(kind)] + _between(least, most)
        case inspect.ListType(item_type=item):
            yield f"a list, each {' or '.join(_words(item))}"
        case inspect.StrType(pattern=str()):
            yield "letters, digits, '_', '.' and '-' in quotes, 64 at most"
        case _:
            yield _NOUNS[type(kind)]


_NOUNS: dict[type[inspect.Type], str] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "true or false",
    inspect.StrType: "a text in quotes",
    inspect.DictType: "a table",
    inspect.CustomType: "a path in quotes",
}


def _between(least: float | None, most: float | None) -> str:
    if least is None:
        return ""
    return f" from {least}" + (f" to {most}" if most is not None else "")
