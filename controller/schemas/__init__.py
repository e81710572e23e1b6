"""JSON schemas of every payload, made from the types; the files beside this are shipped."""

from collections.abc import Iterator
from importlib import resources
from typing import Any

import msgspec

from controller.messages import PAYLOADS, VERBS, BroadcastHand
from engine.answers import ANSWERS, View
from engine.log import TYPES, Card, Decision, Fault, Zone

DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSEALED = "broadcast_hand_unsealed"
TABLE_LOG = (*TYPES.values(), *ANSWERS, View)  # what the payloads quote by name
WORDS = {
    name: msgspec.json.schema(kind)
    for name, kind in (("Card", Card), ("Zone", Zone), ("Fault", Fault), ("Decision", Decision))
}  # said so often that they are written once


def files() -> Iterator[tuple[str, str]]:
    """The name and the text of each file, as they should be."""
    for branch, payload in PAYLOADS.items():
        topic = f"{branch}/<role>/<verb>" if branch == "response" else branch
        yield _file(name(branch), topic, payload)
    for verb, asked in VERBS.items():
        yield _file(name(f"request/-/{verb}"), f"request/<role>/{verb}", asked)
    yield _file(UNSEALED, "what a broadcast/hand holds for the station's key", BroadcastHand)


def name(branch: str) -> str:
    """The schema of a topic, given without the table: ``public/state``, ``request/dealer/act``."""
    first, *rest = branch.split("/")
    if first == "response":
        return first  # the same for all
    return "_".join((first, *(rest[1:] if first == "request" else rest)))


def shipped() -> dict[str, str]:
    """The files as they are shipped."""
    folder = resources.files(__name__)
    return {
        one.name: one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(".json")
    }


def _file(stem: str, title: str, payload: type) -> tuple[str, str]:
    made = {"$schema": DIALECT, "title": title, **_schema(payload)}
    text = msgspec.json.format(msgspec.json.encode(made, order="deterministic"), indent=2)
    return f"{stem}.json", text.decode() + "\n"


def _schema(payload: type) -> dict[str, Any]:
    """The schema of a payload, with those parts of the table log that it quotes."""
    tops, parts = msgspec.json.schema_components(
        (payload, *TABLE_LOG), ref_template="#/$defs/{name}"
    )
    known = {name: _shortened(part) for name, part in parts.items()} | WORDS
    quoted: dict[str, Any] = {}
    missing = _quoted(tops[0])
    while missing:
        quoted |= {part: known[part] for part in missing}
        missing = _quoted(quoted) - set(quoted)
    return {**tops[0], "$defs": quoted}


def _shortened(schema: Any) -> Any:
    """The same with the long lists of words named instead of repeated."""
    for name, words in WORDS.items():
        if schema == words:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(schema, dict):
        return {key: _shortened(value) for key, value in schema.items()}
    return [_shortened(one) for one in schema] if isinstance(schema, list) else schema


def _quoted(schema: Any) -> set[str]:
    """The names of the parts that a schema refers to."""
    if isinstance(schema, list):
        return {name for one in schema for name in _quoted(one)}
    if not isinstance(schema, dict):
        return set()
    named = {schema["$ref"].removeprefix("#/$defs/")} if "$ref" in schema else set()
    return named | _quoted(list(schema.values()))
