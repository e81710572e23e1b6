"""Burn and board: each street's cards compared with what was due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, hole_cards, log, remedy
from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, UNREAD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def to_burn(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """A card from the deck reaches the burns."""
    name = event.card
    stage = hand.stage
    if stage == "deal" and hand.deal_burn:
        hand.felt.move(name, event.zone, DECK_ZONE)
        hand.deal_burn = ""
        return
    if stage == "deal":
        hand.felt.move(name, event.zone, DECK_ZONE)
        hole_cards.deal_cut_short(table, hand, by_card=True)
        return
    named = hand.burn_card if hand.stage == "cards" else None
    if (
        not remedy.wrong_step(table, hand, "burn")
        and named is None
        and hand.burn_rule() != "no_burn"
    ):
        hole_cards.not_the_top(table, hand, event)
    if hand.over:
        return
    hand.felt.move(name, event.zone, DECK_ZONE)
    if stage == "cards":
        burn_in_time(table, hand, event)
    elif stage == "bet" and hand.street + 1 < len(hand.game.streets):
        hand.early_burns += 1
        if hand.early_burns == 1:
            known = facts.of(table, None, None, BURN)
            rule(table, Case("premature_burn", [], name, facts=known | {hand.next_street.name}))
    if event.face == "up" and not hand.over:
        burn_seen(table, hand, name)


def burn_in_time(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """The betting is done: compare the burn with the one that was due."""
    name, rule_of_street = event.card, hand.burn_rule()
    hand.flop_ruled_at = None
    if rule_of_street == "no_burn" or _named_burn_missed(hand, name):
        hand.burns += 1
        remedy.stray(table, hand, "burn", _burn_clause(hand), name)
    elif hand.burns and rule_of_street == "burn":
        known = facts.of(table, None, None, BURN) | ({"board_out"} if hand.fresh else set())
        hand.burns += 1
        rule(table, Case("extra_burn", [], name, facts=known, street=hand.street_at_issue))
    else:
        hand.burns += 1
    if name == hand.burn_card:
        hand.burn_card = None


def _burn_clause(hand: Hand) -> str:
    """The clause of the ruling that says how this street is burned."""
    named = hand.burn_card_clause if hand.burn_card is not None else ""
    return named or hand.burn_clause.get(hand.street + 1, "")


def _named_burn_missed(hand: Hand, name: str) -> bool:
    """A ruling named the burn, and another card was burned."""
    return hand.burn_card not in (None, name) and name != UNREAD and not hand.burns


def burn_seen(table: Table, hand: Hand, name: str) -> None:
    """A burn's face was seen."""
    if name in hand.exposed or name in hand.felt.shown:
        return  # the exposed card that serves as the burn was seen before
    hand.felt.shown.add(name)
    known = facts.of(table, None, None, BURN)
    rule(
        table,
        Case("burn_exposed", [], name, zone=BURN, facts=known, street=hand.street_at_issue),
    )


def to_board(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """A card from the deck reaches the board."""
    if hand.stage == "deal":
        hand.felt.move(event.card, BOARD, DECK_ZONE)
        hole_cards.deal_cut_short(table, hand, by_card=True)
        return
    if hand.stage == "cards":
        _board_in_time(table, hand, event)
    elif hand.stage == "patch":
        hand.felt.move(event.card, BOARD, DECK_ZONE)
        see_board_card(hand, event)
        hand.board.append(event.card)
        remedy.patched(table, hand)
    else:
        _board_too_soon(table, hand, event)


def see_board_card(hand: Hand, event: log.CardMoved) -> None:
    """Remember whether a board card lies up or down."""
    if event.face == "up":
        hand.felt.shown.add(event.card)
        hand.face_down.discard(event.card)
    else:
        hand.face_down.add(event.card)


def _board_in_time(table: Table, hand: Hand, event: log.CardMoved) -> None:
    if len(hand.fresh) >= hand.next_street.board:
        remedy.one_too_many(table, hand, event)
        return
    if not hand.fresh and _same_flop(table, hand, event):
        return
    if hand.fresh or not _before_first_board_card(table, hand, event):
        hole_cards.not_the_top(table, hand, event)
    if hand.over:
        return
    hand.felt.move(event.card, BOARD, DECK_ZONE)
    see_board_card(hand, event)
    hand.fresh.append(event.card)
    if not hand.burns and len(hand.fresh) == 1 and hand.burn_rule() == "burn":
        _no_burn(table, hand, event.card)
    street_done_if_full(table, hand)


def _same_flop(table: Table, hand: Hand, event: log.CardMoved) -> bool:
    """A fifth card of the flop that has just been ruled on belongs to the same ruling."""
    since = event.t - hand.flop_ruled_at if hand.flop_ruled_at is not None else 99.0
    if since > table.book.params["same_motion_seconds"]:
        return False
    if not hand.withdrawn or not all(card in hand.on_board() for card in hand.withdrawn):
        return False
    hand.felt.move(event.card, BOARD, DECK_ZONE)
    see_board_card(hand, event)
    hand.withdrawn.append(event.card)
    remedy.widen(table, hand, "flop_count", event.card)
    return True


def _before_first_board_card(table: Table, hand: Hand, event: log.CardMoved) -> bool:
    """A street comes though its correction is not done; True where that was ruled."""
    if remedy.wrong_step(table, hand, "board"):
        return True
    left = [card for card in hand.on_board() if card in hand.withdrawn]
    if left:
        clause = remedy.clause_of(hand, "take_back")
        for correction in hand.corrections:
            if any(step.do == "take_back" for step in correction.steps):
                for step in correction.steps:
                    step.done = True
        hand.withdrawn = []
        remedy.stray(table, hand, "take_back", clause, event.card)
        return True
    remade = hand.remake_clause.get(hand.street + 1)
    astray = [c for c in hand.leftover if hand.felt.zone_of(c) in (MUCK, BURN, BOARD)]
    if remade and astray and not hand.leftover_waits():
        remedy.stray(table, hand, "reshuffle", remade, astray[0])
        return True
    return False


def _no_burn(table: Table, hand: Hand, name: str) -> None:
    if "rfid" not in table.sensors:
        return
    street = hand.street + 1
    known = facts.of(table, None, None, BOARD)
    case = Case("no_burn", [], name, zone=BOARD, facts=known, street=hand.street_at_issue)
    line = table.book.find("no_burn", known | facts.windows(table.book, hand))
    cured = line is not None and line.decision != "floor_call"
    remade = bool(hand.burn_clause.get(street))
    if remade or (hand.burn_card is not None and not cured):
        remedy.stray(table, hand, "burn", _burn_clause(hand), name)
    else:
        rule(table, case)
    hand.burn_card = None


def street_done_if_full(table: Table, hand: Hand) -> None:
    """The street is whole, and nothing of it still has to move: the betting opens."""
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
    see_board_card(hand, event)
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
        remedy.widen(table, hand, fault, name)
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
    hand.flop_ruled_at = table.now
    known = facts.of(table, None, None, BOARD)
    case = Case("flop_count", [], name, [*hand.board, name], BOARD, known, "flop")
    line = rule(table, case)
    if line.decision == "take_back":
        hand.ruled.discard("flop_count")
    else:
        hand.withdrawn.append(name)
