"""Following a correction: which movements are its steps, and which are wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import expecting, exposure, facts, log
from engine.cards import BOARD, BURN, DECK_ZONE, MUCK, SEAT_OF, UNREAD
from engine.corrections import Correction, Step
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


def awaits(hand: Hand, card: str) -> bool:
    """Whether a step asks for this very card to move."""
    return any(
        not step.done and step.do == "move" and step.card == card
        for correction in hand.corrections
        for step in correction.steps
    )


def claims(table: Table, hand: Hand, event: log.CardMoved, origin: str) -> bool:
    """Whether a movement is one of the steps due; then it is done."""
    for correction in list(table.open_corrections()):
        for step in correction.steps:
            if not step.done and TAKES[step.do](table, hand, step, event, origin):
                _after(table, hand, correction)
                return True
            if not step.done and _gone_astray(step, event, origin):
                hand.felt.move(event.card, event.zone, origin)
                _rule_wrong_step(table, hand, correction, step, "card")
                return True
    return _of_no_account(hand, event, origin)


def _gone_astray(step: Step, event: log.CardMoved, origin: str) -> bool:
    """A card that was to go to its owner goes to somebody else."""
    to_owner = step.do == "move" and step.card == event.card and step.zone in SEAT_OF
    return to_owner and event.zone in SEAT_OF and event.zone not in (step.zone, origin)


def _of_no_account(hand: Hand, event: log.CardMoved, origin: str) -> bool:
    """A card that a ruling took out of play may be put away anywhere."""
    put_on_top = event.card == hand.burn_card and event.zone == DECK_ZONE
    scrap = event.card in hand.void and origin != DECK_ZONE and event.card != hand.burn_card
    if not put_on_top and not scrap:
        return False
    hand.felt.move(event.card, event.zone, origin)
    if event.zone == DECK_ZONE:
        hand.void.discard(event.card)
        _forget(hand, event.card)
    return True


def _forget(hand: Hand, card: str) -> None:
    for held in hand.holding.values():
        if card in held:
            held.remove(card)


def _replace(table: Table, hand: Hand, step: Step, event: log.CardMoved, origin: str) -> bool:
    zone = step.zone or f"seat:{step.seat}"
    if origin != DECK_ZONE or event.zone != zone or not expecting.is_due(table, step):
        return False
    due = hand.plan.due
    if hand.stage == "deal" and due is not None and due.zone == zone and step.when == "now":
        step.done = True
        return False  # the plan itself asks for it: the same place again
    step.done = True
    hand.felt.move(event.card, zone, DECK_ZONE)
    seat = step.seat
    if seat is not None:
        hand.plan.fill_missed(seat)
        hand.holding.setdefault(seat, []).append(event.card)
        if event.face == "up":
            exposure.exposed(table, hand, event.card, seat, set())
    return True


def _move(table: Table, hand: Hand, step: Step, event: log.CardMoved, origin: str) -> bool:
    if event.card != step.card or event.zone != step.zone or origin == event.zone:
        return False
    step.done = True
    hand.felt.move(event.card, event.zone, origin)
    if event.zone in SEAT_OF:
        _to_owner(table, hand, event.card, SEAT_OF[event.zone])
    elif event.zone == DECK_ZONE:
        _forget(hand, event.card)
        if event.card != UNREAD and not hand.felt.top:
            hand.felt.top.append(event.card)
    elif event.zone == BOARD:
        hand.felt.shown.add(event.card)
    return True


def _to_owner(table: Table, hand: Hand, card: str, seat: int) -> None:
    holder = next((s for s, held in hand.holding.items() if card in held), None)
    _forget(hand, card)
    hand.holding.setdefault(seat, []).append(card)
    due = hand.plan.due
    meets_replacement(hand, seat)
    if holder is not None and any(slot.seat == seat for slot in hand.plan.missed):
        hand.plan.give_back(seat, holder)
    elif hand.stage == "deal" and due is not None and due.seat == seat:
        hand.dealt.append((card, seat))
        hand.plan.pos += 1
        if hand.plan.due is None:
            table.deal_done()


def _take_back(table: Table, hand: Hand, step: Step, event: log.CardMoved, origin: str) -> bool:
    if event.card not in step.cards or origin not in (BOARD, BURN) or event.zone == origin:
        return False
    hand.felt.move(event.card, event.zone, origin)
    if event.card in hand.withdrawn:
        hand.withdrawn.remove(event.card)
    if event.zone in (MUCK, BURN):
        for other in correction_of(hand, step):
            other.done = True
        stray(table, hand, "take_back", step.clause, event.card)
    if hand.on_board() == [] or event.zone == DECK_ZONE:
        hand.felt.reshuffled()  # it lies in a stub that will be remade
    on_board = hand.on_board()
    if not any(card in on_board for card in step.cards):
        step.done = True
    return True


def _never(table: Table, hand: Hand, step: Step, event: log.CardMoved, origin: str) -> bool:
    return False


TAKES = {
    "replace": _replace, "move": _move, "take_back": _take_back,
    "reshuffle": _never, "cut": _never,
}  # fmt: skip


def _after(table: Table, hand: Hand, correction: Correction) -> None:
    """A step was done: perhaps the street is whole again."""
    if hand.over or not correction.done:
        return
    if hand.stage == "patch":
        patched(table, hand)
    elif hand.stage == "cards" and len(hand.fresh) == hand.next_street.board:
        table.street_done()


def patched(table: Table, hand: Hand) -> None:
    """The board is whole again after a shift: the betting goes on where it was."""
    wanted = sum(street.board for street in hand.game.streets[: hand.street + 1])
    moving = any(s.do == "move" and not s.done for c in table.open_corrections() for s in c.steps)
    if len(hand.board) >= wanted and not moving:
        hand.stage = "bet"


def meets_replacement(hand: Hand, seat: int) -> None:
    """After the deal a card that reaches its owner is the replacement he was due."""
    for correction in hand.corrections:
        for step in correction.steps:
            if (
                step.do == "replace"
                and step.seat == seat
                and hand.stage != "deal"
                and not step.done
            ):
                step.done = True
                return


def meets_scrap(hand: Hand, seat: int) -> None:
    """The place of a scrapped card got its next one: that was the step."""
    for correction in hand.corrections:
        for step in correction.steps:
            if step.do == "replace" and step.when == "now" and step.seat == seat:
                step.done = True


def widen(table: Table, hand: Hand, fault: str, card: str) -> None:
    """Another card of the same street: one ruling covers it."""
    for correction in hand.corrections:
        if correction.fault == fault:
            table.rulings[correction.ruling][1].cards.append(card)
            for step in correction.steps:
                if step.do == "take_back" and card not in step.cards:
                    step.cards.append(card)
                    step.done = False


def replacement_due(table: Table) -> int | None:
    """The seat that is due a replacement now."""
    for correction in table.open_corrections():
        for step in correction.steps:
            if step.do == "replace" and not step.done and expecting.is_due(table, step):
                return step.seat
    return None


def too_soon(table: Table, hand: Hand, seat: int, card: str) -> bool:
    """A replacement that was to wait for the end of the deal came before it."""
    for correction in table.open_corrections():
        for step in correction.steps:
            if step.do == "replace" and step.seat == seat and not step.done:
                cure = table.book.find("wrong_seat", facts.of(table, seat) | {"until:misdeal"})
                if step.when == "now" or (cure and cure.decision != "floor_call"):
                    continue
                step.card = card
                _rule_wrong_step(table, hand, correction, step, "card")
                return not hand.over
    return False


def one_too_many(table: Table, hand: Hand, event: log.CardMoved) -> None:
    """The street is full once its burn is put right: this card goes back on the stub."""
    hand.felt.move(event.card, BOARD, DECK_ZONE)
    hand.felt.shown.add(event.card)
    for correction in reversed(table.open_corrections()):
        for step in correction.steps:
            if step.do == "move" and not step.done:
                back = Step("move", "now", step.clause, card=event.card, zone=DECK_ZONE)
                correction.steps.append(back)
                return


def seen(table: Table, hand: Hand, seat: int) -> None:
    """A card that was to go back, or to its owner, has been looked at: rule again."""
    for correction in list(table.open_corrections()):
        case = table.rulings[correction.ruling][1]
        if correction.decision in ("move", "return_as_burn") and case.seat == seat:
            for step in correction.steps:
                step.done = True
            hand.burn_card = None
            known = facts.of(table, seat) | {"card_looked_at"}
            if correction.decision == "return_as_burn" and case.card:
                hand.holding[seat].append(case.card)
            rule(table, Case(case.fault, case.seats, case.card, zone=case.zone, facts=known))
            return


def shuffled_too_soon(table: Table, hand: Hand) -> None:
    """The would-be river must come off the stub as it lies (hilton.A15.5, uspa.3.2.1.5.4b)."""
    clause = hand.burn_clause.get(hand.street + 1, "")
    if hand.leftover_waits() and clause:
        stray(table, hand, "reshuffle", clause, hand.leftover[0])


def drop(hand: Hand, fault: str) -> None:
    """A ruling is overtaken by a later one."""
    hand.corrections = [c for c in hand.corrections if c.fault != fault]


def wrong_step(table: Table, hand: Hand, did: str) -> bool:
    """Rule once where a step was due and something else was done; True if it was."""
    for correction in list(table.open_corrections()):
        if correction.awaits_floor:
            continue
        for step in correction.steps:
            if correction.fault == "no_burn" and did == "board":
                continue  # the street's other cards may come while its burn is put right
            if _blocks(table, hand, step, did):
                _rule_wrong_step(table, hand, correction, step, did)
                return True
    return False


def _blocks(table: Table, hand: Hand, step: Step, did: str) -> bool:
    if step.done or not expecting.is_due(table, step):
        return False
    if step.do in ("replace", "move"):
        return True
    return step.do in ("reshuffle", "cut") and did in ("burn", "board")


def _let_lie(table: Table, hand: Hand, card: str) -> None:
    """The card that should have become the burn stays where it was dealt."""
    if hand.stage == "patch":
        hand.board.insert(len(hand.board) - hand.game.streets[hand.street].board + 1, card)
        hand.stage = "bet"
    elif card not in hand.fresh:
        hand.fresh.insert(0, card)
        if len(hand.fresh) >= hand.next_street.board:
            table.street_done()


def _rule_wrong_step(
    table: Table, hand: Hand, correction: Correction, step: Step, did: str
) -> None:
    hand.felt.reshuffled()  # what lies on top is anybody's guess now
    for other in correction.steps:
        other.done = True
    if correction.fault == "no_burn" and step.card in hand.on_board():
        _let_lie(table, hand, step.card)
    if correction.decision == "return_as_burn":
        case = table.rulings[correction.ruling][1]
        hand.burn_card = None  # it was not given back: it is in the hand, one too many
        if case.card and case.seat is not None:
            hand.holding.setdefault(case.seat, []).append(case.card)
    if correction.fault == "premature_burn":  # left lying, it is the burn after all
        hand.burn_card = None
        hand.early_burns = hand.burns = 1
    seats = [step.seat] if step.seat is not None else []
    known = facts.of(table, step.seat) | {step.do, correction.fault, correction.decision, did}
    case = Case(
        "wrong_step", seats, step.card, facts=known, clause=step.clause or correction.clause
    )
    rule(table, case)


def correction_of(hand: Hand, step: Step) -> list[Step]:
    """All steps of the correction that a step belongs to."""
    return next((c.steps for c in hand.corrections if step in c.steps), [])


def clause_of(hand: Hand, do: str) -> str:
    """The clause of the latest ruling that asks for such a step."""
    clauses = [s.clause for c in hand.corrections for s in c.steps if s.do == do]
    return clauses[-1] if clauses else ""


def stray(table: Table, hand: Hand, did: str, clause: str, card: str, origin: str = "") -> None:
    """A burn or a board card done otherwise than ruled."""
    hand.felt.reshuffled()
    known = facts.of(table) | {did, f"from_{origin}"}
    rule(table, Case("wrong_step", [], card, facts=known, clause=clause or table.book.authority))
