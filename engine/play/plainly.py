"""Short ways: what is just as it was due is done at once, and all else is left to the long way.

A short way does the same as the long one, or touches nothing. Most events of an evening take it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.betting.acts import Done
from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, UNREAD
from engine.deal.agenda import Street
from engine.deal.deal import Deal
from engine.log import Act, CardMoved
from engine.play import dealing, opening_bet, progress, streets
from engine.play.after import GOES_ON, settle

PASSIVE = ("fold", "check")
NO_FACE = frozenset((JOKER, UNREAD))
ENOUGH = 3  # cards in the stub, that none of those left may be the last one


def card(deal: Deal, event: CardMoved) -> bool:
    """A card comes off the deck to where one was due, and nothing is in question."""
    felt, agenda, now, name = deal.felt, deal.agenda, deal.acts.now, event.card
    if name in felt.place or event.boxed or event.back is not None:
        return False
    if name in NO_FACE and not (name == JOKER and deal.setting.joker):
        return False
    if event.from_ is not None and event.from_ != DECK_ZONE:
        return False
    if deal.doubts.open or deal.rulings or felt.top or agenda.stud is not None:
        return False
    if now.wake <= event.t or now.begun is not None or now.held or now.lost:
        return False
    if agenda.stage == "deal":
        return _starting_card(deal, event)
    return agenda.stage == "cards" and _street_card(deal, event)


def _starting_card(deal: Deal, event: CardMoved) -> bool:
    """It is the starting card that was due, face down; with the last one the betting begins."""
    felt, agenda, name, zone = deal.felt, deal.agenda, event.card, event.zone
    start = agenda.start
    slots, at = start.slots, start.pos
    if at >= len(slots) or agenda.deal_burn:
        return False
    seat, due, face, _ = slots[at]
    if zone != due or event.face != "down" or face != "down":
        return False
    if not felt.dealt and (felt.zones or "shuffle" in deal.setting.sensors):
        return False
    held = felt.hands.get(seat)
    if held is None or name in held or not felt.stub:
        return False
    felt.shown.discard(name)  # seen once, but mixed into the stub since
    felt.come(name, zone)
    felt.dealt.append((name, seat))
    held.append(name)
    start.pos = at + 1
    if at + 1 == len(slots):
        deal.room.t = event.t
        dealing.done_if_whole(deal)
        if agenda.stage in GOES_ON:
            settle(deal)
    return True


def _street_card(deal: Deal, event: CardMoved) -> bool:
    """It is the burn that was due, face down, or the next card of the board, face up."""
    felt, street, zone = deal.felt, deal.agenda.coming, event.zone
    if street is None or street.faces or street.named is not None or street.remake is not None:
        return False
    if felt.withdrawn or not felt.dealt or felt.stub < ENOUGH or UNREAD in felt.cards(zone):
        return False
    if zone == BURN:
        return _burn(deal, event, street)
    return zone == BOARD and _board_card(deal, event, street)


def _burn(deal: Deal, event: CardMoved, street: Street) -> bool:
    felt, agenda = deal.felt, deal.agenda
    if event.face != "down" or felt.fresh or not street.burn_due:
        return False
    felt.shown.discard(event.card)
    felt.come(event.card, BURN)
    deal.acts.begin_round()
    street.burn.done, agenda.flop_ruled_at = True, None
    return True


def _board_card(deal: Deal, event: CardMoved, street: Street) -> bool:
    felt, agenda = deal.felt, deal.agenda
    if event.face != "up" or street.burn_due or agenda.run_out:
        return False
    if len(felt.fresh) >= street.cards:
        return False
    if not felt.fresh:
        deal.acts.begin_round()
    felt.come(event.card, BOARD)
    felt.see_on_board(event.card, up=True, at=event.t)
    felt.fresh.append(event.card)
    if len(felt.fresh) == street.cards:
        deal.room.t = event.t
        streets.street_done_if_full(deal)
        if agenda.stage in GOES_ON:
            settle(deal)
        elif agenda.stage == "over":
            deal.ending.came = event
    return True


def act(  # noqa: C901  (the way of most events, and no call in it that can be spared)
    deal: Deal, event: Act
) -> bool:
    """An action that was offered is taken in turn, with nothing loose; False: the long way."""
    betting, agenda, now, felt = deal.betting, deal.agenda, deal.acts.now, deal.felt
    player, seats, do = betting.turn, deal.room.seats, event.do
    if player is None or player.seat != event.seat or player.seat not in seats:
        return False
    if agenda.stage != "bet" or not betting.limits.plain or agenda.stud is not None:
        return False
    if now.begun is not None or now.held or now.lost or now.dark or now.clock is not None:
        return False
    if now.thrown is not None:
        return False
    if deal.doubts.open or deal.rulings or felt.withdrawn or felt.face_down:
        return False
    if agenda.start.missed or agenda.premature_at is not None or deal.conduct.is_loose():
        return False
    if do == "fold":
        betting.fold(player)
    elif do == "check":
        if player.bet < betting.high or (not betting.high and opening_bet.required(deal)):
            return False
        betting.check(player)
    elif do == "call":
        if player.bet >= betting.high or "chips" in deal.setting.sensors:
            return False
        betting.call(player)
    else:
        to, span = event.to or 0, betting.raise_range(player)
        if do == "all_in" or span is None or "chips" in deal.setting.sensors:
            return False
        if not span[0] <= to <= span[1]:
            return False
        betting.wager(player, to)
    posted = player.seat in deal.blinds
    deal.acts.all.append(Done(player.seat, do, do not in PASSIVE, posted, player.bet))
    turn = betting.turn
    if turn is None:
        deal.room.t = event.t
        progress.round_over_if_done(deal)
        if agenda.stage in GOES_ON:
            settle(deal)
    elif turn.seat in seats and seats[turn.seat].away:
        deal.room.t = event.t
        settle(deal)
    return True


WAYS: dict[type, Callable[[Deal, Any], bool]] = {CardMoved: card, Act: act}
