"""Chips below the smallest that plays count for nothing, however many (uspa.3.1.7.7a)."""

from __future__ import annotations

from engine.betting import sentences
from engine.betting.underway import Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.law import Line
from engine.log import Chips
from engine.play.judge import found, issue


def without(deal: Deal, event: Chips) -> tuple[int, ...]:
    """The chips that play; the others go back."""
    unit = int(deal.setting.book.params["betting_unit"])
    small = [chip for chip in event.chips if chip < unit]
    if not small:
        return tuple(event.chips)
    case = Case("unclear_bet", [event.seat], facts=facts.of(deal, event.seat) | {"small_chips"})
    line = found(deal, case)
    if line is None or "small_chips" not in line.when:
        line = Line(case.fault, "corrected", "house", severity="fix")
    case.outcome = Outcome("check", deal.betting.players[event.seat].bet, sum(small))
    case.said = sentences.lead("unclear_bet", event.seat, case.facts)
    case.said += sentences.told("back", amount=sum(small))
    issue(deal, case, line)
    return tuple(chip for chip in event.chips if chip >= unit)
