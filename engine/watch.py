"""Watching the cards: each movement is compared with what was due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, log, remedy
from engine.cards import BOARD, BURN, DECK_ZONE, JOKER, MUCK, OFF, SEAT_OF, UNREAD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table

IN_PLAY = frozenset({BOARD, BURN, MUCK, OFF, *SEAT_OF})


def card(table: Table, event: log.CardMoved) -> None:
    """A card now lies somewhere."""
    hand = table.hand
    if hand is None or hand.stage == "over":
        _after_the_deal(table, event)
        return
    due = hand.plan.due
    if (
        due is not None
        and event.zone == due.zone
        and event.face == due.face
        and event.from_ in (None, DECK_ZONE)
        and not hand.corrections
        and event.card not in hand.felt.place
        and not event.boxed
        and event.back is None
        and event.card != JOKER
        and hand.dealt
    ):
        _fill(table, hand, event, due.seat)  # an orderly deal is the common case: keep it short
        return
    if not hand.dealt and "shuffle" in table.sensors:
        _unshuffled(table)
        if hand.over:
            return
    _look_at_card(table, hand, event)


def _look_at_card(table: Table, hand: Hand, event: log.CardMoved) -> None:
    name, zone = event.card, event.zone
    place = hand.felt.place.get(name) if name not in (UNREAD, JOKER) else None
    origin = _origin(hand, event, place)
    if origin == "unknown" or (event.from_ is None and _only_read_now(hand, name, zone, place)):
        _read_now(table, hand, event)
        return
    if _is_duplicate(hand, event, place):
        _place_unread(table, hand, event, Case("duplicate_card", _seats(zone), name, zone=zone))
        return
    if event.back is not None and _is_foreign(hand, event.back):
        known = facts.of(table, None, None, zone)
        _follow(table, hand, event, origin)
        if not hand.over:
            rule(table, Case("foreign_back", _seats(zone), name, zone=zone, facts=known))
        return
    if origin == DECK_ZONE and zone == DECK_ZONE and not event.boxed and event.face == "down":
        return
    if event.boxed or (origin == zone == DECK_ZONE):
        _scrap(table, hand, event, "boxed_card", again=hand.boxed > 0)
        hand.boxed += 1
        return
    if name == JOKER and origin == DECK_ZONE:
        _scrap(table, hand, event, "joker", again=False)
        return
    if hand.corrections and remedy.claims(table, hand, event, origin):
        return
    _follow(table, hand, event, origin)


def _origin(hand: Hand, event: log.CardMoved, place: str | None) -> str:
    """Where a card came from: what is known stands before what the event believes."""
    believed = event.from_
    if place is not None:
        return DECK_ZONE if believed == DECK_ZONE else place
    if believed is None or believed == DECK_ZONE:
        return DECK_ZONE
    held = hand.felt.cards(believed)
    return believed if UNREAD in held or (event.card == UNREAD and held) else DECK_ZONE


def _seats(zone: str) -> list[int]:
    return [SEAT_OF[zone]] if zone in SEAT_OF else []


def _only_read_now(hand: Hand, name: str, zone: str, place: str | None) -> bool:
    """A card that lay unread in the zone is read at last, rather than a new one coming."""
    if name in (UNREAD, JOKER) or place is not None or UNREAD not in hand.felt.cards(zone):
        return False
    due = hand.plan.due
    if hand.stage == "deal":
        return due is None or due.zone != zone
    if hand.stage in ("cards", "patch"):
        return zone not in (BOARD, BURN) or (zone == BURN and hand.burns > 0 and not hand.fresh)
    return zone in SEAT_OF


def _read_now(table: Table, hand: Hand, event: log.CardMoved) -> None:
    felt = hand.felt
    if UNREAD in felt.cards(event.zone):
        felt.read(event.card, event.zone)
    else:
        felt.move(event.card, event.zone, "unknown")
    for seat in _seats(event.zone):
        held = hand.holding.get(seat, [])
        if UNREAD in held:
            held[held.index(UNREAD)] = event.card
    if event.zone == BOARD:
        for cards in (hand.fresh, hand.board):
            if UNREAD in cards:
                cards[cards.index(UNREAD)] = event.card
                break


def _is_duplicate(hand: Hand, event: log.CardMoved, place: str | None) -> bool:
    """One face in two places: the shoe gave it again, or it lies where a new card was due."""
    if place is None or place == event.zone or event.card in hand.void:
        return False
    if event.from_ == DECK_ZONE:
        return True
    if event.from_ is not None or remedy.awaits(hand, event.card):
        return False
    due = hand.plan.due
    return due is not None and hand.stage == "deal" and due.zone == event.zone


def _is_foreign(hand: Hand, back: str) -> bool:
    if hand.back is None:
        hand.back = back
    return back != hand.back


def _place_unread(table: Table, hand: Hand, event: log.CardMoved, case: Case) -> None:
    """The second card of a face is placed and counted without its face, then ruled."""
    case.facts = facts.of(table, case.seat, None, event.zone)
    unread = log.CardMoved(event.t, UNREAD, event.zone, event.face, DECK_ZONE)
    _follow(table, hand, unread, DECK_ZONE)
    if not hand.over:
        rule(table, case)


def _scrap(table: Table, hand: Hand, event: log.CardMoved, fault: str, *, again: bool) -> None:
    """A boxed card or a joker: what the book says decides whether it takes the place it got."""
    name, zone = event.card, event.zone
    seats = _seats(zone)
    known = facts.of(table, seats[0] if seats else None, None, zone)
    if again:
        known.add("again")
    if zone != DECK_ZONE:
        hand.felt.move(name, zone, DECK_ZONE)
    hand.felt.shown.add(name)
    line = rule(table, Case(fault, seats, name, zone=zone, facts=known, street=_street(hand)))
    if hand.over or line.decision in ("scrap", "misdeal", "void_deal") or zone == DECK_ZONE:
        return
    _count_where_it_lies(table, hand, event)


def _count_where_it_lies(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """No remedy is printed: until a person decides, the card counts where it lies."""
    due = hand.plan.due
    seats = _seats(event.zone)
    if hand.stage == "deal" and due is not None and seats == [due.seat]:
        hand.holding[due.seat].append(event.card)
        hand.dealt.append((event.card, due.seat))
        _advance(table, hand)
    elif event.zone == BOARD and hand.stage == "cards":
        hand.fresh.append(event.card)
        _street_done_if_full(table, hand)
    elif event.zone == BURN and hand.stage == "cards":
        hand.burns += 1


def _street(hand: Hand) -> str:
    return hand.next_street.name if hand.stage == "cards" else hand.game.streets[hand.street].name


# From the deck


def _follow(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    """Compare a movement with what was due, by where it came from and where it went."""
    if origin == DECK_ZONE:
        _from_deck(table, hand, event)
    elif origin in SEAT_OF:
        _from_seat(table, hand, event, origin)
    else:
        _from_table(table, hand, event, origin)


def _from_deck(table: Table, hand: Hand, event: log.CardMoved) -> None:
    zone = event.zone
    if zone in SEAT_OF:
        _to_seat(table, hand, event, SEAT_OF[zone])
    elif zone == BOARD:
        _to_board(table, hand, event)
    elif zone == BURN or (zone == MUCK and _burn_is_due(hand)):
        _to_burn(table, hand, event)
    elif zone == OFF and hand.stage == "deal":
        _dealt_off_table(table, hand, event)
    else:
        hand.felt.move(event.card, zone, DECK_ZONE)
        return
    if not hand.over and hand.felt.stub == 0:
        known = facts.of(table, None, None, zone)
        rule(table, Case("bottom_card", _seats(zone), event.card, zone=zone, facts=known))


def _burn_is_due(hand: Hand) -> bool:
    return (
        hand.stage == "cards"
        and not hand.burns
        and not hand.fresh
        and hand.burn_rule() != "no_burn"
    )


def _fill(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """The card the plan asked for."""
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    _advance(table, hand)


def _advance(table: Table, hand: Hand) -> None:
    plan = hand.plan
    plan.pos += 1
    if plan.pos == len(plan.slots):
        table.deal_done()


def _to_seat(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    due = hand.plan.due
    if _not_the_top(table, hand, event):
        return
    if hand.stage == "deal" and due is not None:
        if due.seat == seat and seat in hand.holding:
            remedy.meets_scrap(hand, seat)
            _give(table, hand, event, seat)
            return
        if seat not in hand.holding:
            _to_stranger(table, hand, event, seat)
            return
    elif seat not in hand.holding:
        hand.felt.move(event.card, event.zone, DECK_ZONE)
        return
    if len(hand.hole(seat)) >= hand.size:
        _extra(table, hand, event, seat)
    elif hand.plan.missed and hand.plan.fill_missed(seat):
        hand.felt.move(event.card, event.zone, DECK_ZONE)
        hand.holding[seat].append(event.card)
    elif hand.stage == "deal" and due is not None:
        if not remedy.wrong_step(table, hand, "card") or not hand.over:
            _to_wrong_seat(table, hand, event, seat, due.seat)
    else:
        hand.felt.move(event.card, event.zone, DECK_ZONE)
        hand.holding[seat].append(event.card)


def _give(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """The right seat; but perhaps face up."""
    face_up = event.face == "up" and hand.plan.due is not None and hand.plan.due.face == "down"
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    hand.plan.pos += 1
    if face_up:
        exposed(table, hand, event.card, seat, set())
    if not hand.over and hand.plan.due is None and hand.stage == "deal":
        table.deal_done()


def exposed(table: Table, hand: Hand, name: str, seat: int, extra: set[str]) -> None:
    """A downcard was exposed by the dealer."""
    if name != UNREAD and name in hand.exposed:
        return
    known = facts.of(table, seat, name) | extra
    if hand.exposed:
        known.add("again")
    hand.exposed.append(name)
    hand.felt.shown.add(name)
    rule(table, Case("exposed_card", [seat], name, facts=known))


def _dealt_off_table(table: Table, hand: Hand, event: log.CardMoved) -> None:
    due = hand.plan.due
    assert due is not None
    hand.felt.move(event.card, OFF, DECK_ZONE)
    hand.holding[due.seat].append(event.card)
    hand.dealt.append((event.card, due.seat))
    hand.plan.pos += 1
    exposed(table, hand, event.card, due.seat, {"off_table"})
    if not hand.over and hand.plan.due is None:
        table.deal_done()


def _to_stranger(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    """A card for a seat that is not in this deal."""
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    if f"stranger:{seat}" in hand.ruled:
        return
    hand.ruled.add(f"stranger:{seat}")
    person = table.seats.get(seat)
    fault = "absent_seat" if person is not None and person.away else "ineligible_seat"
    due = hand.plan.due
    seats = [seat] if due is None else [seat, due.seat]
    case = Case(fault, seats, event.card, facts=facts.of(table, seat))
    case.seats = [seat]
    rule(table, case)


def _to_wrong_seat(table: Table, hand: Hand, event: log.CardMoved, seat: int, due: int) -> None:
    person = table.seats.get(due)
    if person is not None and person.away:
        _passed_over(table, hand, due)
        if not hand.over:
            hand.plan.skip_to(seat)
            hand.felt.move(event.card, event.zone, DECK_ZONE)
            hand.holding[seat].append(event.card)
            hand.dealt.append((event.card, seat))
            _after_skip(table, hand)
        return
    first = not hand.dealt
    known = facts.of(table, seat) | ({"face_up"} if event.face == "up" else set())
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    fault = "wrong_first_seat" if first else "wrong_seat"
    line = rule(table, Case(fault, [seat, due], event.card, facts=known))
    if hand.over or line.decision == "move":
        return
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    if hand.plan.skip_to(seat):
        hand.skipped |= {slot.seat for slot in hand.plan.missed}
    _after_skip(table, hand)


def _after_skip(table: Table, hand: Hand) -> None:
    if hand.plan.due is None and hand.stage == "deal":
        table.deal_done()


def _passed_over(table: Table, hand: Hand, seat: int) -> None:
    if f"dealt_out:{seat}" not in hand.ruled:
        hand.ruled.add(f"dealt_out:{seat}")
        rule(table, Case("dealt_out", [seat], facts=facts.of(table, seat)))


def _extra(table: Table, hand: Hand, event: log.CardMoved, seat: int) -> None:
    known = facts.of(table, seat)
    if hand.stage == "deal":
        known.add("mid_deal")
    if hand.extra:
        known.add("again")
    if hand.plan.order and seat == hand.plan.order[0]:
        known.add("first_player")
    hand.extra += 1
    hand.felt.move(event.card, event.zone, DECK_ZONE)
    hand.holding[seat].append(event.card)
    rule(table, Case("extra_card", [seat], event.card, facts=known))


def _not_the_top(table: Table, hand: Hand, event: log.CardMoved) -> bool:
    """A card is known to lie on top of the stub, and another one came."""
    top = hand.felt.top[-1] if hand.felt.top else None
    if top is None or event.card in (top, UNREAD) or top == hand.burn_card:
        return False
    known = facts.of(table, None, None, event.zone) | {_street(hand)}
    seats = _seats(event.zone)
    hand.felt.top.clear()
    if seats and seats[0] in hand.holding:
        hand.holding[seats[0]].append(event.card)
        hand.felt.move(event.card, event.zone, DECK_ZONE)
        rule(table, Case("not_top_card", seats, event.card, zone=event.zone, facts=known))
        return True
    rule(table, Case("not_top_card", seats, event.card, zone=event.zone, facts=known))
    return hand.over


def deal_cut_short(table: Table, hand: Hand, *, by_card: bool = False) -> None:
    """The dealer goes on though some seats lack a card."""
    if "deal_cut_short" in hand.ruled or "rfid" not in table.sensors:
        return
    hand.ruled.add("deal_cut_short")
    short = list(dict.fromkeys(hand.plan.short()))
    none = [seat for seat in short if not hand.hole(seat)]
    seats = none or short
    if not seats:
        return
    known = facts.of(table, seats[0])
    if by_card:
        known.discard("due_top")
    rule(table, Case("dealt_out" if none else "short_hand", seats, facts=known))


# Burn and board


def _to_burn(table: Table, hand: Hand, event: log.CardMoved) -> None:
    name = event.card
    stage = hand.stage
    if stage == "deal":
        hand.felt.move(name, event.zone, DECK_ZONE)
        deal_cut_short(table, hand, by_card=True)
        return
    if remedy.wrong_step(table, hand, "burn") and hand.over:
        return
    if _not_the_top(table, hand, event) and hand.over:
        return
    hand.felt.move(name, event.zone, DECK_ZONE)
    if stage == "cards":
        _burn_in_time(table, hand, event)
    elif stage == "bet" and hand.street + 1 < len(hand.game.streets):
        hand.early_burns += 1
        if hand.early_burns == 1:
            known = facts.of(table, None, None, BURN)
            rule(table, Case("premature_burn", [], name, facts=known | {hand.next_street.name}))
    if event.face == "up" and not hand.over:
        _burn_seen(table, hand, name)


def _burn_in_time(table: Table, hand: Hand, event: log.CardMoved) -> None:
    name, rule_of_street = event.card, hand.burn_rule()
    if rule_of_street == "no_burn" or _named_burn_missed(hand, name):
        hand.burns += 1
        clause = hand.burn_clause.get(hand.street + 1, "")
        remedy.stray(table, hand, "burn", clause, name)
    elif hand.burns and rule_of_street == "burn":
        known = facts.of(table, None, None, BURN) | ({"board_out"} if hand.fresh else set())
        hand.burns += 1
        rule(table, Case("extra_burn", [], name, facts=known, street=_street(hand)))
    else:
        hand.burns += 1
    if name == hand.burn_card:
        hand.burn_card = None


def _named_burn_missed(hand: Hand, name: str) -> bool:
    """A ruling named the burn, and another card was burned."""
    return hand.burn_card not in (None, name) and name != UNREAD and not hand.burns


def _burn_seen(table: Table, hand: Hand, name: str) -> None:
    if name in hand.exposed or name in hand.felt.shown:
        return  # the exposed card that serves as the burn was seen before
    hand.felt.shown.add(name)
    known = facts.of(table, None, None, BURN)
    rule(table, Case("burn_exposed", [], name, zone=BURN, facts=known, street=_street(hand)))


def _to_board(table: Table, hand: Hand, event: log.CardMoved) -> None:
    if hand.stage == "deal":
        hand.felt.move(event.card, BOARD, DECK_ZONE)
        deal_cut_short(table, hand, by_card=True)
        return
    if hand.stage == "cards":
        _board_in_time(table, hand, event)
    elif hand.stage == "patch":
        hand.felt.move(event.card, BOARD, DECK_ZONE)
        _see_board_card(hand, event)
        hand.board.append(event.card)
        remedy.patched(table, hand)
    else:
        _board_too_soon(table, hand, event)


def _see_board_card(hand: Hand, event: log.CardMoved) -> None:
    if event.face == "up":
        hand.felt.shown.add(event.card)
        hand.face_down.discard(event.card)
    else:
        hand.face_down.add(event.card)


def _board_in_time(table: Table, hand: Hand, event: log.CardMoved) -> None:
    if not hand.fresh:
        _before_first_board_card(table, hand, event)
        if hand.over:
            return
    if _not_the_top(table, hand, event) and hand.over:
        return
    hand.felt.move(event.card, BOARD, DECK_ZONE)
    _see_board_card(hand, event)
    hand.fresh.append(event.card)
    if not hand.burns and len(hand.fresh) == 1 and hand.burn_rule() == "burn":
        _no_burn(table, hand, event.card)
    _street_done_if_full(table, hand)


def _before_first_board_card(table: Table, hand: Hand, event: log.CardMoved) -> None:
    if remedy.wrong_step(table, hand, "board"):
        return
    street = hand.street + 1
    remade = street in hand.burn_rules and not hand.leftover_waits()
    if remade and any(card in hand.withdrawn for card in hand.on_board()):
        remedy.stray(table, hand, "take_back", hand.burn_clause.get(street, ""), event.card)


def _no_burn(table: Table, hand: Hand, name: str) -> None:
    if "rfid" not in table.sensors:
        return
    street = hand.street + 1
    if hand.burn_card is not None or street in hand.burn_rules:
        remedy.stray(table, hand, "burn", hand.burn_clause.get(street, ""), name)
        hand.burn_card = None
        return
    known = facts.of(table, None, None, BOARD)
    rule(table, Case("no_burn", [], name, zone=BOARD, facts=known, street=_street(hand)))


def _street_done_if_full(table: Table, hand: Hand) -> None:
    if hand.stage != "cards" or len(hand.fresh) < hand.next_street.board:
        return
    if not any(
        step.do == "move" and not step.done for c in table.open_corrections() for step in c.steps
    ):
        table.street_done()


def _board_too_soon(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """A board card while the betting is open, or after the last street."""
    name = event.card
    hand.felt.move(name, BOARD, DECK_ZONE)
    _see_board_card(hand, event)
    if hand.street + 1 >= len(hand.game.streets):
        known = facts.of(table, None, None, BOARD) | {"board"}
        if "extra_board" not in hand.ruled:
            hand.ruled.add("extra_board")
            rule(table, Case("extra_card", [], name, zone=BOARD, facts=known, street="river"))
        return
    current = hand.game.streets[hand.street]
    same_motion = hand.street > 0 and not hand.round_actions and not hand.early_burns
    if same_motion and current.board > 1:
        _flop_count(table, hand, name)
        return
    fault = f"premature_{hand.next_street.name}"
    hand.withdrawn.append(name)
    if f"{fault}:{hand.street}" in hand.ruled:
        remedy.widen(hand, fault, name)
        return
    hand.ruled.add(f"{fault}:{hand.street}")
    remedy.drop(hand, "premature_burn")
    outstanding = hand.betting.outstanding()
    known = facts.of(table, None, None, BOARD) | ({"same_motion"} if same_motion else set())
    if len(outstanding) == 1 and hand.betting.to_call(hand.betting.players[outstanding[0]]):
        hand.premature_at = event.t
    case = Case(fault, [], name, [name], BOARD, known, hand.next_street.name)
    rule(table, case)


def _flop_count(table: Table, hand: Hand, name: str) -> None:
    if "flop_count" in hand.ruled:
        hand.withdrawn.append(name)
        return
    hand.ruled.add("flop_count")
    known = facts.of(table, None, None, BOARD)
    case = Case("flop_count", [], name, [*hand.board, name], BOARD, known, "flop")
    line = rule(table, case)
    if line.decision == "take_back":
        hand.ruled.discard("flop_count")
    else:
        hand.withdrawn.append(name)


# From a seat, and from elsewhere on the table


def _from_seat(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    seat, zone = SEAT_OF[origin], event.zone
    name = event.card
    if zone == origin:
        _turned_over(table, hand, event, seat)
        return
    if zone == BURN and name == hand.burn_card and hand.stage == "cards":
        hand.felt.move(name, zone, origin)
        _burn_in_time(table, hand, event)
        return
    hand.felt.move(name, zone, origin)
    live = hand.is_live(seat) and name not in hand.void
    if zone == MUCK and event.face == "up" and not hand.is_live(seat):
        _folded_shown(table, hand, name, seat)
    if not live or (name != UNREAD and name not in hand.holding.get(seat, [])):
        _reaches_hand(table, hand, event, seat)
        return
    if hand.stage == "show":
        return  # released at the showdown: 'show' or 'muck' says what it means
    if zone == OFF:
        known = facts.of(table, seat) | {"off_table"}
        rule(table, Case("player_exposed", [seat], name, zone=OFF, facts=known))
    elif zone in SEAT_OF:
        known = facts.of(table, seat) | {"into_hand"}
        rule(table, Case("fouled_hand", [seat, SEAT_OF[zone]], name, zone=zone, facts=known))
    elif f"mucked:{seat}" not in hand.ruled:
        hand.ruled.add(f"mucked:{seat}")
        known = facts.of(table, seat)
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
    known = facts.of(table, target, None) | {"discard"}
    if event.card == UNREAD:
        known.add("unread")
    rule(table, Case("fouled_hand", [target], event.card, zone=event.zone, facts=known))


def _from_table(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> None:
    name, zone = event.card, event.zone
    if zone == origin:
        if origin == BOARD:
            _see_board_card(hand, event)
        elif event.face == "up" and name not in hand.felt.shown and origin == BURN:
            _burn_seen(table, hand, name)
        return
    due = hand.plan.due
    if (
        hand.stage == "deal"
        and due is not None
        and due.zone == zone
        and origin in (MUCK, BURN, OFF)
    ):
        _not_from_deck(table, hand, event, due.seat, origin)
        return
    hand.felt.move(name, zone, origin)
    if {origin, zone} == {BURN, MUCK} and hand.stage != "show" and not _last_card_out(table, hand):
        _mixed_burn(table, hand, name, zone)
    elif zone in SEAT_OF and origin in (MUCK, BURN):
        _reaches_hand(table, hand, event, 0)


def _not_from_deck(table: Table, hand: Hand, event: log.CardMoved, seat: int, origin: str) -> None:
    hand.felt.move(event.card, event.zone, origin)
    hand.holding[seat].append(event.card)
    hand.dealt.append((event.card, seat))
    hand.plan.pos += 1
    known = facts.of(table, seat) | {"in_seat"}
    rule(table, Case("not_top_card", [seat], event.card, zone=event.zone, facts=known))
    if not hand.over:
        _after_skip(table, hand)


def _last_card_out(table: Table, hand: Hand) -> bool:
    """After the last card burns may join the discards, unless a burn is in question."""
    last = hand.street + 1 >= len(hand.game.streets)
    return last and not any("burn" in c.fault for c in table.open_corrections())


def _mixed_burn(table: Table, hand: Hand, name: str, zone: str) -> None:
    disputed = any("burn" in c.fault for c in table.open_corrections())
    known = facts.of(table, None, None, zone) | ({"disputed"} if disputed else set())
    rule(table, Case("mixed_burn", [], name, zone=zone, facts=known, street=_street(hand)))


def _after_the_deal(table: Table, event: log.CardMoved) -> None:
    """Cards of a finished deal go home; only a new face from the stub is worth a word."""
    hand = table.hand
    if hand is None:
        return
    felt, name = hand.felt, event.card
    origin = event.from_ or felt.place.get(name, DECK_ZONE)
    new = origin == DECK_ZONE and event.zone in (BOARD, OFF) and event.face == "up"
    if event.zone != origin:
        felt.move(name, event.zone, origin)
    if new and "stub" not in hand.ruled and hand.result == "won":
        hand.ruled.add("stub")
        felt.shown.add(name)
        case = Case("stub_exposed", [], name, zone=event.zone, facts={"over"})
        if table.book.find(case.fault, case.facts) is not None:
            rule(table, case)


def _unshuffled(table: Table) -> None:
    needs = table.book.params["before_deal"]
    done = {"shuffle": table.shuffled, "cut": table.cut}
    hand = table.hand
    assert hand is not None
    missing = [need for need in needs if not done[need]]
    if missing and "no_shuffle" not in hand.ruled:
        hand.ruled.add("no_shuffle")
        rule(table, Case("no_shuffle", facts=facts.of(table) | set(missing)))


# What else is seen


def flash(table: Table, event: log.Flash) -> str | None:
    """A face was seen without the card being laid face up."""
    hand = table.hand
    if hand is None or hand.over:
        return None
    name, zone = event.card, event.zone
    seat = SEAT_OF.get(zone)
    if seat is not None and seat not in hand.holding:
        return f"seat {seat} has no cards in this deal"
    if seat is not None and event.by == "dealer" and hand.is_live(seat):
        exposed(table, hand, name, seat, {"flash"})
    elif seat is not None:
        hand.felt.shown.add(name)
        rule(table, Case("player_exposed", [seat], name, facts=facts.of(table, seat, name)))
    elif zone == BURN:
        _burn_seen(table, hand, name)
    elif zone in (DECK_ZONE, MUCK):
        hand.felt.shown.add(name)
        known = facts.of(table, None, None, zone)
        rule(table, Case("stub_exposed", [], name, zone=zone, facts=known, street=_street(hand)))
    elif zone == OFF and hand.stage == "deal" and hand.plan.due is not None:
        exposed(table, hand, name, hand.plan.due.seat, {"off_table"})
    return None


def report(table: Table, event: log.Report) -> None:
    """A person reports what no sensor saw."""
    hand = table.hand
    fault, seat, name = event.fault, event.seat, event.card
    if hand is not None and not hand.over and seat is not None and name is None:
        name = _card_meant(hand, fault, seat)
    if fault == "joker":
        name = JOKER
        if hand is not None and seat is not None and UNREAD in hand.holding.get(seat, []):
            held = hand.holding[seat]
            held[held.index(UNREAD)] = JOKER
    known = facts.of(table, seat, name, event.zone) | {"reported"}
    if hand is not None:
        known |= _again(hand, fault)
    if event.zone == BOARD:
        known.add("board")
    if event.card is not None:
        known.add("card_seen")
    case = Case(fault, [seat] if seat is not None else [], name, zone=event.zone, facts=known)
    if hand is not None and not hand.over:
        case.street = _street(hand)
        _board_of_case(hand, case)
    rule(table, case)


def _card_meant(hand: Hand, fault: str, seat: int) -> str | None:
    held = hand.hole(seat)
    return held[-1] if held and fault in ("exposed_card", "boxed_card", "extra_card") else None


def _again(hand: Hand, fault: str) -> set[str]:
    again = {
        "exposed_card": bool(hand.exposed),
        "boxed_card": hand.boxed > 0,
        "extra_card": hand.extra > 0,
    }
    if fault == "exposed_card":
        hand.exposed.append(UNREAD)
    elif fault == "boxed_card":
        hand.boxed += 1
    elif fault == "extra_card":
        hand.extra += 1
    return {"again"} if again.get(fault) else set()


def _board_of_case(hand: Hand, case: Case) -> None:
    if case.fault == "flop_count" and hand.street == 1:
        case.cards = list(hand.board)
    if case.card is not None and case.fault == "exposed_card":
        hand.felt.shown.add(case.card)


# Actions that meet an open correction


def before_act(table: Table, hand: Hand, event: log.Act) -> None:
    """A player acts though a card is still to be put right, or lies face down."""
    remedy.wrong_step(table, hand, "act")
    hidden = [card for card in hand.board if card in hand.face_down]
    if hidden and not hand.over and f"face_down:{hand.street}" not in hand.ruled:
        hand.ruled.add(f"face_down:{hand.street}")
        known = facts.of(table, None, None, BOARD)
        street = hand.game.streets[hand.street].name
        rule(table, Case("board_face_down", [], None, hidden, BOARD, known, street))


def acts_on_next_round(table: Table, hand: Hand, seat: int) -> bool:
    """A premature street is acted on as if the round before were done (hilton.A15.d.1)."""
    fault = f"premature_{hand.next_street.name}"
    if hand.stage != "bet" or not hand.withdrawn or f"{fault}:{hand.street}" not in hand.ruled:
        return False
    owing = hand.betting.outstanding()
    if seat in owing:
        return False
    known = facts.of(table, None, None, BOARD) | {"acted_on"}
    line = table.book.find(fault, known | facts.windows(table.book, hand))
    if line is None or line.decision != "dead_hand":
        return False
    remedy.drop(hand, fault)
    hand.stand = True
    rule(table, Case(fault, owing, None, list(hand.withdrawn), BOARD, known, hand.next_street.name))
    for other in owing[1:]:
        if not hand.over:
            table.kill(other)
    if not hand.over:
        table.let_withdrawn_stand()
    return hand.over


def after_act(table: Table, hand: Hand, event: log.Act) -> None:
    """The last player was just folding as the card came (hilton.A15.b)."""
    if hand.premature_at is None or hand.over:
        return
    since, hand.premature_at = event.t - hand.premature_at, None
    if event.do != "fold" or since > table.book.params["same_motion_seconds"]:
        return
    fault = f"premature_{hand.next_street.name}"
    known = facts.of(table, None, None, BOARD) | {"last_folding"}
    line = table.book.find(fault, known | facts.windows(table.book, hand))
    if line is not None and line.decision == "stands":
        remedy.drop(hand, fault)
        case = Case(fault, [event.seat], None, list(hand.withdrawn), BOARD, known)
        rule(table, case)
