"""JSON schemas of every payload, made from the types; the files beside this are shipped."""

from collections.abc import Iterator
from importlib import resources
from typing import Any

import msgspec

from controller.messages import PAYLOADS, VERBS, BroadcastHand

DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSEALED = "broadcast_hand_unsealed"


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
    made: dict[str, Any] = {"$schema": DIALECT, "title": title, **msgspec.json.schema(payload)}
    text = msgspec.json.format(msgspec.json.encode(made, order="deterministic"), indent=2)
    return f"{stem}.json", text.decode() + "\n"
