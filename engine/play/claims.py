"""What a player claims: that he did not know of the raise, meant to call, was misled, waives."""

from __future__ import annotations

from engine.betting.meaning import Meaning
from engine.betting.underway import Begun, Outcome
from engine.deal.deal import Deal
from engine.log import Declare
from engine.play import taking_back, turns, wagers
from engine.play.judge import found


def declare(deal: Deal, event: Declare) -> None:
    """A claim is heard where the book hears it."""
    claim = CLAIMS.get(event.what)
    if claim is not None and not deal.over:
        claim(deal, event.seat)


def _unaware(deal: Deal, seat: int) -> None:
    """He called what was bet before a raise, or before any bet."""
    begun = _last_of(deal, seat)
    if begun is None or begun.meaning.fault != "short_call":
        return
    _claim(deal, begun, "unaware")


def _meant_to_call(deal: Deal, seat: int) -> None:
    begun = _last_of(deal, seat)
    if begun is not None and begun.meaning.do in ("raise", "bet"):
        meant_to_call(deal, begun)


def meant_to_call(deal: Deal, begun: Begun) -> bool:
    """A raise that its player took for a call; False where the book does not hear it."""
    more = {"meant_to_call"}
    if begun.faced.owed and _matches_large_chip(deal, begun):
        more.add("matched_large_chip")
    was = begun.meaning
    begun.meaning = was._replace(fault="unclear_bet")
    if _claim(deal, begun, *more):
        return True
    begun.meaning = was
    return False


def _matches_large_chip(deal: Deal, begun: Begun) -> bool:
    """He put in the face of a chip that was only a call (hilton.A22.4)."""
    return bool(deal.acts.now.large_chip) and begun.meaning.put == deal.acts.now.large_chip


def _last_of(deal: Deal, seat: int) -> Begun | None:
    now = deal.acts.now
    for begun in (now.begun, now.ended):
        if begun is not None and begun.seat == seat and not begun.waits:
            return begun
    return None


def _claim(deal: Deal, begun: Begun, *more: str) -> bool:
    """Rule on a claim by the book's line; without one nothing is said."""
    acted = deal.acts.now.begun is not begun or not taking_back.possible(deal, begun)
    case = wagers.case_of(deal, begun, *more, *(("next_acted",) if acted else ()))
    line = found(deal, case)
    if line is None or not line.when & set(more):
        return False  # the book does not hear it
    player = deal.betting.players[begun.seat]
    do = begun.meaning.do or "call"
    if line.decision == "stands" or acted:
        wagers.tell(deal, begun, case, line, Outcome(do, player.bet))
        return True
    taking_back.rewind(deal, begun)
    if line.decision == "allowed":
        put = begun.meaning.put
        wagers.tell(deal, begun, case, line, Outcome(do, begun.faced.bet, put))
        deal.acts.now.begun = None
    else:
        wagers.rule_on(deal, begun, *more)
    return True


def _misled(deal: Deal, seat: int) -> None:
    turns.misled(deal, seat)


def _dark(deal: Deal, seat: int) -> None:
    """He bets before the next card comes."""
    if deal.agenda.stage == "cards" and deal.is_live(seat):
        deal.acts.now.dark.setdefault(seat, 0)


def _waive(deal: Deal, seat: int) -> None:
    """Of two players, the other lets chips stay out of an all-in (hilton.A11.7)."""
    begun = deal.acts.now.begun
    if begun is None or begun.seat == seat or begun.word != "all_in":
        return
    put = sum(map(sum, begun.motions))
    was = begun.meaning
    if not put or not taking_back.possible(deal, begun):
        return
    begun.meaning = was._replace(fault="declared_otherwise", put=put)
    case = wagers.case_of(deal, begun, "waived")
    line = found(deal, case)
    begun.meaning = was
    if line is None or line.decision != "allowed":
        return
    taking_back.rewind(deal, begun)
    begun.meaning = Meaning(was.do, begun.faced.bet + put, put, "", "declared_otherwise")
    wagers.rule_on(deal, begun, "waived")


CLAIMS = {
    "unaware_of_raise": _unaware,
    "meant_to_call": _meant_to_call,
    "misled": _misled,
    "in_the_dark": _dark,
    "waive": _waive,
}
