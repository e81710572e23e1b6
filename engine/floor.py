"""The floor decides: its word is carried out like a ruling and kept with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, showdown
from engine.law import Line
from engine.rulings import Case, issue

if TYPE_CHECKING:
    from engine import log
    from engine.corrections import Correction
    from engine.table import Table


def decide(table: Table, event: log.Floor) -> str | None:
    """A floor's decision: overrides the open ruling, is carried out and kept with it."""
    if event.seat is not None and (why := table.no_seat(event.seat, taken=False)):
        return why
    correction, case = _ruling_meant(table, event.ruling)
    if event.ruling is not None and case is None:
        return f"there is no ruling {event.ruling} in this deal"
    case = case or Case("floor", [event.seat] if event.seat else [])
    if event.seat is not None and event.decision == "move" and case.seats:
        case.seats = [case.seats[0], event.seat]  # from where it lies to the seat he names
    elif event.seat is not None:
        case.seats = [event.seat, *(s for s in case.seats if s != event.seat)]
    case.facts = facts.of(table, case.seat, case.card)
    line = _floor_line(table, event.decision, case)
    if correction is not None and (line.decision != "refused" or event.decision == "refused"):
        correction.awaits_floor = False
        for step in correction.steps:
            step.done = True
    issue(table, case, line, answers=correction.ruling if correction else 0)
    if event.decision == "award" and event.seat is not None:
        showdown.award_by_floor(table, event.seat)
    return None


def _ruling_meant(table: Table, number: int | None) -> tuple[Correction | None, Case | None]:
    if number is not None:
        return table.rulings.get(number, (None, None))
    waiting = [c for c in table.open_corrections() if c.awaits_floor] or table.open_corrections()
    last = waiting[-1].ruling if waiting else max(table.rulings, default=None)
    return table.rulings.get(last, (None, None)) if last is not None else (None, None)


def _floor_line(table: Table, decision: str, case: Case) -> Line:
    """What the floor's decision entails under this book, or why the book refuses it."""
    known = case.facts | facts.windows(table.book, table.hand) | {decision, case.fault}
    for line in table.book.on_floor:
        if line.holds(known):
            return line
    return table.book.floor.get(decision) or Line(
        "floor", decision, table.book.authority, severity="note"
    )
