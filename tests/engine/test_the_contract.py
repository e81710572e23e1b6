"""CONTRACT.md and the types say the same: each word and field here just when it is there."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import engine
from engine import answers, log, table
from engine.cards import ZONES
from engine.games import GAMES
from engine.law import vocabulary

PAGE = (Path(engine.__file__).parent / "CONTRACT.md").read_text("utf-8")
WORD = re.compile(r"`([\w]+)`")
FIELD = re.compile(r"(\[?)`(\w+)`")
PARTS = (
    answers.ProcedureStep,
    answers.Option,
    answers.Bar,
    answers.Post,
    answers.Pot,
    answers.Shown,
)
VIEWS = (
    answers.View,
    answers.SeatView,
    answers.HandView,
    answers.LevelView,
    answers.OpenRuling,
)


def rows(heading: str) -> list[list[str]]:
    """The cells of all tables under a heading, without their heads."""
    found = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", PAGE, re.M | re.S)
    assert found, heading
    lines = found[1].splitlines()
    heads = {k - 1 for k, line in enumerate(lines) if line.startswith("| ---")}
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for k, line in enumerate(lines)
        if line.startswith("|") and not line.startswith("| ---") and k not in heads
    ]


def words(heading: str, head: str = "") -> list[str]:
    """The words that a section explains, one a row; ``head`` picks one of its tables."""
    told = rows(heading)
    if head:
        part = PAGE[PAGE.index(f"\n| {head} |") :].split("\n\n")[0]
        told = [[line.strip("|")] for line in part.splitlines()[3:]]
    return [word for row in told for word in WORD.findall(row[0])[:1]]


def fields_told(cell: str) -> dict[str, bool]:
    """The fields of a row, and whether each is required."""
    return {name: not bracket for bracket, name in FIELD.findall(cell)}


def fields_of(kind: type) -> dict[str, bool]:
    """The fields of a type, without those by which types are told apart."""
    told: Any = msgspec.inspect.type_info(kind)
    fields = {one.encode_name: one.required for one in told.fields}
    apart = ("o", "what") if "o" in fields else ("t",)
    return {name: required for name, required in fields.items() if name not in apart}


@pytest.mark.parametrize("event", sorted({*log.TYPES, *words("Events")}))
def test_an_event_has_the_fields_that_its_type_has(event: str) -> None:
    (told,) = (row for row in rows("Events") if row[0] == f"`{event}`")
    assert fields_told(told[1]) == fields_of(log.TYPES[event])


def test_every_event_is_taken_or_marked_as_to_come() -> None:
    marked = {row[0].strip("`") for row in rows("Events") if "*To come:*" in row[2]}
    waits = {"open", "hand", "tick", "undo"}  # the door's own, and time alone
    taken = {word for word, kind in log.TYPES.items() if kind in table.TAKES} | waits
    assert marked == set(log.TYPES) - taken


def told_apart_by(kind: type) -> str:
    """``expect card``: how a row of the page names an answer."""
    hints = get_type_hints(kind)
    return " ".join(f"`{word}`" for key in ("o", "what") for word in get_args(hints.get(key)))


def test_each_answer_has_the_fields_of_its_type() -> None:
    told = {row[0]: fields_told(row[1]) for row in rows("Answers")}
    assert told == {told_apart_by(kind): fields_of(kind) for kind in answers.ANSWERS}


@pytest.mark.parametrize(("heading", "kinds"), [("Parts of answers", PARTS), ("Views", VIEWS)])
def test_parts_and_views_have_the_fields_of_their_types(
    heading: str, kinds: tuple[type, ...]
) -> None:
    told = {row[0].strip("`"): fields_told(row[1]) for row in rows(heading)}
    assert told == {kind.__name__: fields_of(kind) for kind in kinds}


@pytest.mark.parametrize(
    ("heading", "head", "known"),
    [
        ("do", "", get_args(log.Do)),
        ("Faults", "", log.FAULTS),
        ("Decisions", "", log.DECISIONS),
        ("Severities", "", answers.SEVERITIES),
        ("Steps", "do | the dealer", answers.STEPS),
        ("Steps", "when | that is", answers.WHENS),
    ],
)
def test_the_words_are_those_that_the_engine_knows(
    heading: str, head: str, known: tuple[str, ...]
) -> None:
    assert sorted(words(heading, head)) == sorted(known)


def test_the_law_knows_the_same_words() -> None:
    assert sorted(vocabulary.FAULTS) == sorted(log.FAULTS)
    assert sorted(vocabulary.DECISIONS) == sorted(log.DECISIONS)
    assert sorted(vocabulary.STEPS) == sorted(answers.STEPS)
    assert sorted(vocabulary.WHENS) == sorted(answers.WHENS)
    assert sorted(vocabulary.SEVERITIES) == sorted(answers.SEVERITIES)


def choices(kind: type, field: str) -> set[str]:
    """What a field may be."""
    return set(re.findall(r"'(\w+)'", str(get_type_hints(kind)[field])))


def test_the_smaller_lists_are_whole() -> None:
    told = {row[0]: set(WORD.findall(row[1])) for row in rows("Others")}
    assert told == {
        "structure": choices(log.Open, "structure"),
        "format": choices(log.Open, "format"),
        "sensors": choices(log.Open, "sensors"),
        "by": choices(log.Flash, "by"),
        "result": choices(answers.End, "result"),
        "side": choices(answers.Award, "side"),
        "stage": choices(answers.HandView, "stage"),
        "game": set(GAMES),
    }
    (zones,) = (row[1] for row in rows("Values") if row[0] == "zone")
    plain = {zone for zone in ZONES if not zone.startswith("seat:")}
    assert set(WORD.findall(zones)) == plain
    assert [word for word in answers.ROLES if f"`{word}`" not in PAGE] == []


def known_of(kind: str) -> Iterable[str]:
    return {
        "games": GAMES,
        "zones": ZONES,
        "events": log.TYPES,
        "answers": [one for kind in answers.ANSWERS for one in choices(kind, "o")],
        "fields of rulings": fields_of(answers.Ruling),
        "faults": log.FAULTS,
        "decisions": log.DECISIONS,
    }[kind]


@pytest.mark.parametrize("kind", [row[0] for row in rows("To come")])
def test_what_is_to_come_has_not_come(kind: str) -> None:
    (cell,) = (row[1] for row in rows("To come") if row[0] == kind)
    promised = WORD.findall(cell)
    assert promised
    assert not set(promised) & set(known_of(kind)), "it is built: move it up"
