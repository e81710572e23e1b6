"""Actions that the cards told before anybody entered them: a fold, a check by tabling."""

from __future__ import annotations

from engine.answers import Acted
from engine.betting.player import Player
from engine.deal.deal import Deal
from engine.log import Act
from engine.play import bringing_in, progress


def by_cards(deal: Deal, seat: int) -> None:
    """His cards reached the muck in turn: that is his fold."""
    player = deal.betting.players[seat]
    bringing_in.for_player(deal, player)
    facing = deal.betting.to_call(player) > 0
    deal.betting.fold(player)
    deal.acts.add(seat, "fold", player.bet, posted=seat in deal.blinds)
    deal.conduct.folded_by_cards.add(seat)
    folded: Acted = {"o": "act", "seat": seat, "do": "fold", "to": player.bet}
    if clause := deal.setting.book.why.get("thrown_fold" if facing else "thrown_free"):
        folded["clause"] = clause
    deal.out.append(folded)
    progress.round_over_if_done(deal)


def told(deal: Deal, player: Player, act: Act) -> Acted:
    """What a player does who is held to it."""
    whole = player.bet + player.stack
    to = {"call": min(deal.betting.high, whole), "all_in": whole}.get(act.do, act.to or player.bet)
    clause = deal.setting.book.authority
    return {"o": "act", "seat": player.seat, "do": act.do, "to": to, "clause": clause}


def may_check_by_tabling(deal: Deal, seat: int) -> bool:
    """Whether a hand put up now is a check: in turn, on the last round, with nothing to call."""
    turn = deal.betting.turn
    last_round = deal.agenda.stage == "bet" and deal.agenda.coming is None
    if turn is None or turn.seat != seat or not last_round or deal.betting.to_call(turn):
        return False
    printed = "tabled_check" in deal.setting.book.why  # hilton.A16.12: by any player in turn
    return printed or deal.betting.outstanding() == [seat]


def check_by_tabling(deal: Deal, seat: int) -> None:
    """His whole hand lies face up: that is his check, and it is tabled."""
    player = deal.betting.players[seat]
    deal.betting.check(player)
    deal.acts.add(seat, "check", player.bet, posted=seat in deal.blinds)
    deal.showing.tabled[seat] = True
    deal.conduct.checked_by_tabling.add(seat)
    told: Acted = {"o": "act", "seat": seat, "do": "check", "to": player.bet}
    if clause := deal.setting.book.why.get("tabled_check"):
        told["clause"] = clause
    deal.out.append(told)
    progress.round_over_if_done(deal)
