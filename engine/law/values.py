"""Whether a value is one that a parameter takes."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.law.mistakes import meant
from engine.law.toml_lines import Keys
from engine.law.vocabulary import Parameter

Wrong = tuple[Keys, str, object]  # where in the value, what was expected, what came
KINDS = {bool: "true or false", int: "a whole number, 0 or more", float: "a number, 0 or more"}


def takes(parameter: Parameter) -> str:
    """What a parameter takes, in words."""
    if isinstance(parameter.usual, Mapping):
        return f"a table: each text with {' or '.join(parameter.choices)}"
    if parameter.choices:
        kind = " or ".join(parameter.choices)
    else:
        usual = parameter.usual
        kind = KINDS[int if isinstance(usual, list) else type(usual)]
    if isinstance(parameter.usual, list):
        return f"a list, each {kind}"
    return f"{kind}; or by {', '.join((*parameter.by, 'any'))}" if parameter.by else kind


def wrong_value(parameter: Parameter, value: Any) -> Iterator[Wrong]:
    """Every mistake in a value for a parameter."""
    if isinstance(parameter.usual, Mapping):
        if isinstance(value, Mapping):
            for text, one in value.items():
                yield from _wrong_one(parameter, one, (str(text),))
        else:
            yield (), takes(parameter), value
    elif isinstance(parameter.usual, list):
        if isinstance(value, list):
            for place, one in enumerate(value):
                yield from _wrong_one(parameter, one, (place,))
        else:
            yield (), takes(parameter), value
    elif isinstance(value, Mapping) and parameter.by:
        known = (*parameter.by, "any")
        for kind, one in value.items():
            if kind in known:
                yield from _wrong_one(parameter, one, (kind,))
            else:
                yield (kind,), f"one of {', '.join(known)}{meant(kind, known)}", kind
    else:
        yield from _wrong_one(parameter, value, ())


def _wrong_one(parameter: Parameter, value: object, at: Keys) -> Iterator[Wrong]:
    if parameter.choices:
        if value not in parameter.choices:
            known = parameter.choices
            yield at, f"one of {', '.join(known)}{meant(value, known)}", value
        return
    kind = int if isinstance(parameter.usual, list) else type(parameter.usual)
    if not is_kind(value, kind):
        yield at, KINDS[kind], value


def is_kind(value: Any, kind: type) -> bool:
    """Whether a value is of a kind, and not below 0; true and false are no numbers."""
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    return isinstance(value, (int, float) if kind is float else int) and value >= 0
