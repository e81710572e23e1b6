"""Who shows, and in which order."""

from __future__ import annotations

from engine.answers import ExpectFloor, ExpectShow
from engine.betting.pots import Pot
from engine.deal.deal import Deal


def order(deal: Deal) -> list[int]:
    """The seats in the order they show."""
    live, pots = deal.live_seats(), deal.pots()
    first = shows_first(deal)
    at = 0 if first is None else live.index(first)
    seats = live[at:] + live[:at]
    if deal.setting.book.params["show_first"] != "all":
        # Who contests a side pot shows before who is in for less (uspa.3.1.8.7d).
        seats.sort(key=lambda seat: -_deepest_pot(pots, seat))
    return seats


def shows_first(deal: Deal) -> int | None:
    """Who has to show first for what he did; None where it is only for where he sits."""
    betting = deal.betting
    first = {
        "opener": betting.opener,  # diamondjims.p4e
        "last_strength": betting.last_aggressor,  # hilton.A32.3
        "all": None,  # california.award.showdown
    }.get(deal.setting.book.params["show_first"], betting.aggressor)
    return first if first is not None and deal.is_live(first) else None


def _deepest_pot(pots: list[Pot], seat: int) -> int:
    return max((number for number, pot in enumerate(pots) if seat in pot.seats), default=0)


def expectation(deal: Deal) -> ExpectShow | ExpectFloor:
    """Whose hand is to be shown next."""
    live, showing = deal.live_seats(), deal.showing
    if not showing.order:
        showing.order = order(deal)
    waiting = [seat for seat in showing.order if seat in live and seat not in showing.tabled]
    why = why_show(deal)
    if waiting:
        return {"o": "expect", "what": "show", "seat": waiting[0], "why": why}
    return {"o": "expect", "what": "floor", "why": why}


def why_show(deal: Deal) -> str:
    """The clause by which hands are shown: it may tell a bet last round from none."""
    book = deal.setting.book
    key = "show" if shows_first(deal) is not None else "show_checked"
    return book.why.get(key) or book.why.get("show") or book.authority
