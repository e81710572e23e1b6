"""Short ways: what is just as it was due is done at once, and all else is left to the long way.

They read an event as it was written, for what says just what was due needs no parsing. Each does
the same as the long way, or touches nothing. They are asked only while the deal ``is_calm``; the
table finds that out after each event that went the long way, and after each that was the last of
its round. Whoever gives a deal a new loose end adds it there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.betting.acts import Done
from engine.betting.player import Player
from engine.betting.underway import NEVER
from engine.cards import BOARD, BURN, DECK_ZONE, UNREAD
from engine.deal.agenda import Street
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import dealing, opening_bet, progress, streets
from engine.play.after import GOES_ON, settle
from engine.showdown import reading

NOT_TAKEN, TAKEN, WENT_ON = 0, 1, 2
Said = Mapping[str, Any]
PLAIN_CARD = 5  # e, t, card, zone, face
WAGERS = ("bet", "raise")
MORE = frozenset(("boxed", "back", "run"))
LATEST = 2**53  # seconds: the last whole number that a float tells exactly
ENOUGH = 3  # cards in the stub, that none of those left may be the last one


def is_calm(deal: Deal) -> bool:
    """Whether nothing is in question, owed or under way but what the agenda says."""
    agenda, now, felt = deal.agenda, deal.acts.now, deal.felt
    if agenda.stage == "over" or agenda.stud is not None or deal.rulings or deal.doubts.open:
        return False
    if now.begun is not None or now.held or now.lost or now.dark or now.wake != NEVER:
        return False
    if felt.top or felt.withdrawn or felt.face_down or felt.void or agenda.deal_burn:
        return False
    if agenda.start.missed or agenda.premature_at is not None or now.clock is not None:
        return False
    return not deal.conduct.is_loose()


def take(deal: Deal, said: Said) -> int:
    """Do what was just as it was due; anything else is not taken."""
    word, t, room = said.get("e"), said.get("t"), deal.room
    way = WAYS.get(word) if type(word) is str else None
    if way is None or not (type(t) is float or (type(t) is int and t < LATEST)):
        return NOT_TAKEN
    now = float(t)
    if not room.t <= now < NEVER:
        return NOT_TAKEN
    deal.out = []
    taken = way(deal, said, now)
    if taken != NOT_TAKEN:
        room.t = now
    return taken


def card(deal: Deal, said: Said, t: float) -> int:
    """A card comes off the deck to where one was due."""
    stage, name = deal.agenda.stage, said.get("card")
    if type(name) is not str or name not in deal.setting.faces or name in deal.felt.place:
        return NOT_TAKEN
    if len(said) > PLAIN_CARD and (
        not MORE.isdisjoint(said) or said.get("from", DECK_ZONE) != DECK_ZONE
    ):
        return NOT_TAKEN
    if stage == "deal":
        return _starting_card(deal, name, said, t)
    return _street_card(deal, name, said, t) if stage == "cards" else NOT_TAKEN


def _starting_card(deal: Deal, name: str, said: Said, t: float) -> int:
    """It is the starting card that was due, face down; with the last one the betting begins."""
    felt, start = deal.felt, deal.agenda.start
    slots, at = start.slots, start.pos
    seat, zone, face, _ = slots[at]
    if said.get("zone") != zone or face != "down" or said.get("face") != "down":
        return NOT_TAKEN
    if not felt.dealt and (felt.zones or "shuffle" in deal.setting.sensors):
        return NOT_TAKEN
    held = felt.hands.get(seat)
    if held is None or name in held or not felt.stub:
        return NOT_TAKEN
    felt.shown.discard(name)  # seen once, but mixed into the stub since
    felt.come(name, zone)
    felt.dealt.append((name, seat))
    held.append(name)
    at += 1
    start.pos = at
    if at < len(slots):
        return TAKEN
    deal.room.t = t
    dealing.done_if_whole(deal)
    if deal.agenda.stage in GOES_ON:
        settle(deal)
    return WENT_ON


def _street_card(deal: Deal, name: str, said: Said, t: float) -> int:
    """It is the burn that was due, face down, or the next card of the board, face up."""
    felt, street, zone = deal.felt, deal.agenda.coming, said.get("zone")
    if street is None or street.faces or street.named is not None or street.remake is not None:
        return NOT_TAKEN
    if not felt.dealt or felt.stub < ENOUGH:
        return NOT_TAKEN
    if zone == BURN:
        return _burn(deal, name, said, street)
    return _board_card(deal, name, said, t, street) if zone == BOARD else NOT_TAKEN


def _burn(deal: Deal, name: str, said: Said, street: Street) -> int:
    felt = deal.felt
    if said.get("face") != "down" or felt.fresh or not street.burn_due:
        return NOT_TAKEN
    if UNREAD in felt.cards(BURN):
        return NOT_TAKEN
    felt.shown.discard(name)
    felt.come(name, BURN)
    deal.acts.begin_round()
    street.burn.done, deal.agenda.flop_ruled_at = True, None
    return TAKEN


def _board_card(deal: Deal, name: str, said: Said, t: float, street: Street) -> int:
    felt, agenda = deal.felt, deal.agenda
    fresh = felt.fresh
    if said.get("face") != "up" or street.burn_due or agenda.run_out or len(fresh) >= street.cards:
        return NOT_TAKEN
    if UNREAD in felt.cards(BOARD):
        return NOT_TAKEN
    if not fresh:
        deal.acts.begin_round()
    felt.come(name, BOARD)
    felt.see_on_board(name, up=True, at=t)
    fresh.append(name)
    if len(fresh) < street.cards:
        return TAKEN
    deal.room.t = t
    streets.street_done_if_full(deal)
    if agenda.stage in GOES_ON:
        settle(deal)
    elif agenda.stage == "over":
        deal.ending.came = CardMoved(t, name, BOARD, "up")
    return WENT_ON


def act(deal: Deal, said: Said, t: float) -> int:
    """An action that was offered is taken in turn."""
    betting, room = deal.betting, deal.room
    player, to = betting.turn, said.get("to")
    do: Any = said.get("do")
    if player is None or deal.agenda.stage != "bet" or not betting.limits.plain:
        return NOT_TAKEN
    seat = player.seat
    if said.get("seat") != seat or type(said["seat"]) is not int or seat not in room.seats:
        return NOT_TAKEN
    if to is not None and (type(to) is not int or not 0 <= to <= player.bet + player.stack):
        return NOT_TAKEN
    if do != "fold" and not _is_put_in(deal, player, do, to):
        return NOT_TAKEN
    if do == "fold":
        betting.fold(player)
    chips = do != "fold" and do != "check"
    deal.acts.all.append(Done(seat, do, chips, seat in deal.blinds, player.bet))
    return _after_act(deal, t)


def _is_put_in(deal: Deal, player: Player, do: object, to: int | None) -> bool:
    """He checks, or his chips go in, as he was offered; False: nothing was done."""
    betting = deal.betting
    if do == "check":
        if player.bet < betting.high or (not betting.high and opening_bet.required(deal)):
            return False
        betting.check(player)
        return True
    if "chips" in deal.setting.sensors:
        return False
    if do == "call" and player.bet < betting.high:
        betting.call(player)
        return True
    span = betting.raise_range(player) if do in WAGERS and to is not None else None
    if span is None or to is None or not span[0] <= to <= span[1]:
        return False
    betting.wager(player, to)
    return True


def _after_act(deal: Deal, t: float) -> int:
    """The turn is the next player's, where he is there; else the deal goes on."""
    turn, seats = deal.betting.turn, deal.room.seats
    if turn is None:
        deal.room.t = t
        progress.round_over_if_done(deal)
        if deal.agenda.stage in GOES_ON:
            settle(deal)
        return WENT_ON
    if turn.seat in seats and seats[turn.seat].away:
        deal.room.t = t
        settle(deal)
        return WENT_ON
    return TAKEN


def show(deal: Deal, said: Said, t: float) -> int:
    """A hand of which all is known is laid open at the showdown, whole."""
    felt, showing, seat = deal.felt, deal.showing, said.get("seat")
    if deal.agenda.stage != "show" or type(seat) is not int or said.get("cards") is not None:
        return NOT_TAKEN
    hole = felt.hands.get(seat)
    if hole is None or UNREAD in hole or len(hole) != deal.setting.game.hand_cards:
        return NOT_TAKEN
    if showing.gathered or not deal.is_live(seat) or seat not in deal.room.seats:
        return NOT_TAKEN
    felt.shown.update(hole)
    showing.tabled[seat] = True
    reading.rank_all(deal, seat)
    deal.room.t = t
    settle(deal)
    return WENT_ON if deal.agenda.stage != "show" else TAKEN


WAYS: dict[str, Callable[[Deal, Said, float], int]] = {"card": card, "act": act, "show": show}
