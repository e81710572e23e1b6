"""All that an object knows, as text: two states are the same when their dumps are."""

from enum import Enum
from functools import partial
from inspect import isgetsetdescriptor
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from engine.games import Game
from engine.law import Book

PLAIN = (str, int, float, bool, bytes, type(None), Enum)
CODE = (FunctionType, MethodType, BuiltinFunctionType, partial, type)
LAW = (Book, Game)  # frozen, large and shared: the same while it is the same object
CLOCK = frozenset({"t", "now", "out"})  # when, and the answers: a reject may leave these behind


def dump(state: object, ignore: frozenset[str] = CLOCK) -> str:
    """Every attribute that can be reached, one a line, the same for the same state."""
    found: list[str] = []
    _walk(state, "table", {}, found, ignore)
    return "\n".join(found)


def _walk(
    value: object, path: str, seen: dict[int, str], found: list[str], ignore: frozenset[str]
) -> None:
    if isinstance(value, PLAIN):
        found.append(f"{path} = {value!r}")
        return
    if isinstance(value, CODE):
        return
    if isinstance(value, LAW):
        found.append(f"{path} = {type(value).__name__} {value.name} {id(value)}")
        return
    if isinstance(value, set | frozenset):
        found.append(f"{path} = {{{', '.join(sorted(map(repr, value)))}}}")
        return
    if id(value) in seen:
        found.append(f"{path} is {seen[id(value)]}")
        return
    seen[id(value)] = path
    parts = _parts(value, ignore)
    found.append(f"{path}: {type(value).__name__} of {len(parts)}")
    for name, part in parts:
        _walk(part, f"{path}{name}", seen, found, ignore)


def _parts(value: object, ignore: frozenset[str]) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [(f"[{key!r}]", part) for key, part in value.items()]
    if isinstance(value, list | tuple):
        return [(f"[{place}]", part) for place, part in enumerate(value)]
    names = {name for kind in type(value).__mro__ for name in _slots(kind)}
    names |= {*getattr(value, "__dict__", ()), *getattr(value, "__struct_fields__", ())}
    return [(f".{name}", _part(value, name)) for name in sorted(names - ignore)]


def _part(value: object, name: str) -> Any:
    try:
        return getattr(value, name)
    except (AssertionError, StopIteration):
        return None  # of a compiled object a property too, which there is nothing to say of now


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    if not slots:  # compiled, its attributes are descriptors
        own = {name for name, one in vars(kind).items() if isgetsetdescriptor(one)}
        slots = tuple(name for name in own if not name.startswith("__"))
    return (slots,) if isinstance(slots, str) else tuple(slots)
