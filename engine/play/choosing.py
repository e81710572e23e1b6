"""What the floor may decide of a ruling, and what the other books decide of the same case."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal import facts
from engine.deal.deal import Deal
from engine.law import BOOKS, load
from engine.log import DECISIONS, Floor
from engine.play import floor

WITH_AMOUNT = ("award", "raise")  # a part of the pot; what he raises to


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that makes sense now, and what has to be said with it."""

    decision: str
    seats: tuple[int, ...] = ()  # those that may be named
    needs_seat: bool = False
    takes_amount: bool = False
    needs_amount: bool = False
    barred: str = ""  # the clause by which the book forbids it


def choices(deal: Deal, ruling: int) -> list[Choice]:
    """Every decision that would not be refused, in the contract's order."""
    found = (_choice(deal, ruling, decision) for decision in DECISIONS if decision != "floor_call")
    return [choice for choice in found if choice is not None]


def _choice(deal: Deal, ruling: int, decision: str) -> Choice | None:
    takes = decision in WITH_AMOUNT
    for amount in (None, 1) if takes else (None,):
        word = Floor(t=deal.room.t, decision=decision, amount=amount, ruling=ruling)
        alone = floor.refuse(deal, word) is None
        seats = tuple(seat for seat in sorted(deal.betting.players) if _may(deal, word, seat))
        if alone or seats:
            forbids = floor.barred(deal, word)
            return Choice(decision, seats, not alone, takes, amount is not None, forbids)
    return None


def _may(deal: Deal, word: Floor, seat: int) -> bool:
    named = Floor(
        t=word.t, decision=word.decision, seat=seat, amount=word.amount, ruling=word.ruling
    )
    return floor.refuse(deal, named) is None


def elsewhere(deal: Deal, ruling: int) -> list[tuple[str, str, str]]:
    """What each other book decides of the case that was ruled: book, decision and clause."""
    case, others = deal.rulings[ruling].case, []
    for name in BOOKS:
        book = load(name)
        line = book.find(case.fault, case.facts | facts.windows(book, deal))
        if name != deal.setting.book.name and line is not None:
            others.append((name, line.decision, line.clause))
    return others
