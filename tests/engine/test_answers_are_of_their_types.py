"""Whatever happens at a table: each answer and each view has the fields of its type, no other."""

from itertools import chain, islice
from typing import Any

import msgspec
import pytest

from engine import Table
from engine.answers import ANSWERS, EXPECTS, ROLES, View
from tests.engine.golden import logs
from tests.engine.golden.playing import Event, answers, player

EVERY = 14  # of the two thousand seeded logs: all kinds of disorder are among them


def _words(kind: type, field: str) -> tuple[str, ...]:
    """What a field that tells types apart may be."""
    told: Any = msgspec.inspect.type_info(kind)
    (found,) = (one for one in told.fields if one.name == field)
    return tuple(found.type.values)


BY_WORD = {word: kind for kind in ANSWERS for word in _words(kind, "o") if kind not in EXPECTS}
BY_WHAT = {word: kind for kind in EXPECTS for word in _words(kind, "what")}


def check(told: Any, kind: type) -> None:
    """A field that a type does not have is left out by the conversion, and missed here."""
    assert msgspec.convert(told, kind) == told


def check_answer(answer: dict[str, Any]) -> None:
    if answer["o"] == "error":
        return  # a line that is not valid; the test's own word
    if answer["o"] == "expect":
        check(answer, BY_WHAT[answer["what"]])
    else:
        check(answer, BY_WORD[answer["o"]])


def check_log(log: list[Event], seen: set[str]) -> None:
    table = player(log)
    for event in log:
        for answer in answers(table, event):
            check_answer(answer)
            seen.add(answer["what"] if answer["o"] == "expect" else answer["o"])
        now = table if isinstance(table, Table) else table.table
        for role in ROLES:
            view = now.view(role)
            check(view, View)
            if expect := view.get("expect"):
                check_answer(expect)


def test_all_that_scenarios_and_seeded_logs_are_answered() -> None:
    seen: set[str] = set()
    for _, log in chain(logs.KINDS["scenarios"](), islice(logs.seeded(), 0, None, EVERY)):
        check_log(log, seen)
    assert seen >= {*BY_WORD, *BY_WHAT}, "a type that nothing here is of"


@pytest.mark.parametrize(
    "answer",
    [
        {"o": "end", "stacks": {}, "result": "won", "more": 1},
        {"o": "end", "stacks": {}, "result": "lost"},
        {"o": "expect", "what": "show", "why": "x"},
        {"o": "expect", "what": "card", "zone": "lap", "face": "up", "why": "x"},
    ],
)
def test_an_answer_that_is_of_no_type_is_found(answer: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, msgspec.ValidationError)):
        check_answer(answer)
