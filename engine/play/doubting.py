"""Holding a verdict back: a doubt is told, and ends well or in a ruling."""

from __future__ import annotations

from engine import wording
from engine.answers import Doubted
from engine.cards import UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.doubts import Doubt


def hold(deal: Deal, kind: str, case: Case) -> Doubt | None:
    """Open a doubt; None where the house wants every verdict at once."""
    seconds = deal.setting.book.params["doubt_seconds"]
    if not seconds:
        return None
    deal.room.last_doubt += 1
    doubt = Doubt(deal.room.last_doubt, kind, case, deal.room.t + seconds)
    deal.doubts.open.append(doubt)
    deal.out.append(told(doubt))
    return doubt


def asked(doubt: Doubt) -> wording.Phrase:
    """What the dealer is asked."""
    about = doubt.kind if doubt.kind in ("flop_short", "shown_late") else doubt.case.fault
    return wording.question(about, doubt.case.seats, doubt.case.street)


def told(doubt: Doubt) -> Doubted:
    """A doubt as the contract writes it."""
    case = doubt.case
    return {
        "o": "doubt",
        "id": doubt.id,
        "about": case.fault,
        "seats": list(case.seats),
        "cards": list(case.cards) or ([case.card] if case.card and case.card != UNREAD else []),
        "until": doubt.until,
        "text": wording.spelled(asked(doubt)),
    }


def drop(deal: Deal, doubt: Doubt | None) -> bool:
    """A doubt ends well; False where there was none."""
    if doubt is None or doubt not in deal.doubts.open:
        return False
    deal.doubts.open.remove(doubt)
    _over(deal, doubt)
    return True


def _over(deal: Deal, doubt: Doubt) -> None:
    over: Doubted = {"o": "doubt", "id": doubt.id, "about": doubt.case.fault, "over": True}
    deal.out.append(over)


def drop_all(deal: Deal, kind: str) -> None:
    """All doubts of a kind end well."""
    for doubt in list(deal.doubts.open):
        if doubt.kind == kind:
            drop(deal, doubt)


def resolve(deal: Deal, doubt: Doubt) -> Case:
    """A doubt ends in a verdict: it is told no more, the ruling speaks."""
    deal.doubts.open.remove(doubt)
    return doubt.case


def tell_end(deal: Deal, doubt: Doubt, told: int) -> None:
    """The ruling that came of a doubt names it; where none came after all, it is over."""
    for answer in deal.out[told:]:
        if answer["o"] == "ruling":
            answer["doubt"] = doubt.id
            return
    _over(deal, doubt)
