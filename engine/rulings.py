"""From a fault to a ruling: the book's line, its steps, its words, and carrying it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine import carry, facts, shifts, wording
from engine.corrections import Correction, Step
from engine.law import BOOKS, Line, load

if TYPE_CHECKING:
    from engine.table import Table


@dataclass(slots=True)
class Case:
    """A fault and what it touches."""

    fault: str
    seats: list[int] = field(default_factory=list)
    card: str | None = None
    cards: list[str] = field(default_factory=list)
    zone: str | None = None
    facts: set[str] = field(default_factory=set)
    street: str = "flop"
    clause: str = ""  # the duty broken, where the book has no line of its own

    @property
    def seat(self) -> int | None:
        """The seat it is about."""
        return self.seats[0] if self.seats else None


def rule(table: Table, case: Case) -> Line:
    """Rule on a case by the house's book, answer, and carry the ruling out."""
    book = table.book
    known = case.facts | facts.windows(book, table.hand)
    found = book.find(case.fault, known)
    line = found or Line(case.fault, "floor_call", case.clause or book.authority, severity="floor")
    silent = found is None and not case.clause
    issue(table, case, line, silent=silent)
    return line


def issue(table: Table, case: Case, line: Line, *, silent: bool = False, answers: int = 0) -> None:
    """Answer with a ruling and start its correction."""
    table.last_ruling += 1
    steps = [_step(raw, case, line) for raw in line.steps]
    if line.decision == "shift" and table.hand is not None:
        steps = _shifted(steps, shifts.moves(table.hand, case))
    shown = case.card if case.card and table.is_shown(case.card) else None
    text = line.says or wording.sentence(
        case.fault,
        line.decision,
        case.seats,
        shown,
        case.street,
        [(step.do, step.when) for step in steps],
        burns=any(step.do == "burn" and step.card for step in steps),
        now=any(step.do == "replace" and step.when == "now" for step in steps),
    )
    if silent:
        text = text[:-1] + "; the book is silent." + wording.elsewhere(_others(table, case))
    ruling: dict[str, Any] = {
        "o": "ruling",
        "id": table.last_ruling,
        "fault": case.fault,
        "decision": line.decision,
        "clause": line.clause,
        "severity": line.severity,
        "seats": list(case.seats),
        "cards": list(case.cards) or ([case.card] if case.card else []),
        "procedure": [step.public() for step in steps],
        "text": text,
    }
    if line.also:
        ruling["also"] = list(line.also)
    if answers:
        ruling["answers"] = answers
    table.out.append(ruling)
    correction = Correction(
        table.last_ruling, case.fault, line.decision, line.clause, steps, until=line.until
    )
    table.remember(correction, case)
    carry.out(table, case, line, correction)


def _shifted(steps: list[Step], moves: shifts.Moves) -> list[Step]:
    """A book says only that cards are moved; the felt says which."""
    spelled = []
    for step in steps:
        if step.do == "move":
            spelled += [Step("move", step.when, step.clause, card=c, zone=z) for c, z in moves]
        else:
            spelled.append(step)
    return spelled


def _others(table: Table, case: Case) -> list[tuple[str, str, str]]:
    """What each other book decides of the same case."""
    found = []
    for name in BOOKS:
        if name == table.book.name:
            continue
        book = load(name)
        line = book.find(case.fault, case.facts | facts.windows(book, table.hand))
        if line is not None and line.decision != "floor_call":
            found.append((book.title, line.decision, line.clause))
    return found


def _step(raw: Any, case: Case, line: Line) -> Step:
    """A step of the book, with this case's seat, card and zone filled in."""
    do, what = raw["do"], raw["what"]
    step = Step(do, raw["when"], raw["clause"] or line.clause)
    if do in ("replace", "kill", "refund", "post"):
        step.seat = case.seat
        if do == "replace":
            step.card = case.card
            if case.seat is None:
                step.zone = "board"
    elif do == "move":
        step.card, step.zone = case.card, what
        if what == "owner":  # the seat the card was due to, or the one the floor names
            step.seat = case.seats[1] if len(case.seats) > 1 else case.seat
            step.zone = "deck" if step.seat is None else f"seat:{step.seat}"
    elif do in ("burn", "show_table", "set_aside") and (what or do != "burn"):
        step.card = case.card
    elif do == "take_back":
        step.cards = list(case.cards) or ([case.card] if case.card else [])
    return step
