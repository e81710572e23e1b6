"""Players throw cards of theirs away: whose they are is seen, not which; perhaps others come."""

from __future__ import annotations

from engine.answers import AnyExpect
from engine.cards import ASIDE, BURN, MUCK, SEAT_ZONES, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.exchange import Exchange
from engine.log import CardMoved, Draw
from engine.play import progress
from engine.play.judge import rule

STAGES = ("discard", "draw")


def _exchange(deal: Deal) -> Exchange:
    exchange = deal.agenda.exchange
    assert exchange is not None
    return exchange


def expectation(deal: Deal) -> AnyExpect | None:
    """Who asks, throws away or gets a card next, clockwise from the button's left."""
    exchange = _exchange(deal)
    due = exchange.due(deal.live_seats())
    if due is None:
        return None
    whys, seat = deal.setting.whys, due.seat
    if due.what == "draw":
        return {"o": "expect", "what": "draw", "seat": seat, "why": whys["draw"]}
    if due.what == "discard":
        why = whys["discard"]
        return {"o": "expect", "what": "discard", "seat": seat, "count": due.cards, "why": why}
    street, top = deal.agenda.dealing, deal.felt.top[-1:]
    if street.rule == "burn" and not street.burned:
        why = street.clause or whys["draw_burn"]
        return _card(BURN, why, street.card or next(iter(top), None))
    if due.what == "late" and exchange.wants_second_burn(seat):
        return _card(BURN, whys["draw_fifth_burn"])
    late = "draw_fifth" if exchange.wants(seat) > exchange.came.get(seat, 0) else "draw_again"
    why = whys[late if due.what == "late" else "draw_card"]
    return _card(SEAT_ZONES[seat], why, next(iter(top), None))


def _card(zone: str, why: str, card: str | None = None) -> AnyExpect:
    if card is None or card == UNREAD:
        return {"o": "expect", "what": "card", "zone": zone, "face": "down", "why": why}
    return {"o": "expect", "what": "card", "zone": zone, "face": "down", "card": card, "why": why}


def takes(deal: Deal, event: CardMoved, seat: int) -> bool:
    """Whether a card that leaves a seat for the muck is a discard; then it is done."""
    stage, exchange = deal.agenda.stage, deal.agenda.exchange
    if stage not in STAGES or exchange is None or not deal.is_live(seat):
        return False
    if event.zone not in (MUCK, ASIDE):  # split openers are kept apart (uspa.3.2.9.5.9a)
        return False
    if event.card in exchange.named.get(seat, ()):
        deal.felt.move(
            event.card, event.zone, SEAT_ZONES[seat]
        )  # told by name before it was thrown
        exchange.named[seat].remove(event.card)
        _seen(deal, event, seat)
        return True
    owes = exchange.owed(seat) > 0 if seat in exchange.asked else stage == "draw"
    if not owes or (event.card != UNREAD and not _holds(deal, seat, event.card)):
        return False
    deal.felt.move(event.card, event.zone, SEAT_ZONES[seat])
    deal.felt.throw_away(event.card, seat)
    _seen(deal, event, seat)
    if not deal.over:
        exchange.throw(seat)
        go_on_if_done(deal)
    return True


def _seen(deal: Deal, event: CardMoved, seat: int) -> None:
    if event.face == "up" and event.card not in deal.felt.shown:
        deal.felt.shown.add(event.card)
        known = facts.of(deal, seat)
        rule(deal, Case("player_exposed", [seat], event.card, zone=event.zone, facts=known))


def _holds(deal: Deal, seat: int, card: str) -> bool:
    held = deal.felt.hands.get(seat, [])
    return card in held or UNREAD in held


def go_on_if_done(deal: Deal) -> None:
    """Nobody left in the deal owes a word, a discard or a card: the next round begins."""
    exchange = deal.agenda.exchange
    if deal.agenda.stage not in STAGES or exchange is None:
        return
    if exchange.due(deal.live_seats()) is None and not deal.corrections:
        progress.go_on(deal)


def arrived(deal: Deal, seat: int) -> None:
    """A card that went astray on the draw came to whom it was due."""
    exchange = deal.agenda.exchange
    if deal.agenda.stage == "draw" and exchange is not None:
        exchange.get(seat)
        go_on_if_done(deal)


def refuse(deal: Deal, event: Draw) -> str | None:
    """Why a player cannot throw away or draw so many."""
    stage, seat, named = deal.agenda.stage, event.seat, event.discards
    if stage not in STAGES:
        return (
            "this is no time to draw" if deal.setting.game.draws else "this is no time to discard"
        )
    if not deal.is_live(seat):
        return f"seat {seat} has nothing to discard"
    exchange = _exchange(deal)
    count = len(named) if named is not None else event.count
    if stage == "discard" and count != exchange.owed(seat):
        owed = exchange.owed(seat)
        return f"seat {seat} discards {owed}, not {count}" if owed > 0 else (
            f"seat {seat} has nothing to discard"
        )  # fmt: skip
    if stage == "draw" and (why := _refuse_draw(deal, exchange, seat, count)) is not None:
        return why
    if named is None:
        return None
    if event.count is not None and event.count != count:
        return f"seat {seat} names {count} cards, not {event.count}"
    kept = exchange.named.get(seat, [])  # put back where the request changes
    if len(set(named)) < len(named) or not all(
        card != UNREAD and (card in kept or _holds(deal, seat, card)) for card in named
    ):
        return f"seat {seat} was dealt other cards than these"
    return None


def _refuse_draw(deal: Deal, exchange: Exchange, seat: int, count: int | None) -> str | None:
    if count is None:
        return "a draw has 'count' or 'discards'"
    size = deal.size
    if count > size:
        return f"seat {seat} has {size} cards: it cannot draw {count}"
    if count < exchange.thrown.get(seat, 0) - len(exchange.named.get(seat, ())):
        return f"seat {seat} has thrown away {exchange.thrown[seat]} cards already"
    turn = exchange.to_ask(deal.live_seats())
    if seat not in exchange.asked and seat != turn:
        return f"seat {turn} draws before seat {seat}"
    return None


def draw(deal: Deal, event: Draw) -> None:
    """A player says what he throws away; a mere number counts where no antenna sees the cards."""
    exchange, seat, cards = _exchange(deal), event.seat, event.discards
    if deal.agenda.stage == "draw":
        count = len(cards) if cards is not None else event.count or 0
        before = exchange.asked.get(seat)
        if before == count and cards is None:
            return  # said once more, or told by the cards
        late = exchange.settled(seat, deal.live_seats()) if before is not None else ""
        if late and before != count:
            known = facts.of(deal, seat) | {late}
            rule(deal, Case("draw_changed", [seat], facts=known))
            return
        _take_up_again(deal, exchange, seat)
        exchange.ask(seat, count)
    if cards is None:
        cards = [UNREAD] * (event.count or 0) if "rfid" not in deal.setting.sensors else []
    for card in cards:
        deal.felt.throw_away(card, seat)
        exchange.throw(seat)
        if card != UNREAD:
            exchange.named.setdefault(seat, []).append(card)
    go_on_if_done(deal)


def _take_up_again(deal: Deal, exchange: Exchange, seat: int) -> None:
    """A request is made anew: what it named before and still lies there is in the hand again."""
    for card in exchange.named.pop(seat, []):
        deal.felt.hold(card, seat)
        exchange.thrown[seat] -= 1


def pat(deal: Deal, seat: int) -> None:
    """A player stands pat."""
    draw(deal, Draw(deal.room.t, seat, count=0))
