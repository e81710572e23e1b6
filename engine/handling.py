"""Cards that move about the table after they were dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, hole_cards, log, remedy, streets
from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_OF, UNREAD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def from_seat(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    """A card that lay at a seat is turned over or goes elsewhere."""
    seat, zone = SEAT_OF[origin], event.zone
    name = event.card
    if zone == origin:
        _turned_over(table, hand, event, seat)
        return
    if zone == BURN and name == hand.burn_card and hand.stage == "cards":
        hand.felt.move(name, zone, origin)
        streets.burn_in_time(table, hand, event)
        return
    hand.felt.move(name, zone, origin)
    live = hand.is_live(seat) and name not in hand.void
    if zone == MUCK and event.face == "up" and not hand.is_live(seat):
        _folded_shown(table, hand, name, seat)
    if not live or (name != UNREAD and name not in hand.holding.get(seat, [])):
        _reaches_hand(table, hand, event, seat)
        return
    if hand.stage == "show":
        if seat not in hand.tabled and name in hand.holding.get(seat, []):
            hand.holding[seat].remove(name)  # 'show' or 'muck' will say what that means
        return
    if zone == OFF:
        known = facts.of(table, seat) | {"off_table"}
        rule(table, Case("player_exposed", [seat], name, zone=OFF, facts=known))
    elif zone in SEAT_OF:
        known = facts.of(table, seat) | {"into_hand"}
        rule(table, Case("fouled_hand", [seat, SEAT_OF[zone]], name, zone=zone, facts=known))
    elif f"mucked:{seat}" not in hand.ruled:
        hand.ruled.add(f"mucked:{seat}")
        known = facts.of(table, seat, name)
        rule(table, Case("mucked_hand", [seat], name, zone=zone, facts=known))


def _turned_over(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    name = event.card
    if event.face == "down" or name in hand.felt.shown or hand.stage == "show":
        if event.face == "up":
            hand.felt.shown.add(name)
        return
    hand.felt.shown.add(name)
    if hand.betting.turn is None and hand.stage in ("cards", "bet"):
        return  # all-in hands are turned up before the board is out
    known = facts.of(table, seat, name)
    rule(table, Case("player_exposed", [seat], name, facts=known))


def _folded_shown(table: Table, hand: Hand, name: str, seat: int) -> None:
    if name in hand.felt.shown:
        return
    hand.felt.shown.add(name)
    known = facts.of(table, seat)
    rule(table, Case("player_exposed", [seat], name, zone=MUCK, facts=known))


def _reaches_hand(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """A dead hand's cards touch a live one."""
    target = SEAT_OF.get(event.zone)
    if target is None or not hand.is_live(target) or hand.stage == "show":
        return
    if event.card in hand.holding.get(target, []):
        return  # his own card comes back to him
    known = facts.of(table, target, None) | {"discard"}
    if event.card == UNREAD:
        known.add("unread")
    rule(table, Case("fouled_hand", [target], event.card, zone=event.zone, facts=known))


def from_table(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    """A card of board, burn, muck or floor goes elsewhere."""
    name, zone = event.card, event.zone
    if zone == origin:
        if origin == BOARD:
            streets.see_board_card(hand, event)
        elif event.face == "up" and name not in hand.felt.shown and origin == BURN:
            streets.burn_seen(table, hand, name)
        elif event.face == "up" and name not in hand.felt.shown and origin == MUCK:
            discard_seen(table, hand, name, zone)
        return
    due = hand.plan.due
    if (
        hand.stage == "deal"
        and due is not None
        and due.zone == zone
        and origin in (MUCK, BURN, OFF)
    ):
        hole_cards.not_from_deck(table, hand, event, due.seat, origin)
        return
    if zone == BURN and name == hand.burn_card and hand.stage == "cards":
        hand.felt.move(name, zone, origin)
        streets.burn_in_time(table, hand, event)
        return
    hand.felt.move(name, zone, origin)
    remade = hand.remake_clause.get(hand.street + 1, "")
    if zone == DECK_ZONE and origin in (BURN, MUCK) and remade:
        remedy.stray(table, hand, "reshuffle", remade, name, origin)
    elif (
        {origin, zone} == {BURN, MUCK} and hand.stage != "show" and not _last_card_out(table, hand)
    ):
        _mixed_burn(table, hand, name, zone)
    elif zone in SEAT_OF and origin in (MUCK, BURN):
        _reaches_hand(table, hand, event, 0)


def _last_card_out(table: Table, hand: Hand) -> bool:
    """After the last card burns may join the discards, unless a burn is in question."""
    last = hand.street + 1 >= len(hand.game.streets)
    return last and not _burns_in_question(table)


def _burns_in_question(table: Table) -> bool:
    asked = ("no_burn", "extra_burn", "premature_burn", "burn_exposed")
    return any(correction.fault in asked for correction in table.open_corrections())


def _put_apart(table: Table, name: str) -> bool:
    """The very card that was mixed goes back: what the ruling asked for is done."""
    for correction, case in table.rulings.values():
        if correction.fault == "mixed_burn" and correction.awaits_floor and case.card == name:
            correction.awaits_floor = False
            return True
    return False


def discard_seen(table: Table, hand: Hand, name: str, zone: str) -> None:
    """A card of muck or stub was turned up, where the book forbids to look (uspa.app3.3.22)."""
    hand.felt.shown.add(name)
    known = facts.of(table, None, None, zone) | {"flash"}
    if table.book.find("stub_exposed", known | facts.windows(table.book, hand)) is not None:
        street = hand.street_at_issue
        rule(table, Case("stub_exposed", [], name, zone=zone, facts=known, street=street))


def _mixed_burn(table: Table, hand: Hand, name: str, zone: str) -> None:
    if _put_apart(table, name):
        return
    disputed = _burns_in_question(table)
    known = facts.of(table, None, None, zone) | ({"disputed"} if disputed else set())
    rule(table, Case("mixed_burn", [], name, zone=zone, facts=known, street=hand.street_at_issue))
