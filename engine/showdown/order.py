"""Who shows, and in which order."""

from __future__ import annotations

from engine.answers import ExpectFloor, ExpectShow
from engine.betting.pots import Pot
from engine.deal.deal import Deal


def order(deal: Deal) -> list[int]:
    """The seats in the order they show."""
    live, pots = deal.live_seats(), deal.pots()
    first = shows_first(deal)
    first = _without_a_bet(deal, live) if first is None else first
    at = live.index(first)
    seats = live[at:] + live[:at]
    if len(pots) > 1 and deal.setting.book.params["show_first"] != "all":
        # Who contests a side pot shows before who is in for less (uspa.3.1.8.7d).
        seats.sort(key=lambda seat: -_deepest_pot(pots, seat))
    return seats


def shows_first(deal: Deal) -> int | None:
    """Who has to show first for what he did; None where it is only for where he sits."""
    betting = deal.betting
    match deal.setting.book.params["show_first"]:
        case "opener":  # diamondjims.p4e
            first = betting.opener
        case "last_strength":  # hilton.A32.3
            first = betting.last_aggressor
        case "all":  # california.award.showdown
            first = None
        case _:
            first = betting.aggressor
    return first if first is not None and deal.is_live(first) else None


def _without_a_bet(deal: Deal, live: list[int]) -> int:
    """Who shows first where nobody bet: who acted first, or had to open; else by his place."""
    by, stud = deal.setting.book.params["show_first"], deal.agenda.stud is not None
    did = []
    if by == "last_bettor" and (stud or deal.agenda.betting.first == "opener"):
        did = deal.acts.of_round()  # uspa.3.1.8.7a
    elif by == "last_strength" and stud:
        did = [act for act in deal.acts.all if act.chips]  # hilton.A32.6
    if not did:
        return live[0]
    seats = [player.seat for player in deal.betting.order]
    at = seats.index(did[0].seat)
    return next(seat for seat in seats[at:] + seats[:at] if seat in live)


def _deepest_pot(pots: list[Pot], seat: int) -> int:
    return max((number for number, pot in enumerate(pots) if seat in pot.seats), default=0)


def expectation(deal: Deal) -> ExpectShow | ExpectFloor:
    """Whose hand is to be shown next."""
    showing, why = deal.showing, why_show(deal)
    if not showing.order:
        showing.order = order(deal)
    for seat in showing.order:
        if seat not in showing.tabled and deal.is_live(seat):
            why = _why_he_shows(deal, seat) or why
            return {"o": "expect", "what": "show", "seat": seat, "why": why}
    return {"o": "expect", "what": "floor", "why": why}


def all_in_hand(deal: Deal) -> ExpectShow | None:
    """Whose hand is laid open before the next card, no betting being left (uspa.3.3.2.28)."""
    why, felt = deal.setting.whys.grounds.get("show_all_in"), deal.felt
    if why is None or deal.betting.turn is not None or not deal.setting.game.board_cards:
        return None
    live = deal.betting.live
    able = sum(not player.all_in for player in live)
    if able > 1 or felt.fresh or deal.agenda.dealing.burned:
        return None
    for seat in order(deal):
        hidden = any(card not in felt.shown for card in felt.hole(seat))
        if (
            seat not in deal.showing.tabled
            and hidden
            and ("all_in", seat) not in deal.conduct.ruled
        ):
            return {"o": "expect", "what": "show", "seat": seat, "why": why}
    return None


def last_of_a_pot(deal: Deal, seat: int) -> bool:
    """Whether all others who could win some pot, the main or a side pot, gave up their hands."""
    tabled = deal.showing.tabled
    return any(
        all(tabled.get(other) is False for other in pot.seats if other != seat)
        for pot in deal.pots()
        if seat in pot.seats and len(pot.seats) > 1
    )


def _why_he_shows(deal: Deal, seat: int) -> str | None:
    """What the book names for a seat beside who shows first."""
    why, tabled = deal.setting.book.why, deal.showing.tabled
    if "show_alone" in why and tabled and last_of_a_pot(deal, seat):
        return why["show_alone"]
    if "show_side" in why and _shows_for_a_side_pot(deal, seat):
        return why["show_side"]
    return why.get("show_next") if tabled else None


def _shows_for_a_side_pot(deal: Deal, seat: int) -> bool:
    """Whether somebody who is in for less would have shown before him."""
    if not deal.betting.has_all_in():
        return False  # there is one pot
    pots = deal.pots()
    own = _deepest_pot(pots, seat)
    if not own or deal.setting.book.params["show_first"] == "all":
        return False
    live = deal.live_seats()
    first = shows_first(deal)
    at = 0 if first is None else live.index(first)
    before = (live[at:] + live[:at])[: (live.index(seat) - at) % len(live)]
    return any(_deepest_pot(pots, other) < own for other in before)


def why_show(deal: Deal) -> str:
    """The clause by which hands are shown: it may tell a bet last round from none."""
    book = deal.setting.book
    key = "show" if shows_first(deal) is not None else "show_checked"
    if "show_forced" in book.why and deal.setting.game.stud and not deal.betting.last_aggressor:
        return book.why["show_forced"]
    return book.why.get(key) or book.why.get("show") or book.authority
