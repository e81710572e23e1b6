"""The floor decides: its word is carried out like a ruling and kept with it."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.law import Line
from engine.log import Floor
from engine.play import progress
from engine.play.judge import issue
from engine.showdown import award


def refuse(deal: Deal, event: Floor) -> str | None:
    """Why the floor cannot mean that."""
    if event.ruling is not None and event.ruling not in deal.rulings:
        return f"there is no ruling {event.ruling} in this deal"
    return None


def decide(deal: Deal, event: Floor) -> None:
    """A floor's decision: overrides the open ruling, is carried out and kept with it."""
    correction = _ruling_meant(deal, event.ruling)
    case = correction.case if correction else Case("floor", [event.seat] if event.seat else [])
    if event.seat is not None and event.decision == "move" and case.seats:
        case.seats = [case.seats[0], event.seat]  # from where it lies to the seat he names
    elif event.seat is not None:
        case.seats = [event.seat, *(s for s in case.seats if s != event.seat)]
    case.facts = facts.of(deal, case.seat, case.card)
    line = _line(deal, event.decision, case)
    if correction is not None and (line.decision != "refused" or event.decision == "refused"):
        correction.awaits_floor = False
        correction.close()
    issue(deal, case, line, answers=correction.ruling if correction else 0)
    awards = event.decision == "award" and not deal.over
    if awards and event.seat is not None and event.seat in deal.betting.players:
        award.by_floor(deal, event.seat)
        progress.finish(deal, "won")


def _ruling_meant(deal: Deal, number: int | None) -> Correction | None:
    if number is not None:
        return deal.rulings.get(number)
    waiting = [c for c in deal.open_corrections() if c.awaits_floor] or deal.open_corrections()
    last = waiting[-1].ruling if waiting else max(deal.rulings, default=None)
    return deal.rulings.get(last) if last is not None else None


def _line(deal: Deal, decision: str, case: Case) -> Line:
    """What the floor's decision entails under this book, or why the book refuses it."""
    book = deal.setting.book
    known = case.facts | facts.windows(book, deal) | {decision, case.fault}
    for line in book.on_floor:
        if line.holds(known):
            return line
    return book.floor.get(decision) or Line("floor", decision, book.authority, severity="note")
