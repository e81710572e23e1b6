"""Cards that move about the table after they were dealt."""

from __future__ import annotations

from engine.cards import ASIDE, BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.doubts import Doubt
from engine.log import CardMoved
from engine.play import (
    bettor,
    dealing,
    discarding,
    doubting,
    folding,
    follow,
    remaking,
    showing,
    streets,
    upcards,
)
from engine.play.judge import found, rule, rule_if_printed

IN_QUESTION = ("no_burn", "extra_burn", "premature_burn", "burn_exposed")


def from_seat(deal: Deal, event: CardMoved, origin: str) -> None:
    """A card that lay at a seat is turned over or goes elsewhere."""
    seat, zone, name = SEAT_OF[origin], event.zone, event.card
    felt = deal.felt
    if zone == origin:
        _turned_over(deal, event, seat)
        return
    felt.move(name, zone, origin)
    if _is_named_burn(deal, event):
        streets.burn_in_time(deal, event)
        return
    live = deal.is_live(seat) and name not in felt.void
    if zone == MUCK and event.face == "up" and not deal.is_live(seat):
        _folded_shown(deal, name, seat)
    if not live or (name != UNREAD and name not in felt.hands.get(seat, [])):
        _reaches_hand(deal, event)
        return
    if deal.agenda.stage == "show":
        if seat not in deal.showing.tabled:
            showing.gathered(deal, event, seat)
        return
    if zone == OFF:
        known = facts.of(deal, seat) | {"off_table"}
        rule(deal, Case("player_exposed", [seat], name, zone=OFF, facts=known))
    elif zone in SEAT_OF:
        case = Case("fouled_hand", [seat, SEAT_OF[zone]], name, zone=zone)
        if doubting.hold(deal, "into_hand", case) is None:
            rule_fouled(deal, case)
    else:
        _hand_mucked(deal, event, seat)


def _hand_mucked(deal: Deal, event: CardMoved, seat: int) -> None:
    """A live hand's card reaches the muck: his fold in turn, else perhaps somebody's mistake."""
    doubting.drop(deal, deal.doubts.about_card("into_hand", event.card))
    if deal.setting.book.params["doubt_seconds"]:
        turn = deal.betting.turn
        if event.zone == MUCK and deal.agenda.stage == "bet" and turn and turn.seat == seat:
            if not folding.thrown_in(deal, event, seat):
                return
            if folding.gave_up_before(deal, seat):
                folding.tossed_by_winner(deal, seat)
                return
            folding.by_cards(deal, seat)
            if event.face == "up":
                _folded_shown(deal, event.card, seat)
            return
        if deal.doubts.of("mucked", seat) is not None:
            return
    if not deal.conduct.first_time("mucked", seat):
        return
    case = Case("mucked_hand", [seat], event.card, zone=event.zone)
    if doubting.hold(deal, "mucked", case) is None:
        rule_mucked(deal, case)


def rule_mucked(deal: Deal, case: Case) -> None:
    """A live hand surely lies in the muck."""
    assert case.seat is not None
    case.facts = facts.of(deal, case.seat, case.card) | bettor.facts_of(deal, case.seat)
    rule(deal, case)
    if not deal.over and not deal.is_live(case.seat):
        deal.conduct.folded_by_cards[case.seat] = None  # the fold may still be entered


def surely_mucked(deal: Deal, doubt: Doubt) -> None:
    """The deal goes on without a hand that was in doubt."""
    told = len(deal.out)
    rule_mucked(deal, doubting.resolve(deal, doubt))
    doubting.tell_end(deal, doubt, told)


def rule_fouled(deal: Deal, case: Case) -> None:
    """A hand surely met a card that is not its own."""
    extra = {"into_hand"} if len(case.seats) > 1 else {"discard"}
    if len(case.seats) == 1 and case.card == UNREAD:
        extra.add("unread")
    case.facts = facts.of(deal, case.seat) | extra
    rule(deal, case)


def comes_back(deal: Deal, event: CardMoved, origin: str) -> bool:
    """A card that lay at a wrong place for a moment goes where it belongs, or on its way."""
    seat = SEAT_OF.get(event.zone)
    mucked = deal.doubts.of("mucked", seat) if seat is not None else None
    if mucked is not None and event.card in deal.felt.hands.get(seat or 0, []):
        deal.felt.move(event.card, event.zone, origin)
        deal.conduct.ruled.discard(("mucked", seat or 0))
        return doubting.drop(deal, mucked)
    apart = deal.doubts.about_card("mixed_burn", event.card)
    if apart is not None and event.zone != MUCK:
        doubting.drop(deal, apart)
        if event.zone == BURN:  # it only crossed the discards
            deal.felt.move(event.card, BURN, origin)
            return True
    twin = deal.doubts.about_card("twin", event.card)
    if twin is not None and event.zone == origin:
        return doubting.drop(deal, twin)
    swept = deal.doubts.about_card("on_board", event.card)
    if swept is not None and event.zone != BOARD:
        deal.felt.move(event.card, event.zone, origin)
        return doubting.drop(deal, swept)
    for kind in ("into_hand", "discard"):
        doubt = deal.doubts.about_card(kind, event.card)
        if doubt is None or event.zone == doubt.case.zone:
            continue
        own = doubt.case.seats[0] if kind == "into_hand" else None
        if kind == "discard" or seat == own or event.zone == MUCK:
            doubting.drop(deal, doubt)
            if own is None or event.zone != MUCK or not deal.is_live(own):
                deal.felt.move(event.card, event.zone, origin)
            else:
                _goes_on_to_muck(deal, event, origin, own)
            return True
    return False


def _goes_on_to_muck(deal: Deal, event: CardMoved, origin: str, own: int) -> None:
    """A live hand's card crossed another seat: what it is in the muck, it is from its own seat."""
    deal.felt.move(event.card, SEAT_ZONES[own], origin)
    if not discarding.takes(deal, event, own):
        deal.felt.move(event.card, event.zone, SEAT_ZONES[own])
        _hand_mucked(deal, event, own)


def _is_named_burn(deal: Deal, event: CardMoved) -> bool:
    """The very card that a ruling wants burned goes to the burns."""
    if event.zone != BURN or deal.agenda.stage not in ("cards", "draw"):
        return False
    return event.card == deal.agenda.dealing.card


def _turned_over(deal: Deal, event: CardMoved, seat: int) -> None:
    name, felt, stage = event.card, deal.felt, deal.agenda.stage
    if deal.agenda.stud is not None and upcards.turned(deal, event, seat):
        return
    if event.face == "down" or name in felt.shown or stage == "show":
        if event.face == "up":
            felt.shown.add(name)
        return
    felt.shown.add(name)
    if deal.betting.turn is None and stage in ("cards", "bet"):
        return  # all-in hands are turned up before the board is out
    if folding.may_check_by_tabling(deal, seat):
        return  # he tables his hand: the word, or the other cards, follow
    rule(deal, Case("player_exposed", [seat], name, facts=facts.of(deal, seat, name)))


def _folded_shown(deal: Deal, name: str, seat: int) -> None:
    if name in deal.felt.shown:
        return
    deal.felt.shown.add(name)
    case = Case("player_exposed", [seat], name, zone=MUCK, facts=facts.of(deal, seat))
    line = found(deal, case)
    duty = line is not None and "folded" in line.when  # of who has folded, not of who plays
    if duty and deal.conduct.first_time("folded_shown", seat):  # a hand is shown once
        rule(deal, case)


def _reaches_hand(deal: Deal, event: CardMoved) -> None:
    """A dead hand's cards touch a live one."""
    target = SEAT_OF.get(event.zone)
    if target is None or not deal.is_live(target) or deal.agenda.stage == "show":
        return
    if event.card in deal.felt.hands.get(target, []):
        return  # his own card comes back to him
    case = Case("fouled_hand", [target], event.card, zone=event.zone)
    if event.card == UNREAD or doubting.hold(deal, "discard", case) is None:
        rule_fouled(deal, case)


def from_table(deal: Deal, event: CardMoved, origin: str) -> None:
    """A card of board, burn, muck or floor goes elsewhere."""
    name, zone, agenda = event.card, event.zone, deal.agenda
    if zone == origin:
        _turned_where_it_lies(deal, event)
        return
    due = agenda.start.due
    to_due = agenda.stage == "deal" and due is not None and due.zone == zone
    if due is not None and to_due and origin in (MUCK, BURN, OFF):
        dealing.not_from_deck(deal, event, due.seat, origin)
        return
    deal.felt.move(name, zone, origin)
    if origin == OFF and zone in SEAT_OF and event.face == "up":
        deal.felt.shown.add(name)  # it fell off the table, and lies among the upcards now
    left_over = name in agenda.leftover
    if zone == DECK_ZONE:
        agenda.put_back(name)
        remaking.put_back(deal)
    if _is_named_burn(deal, event):
        streets.burn_in_time(deal, event)
        return
    street = agenda.coming
    remade = street.remake.clause if street is not None and street.remake is not None else ""
    if zone == DECK_ZONE and origin in (BURN, MUCK) and remade and not left_over:
        follow.stray(deal, "reshuffle", remade, name, origin)
    elif {origin, zone} == {BURN, MUCK} and agenda.stage != "show" and not _last_card_out(deal):
        _mixed_burn(deal, name, zone)
    elif zone in SEAT_OF and origin in (MUCK, BURN):
        folding.comes_back(deal, SEAT_OF[zone])
        _reaches_hand(deal, event)
    elif zone == BOARD and origin in (MUCK, BURN):
        _on_board_again(deal, event, origin)


def _on_board_again(deal: Deal, event: CardMoved, origin: str) -> None:
    """A card of muck or burns lies on the board; face down it may only be swept across."""
    agenda = deal.agenda
    if origin == BURN and agenda.stage == "cards" and agenda.dealing.rule == "either":
        deal.felt.see_on_board(event.card, up=event.face == "up", at=event.t)
        deal.felt.fresh.append(event.card)  # no burn was due: it was on its way
        streets.street_done_if_full(deal)
        return
    known = {f"from_{origin}"}
    case = Case("not_top_card", [], event.card, zone=BOARD, facts=known, street=agenda.street_name)
    if event.face == "up":
        deal.felt.see_on_board(event.card, up=True, at=event.t)
        rule_on_board(deal, case)
    elif event.card == UNREAD or doubting.hold(deal, "on_board", case) is None:
        rule_on_board(deal, case)


def rule_on_board(deal: Deal, case: Case) -> None:
    """Muck or burns surely gave the board a card: it counts there until a person decides."""
    case.facts |= facts.of(deal, None, None, BOARD)
    assert case.card is not None
    if deal.agenda.stage == "cards":
        deal.felt.fresh.append(case.card)
    rule(deal, case)
    streets.street_done_if_full(deal)


def _turned_where_it_lies(deal: Deal, event: CardMoved) -> None:
    name, zone = event.card, event.zone
    new = event.face == "up" and name not in deal.felt.shown
    if zone == BOARD:
        deal.felt.see_on_board(name, up=event.face == "up", at=event.t)
        if deal.agenda.stage == "bet":
            streets.turned_together(deal)
    elif zone == BURN and new:
        streets.burn_seen(deal, name)
    elif new and (zone == ASIDE or _was_split(deal, name)):
        deal.felt.shown.add(name)
    elif zone == MUCK and new:
        discard_seen(deal, name, zone)


def _was_split(deal: Deal, name: str) -> bool:
    """A discard of who split his openers is shown in the end (uspa.3.2.9.5.9a)."""
    splits = deal.conduct.splits
    return bool(splits) and any(c == name and seat in splits for c, seat in deal.felt.dealt)


def _last_card_out(deal: Deal) -> bool:
    """After the last card burns may join the discards, unless a burn is in question."""
    return deal.agenda.coming is None and not _burns_in_question(deal)


def _burns_in_question(deal: Deal) -> bool:
    return any(correction.fault in IN_QUESTION for correction in deal.open_corrections())


def _put_apart(deal: Deal, name: str) -> bool:
    """The very card that was mixed goes back: what the ruling asked for is done."""
    for correction in deal.rulings.values():
        mixed = correction.fault == "mixed_burn" and correction.case.card == name
        if mixed and correction.awaits_floor:
            correction.awaits_floor = False
            return True
    return False


def discard_seen(deal: Deal, name: str, zone: str) -> None:
    """A card of muck or stub was turned up, where the book forbids to look (uspa.app3.3.22)."""
    deal.felt.shown.add(name)
    known = facts.of(deal, None, None, zone) | {"flash"}
    case = Case("stub_exposed", [], name, zone=zone, facts=known, street=deal.agenda.street_name)
    if found(deal, case) is not None:
        rule(deal, case)


def burned_into_muck(deal: Deal, name: str) -> None:
    """A burn went straight to the discards; only of a table where all is read is that sure."""
    felt = deal.felt
    if deal.over or deal.corrections or felt.place.get(name) != MUCK:
        return
    if UNREAD in felt.cards(MUCK) or any(UNREAD in held for held in felt.hands.values()):
        return  # one of these may have been read at last
    known = facts.of(deal, None, None, MUCK)
    case = Case("mixed_burn", [], name, zone=MUCK, facts=known, street=deal.agenda.street_name)
    if found(deal, case) is not None and doubting.hold(deal, "mixed_burn", case) is None:
        rule(deal, case)


def rule_mixed(deal: Deal, case: Case) -> None:
    """The burn surely lies among the discards."""
    if deal.felt.place.get(case.card or "") == MUCK:
        rule(deal, case)


def _mixed_burn(deal: Deal, name: str, zone: str) -> None:
    if _put_apart(deal, name):
        return
    known = facts.of(deal, None, None, zone)
    if _burns_in_question(deal):
        known.add("disputed")
    street = deal.agenda.street_name
    rule_if_printed(deal, Case("mixed_burn", [], name, zone=zone, facts=known, street=street))
