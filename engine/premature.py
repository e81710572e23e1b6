"""Actions that meet a card which came too soon, or a correction still open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import facts, hole_cards, log, remedy
from engine.cards import BOARD
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def before_act(table: Table, hand: Hand, event: log.Act) -> None:
    """A player acts though a card is still to be put right, or lies face down."""
    remedy.wrong_step(table, hand, "act")
    if not hand.over and hand.plan.missed:
        hole_cards.deal_cut_short(table, hand)
    if hand.over:
        return
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
