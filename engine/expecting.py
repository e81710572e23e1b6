"""What must happen next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import showdown
from engine.cards import BOARD, BURN, DECK_ZONE, SEAT_ZONES, UNREAD

if TYPE_CHECKING:
    from engine.corrections import Step
    from engine.hand import Hand
    from engine.table import Table

Answer = dict[str, Any]


def expectation(table: Table) -> Answer | None:
    """The one thing that must happen next, or None while nothing is under way."""
    hand = table.hand
    if hand is None or hand.stage == "over":
        return _expect_deal(table)
    if hand.corrections:
        due = _expect_correction(table)
        if due is not None:
            return due
    stage = hand.stage
    if stage == "deal":
        slot = hand.plan.due
        assert slot is not None
        if hand.deal_burn:
            return {
                "o": "expect", "what": "card", "zone": BURN, "face": "down",
                "why": hand.deal_burn,
            }  # fmt: skip
        return {
            "o": "expect", "what": "card", "zone": slot.zone, "face": slot.face,
            "why": table.book.why.get("deal", table.book.authority),
        }  # fmt: skip
    if stage == "bet":
        return _expect_act(table, hand)
    if stage in ("cards", "patch"):
        return _expect_board(table, hand)
    return showdown.expectation(table, hand)


def _expect_deal(table: Table) -> Answer | None:
    if not table.opened or len(table.seats) < 2:
        return None
    if "shuffle" in table.sensors and not (table.shuffled and (table.cut or not _must_cut(table))):
        what = "shuffle" if not table.shuffled else "cut"
    else:
        what = "hand"
    why = table.book.why.get(what, table.book.authority)
    if what == "hand" and table.redeal:
        why = table.book.why.get("redeal", why)
    return {"o": "expect", "what": what, "why": why}


def _must_cut(table: Table) -> bool:
    return "cut" in table.book.params["before_deal"]


def _expect_correction(table: Table) -> Answer | None:
    waiting = table.open_corrections()
    for correction in sorted(waiting, key=lambda c: not c.awaits_floor):
        if correction.awaits_floor:
            return {
                "o": "expect", "what": "floor", "ruling": correction.ruling,
                "why": correction.clause,
            }  # fmt: skip
        for step in correction.steps:
            if not step.done and is_due(table, step):
                return _expect_step(table, step)
    return None


def is_due(table: Table, step: Step) -> bool:
    """Whether a step's time has come."""
    hand = table.hand
    if step.done or hand is None:
        return False
    if step.when == "now":
        return True
    if step.when == "after_deal":
        return hand.stage != "deal"
    if step.when == "after_round":
        if step.do == "replace":
            return hand.plan.round > step.round
        return (
            hand.stage == "cards"
            and hand.street + 1 in hand.burn_rules
            and not hand.leftover_waits()
        )
    return hand.stage == "cards"


def _expect_step(table: Table, step: Step) -> Answer | None:
    hand = table.hand
    assert hand is not None
    expect: Answer = {"o": "expect", "what": "card"}
    if step.do == "replace":
        zone = step.zone or SEAT_ZONES[step.seat or 0]
        expect |= {"zone": zone, "face": "up" if zone == BOARD else "down"}
    elif step.do == "move":
        face = "up" if step.zone == BOARD else "down"
        expect |= {"zone": step.zone, "face": face, "card": step.card}
    elif step.do == "take_back":
        left = [card for card in step.cards if card in hand.on_board()]
        if not left or hand.stage == "bet" or hand.leftover_waits():
            return None
        expect |= {"zone": DECK_ZONE, "face": "down", "card": left[0]}
    else:
        expect["what"] = {"reshuffle": "shuffle"}.get(step.do, step.do)
    expect["why"] = step.clause
    return expect


def _expect_act(table: Table, hand: Hand) -> Answer | None:
    betting = hand.betting
    turn = betting.turn
    if turn is None:
        return None
    why = table.book.why.get("act" if hand.street == 0 else "act_later", table.book.authority)
    return {
        "o": "expect", "what": "act", "seat": turn.seat, "options": betting.options(),
        "to_call": min(betting.to_call(turn), turn.stack), "why": why,
    }  # fmt: skip


def _expect_board(table: Table, hand: Hand) -> Answer:
    street = hand.next_street if hand.stage == "cards" else table.game.streets[hand.street]
    expect: Answer = {"o": "expect", "what": "card"}
    burn = (
        hand.stage == "cards" and not hand.burns and not hand.fresh and hand.burn_rule() == "burn"
    )
    top = hand.felt.top[-1] if hand.felt.top else None
    if burn:
        expect |= {"zone": BURN, "face": "down"}
        top = hand.burn_card or top
    else:
        expect |= {"zone": BOARD, "face": "up"}
    if top is not None and top != UNREAD:
        expect["card"] = top
    clause = hand.burn_clause.get(hand.street + 1, "")
    if burn and hand.burn_card:
        clause = hand.burn_card_clause or clause
    key = f"{street.name}_burn" if burn else street.name
    expect["why"] = clause or table.book.why.get(key, table.book.authority)
    return expect
