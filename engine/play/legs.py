"""Required kills: who won the last pot, and who must kill the next (uspa.3.6.2)."""

from __future__ import annotations

from engine.answers import Result
from engine.betting.underway import Outcome
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.people import owing
from engine.room import Room
from engine.setting import Setting

RATIOS = {"full": (2, 1), "half": (3, 2)}  # uspa.3.6.1a, uspa.3.6.1b: of the big blind
SCOOPED = 5  # uspa.3.6.2.8: so many upper bets are in a pot that counts


def are_kept(setting: Setting) -> bool:
    """Whether the house kills pots, and its book says when that must be."""
    return setting.book.params["kill"] != "none" and "owe_kill" in setting.book.why


def size(setting: Setting) -> int:
    """What a kill is."""
    times, per = RATIOS[setting.book.params["kill"]]
    return setting.big_blind * times // per


def ended(deal: Deal, result: Result) -> None:
    """A deal is over: who has the kill button now, and who must kill the next pot."""
    evening = deal.room.evening
    deal.ending.kill = evening.leg, evening.killer, evening.killed
    was, killed = evening.killer, evening.killed
    posted = bool(killed) and killed == was
    evening.killed = 0
    if not are_kept(deal.setting):
        return
    if result == "won":
        _won(deal, killed, owed=0 if posted else was)
    elif result == "passed" and posted:
        evening.killer = 0  # what he put up stays in the pot
    for seat in sorted({was, evening.killer} - {0}):
        now = seat == evening.killer
        if now and (seat != was or posted):
            deal.out.append(owing.kill(deal.setting, seat, size(deal.setting)))
        elif not now and not posted:
            deal.out.append(owing.kill(deal.setting, seat, 0))


def _won(deal: Deal, killed: int, owed: int) -> None:
    evening = deal.room.evening
    winners = [p.seat for p in deal.betting.order if p.stack > p.start - p.paid]
    stays = [seat for seat in winners if not _has_quit(deal.room, seat)]  # uspa.3.6.2.1.2
    evening.killer = owed
    if len(deal.setting.game.wins) > 1:
        if len(winners) == 1 and stays and _is_scoop(deal, killed):
            evening.killer = stays[0]
        return
    if len(winners) > 1:  # uspa.3.6.2.4a: who had the button keeps it, else nobody has it
        evening.leg = evening.leg if evening.leg in stays else 0
        evening.killer = killed if killed and killed in stays else owed
        return
    had, evening.leg = evening.leg, stays[0] if stays else 0
    again = killed == evening.leg or (
        had == evening.leg and _is_full_bet(deal, evening.leg, killed)
    )
    if evening.leg and again:
        evening.killer = evening.leg


def _has_quit(room: Room, seat: int) -> bool:
    person = room.seats.get(seat)
    return person is None or person.leaving


def _is_scoop(deal: Deal, killed: int) -> bool:
    """Whether the pot was as large as the game's upper limit asks, as it is without a kill."""
    upper = deal.setting.bets[1]
    if killed:
        times, per = RATIOS[deal.setting.book.params["kill"]]
        upper = -(-upper * per // times)
    return deal.betting.pot() + deal.ending.rake >= SCOOPED * upper


def _is_full_bet(deal: Deal, winner: int, killed: int) -> bool:
    """Whether others put in a full bet beyond what they had to put up (uspa.3.6.2.3b)."""
    setting, won = deal.setting, 0
    posted = deal.room.evening.posted
    for player in deal.betting.order:
        if player.seat == winner:
            continue
        blind = deal.blinds.get(player.seat, 0) + posted.get(player.seat, ("", 0, 0))[1]
        if player.seat == killed:
            blind = max(blind, size(setting))
        won += max(player.paid - setting.ante - blind, 0)
    return won >= setting.bets[0]


def reopened(deal: Deal, before: tuple[int, int, int]) -> None:
    """The deal goes on: the kill button is where it was."""
    evening = deal.room.evening
    now = evening.killer
    evening.leg, evening.killer, evening.killed = before
    if now and (now != evening.killer or evening.killed == now):
        deal.out.append(owing.kill(deal.setting, now, 0))


def quits(room: Room, seat: int) -> None:
    """Who quits leaves the kill button behind, and nobody's (uspa.3.6.2.1.2)."""
    evening = room.evening
    evening.leg = 0 if evening.leg == seat else evening.leg
    evening.killer = 0 if evening.killer == seat else evening.killer


def unposted(deal: Deal) -> Case | None:
    """The kill that is due in this deal and was not put up."""
    evening = deal.room.evening
    seat = evening.killer
    player = deal.betting.players.get(seat)
    if not seat or player is None or evening.killed or not are_kept(deal.setting):
        return None
    due = size(deal.setting)
    case = Case("unposted_kill", [seat], facts=facts.of(deal, seat))
    case.outcome = Outcome("bet", due, add=min(due - player.bet, player.stack))
    return case
