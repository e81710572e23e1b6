"""What is plain is ruled with the very event that shows it, however long the house may doubt."""

from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

from engine import LogError
from engine.history import History
from tests.engine.golden import logs

Event = dict[str, Any]
# A card face up where none was due so, a street while somebody is to act, what a person reports.
PLAIN = (
    "boxed_card", "burn_exposed", "exposed_card", "foreign_back", "joker", "out_of_turn",
    "player_exposed", "premature_flop", "premature_river", "premature_turn", "stub_exposed",
)  # fmt: skip


# A card that was over the muck a moment ago; the face of a flop card that lay unread; a hand
# thrown in face up that is told by its faces (hilton.A31.j).
EXPLAINED = {
    "dc-144-a_discard_turned_up",
    "dc-240-the_floor_decides_unasked",
    "showdown/hand_thrown_away_face_up_can_be_told_hilton",
}


def opened(log: list[Event], seconds: float) -> list[Event]:
    """The log at a house that doubts for so long."""
    return [
        {**event, "house": {**event.get("house", {}), "doubt_seconds": seconds}}
        if event["e"] == "open"
        else event
        for event in log
    ]


def answered(table: History, event: Event) -> list[Event]:
    try:
        return table.apply(event)
    except LogError:
        return []


def ruled(answers: list[Event]) -> list[tuple[str, ...]]:
    return [(a["fault"], a["decision"], a["clause"]) for a in answers if a["o"] == "ruling"]


@cache
def compared() -> tuple[Counter[str], Counter[str], list[str]]:
    """Which faults were ruled alike, which were held in doubt, and where neither is so."""
    alike: Counter[str] = Counter()
    held: Counter[str] = Counter()
    lost = []
    for name, log in (*logs.scenarios(), *islice(logs.seeded(), 400)):
        if name.startswith("doubt/"):
            continue  # what happens there is no fault
        at_once, doubting = History(), History()
        for now, later in zip(opened(log, 0), opened(log, 2), strict=True):
            asked = doubting.table.deal.doubts.of("cut_short") is not None
            first, second = answered(at_once, now), answered(doubting, later)
            if asked and ruled(first) != ruled(second):
                break  # the last card is being asked about: what players do waits for it
            if ruled(first) == ruled(second):
                alike.update(fault for fault, *_ in ruled(first))
                continue
            told = {answer["o"] for answer in second} & {"doubt", "act"}
            held.update(fault for fault, *_ in ruled(first))
            waits = doubting.table.deal.acts.now.thrown is not None  # for the rest of his hand
            if not told and not waits and not at_once.table.deal.doubts.open:
                lost.append(f"{name}: {now} {ruled(first)} {ruled(second)}")
            break  # from here on the two tables differ
    return alike, held, lost


def test_what_is_plain_is_ruled_with_the_same_event() -> None:
    alike, held, _ = compared()
    assert {fault: held[fault] for fault in PLAIN if held[fault]} == {}
    assert all(alike[fault] >= 5 for fault in PLAIN), alike


def test_what_is_not_ruled_at_once_is_asked_about() -> None:
    _, held, lost = compared()
    assert held.total() > 100
    assert {told.partition(":")[0] for told in lost} == EXPLAINED
