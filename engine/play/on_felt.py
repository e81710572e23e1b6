"""Steps that no book prints: what a decision asks for because of how the cards lie."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import BOARD, DECK_ZONE, MUCK, SEAT_OF, SEAT_ZONES, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.deal.tasks import Task
from engine.law import Line

LETS_BE = frozenset(("keep", "stands", "overrule"))
NOT_OF_THE_DECK = frozenset(("boxed_card", "joker", "foreign_back", "unknown_card"))
KILLS = frozenset(("dead_hand", "forfeit", "refund"))


def steps(deal: Deal, case: Case, line: Line, tasks: list[Task]) -> list[Task]:
    """The book's steps, and those that the felt asks for."""
    decision = line.decision
    if decision == "replace" and case.fault in NOT_OF_THE_DECK and case.card:
        tasks = _no_burn_of_it(case, tasks, line.clause)
    if case.instead is not None:
        tasks = _instead(case, decision, tasks, line.clause)
    if deal.over or not deal.began:
        return tasks
    more = OF_FAULT.get(case.fault)
    if more is not None:
        tasks = tasks + more(deal, case, line)
    moves: set[tuple[str | None, str | None]] = set()
    each = []
    for task in tasks:  # asked for once, though floor and felt may both want it
        key = (task.card, task.zone)
        if task.do != "move" or key not in moves:
            each.append(task)
        if task.do == "move":
            moves.add(key)
    return each


def _no_burn_of_it(case: Case, tasks: list[Task], clause: str) -> list[Task]:
    """A card that does not belong in the deck cannot be the burn: it is put away."""
    kept = [task for task in tasks if not (task.do == "burn" and task.card == case.card)]
    if any(task.do == "set_aside" for task in kept):
        return kept
    return [*kept, Task("set_aside", "now", clause, card=case.card)]


def _instead(case: Case, decision: str, tasks: list[Task], clause: str) -> list[Task]:
    """What a floor's decision still asks for, after what was done while it was awaited."""
    if decision not in LETS_BE:
        return [task for task in tasks if task.do != "replace"]
    return [*tasks, Task("move", "now", clause, card=case.instead, zone=DECK_ZONE)]


def _fouled(deal: Deal, case: Case, line: Line) -> list[Task]:
    """The card that touched another hand leaves it: to its owner, or to the discards."""
    card, felt = case.card, deal.felt
    if card in (None, UNREAD) or felt.place.get(card or "") not in SEAT_OF:
        return []
    if line.decision not in LETS_BE | KILLS or any(step["do"] == "move" for step in line.steps):
        return []
    own = len(case.seats) > 1 and line.decision in LETS_BE  # his card, in another's hand
    zone = SEAT_ZONES[case.seats[0]] if own else MUCK
    lies = felt.place[card or ""]
    if lies == zone or (line.decision in KILLS and not deal.is_live(SEAT_OF[lies])):
        return []
    if line.decision in KILLS and case.seats and lies == SEAT_ZONES[case.seats[0]]:
        return []  # it goes with the hand
    return [Task("move", "now", line.clause, card=card, zone=zone, plain=True)]


def _mucked(deal: Deal, case: Case, line: Line) -> list[Task]:
    """A hand that lives after all is put back before its player."""
    seat, felt = case.seat, deal.felt
    if line.decision not in LETS_BE | {"move"} or seat is None or not deal.is_live(seat):
        return []
    zone = SEAT_ZONES[seat]
    return [
        Task("move", "now", line.clause, card=card, zone=zone, plain=True)
        for card in felt.hole(seat)
        if card != UNREAD and felt.zone_of(card) != zone
    ]


def _flop(deal: Deal, case: Case, line: Line) -> list[Task]:
    """A flop that stands has three cards: what lies there beyond them is put away."""
    if line.decision not in LETS_BE or "too_few" in case.facts:
        return []
    laid = deal.agenda.laid
    count = laid.cards if laid is not None else 0
    if deal.agenda.stage == "cards" and not deal.felt.board:
        count = deal.agenda.dealing.cards
    lying = [card for card in case.cards if card in deal.felt.on_board()]
    return [Task("set_aside", "now", line.clause, card=card) for card in lying[count:]]


def _not_the_top(deal: Deal, case: Case, line: Line) -> list[Task]:
    """A card that is said to go back leaves its hand short, if others were dealt after it."""
    dealt, seat = deal.felt.dealt, case.seat
    hand = deal.felt.hole(seat) if seat is not None else []
    if line.decision != "shift" or case.card not in hand or len(hand) > deal.size:
        return []
    followed = (case.card, seat) in dealt[:-1]
    if deal.agenda.stage == "deal" and not followed:
        return []  # the deal itself asks for its place again
    return [Task("replace", "now", line.clause, seat=seat)]


def _face_down(deal: Deal, case: Case, line: Line) -> list[Task]:
    """A board card that counts is turned up."""
    if line.decision in ("floor_call", "take_back"):
        return []
    hidden = [card for card in case.cards if card in deal.felt.face_down]
    return [Task("show_table", "now", line.clause, card=card, zone=BOARD) for card in hidden]


OF_FAULT: dict[str, Callable[[Deal, Case, Line], list[Task]]] = {
    "fouled_hand": _fouled,
    "mucked_hand": _mucked,
    "flop_count": _flop,
    "not_top_card": _not_the_top,
    "board_face_down": _face_down,
}
