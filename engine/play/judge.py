"""From a fault to a ruling: the book's line, its steps, its words, and carrying it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import wording
from engine.answers import Ruling
from engine.betting.underway import Outcome
from engine.cards import SEAT_OF
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import FOLLOWED, Correction, Task
from engine.law import BOOKS, Line, load
from engine.law.catalogue import CITED_AS
from engine.play import effects, on_felt, overtaking, shifts


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
    if deal.conduct.let_be(case):
        return Line(case.fault, "stands", deal.setting.book.authority, severity="note")
    line = found(deal, case)
    silent = line is None and not case.clause
    if line is None:
        clause = case.clause or deal.setting.book.authority
        line = Line(case.fault, "floor_call", clause, severity="floor")
    issue(deal, case, line, silent=silent)
    return line


def answered(deal: Deal, ruling: int) -> None:
    """The floor need not decide it any more."""
    correction = deal.rulings.get(ruling)
    if correction is not None and correction.awaits_floor:
        correction.awaits_floor = False
        correction.close()


def issue(
    deal: Deal,
    case: Case,
    line: Line,
    *,
    silent: bool = False,
    answers: int = 0,
    first: Sequence[Task] = (),
) -> Correction:
    """Answer with a ruling and start its correction; ``first`` are steps before the book's own."""
    superseded = 0 if answers else overtaking.superseded(deal, case, line)
    deal.room.last_ruling += 1
    tasks = [*first, *(_task(raw, case, line) for raw in line.steps)]
    if line.decision == "shift" and deal.began:
        moves = shifts.moves(deal, case)
        of_seats = any(zone in SEAT_OF for _, zone in moves)  # counted there already
        tasks = _shifted(tasks, moves, plain=of_seats)
    tasks = on_felt.steps(deal, case, line, tasks)
    outcome = case.outcome
    if outcome is not None:
        tasks += _chips_to_move(case, outcome, line)
    said = _said(deal, case, line, tasks, silent=silent)
    ruling: Ruling = {
        "o": "ruling",
        "id": deal.room.last_ruling,
        "fault": case.fault,
        "decision": line.decision,
        "clause": line.clause,
        "severity": _severity(line, tasks),
        "seats": list(case.seats),
        "cards": list(case.cards) or ([case.card] if case.card else []),
        "procedure": [task.public() for task in tasks],
        "text": wording.told(said),
    }
    if outcome is not None:
        ruling["to"] = outcome.to
        if outcome.back:
            ruling["back"] = outcome.back
        if outcome.add:
            ruling["add"] = outcome.add
    if line.also:
        ruling["also"] = list(line.also)
    if answers:
        ruling["answers"] = answers
    if superseded:
        ruling["supersedes"] = superseded
    deal.out.append(ruling)
    correction = Correction(deal.room.last_ruling, line.decision, line.clause, case, tasks)
    correction.said = said
    deal.remember(correction)
    effects.carry_out(deal, correction)
    return correction


def _severity(line: Line, tasks: Sequence[Task]) -> str:
    """What is let be may still ask for a card to be put in its place."""
    own = sum(step["do"] in FOLLOWED for step in line.steps)
    moves = sum(task.followed for task in tasks) > own
    return "fix" if line.severity == "note" and moves else line.severity


def _chips_to_move(case: Case, outcome: Outcome, line: Line) -> list[Task]:
    """Chips to be added or given back; what is only a note moves none that matter."""
    if outcome.add:
        return [Task("post", "now", line.clause, seat=case.seat, amount=outcome.add)]
    if outcome.back and line.severity != "note":
        return [Task("refund", "now", line.clause, seat=case.seat, amount=outcome.back)]
    return []


def _said(
    deal: Deal, case: Case, line: Line, tasks: list[Task], *, silent: bool
) -> list[wording.Phrase]:
    """The ruling in words; a face that the table has not seen is not among them."""
    if line.says:
        return wording.said_by_book(line.says)
    own = [wording.Phrase(key, fill) for key, fill in case.said]
    if not all(map(wording.is_whole, own)):
        own = []  # the floor decides what a wager has no words for
    said = own or wording.ruling(
        case.fault,
        line.decision,
        case.seats,
        case.card if case.card and deal.is_shown(case.card) else None,
        case.street,
        [_shown(deal, task) for task in tasks],
        folded=line.decision == "keep" and "folded" in case.facts,
        count=len(case.cards),
    )
    return said + wording.silent(_others(deal, case)) if silent else said


def _shown(deal: Deal, task: Task) -> dict[str, Any]:
    """A step with the faces that the table has seen."""
    step: dict[str, Any] = {**task.public()}
    for name in ("card", "cards"):
        step.pop(name, None)
    if task.card and deal.is_shown(task.card):
        step["card"] = task.card
    step["cards"] = [card for card in task.cards if deal.is_shown(card)]
    return step


def _others(deal: Deal, case: Case) -> list[tuple[str, str, str]]:
    """What each other book decides of the same case."""
    others = []
    for name in BOOKS:
        if name == deal.setting.book.name:
            continue
        book = load(name)
        line = book.find(case.fault, case.facts | facts.windows(book, deal))
        if line is not None and line.decision != "floor_call":
            others.append((CITED_AS[name], line.decision, line.clause))
    return others


def _shifted(tasks: list[Task], moves: shifts.Moves, *, plain: bool) -> list[Task]:
    """A book says only that cards are moved; the felt says which."""
    spelled = []
    for task in tasks:
        if task.do == "move":
            spelled += [
                Task("move", task.when, task.clause, card=c, zone=z, plain=plain) for c, z in moves
            ]
        else:
            spelled.append(task)
    return spelled


def _task(raw: Mapping[str, str], case: Case, line: Line) -> Task:
    """A step of the book, with this case's seat, card and zone filled in."""
    do, what = raw["do"], raw["what"]
    task = Task(do, raw["when"], raw["clause"] or line.clause)
    if do in ("replace", "kill", "refund", "post"):
        task.seat = case.seat if line.decision != "void_deal" else None  # all are given back
        if do == "replace":
            task.card = case.card
            if case.seat is None:
                task.zone = case.zone or "board"
    elif do == "move":
        task.card, task.zone = case.card, what
        if what == "owner":  # the seat the card was due to, or the one the floor names
            passed_on = len(case.seats) > 1 and case.fault != "fouled_hand"
            task.seat = case.seats[1] if passed_on else case.seat
            task.zone = "deck" if task.seat is None else f"seat:{task.seat}"
            if case.fault == "fouled_hand" and len(case.seats) == 1:
                task.zone = "muck"  # a discard that touched a hand
    elif do in ("burn", "show_table", "set_aside") and (what or do != "burn"):
        task.card = case.card
    elif do == "take_back":
        task.cards = list(case.cards) or ([case.card] if case.card else [])
    return task
