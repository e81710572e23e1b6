"""Events read from dicts or from JSON, each mistake named by its field."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import convert

from engine.log import TYPES, WANTED, Act, AnyEvent, LogError

FOREVER = float("inf")
BEFORE_ALL = -FOREVER
NEED_TOTAL = ("bet", "raise")
_events = msgspec.json.Decoder(AnyEvent)


def event_from(raw: object) -> AnyEvent:
    """One event from a dict, or a ``LogError`` that names the field."""
    if type(raw) is not dict and not isinstance(raw, Mapping):
        raise LogError("line", "a JSON object", type(raw).__name__)
    try:
        # By its own type: a union would be analysed anew for every event.
        event: Any = convert(raw, TYPES[raw["e"]])
    except (KeyError, TypeError):  # another word, or no word at all
        raise LogError("e", WANTED["e"], repr(raw.get("e", "nothing"))) from None
    except msgspec.ValidationError as error:
        raise _named(raw, str(error)) from None
    # What the types alone cannot say; in place, as it is asked of every event.
    if type(event) is Act and event.to is None and event.do in NEED_TOTAL:
        raise LogError("to", f"the player's total for this round with '{event.do}'", "nothing")
    if not BEFORE_ALL < event.t < FOREVER:
        raise LogError("t", WANTED["t"], str(event.t))
    checked: AnyEvent = event
    return checked


def event_in(line: bytes) -> AnyEvent | None:
    """The event of a line of JSON, read at once; None where only ``event_from`` can say why not."""
    try:
        event = _events.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if type(event) is Act and event.to is None and event.do in NEED_TOTAL:
        return None
    return event if BEFORE_ALL < event.t < FOREVER else None


def _named(raw: Mapping[str, Any], why: str) -> LogError:
    """A msgspec complaint as field, expectation and what came."""
    missing = re.search(r"missing required field `(\w+)`", why)
    if missing:
        field = missing.group(1)
        return LogError(field, WANTED.get(field, "a value"), "nothing")
    path = re.search(r"at `\$\.?(\w*)", why)
    field = (path.group(1) if path else "") or "e"
    expected = (
        WANTED.get(field) or why.split(" - at")[0].removeprefix("Expected ").split(", got")[0]
    )
    return LogError(field, expected, repr(raw.get(field, "nothing")))
