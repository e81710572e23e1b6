"""From a fault to a ruling: the book's line, its steps, its words, and carrying it out."""

from __future__ import annotations

from collections.abc import Mapping

from engine import wording
from engine.answers import Ruling
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.law import BOOKS, Line, load
from engine.play import effects, shifts, waiting


def found(deal: Deal, case: Case) -> Line | None:
    """The book's line on a case, or None where it is silent."""
    book = deal.setting.book
    return book.find(case.fault, case.facts | facts.windows(book, deal))


def rule_if_printed(deal: Deal, case: Case) -> bool:
    """Rule on a case where the book has a duty; where it has none there is no fault."""
    if deal.setting.book.find(case.fault, case.facts) is None:
        return False
    rule(deal, case)
    return True


def rule(deal: Deal, case: Case) -> Line:
    """Rule on a case by the house's book, answer, and carry the ruling out."""
    line = found(deal, case)
    silent = line is None and not case.clause
    if line is None:
        clause = case.clause or deal.setting.book.authority
        line = Line(case.fault, "floor_call", clause, severity="floor")
    issue(deal, case, line, silent=silent)
    return line


def issue(deal: Deal, case: Case, line: Line, *, silent: bool = False, answers: int = 0) -> None:
    """Answer with a ruling and start its correction."""
    deal.room.last_ruling += 1
    tasks = [_task(raw, case, line) for raw in line.steps]
    if line.decision == "shift" and deal.began:
        tasks = _shifted(tasks, shifts.moves(deal, case))
    tasks = waiting.steps(case, line.decision, tasks, line.clause)
    ruling: Ruling = {
        "o": "ruling",
        "id": deal.room.last_ruling,
        "fault": case.fault,
        "decision": line.decision,
        "clause": line.clause,
        "severity": line.severity,
        "seats": list(case.seats),
        "cards": list(case.cards) or ([case.card] if case.card else []),
        "procedure": [task.public() for task in tasks],
        "text": _text(deal, case, line, tasks, silent=silent),
    }
    if line.also:
        ruling["also"] = list(line.also)
    if answers:
        ruling["answers"] = answers
    deal.out.append(ruling)
    correction = Correction(deal.room.last_ruling, line.decision, line.clause, case, tasks)
    deal.remember(correction)
    effects.carry_out(deal, correction)


def _text(deal: Deal, case: Case, line: Line, tasks: list[Task], *, silent: bool) -> str:
    shown = case.card if case.card and deal.is_shown(case.card) else None
    text = line.says or wording.sentence(
        case.fault,
        line.decision,
        case.seats,
        shown,
        case.street,
        [(task.do, task.when) for task in tasks],
        burns=any(task.do == "burn" and task.card for task in tasks),
        now=any(task.do == "replace" and task.when == "now" for task in tasks),
        folded=line.decision == "keep" and "folded" in case.facts,
    )
    if silent:
        return text[:-1] + "; the book is silent." + wording.elsewhere(_others(deal, case))
    return text


def _others(deal: Deal, case: Case) -> list[tuple[str, str, str]]:
    """What each other book decides of the same case."""
    others = []
    for name in BOOKS:
        if name == deal.setting.book.name:
            continue
        book = load(name)
        line = book.find(case.fault, case.facts | facts.windows(book, deal))
        if line is not None and line.decision != "floor_call":
            others.append((book.title, line.decision, line.clause))
    return others


def _shifted(tasks: list[Task], moves: shifts.Moves) -> list[Task]:
    """A book says only that cards are moved; the felt says which."""
    spelled = []
    for task in tasks:
        if task.do == "move":
            spelled += [Task("move", task.when, task.clause, card=c, zone=z) for c, z in moves]
        else:
            spelled.append(task)
    return spelled


def _task(raw: Mapping[str, str], case: Case, line: Line) -> Task:
    """A step of the book, with this case's seat, card and zone filled in."""
    do, what = raw["do"], raw["what"]
    task = Task(do, raw["when"], raw["clause"] or line.clause)
    if do in ("replace", "kill", "refund", "post"):
        task.seat = case.seat
        if do == "replace":
            task.card = case.card
            if case.seat is None:
                task.zone = "board"
    elif do == "move":
        task.card, task.zone = case.card, what
        if what == "owner":  # the seat the card was due to, or the one the floor names
            task.seat = case.seats[1] if len(case.seats) > 1 else case.seat
            task.zone = "deck" if task.seat is None else f"seat:{task.seat}"
    elif do in ("burn", "show_table", "set_aside") and (what or do != "burn"):
        task.card = case.card
    elif do == "take_back":
        task.cards = list(case.cards) or ([case.card] if case.card else [])
    return task
