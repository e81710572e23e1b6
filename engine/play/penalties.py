"""Penalties: a warning, hands to sit out, the end of the game for a player."""

from __future__ import annotations

from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.law import Line
from engine.law.people_words import PEOPLE_FAULTS
from engine.log import Floor, Leave
from engine.people import tournament
from engine.play import people, progress
from engine.play.judge import answered, issue

PENALTIES = ("warning", "sit_out", "disqualified")
MOST = 200  # deals: more than an evening


def refuse(deal: Deal, event: Floor) -> str | None:
    """Why nobody can be penalised so."""
    if event.seat is None:
        return f"name the seat of the {event.decision.replace('_', ' ')}"
    if event.seat not in deal.room.seats:
        return f"nobody sits in seat {event.seat}"
    if event.decision == "sit_out" and not 0 < (event.amount or 0) <= MOST:
        return f"say in 'amount' how many deals he sits out, 1 to {MOST}"
    if event.ruling is not None and event.ruling not in deal.rulings:
        return f"there is no ruling {event.ruling} in this deal"
    if event.ruling is not None and _puts_right(deal.rulings[event.ruling]):
        fault = deal.rulings[event.ruling].case.fault
        return f"a penalty does not put {fault} right: answer that first, then penalise for itself"
    return None


def _puts_right(correction: Correction) -> bool:
    """Whether the floor is asked what becomes of cards or bets, which no penalty says."""
    return correction.awaits_floor and correction.case.fault not in PEOPLE_FAULTS


def decide(deal: Deal, event: Floor) -> None:
    """The floor's word, by the clause that gives it the right, and what follows of it."""
    seat = event.seat or 0
    ruling = event.ruling or _asked_about(deal, seat)
    fault = deal.rulings[ruling].fault if ruling else "misconduct"
    case = Case(fault, [seat], facts=facts.of(deal, seat) | {event.decision, fault})
    issue(deal, case, _line(deal, event.decision, case), answers=ruling)
    answered(deal, ruling)
    if event.decision == "sit_out":
        deal.room.seats[seat].sits_out += event.amount or 0
    elif event.decision == "disqualified":
        _leaves(deal, event, seat)


def _asked_about(deal: Deal, seat: int) -> int:
    """The ruling on that seat that waits for the floor."""
    for correction in deal.open_corrections():
        asked = correction.awaits_floor and not _puts_right(correction)
        if asked and seat in correction.case.seats:
            return correction.ruling
    return 0


def _line(deal: Deal, decision: str, case: Case) -> Line:
    book = deal.setting.book
    for line in book.on_floor:
        if line.decision == decision and line.holds(case.facts):
            return line
    return Line("floor", decision, book.authority, severity="note")


def _leaves(deal: Deal, event: Floor, seat: int) -> None:
    """His hand is dead and his seat is free; in a tournament his chips go with him."""
    progress.kill(deal, seat)
    if deal.setting.format == "tournament":
        deal.out.append(tournament.out(deal.setting, deal.room, seat, tied=[seat]))
    people.leave(deal, Leave(event.t, seat))


def served(deal: Deal, *, again: bool) -> None:
    """A deal begins without those who sit it out; its redeal is the same one."""
    if again:
        return
    for seat, person in deal.room.seats.items():
        if person.sits_out and seat not in deal.betting.players:
            person.sits_out -= 1
