"""What the floor is offered of a ruling is what the table takes of it: no more, and no less."""

from pathlib import Path
from typing import Any, ClassVar

import pytest

from controller.scenario import parse, run
from engine import Table
from engine.log import DECISIONS

SCENARIOS = Path(__file__).parents[1] / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.txt"))[::60]


class _Told:
    """A table that writes down what it is told; it has one, for a compiled one has no heirs."""

    tables: ClassVar[list["_Told"]] = []

    def __init__(self, *how: Any) -> None:
        self.table, self.how = Table(*how), how
        self.told: list[Any] = []
        self.ruled: list[tuple[int, int]] = []  # the event's place, and the ruling
        self.tables.append(self)

    def apply(self, event: Any) -> list[dict[str, Any]]:
        self.told.append(event)
        answers = self.table.apply(event)
        grave = (one for one in answers if one["o"] == "ruling" and one["severity"] != "note")
        self.ruled += [(len(self.told), one["id"]) for one in grave]
        return answers


def again(first: _Told, upto: int) -> Table:
    """The same table once more, as it was after so many events."""
    table = Table(*first.how)
    for event in first.told[:upto]:
        table.apply(event)
    return table


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_is_offered_is_taken_and_nothing_else(file: Path) -> None:
    _Told.tables = []
    run(parse(file.read_text("utf-8"), file.name), _Told)
    for first in _Told.tables[:1]:
        for upto, ruling in first.ruled[:1]:
            table = again(first, upto)
            offered = {choice.decision: choice for choice in table.choices(ruling)}
            assert {"misdeal", "void_deal"} <= set(offered), "the deal can always be ended"
            for decision in DECISIONS:
                check(again(first, upto), ruling, decision, offered.get(decision))


def check(table: Table, ruling: int, decision: str, choice: Any) -> None:
    event: dict[str, Any] = {"e": "floor", "t": table.t, "decision": decision, "ruling": ruling}
    if choice is not None and choice.needs_amount:
        event["amount"] = 1
    if choice is not None and choice.needs_seat:
        event["seat"] = choice.seats[0]
    refused = any(answer["o"] == "reject" for answer in table.apply(event))
    assert refused == (choice is None), decision


def test_a_ruling_that_is_not_there_has_no_choices() -> None:
    assert Table().choices(7) == [] == Table().elsewhere(7)
