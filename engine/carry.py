"""Carrying a ruling out: what each decision does to the deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from engine import shifts
from engine.cards import BOARD, BURN, DECK_ZONE, UNREAD

if TYPE_CHECKING:
    from engine.corrections import Correction, Step
    from engine.hand import Hand
    from engine.rulebook import Line
    from engine.rulings import Case
    from engine.table import Table


def out(table: Table, case: Case, line: Line, correction: Correction) -> None:
    """Do what the decision says, as far as the engine can; the rest are steps to follow."""
    if line.decision == "floor_call":
        correction.awaits_floor = True
    action = ACTIONS.get(line.decision)
    if action is not None and table.hand is not None and not table.hand.over:
        action(table, table.hand, case, correction)
    settle_words(correction)


def settle_words(correction: Correction) -> None:
    """Steps that are words for people are done as soon as they are said."""
    for step in correction.steps:
        if step.do not in ("replace", "move", "take_back", "reshuffle", "cut"):
            step.done = True


def _misdeal(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    table.finish_without_winner("misdeal")
    for step in correction.steps:
        step.done = True


def _void(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    table.finish_without_winner("void")
    for step in correction.steps:
        step.done = True


def _kill(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    for seat in case.seats[:1]:
        table.kill(seat)


def _replace(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """The card is out of the hand; the step says when the new one comes."""
    if case.card:
        hand.void.add(case.card)
    for step in correction.steps:
        if step.do == "burn" and step.card:
            hand.burn_card, hand.burn_card_clause = step.card, step.clause
        if step.do == "replace":
            step.round = hand.plan.round
    if not any(step.do == "replace" for step in correction.steps):
        return
    if hand.stage == "bet" and case.seat is not None and case.seat not in hand.holding:
        hand.holding[case.seat] = []


def _scrap(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """Scrap paper is in nobody's hand, on no board and no burn."""
    card = case.card
    if card:
        _unplace(hand, card, case.seat)
    for step in correction.steps:
        step.round = hand.plan.round
        if step.do == "replace" and _asked_for_already(hand, case):
            step.done = True


def _asked_for_already(hand: Hand, case: Case) -> bool:
    """Whether the plan, or another ruling, itself asks for the card that comes instead."""
    if case.zone in (BOARD, BURN, DECK_ZONE) or case.seat not in hand.holding:
        return True
    return any(
        step.do == "replace" and step.seat == case.seat and not step.done
        for correction in hand.corrections[:-1]
        for step in correction.steps
    )


def _unplace(hand: Hand, card: str, seat: int | None) -> None:
    held = hand.holding.get(seat, []) if seat is not None else []
    for cards in (held, hand.fresh, hand.board):
        if card in cards:
            cards.remove(card)
    hand.void.add(card)


def _return_as_burn(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    if case.card and case.seat is not None:
        held = hand.holding.get(case.seat, [])
        if case.card in held:
            held.remove(case.card)
        if case.card != UNREAD:
            hand.burn_card, hand.burn_card_clause = case.card, correction.clause


def _top_card(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """The deal's own plan gives the short seats their cards, unless it is past."""
    if hand.stage == "deal":
        for seat in case.seats:
            hand.plan.recall(seat)
        for step in correction.steps:
            step.done = True
    elif case.seat is not None:
        lacking = hand.size - len(hand.hole(case.seat)) - 1
        first = correction.steps[0] if correction.steps else None
        if first is not None:
            correction.steps += [replace(first) for _ in range(lacking)]


def _shift(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    moved = [(s.card, s.zone) for s in correction.steps if s.do == "move" and s.card and s.zone]
    shifts.apply(hand, case, [(card, zone) for card, zone in moved if card and zone])


def _take_back(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    hand.early_burns = 0
    hand.burn_card = None
    TAKEN_BACK.get(case.fault, _take_back_cards)(table, hand, case, correction)
    for step in correction.steps:
        if step.do == "take_back" and not step.cards:
            step.done = True
        if step.do in ("reshuffle", "cut") and "shuffle" not in table.sensors:
            step.done = True  # nobody can see it done


def _take_back_burn(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """It goes back on top of the stub, and is the burn when the time comes."""
    clauses = [step.clause for step in correction.steps if step.do == "burn"]
    hand.burn_card, hand.burn_card_clause = case.card, clauses[0] if clauses else ""


def _take_back_flop(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    hand.withdrawn += [card for card in hand.on_board() if card not in hand.withdrawn]
    hand.board = [card for card in hand.board if card not in hand.withdrawn]
    hand.fresh = []
    if hand.stage in ("bet", "show"):  # reported when the streets were all out
        hand.street -= 1
    hand.stage = "cards"
    # The burn that was made stays made, unless the book wants another.
    hand.burns = 0 if any(step.do == "burn" for step in correction.steps) else 1
    _set_remake(table, hand, correction.steps, hand.street + 1)


def _take_back_turn(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """The would-be river takes its place; the deck is remade with it before the river."""
    hand.leftover = list(hand.withdrawn)
    later = [step for step in correction.steps if step.when == "after_round"]
    soon = [step for step in correction.steps if step.when == "after_betting"]
    _set_remake(table, hand, later, hand.street + 2)
    _set_remake(table, hand, soon, hand.street + 1)


def _take_back_cards(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """A premature flop or river, a dropped deck: the stub is remade before the next cards."""
    if hand.stage == "deal":  # cut, and burn before the deal goes on
        burns = [step.clause for step in correction.steps if step.do == "burn"]
        hand.deal_burn = burns[0] if burns else ""
        return
    steps = [step for step in correction.steps if step.when != "now"]
    _set_remake(table, hand, steps, hand.street + 1)


TAKEN_BACK = {
    "premature_burn": _take_back_burn,
    "flop_count": _take_back_flop,
    "premature_turn": _take_back_turn,
}


def _set_remake(table: Table, hand: Hand, steps: list[Step], street: int) -> None:
    """The street will be dealt from a remade deck: with a burn, without, or either."""
    if not steps:
        return
    burns = [step for step in steps if step.do in ("burn", "no_burn")]
    hand.burn_rules[street] = burns[0].do if burns else table.book.params["remade_burn"]
    hand.burn_clause[street] = burns[0].clause if burns else ""
    shuffles = [step.clause for step in steps if step.do == "reshuffle"]
    if shuffles:
        hand.remake_clause[street] = shuffles[0]


def _play_out(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    seat = case.seat
    if seat is None or hand.stage != "deal" or seat in hand.intruders or seat in hand.holding:
        return
    hand.holding[seat] = [case.card] if case.card else []
    hand.plan.add(seat)
    if case.fault == "absent_seat":
        table.join(seat)  # hilton.A9.9: live, if he is back at his turn
    else:
        hand.intruders.add(seat)


def _refund(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """A seat's ante goes back and it sits out (hilton.A9.e.2), or its whole stake by the floor."""
    if case.seat is not None:
        table.refund(case.seat)


def _stands(table: Table, hand: Hand, case: Case, correction: Correction) -> None:
    """Premature cards that stay become the street once the betting is done."""
    if case.fault == "dealt_out" and "absent" in case.facts and case.seat is not None:
        table.leave_out(case.seat)
    elif case.fault in ("short_hand", "dealt_out") and hand.stage == "deal":
        hand.plan.close()
        hand.ruled |= {f"count:{seat}" for seat in case.seats}
        table.deal_done()
    if case.fault.startswith("premature_") and hand.withdrawn:
        hand.stand = True
        if hand.stage == "cards":
            table.let_withdrawn_stand()


ACTIONS: dict[str, Callable[[Table, Hand, Case, Correction], None]] = {
    "misdeal": _misdeal,
    "void_deal": _void,
    "dead_hand": _kill,
    "forfeit": _kill,
    "replace": _replace,
    "scrap": _scrap,
    "return_as_burn": _return_as_burn,
    "top_card": _top_card,
    "shift": _shift,
    "take_back": _take_back,
    "play_out": _play_out,
    "refund": _refund,
    "stands": _stands,
    "keep": _stands,
}
