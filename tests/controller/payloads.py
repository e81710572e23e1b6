"""Whether a payload is what the shipped schema of its topic says."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from controller import schemas
from controller.mqtt.topics import ROOT


def assert_valid(topic: str, payload: bytes) -> None:
    """Hold what was heard on a topic against its schema; ``status`` and no payload have none."""
    branch = topic.removeprefix(f"{ROOT}/").partition("/")[2]
    if payload and branch != "status":
        validator(schemas.name(branch)).validate(json.loads(payload))


@cache
def validator(name: str) -> Any:
    schema = json.loads(schemas.shipped()[f"{name}.json"])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)
