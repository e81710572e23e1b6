"""Actions that the cards told before anybody entered them: a fold, a check by tabling."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers import Acted
from engine.betting.player import Player
from engine.betting.round import Betting
from engine.betting.underway import Begun, Thrown
from engine.cards import MUCK, SEAT_ZONES
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import Act, CardMoved
from engine.play import bringing_in, doubting, facing, progress, taking_back


def thrown_in(deal: Deal, event: CardMoved, seat: int) -> bool:
    """Whether a card in the muck is his fold, at his turn: not while the rest lies before him."""
    left = [card for card in deal.felt.cards(SEAT_ZONES[seat]) if card not in deal.felt.void]
    now, seconds = deal.acts.now, deal.setting.book.params["doubt_seconds"]
    if event.face == "up" or not left:  # a card that is thrown in open crosses nothing
        return True
    if _begun(deal) is None:
        now.thrown = Thrown(seat, event.t + seconds, len(deal.acts.all))
        now.set_wake()
    return False


def _lies_in_muck(deal: Deal, seat: int) -> str | None:
    """A card of a live hand that lies in the muck."""
    held, muck = deal.felt.hands.get(seat, []), deal.felt.cards(MUCK)
    return next((card for card in held if card in muck), None) if deal.is_live(seat) else None


def _begun(deal: Deal) -> Thrown | None:
    """The hand of which a card is in the muck at its turn; nothing if it was only on its way."""
    one = deal.acts.now.thrown
    return one if one is not None and _lies_in_muck(deal, one.seat) is not None else None


def _at_turn(deal: Deal) -> int | None:
    """The seat that is to act while a card of its hand lies in the muck."""
    one, turn = _begun(deal), deal.betting.turn
    at_turn = one is not None and turn is not None and deal.agenda.stage == "bet"
    if one is None or turn is None or not at_turn or turn.seat != one.seat:
        return None
    return one.seat if len(deal.acts.all) == one.acts else None


def goes_on(deal: Deal, by: int | None) -> None:
    """The next one acts, or the dealer deals on: one card in the muck was the fold."""
    seat = _at_turn(deal) if deal.acts.now.thrown is not None else None
    if seat is None or seat == by or (by is None and deal.betting.outstanding() != [seat]):
        return
    by_cards(deal, seat)


def without(deal: Deal, by: int) -> Betting:
    """The betting as an act of this seat will find it; nothing is touched."""
    seat = _at_turn(deal) if deal.acts.now.thrown is not None else None
    if seat is None or seat == by:
        return deal.betting
    betting = deal.betting.copy()
    betting.fold(betting.players[seat])
    return betting


def pass_time(deal: Deal, t: float) -> None:
    """One card lies in the muck for good: it is the fold, or he acted and his hand is not whole."""
    one = deal.acts.now.thrown
    if one is None or one.until > t:
        return
    deal.room.t = max(deal.room.t, one.until)
    at_turn, card = _at_turn(deal), _lies_in_muck(deal, one.seat)
    deal.acts.now.thrown = None
    deal.acts.now.set_wake()
    if at_turn is not None:
        by_cards(deal, one.seat)
    elif card is not None and deal.conduct.first_time("mucked", one.seat):
        doubting.hold(deal, "mucked", Case("mucked_hand", [one.seat], card, zone=MUCK))


def by_cards(deal: Deal, seat: int) -> None:
    """His cards reached the muck in turn: that is his fold."""
    player = deal.betting.players[seat]
    deal.acts.now.thrown = None
    deal.acts.now.set_wake()
    bringing_in.for_player(deal, player)
    faced, owed = facing.faced(deal, player), deal.acts.now.owed_by(seat)
    before, acts, at = deal.betting.copy(), len(deal.acts.all), deal.agenda.at
    until = deal.room.t + deal.setting.book.params["doubt_seconds"]
    fold = Begun(seat, faced, before, acts, at, waits="", until=until)
    deal.conduct.folded_by_cards[seat] = fold
    deal.betting.fold(player)
    deal.acts.add(seat, "fold", player.bet, posted=seat in deal.blinds)
    folded: Acted = {"o": "act", "seat": seat, "do": "fold", "to": player.bet}
    if owed:  # a hand thrown away does not cancel it (hilton.A16.13)
        folded["add"] = owed
    key = "owing_thrown" if owed else "thrown_fold" if faced.owed else "thrown_free"
    if clause := deal.setting.book.why.get(key):
        folded["clause"] = clause
    deal.out.append(folded)
    progress.round_over_if_done(deal)


# The fold that the cards told is taken back


def tossed(deal: Deal, seat: int) -> Begun | None:
    """His fold by cards alone, while nobody has acted on it and the deal has not gone on."""
    now = deal.acts.now
    fold = deal.conduct.folded_by_cards.get(seat)
    if fold is None or now.begun is not None or now.held:
        return None
    if len(deal.acts.all) != fold.acts + 1:
        return None
    burned = deal.agenda.stage == "cards" and deal.agenda.dealing.burned
    if burned or deal.felt.fresh or deal.showing.tabled or not taking_back.possible(deal, fold):
        return None
    return fold


def ended_by(deal: Deal, seat: int, t: float) -> Begun | None:
    """His fold by cards alone that ended the deal, while a doubt would last and nobody stirs."""
    fold, ending = deal.conduct.folded_by_cards.get(seat), deal.ending
    if fold is None or not deal.over or deal.result != "won" or fold.until < t:
        return None
    others = ending.gone or ending.shuffled or ending.unread
    if others or not set(ending.moved) <= set(deal.felt.hole(seat)):
        return None
    return fold if len(deal.acts.all) == fold.acts + 1 else None


def take_back(deal: Deal, fold: Begun) -> None:
    """It is on him again, as before his cards reached the muck; the pot is not pushed yet."""
    over = deal.over
    if over:
        progress.reopen(deal)
    taking_back.rewind(deal, fold)
    deal.conduct.folded_by_cards.pop(fold.seat)
    if over:
        progress.tell_again(deal)


def entered(deal: Deal, fold: Begun) -> None:
    """A person says what he did: it prevails, and where his cards lie is asked in a while."""
    take_back(deal, fold)
    until = deal.room.t + deal.setting.book.params["doubt_seconds"]
    deal.acts.now.thrown = Thrown(fold.seat, until, len(deal.acts.all))
    deal.acts.now.set_wake()


def comes_back(deal: Deal, seat: int) -> None:
    """A card leaves the muck for a seat: with his whole hand before him he has not folded."""
    fold = ended_by(deal, seat, deal.room.t) if deal.over else tossed(deal, seat)
    held, lying = deal.felt.hole(seat), deal.felt.cards(SEAT_ZONES[seat])
    if fold is not None and held and all(lying.count(c) >= held.count(c) for c in held):
        take_back(deal, fold)


def gave_up_before(deal: Deal, seat: int) -> bool:
    """All others threw their hands away before him, and he faces no bet: he tosses the winner's."""
    others, muck = [one for one in deal.live_seats() if one != seat], deal.felt.cards(MUCK)
    if not others or deal.betting.to_call(deal.betting.players[seat]):
        return False
    return all(deal.doubts.of("mucked", one) and _all_in(deal, one, muck) for one in others)


def _all_in(deal: Deal, seat: int, muck: Sequence[str]) -> bool:
    return all(card in muck for card in deal.felt.hole(seat))


def tossed_by_winner(deal: Deal, seat: int) -> None:
    """The hands that were in doubt are folds."""
    for one in [one for one in deal.live_seats() if one != seat]:
        doubting.drop(deal, deal.doubts.of("mucked", one))
        progress.fold_in_turn(deal, one)


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
