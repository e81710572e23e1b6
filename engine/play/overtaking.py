"""A later ruling on the same cards takes the place of an earlier one, whose open steps are gone."""

from __future__ import annotations

from engine.cards import UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction
from engine.law import Line


def superseded(deal: Deal, case: Case, line: Line) -> int:
    """Close the rulings that this one overtakes; the latest of them."""
    overtaken = [
        correction
        for correction in ([] if deal.over else deal.open_corrections())
        if correction.ruling == case.follows or _overtakes(case, line, correction)
    ]
    for correction in overtaken:
        correction.awaits_floor = False
        correction.close()
    last = max((correction.ruling for correction in overtaken), default=0)
    return max(last, case.follows)


def _overtakes(case: Case, line: Line, correction: Correction) -> bool:
    if line.severity == "note":
        return False  # nothing is done about the cards: what was ruled of them holds
    cards = _cards(case)
    return bool(cards) and not cards.isdisjoint(_cards(correction.case))


def _cards(case: Case) -> set[str]:
    own = {case.card} if case.card else set()
    return (own | set(case.cards)) - {UNREAD}
