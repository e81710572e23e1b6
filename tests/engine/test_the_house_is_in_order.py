"""The engine stays in rooms that one person can oversee."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

MOST_LINES = 400
MOST_ATTRIBUTES = 15
HOUSE = Path(engine.__file__).parent
MODULES = sorted(HOUSE.rglob("*.py"))


def attributes(body: ast.ClassDef) -> set[str]:
    """Fields of a dataclass or struct, slots, and whatever methods assign to ``self``."""
    found = set()
    for one in body.body:
        match one:
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=slots):
                found |= set(ast.literal_eval(slots))
    for node in ast.walk(body):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def is_payload(body: ast.ClassDef) -> bool:
    """Whether it only types a JSON object, and has no state that anybody could change."""
    return any(isinstance(base, ast.Name) and base.id == "TypedDict" for base in body.bases)


def too_large(source: str) -> Iterator[str]:
    for one in ast.walk(ast.parse(source)):
        if isinstance(one, ast.ClassDef) and not is_payload(one):
            count = len(attributes(one))
            if count > MOST_ATTRIBUTES:
                yield f"{one.name} has {count} attributes, {MOST_ATTRIBUTES} are the most"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_module_and_its_classes_are_small(module: Path) -> None:
    source = module.read_text("utf-8")
    assert source.count("\n") <= MOST_LINES
    assert not list(too_large(source))


NAMES = [f"a{k}" for k in range(MOST_ATTRIBUTES + 1)]


@pytest.mark.parametrize(
    "source",
    [
        f"class Big:\n    __slots__ = {tuple(NAMES)}",
        "class Big:\n" + "".join(f"    {name}: int\n" for name in NAMES),
        f"class Big:\n    def __init__(self):\n        self.{' = self.'.join(NAMES)} = 0",
        f"class Big:\n    def __init__(self):\n        self.{', self.'.join(NAMES)} = range(16)",
    ],
)
def test_a_class_that_is_too_large_is_found(source: str) -> None:
    assert list(too_large(source)) == ["Big has 16 attributes, 15 are the most"]
