"""Following a correction: which movements are its steps, and which are wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.cards import ASIDE, BOARD, BURN, DECK_ZONE, MUCK, OFF, SEAT_OF, UNREAD
from engine.deal import facts
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.log import CardMoved
from engine.play import discarding, exposing, new_stub, progress
from engine.play.judge import rule

PUT_AWAY = (MUCK, OFF, BURN, ASIDE)


def open_tasks(deal: Deal, do: str) -> Iterator[tuple[Correction, Task]]:
    """The tasks of a kind that are not done, with their corrections."""
    for correction in list(deal.corrections):
        for task in correction.tasks:
            if task.do == do and not task.done:
                yield correction, task


def awaits(deal: Deal, card: str) -> bool:
    """Whether a step asks for this very card to move."""
    return any(task.card == card for _, task in open_tasks(deal, "move"))


def cards_are_moving(deal: Deal) -> bool:
    """Whether some card still has to be put in its place."""
    return any(not task.plain for _, task in open_tasks(deal, "move"))


def claims(deal: Deal, event: CardMoved, origin: str) -> bool:
    """Whether a movement is one of the steps due; then it is done."""
    for correction in list(deal.open_corrections()):
        for task in correction.tasks:
            if task.done:
                continue
            take = TAKES.get(task.do)
            if take is not None and take(deal, task, event, origin):
                _after(deal, correction)
                return True
            if _gone_astray(task, event, origin):
                deal.felt.move(event.card, event.zone, origin)
                _rule_wrong_step(deal, correction, task, "card")
                return True
    return _of_no_account(deal, event, origin)


def _gone_astray(task: Task, event: CardMoved, origin: str) -> bool:
    """A card that was to go to its owner goes to somebody else."""
    to_owner = task.do == "move" and task.card == event.card and task.zone in SEAT_OF
    return to_owner and event.zone in SEAT_OF and event.zone not in (task.zone, origin)


def _of_no_account(deal: Deal, event: CardMoved, origin: str) -> bool:
    """A card that a ruling took out of play may be put away anywhere."""
    felt, street = deal.felt, deal.agenda.coming
    is_burn = street is not None and event.card == street.card
    put_on_top = is_burn and event.zone == DECK_ZONE
    scrap = event.card in felt.void and origin != DECK_ZONE and not is_burn
    if not put_on_top and not scrap:
        return False
    felt.move(event.card, event.zone, origin)
    if event.zone == DECK_ZONE:
        felt.void.discard(event.card)
        felt.take_from_hands(event.card)
    return True


# What each kind of step is met by


def _replace(deal: Deal, task: Task, event: CardMoved, origin: str) -> bool:
    zone = task.zone or f"seat:{task.seat}"
    agenda = deal.agenda
    if origin != DECK_ZONE or event.zone != zone or not agenda.is_due(task):
        return False
    task.done = True
    task.came = event.card
    due = agenda.start.due
    if agenda.stage == "deal" and due is not None and due.zone == zone and task.when == "now":
        return False  # the deal itself asks for it: the same place again
    deal.felt.move(event.card, zone, DECK_ZONE)
    if task.seat is not None:
        agenda.start.fill_missed(task.seat)
        deal.felt.hold(event.card, task.seat)
        if event.face == "up":
            exposing.exposed(deal, event.card, task.seat, set())
    return True


def _move(deal: Deal, task: Task, event: CardMoved, origin: str) -> bool:
    if event.card != task.card or event.zone != task.zone or origin == event.zone:
        return False
    task.done = True
    felt = deal.felt
    felt.move(event.card, event.zone, origin)
    if task.plain:
        if event.zone == DECK_ZONE and event.card != UNREAD:
            felt.top.append(event.card)
    elif event.zone in SEAT_OF:
        _to_owner(deal, event.card, SEAT_OF[event.zone])
        if event.face == "up" and not deal.over:
            exposing.exposed(deal, event.card, SEAT_OF[event.zone], set())
    elif event.zone == DECK_ZONE:
        felt.take_from_hands(event.card)
        if event.card != UNREAD and not felt.top:
            felt.top.append(event.card)
    elif event.zone == BOARD:
        felt.shown.add(event.card)
    return True


def _to_owner(deal: Deal, card: str, seat: int) -> None:
    felt, start = deal.felt, deal.agenda.start
    holder = felt.take_from_hands(card)
    felt.hold(card, seat)
    due = start.due
    _meets_replacement(deal, seat)
    discarding.arrived(deal, seat)
    if holder is not None and any(slot.seat == seat for slot in start.missed):
        start.give_back(seat, holder)
    elif deal.agenda.stage == "deal" and holder in start.order:
        if holder != seat:
            start.pass_on(holder, seat)
            felt.dealt = [(c, seat if c == card else s) for c, s in felt.dealt]
    elif deal.agenda.stage == "deal" and due is not None and due.seat == seat:
        felt.dealt.append((card, seat))
        start.pos += 1
        if start.due is None:
            progress.deal_done(deal)


def _take_back(deal: Deal, task: Task, event: CardMoved, origin: str) -> bool:
    if event.card not in task.cards or origin not in (BOARD, BURN) or event.zone == origin:
        return False
    felt = deal.felt
    felt.move(event.card, event.zone, origin)
    if event.card in felt.withdrawn:
        felt.withdrawn.remove(event.card)
    if event.zone in (MUCK, BURN):
        whose = next(c for c in deal.corrections if any(other is task for other in c.tasks))
        whose.close()
        stray(deal, "take_back", task.clause, event.card, follows=whose.ruling)
    on_board = felt.on_board()
    if event.zone == DECK_ZONE:
        deal.agenda.put_back(event.card)
    if not on_board or event.zone == DECK_ZONE:
        felt.reshuffled()  # it lies in a stub that will be remade
    if not any(card in on_board for card in task.cards):
        task.done = True
    return True


def _set_aside(deal: Deal, task: Task, event: CardMoved, origin: str) -> bool:
    """A card that does not play is put away, wherever that is."""
    if event.card != task.card or event.zone == origin or event.zone not in PUT_AWAY:
        return False
    deal.felt.move(event.card, event.zone, origin)
    task.done = True
    if deal.agenda.stud is not None and event.card in deal.felt.withdrawn:
        deal.felt.withdrawn.remove(event.card)  # it came too soon: kept apart
        deal.agenda.stud.buried.append(event.card)
        deal.agenda.stud.to_bury -= 1
    return True


def _show_table(deal: Deal, task: Task, event: CardMoved, origin: str) -> bool:
    """A board card that lay face down is turned up."""
    if event.card != task.card or event.face != "up" or not origin == event.zone == task.zone:
        return False
    deal.felt.see_on_board(event.card, up=True, at=event.t)
    task.done = True
    return True


TAKES: dict[str, Callable[[Deal, Task, CardMoved, str], bool]] = {
    "show_table": _show_table,
    "set_aside": _set_aside,
    "replace": _replace,
    "move": _move,
    "take_back": _take_back,
}


def _after(deal: Deal, correction: Correction) -> None:
    """A step was done: perhaps the street is whole again."""
    if correction.fault == "not_top_card" and deal.felt.top[-1:] == [correction.case.card]:
        deal.felt.top.pop()  # it lies under the card that should have come
    if deal.over or not correction.done:
        return
    if correction.decision == "remake":
        new_stub.remade(deal)
    agenda = deal.agenda
    if agenda.stage == "patch":
        patched(deal)
    elif agenda.to_seats:
        return
    elif agenda.stage == "cards" and len(deal.felt.fresh) == agenda.dealing.cards:
        progress.street_done(deal)


def patched(deal: Deal) -> None:
    """The board is whole again after a shift: the betting goes on where it was."""
    if len(deal.felt.board) >= deal.agenda.laid_by_now() and not cards_are_moving(deal):
        deal.agenda.resume()
        progress.round_over_if_done(deal)  # all are in: the streets go on by themselves


def _meets_replacement(deal: Deal, seat: int) -> None:
    """After the deal a card that reaches its owner is the replacement he was due."""
    if deal.agenda.stage == "deal":
        return
    for _, task in open_tasks(deal, "replace"):
        if task.seat == seat:
            task.done = True
            return


def meets_scrap(deal: Deal, seat: int, but: str = "") -> None:
    """The place of a scrapped card got its next one: that was the step."""
    for _, task in open_tasks(deal, "replace"):
        if task.when == "now" and task.seat == seat and not (but and task.card == but):
            task.done = True


def widen(deal: Deal, fault: str, card: str) -> None:
    """Another card of the same street: one ruling covers it."""
    for correction in deal.corrections:
        if correction.fault == fault:
            correction.case.cards.append(card)
            for task in correction.tasks:
                if task.do == "take_back" and card not in task.cards:
                    task.cards.append(card)
                    task.done = False
            if correction.decision == "bury":
                aside = Task("set_aside", "now", correction.clause, card=card)
                correction.tasks.append(aside)
                if correction not in deal.corrections:
                    deal.corrections.append(correction)


def replacement_due(deal: Deal) -> int | None:
    """The seat that is due a replacement now."""
    for _, task in open_tasks(deal, "replace"):
        if deal.agenda.is_due(task):
            return task.seat
    return None


def too_soon(deal: Deal, seat: int, card: str) -> bool:
    """A replacement that was to wait for the end of the deal came before it."""
    book = deal.setting.book
    for correction, task in open_tasks(deal, "replace"):
        if task.seat != seat:
            continue
        cure = book.find("wrong_seat", facts.of(deal, seat) | {"until:misdeal"})
        if task.when == "now" or (cure and cure.decision != "floor_call"):
            continue
        task.card = card
        _rule_wrong_step(deal, correction, task, "card")
        return not deal.over
    return False


def one_too_many(deal: Deal, event: CardMoved) -> None:
    """The street is full once its burn is put right: this card goes back on the stub."""
    deal.felt.move(event.card, BOARD, DECK_ZONE)
    deal.felt.shown.add(event.card)
    for correction in reversed(deal.open_corrections()):
        for task in correction.tasks:
            if task.do == "move" and not task.done:
                back = Task("move", "now", task.clause, card=event.card, zone=DECK_ZONE)
                correction.tasks.append(back)
                return


def seen(deal: Deal, seat: int) -> None:
    """A card that was to go back, or to its owner, has been looked at: rule again."""
    for correction in list(deal.open_corrections()):
        case = correction.case
        if correction.decision in ("move", "return_as_burn") and case.seat == seat:
            correction.close()
            if deal.agenda.coming is not None:
                deal.agenda.coming.named = None
            known = facts.of(deal, seat) | {"card_looked_at"}
            if correction.decision == "return_as_burn" and case.card:
                deal.felt.hold(case.card, seat)
            again = Case(case.fault, case.seats, case.card, zone=case.zone, facts=known)
            again.follows = correction.ruling
            rule(deal, again)
            return


def shuffled_too_soon(deal: Deal) -> None:
    """The would-be river must come off the stub as it lies (hilton.A15.5, uspa.3.2.1.5.4b)."""
    street = deal.agenda.coming
    if street is not None and deal.agenda.leftover_waits() and street.burn.clause:
        stray(deal, "reshuffle", street.burn.clause, deal.agenda.leftover[0])


def latest(deal: Deal, fault: str) -> int:
    """The open ruling on a fault that a later one overtakes; 0 where there is none."""
    return max((c.ruling for c in deal.open_corrections() if c.fault == fault), default=0)


def blocking(deal: Deal, did: str) -> tuple[Correction, Task] | None:
    """The step that was due where something else is done."""
    if not deal.corrections:
        return None
    for correction in list(deal.open_corrections()):
        if correction.awaits_floor:
            continue
        for task in correction.tasks:
            if correction.fault == "no_burn" and did == "board":
                continue  # the street's other cards may come while its burn is put right
            if _blocks(deal, task, did):
                return correction, task
    return None


def wrong_step(deal: Deal, did: str) -> bool:
    """Rule once where a step was due and something else was done; True if it was."""
    due = blocking(deal, did)
    if due is None:
        return False
    _rule_wrong_step(deal, *due, did)
    return True


def _blocks(deal: Deal, task: Task, did: str) -> bool:
    if task.plain or not deal.agenda.is_due(task):
        return False
    if task.do in ("replace", "move"):
        return True
    return task.do in ("reshuffle", "cut") and did in ("burn", "board")


def _let_lie(deal: Deal, card: str) -> None:
    """The card that should have become the burn stays where it was dealt."""
    felt, agenda = deal.felt, deal.agenda
    if agenda.stage == "patch":
        laid = agenda.laid
        felt.board.insert(len(felt.board) - (laid.cards if laid else 0) + 1, card)
        agenda.resume()
        progress.round_over_if_done(deal)  # all are in: the streets go on by themselves
    elif agenda.stage == "cards" and card not in felt.fresh:
        agenda.dealing.burn.done = False  # it was to be the burn
        felt.fresh.insert(0, card)
        if len(felt.fresh) >= agenda.dealing.cards:
            progress.street_done(deal)


def _rule_wrong_step(deal: Deal, correction: Correction, task: Task, did: str) -> None:
    felt, street = deal.felt, deal.agenda.coming
    felt.reshuffled()  # what lies on top is anybody's guess now
    correction.close()
    if correction.fault == "no_burn" and task.card is not None and task.card in felt.on_board():
        _let_lie(deal, task.card)
    if correction.decision == "return_as_burn":
        case = correction.case
        if street is not None:
            street.named = None  # it was not given back: it is in the hand, one too many
        if case.card and case.seat is not None:
            felt.hold(case.card, case.seat)
    if correction.fault == "premature_burn" and street is not None:
        street.named = None  # left lying, it is the burn after all
        street.burn.done = True
    seats = [task.seat] if task.seat is not None else []
    known = facts.of(deal, task.seat) | {task.do, correction.fault, correction.decision, did}
    clause = task.clause or correction.clause
    case = Case("wrong_step", seats, task.card, facts=known, clause=clause)
    case.follows = correction.ruling
    rule(deal, case)


def clause_of(deal: Deal, do: str) -> str:
    """The clause of the latest ruling that asks for such a step."""
    clauses = [t.clause for c in deal.corrections for t in c.tasks if t.do == do]
    return clauses[-1] if clauses else ""


def stray(deal: Deal, did: str, clause: str, card: str, origin: str = "", follows: int = 0) -> None:
    """A burn or a board card done otherwise than ruled."""
    deal.felt.reshuffled()
    known = facts.of(deal) | {did, f"from_{origin}"}
    clause = clause or deal.setting.book.authority
    rule(deal, Case("wrong_step", [], card, facts=known, clause=clause, follows=follows))
