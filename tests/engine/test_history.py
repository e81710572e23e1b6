"""Taking back: the table is as it was before, and the log that says so replays to the byte."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import LogError, Table
from engine.history import MOST_KEPT, History
from engine.log import PEOPLES_WORDS
from engine.views import ROLES
from tests.engine.test_what_must_always_hold import ANYTHING, OPENINGS, expected_event, told

Event = dict[str, Any]
OPENING = {"rulebook": "uspa", "structure": "no_limit", "format": "cash"}


def after(*happenings: Event) -> History:
    """A table of five with a deal begun, and what happened since."""
    history = History()
    for at, event in enumerate(told(OPENING, list(happenings))):
        real = expected_event(history.table, at * 7) if event["e"] == "expected" else event
        history.apply({**real, "t": at})
    return history


def deal(history: History) -> None:
    while (history.table.expected or {})["what"] == "card":
        history.apply({**expected_event(history.table, 0), "t": history.table.t, "card": "??"})


def seen(history: History) -> str:
    return json.dumps([history.table.view(role) for role in ROLES])


def undo(history: History) -> list[dict[str, Any]]:
    return history.apply({"t": history.table.t + 1, "e": "undo"})


def test_a_fold_said_for_the_wrong_seat_is_taken_back() -> None:
    history = after()
    deal(history)
    before, expected = seen(history), history.table.expected
    assert expected is not None
    fold = {"t": 99, "e": "act", "seat": expected["seat"], "do": "fold"}
    history.apply(fold)
    assert seen(history) != before
    assert undo(history) == [{"o": "undone", "event": fold, "rulings": []}, expected]
    assert seen(history) == before


def test_a_ruling_that_is_taken_back_leaves_its_number_unused() -> None:
    history = after()
    (first, *_) = history.apply({"t": 90, "e": "report", "fault": "dropped_deck"})
    assert first["id"] == 1
    assert undo(history)[0]["rulings"] == [1]
    (second, *_) = history.apply({"t": 92, "e": "report", "fault": "dropped_deck"})
    assert second["id"] == 2
    history.apply({"t": 93, "e": "look", "seat": 1})
    undo(history)
    assert [row["id"] for row in history.table.view("floor")["rulings"]] == [2]


def test_a_straddle_is_taken_back() -> None:
    history = after()  # button 1, so seat 4 is left of the big blind
    before = seen(history)
    answers = history.apply({"t": 90, "e": "post", "seat": 4, "what": "straddle"})
    assert not answers and seen(history) != before
    undo(history)
    assert seen(history) == before


def test_once_cards_have_moved_the_floor_must_be_called() -> None:
    history = after({"e": "look", "seat": 1}, {"e": "expected"})
    before = seen(history)
    (answer,) = undo(history)
    assert (answer["o"], answer["why"]) == ("reject", "cards have moved since: call the floor")
    assert seen(history) == before


def test_a_night_of_cards_over_the_antennas_fills_no_memory() -> None:
    history = after()
    for t in range(10, 2000):
        zone = ("muck", "off")[t % 2]
        history.apply({"t": t, "e": "card", "card": "Ah", "zone": zone, "face": "down"})
    assert len(history._taken) <= MOST_KEPT
    assert undo(history)[0]["why"] == "cards have moved since: call the floor"
    history.apply({"t": 3000, "e": "look", "seat": 1})
    assert undo(history)[0]["o"] == "undone"


def test_undo_goes_back_to_the_start_of_the_deal_and_no_further() -> None:
    history = after({"e": "look", "seat": 1}, {"e": "tick"}, {"e": "look", "seat": 9})
    assert [undo(history)[0]["event"]["e"] for _ in range(2)] == ["look", "hand"]
    assert not history.table.dealt
    assert undo(history)[0]["why"] == "nothing of this deal is left to take back"


def test_a_deal_that_a_wrong_fold_ended_comes_back() -> None:
    history = after()
    deal(history)
    while (expected := history.table.expected or {})["what"] == "act":
        before = seen(history)
        history.apply({"t": 99, "e": "act", "seat": expected["seat"], "do": "fold"})
    assert history.table.view("public")["hand"]["result"] == "won"
    undo(history)
    assert seen(history) == before


def test_a_deal_refused_for_want_of_players_changes_nobody() -> None:
    quits = [{"e": "leave", "seat": seat} for seat in range(1, 5)]
    history = after(*quits, {"e": "card", "card": "Ah", "zone": "seat:2", "face": "up"})
    assert history.table.view("public")["hand"]["result"] == "misdeal"
    before = seen(history)
    (answer,) = history.apply({"t": 51, "e": "hand"})
    assert (answer["o"], answer["why"]) == ("reject", "a deal needs two players with chips")
    assert seen(history) == before


def test_the_time_never_goes_back() -> None:
    history = after({"e": "look", "seat": 1})
    with pytest.raises(LogError, match="t: expected a time not before"):
        history.apply({"t": 0, "e": "undo"})
    history.apply({"t": 50, "e": "undo"})
    with pytest.raises(LogError, match="t: expected a time not before 50"):
        history.apply({"t": 49, "e": "tick"})


def test_before_the_table_is_open_there_is_nothing_to_undo() -> None:
    (answer,) = History().apply({"t": 0, "e": "undo"})
    assert "not open" in answer["why"]


def test_a_table_without_history_refuses() -> None:
    table = Table()
    for event in told(OPENING, []):
        table.apply({**event, "t": 0})
    (answer,) = table.apply({"t": 0, "e": "undo"})
    assert (answer["o"], answer["why"]) == ("reject", "this table keeps no history to go back in")


WITH_UNDO = st.one_of(ANYTHING, ANYTHING, ANYTHING, st.just({"e": "undo"}))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(WITH_UNDO, min_size=15, max_size=60))
def test_undo_returns_the_exact_state_before(opening: Event, happenings: list[Event]) -> None:
    play_and_take_back(opening, happenings)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(WITH_UNDO, min_size=20, max_size=120))
def test_undo_returns_it_in_long_logs_too(opening: Event, happenings: list[Event]) -> None:
    play_and_take_back(opening, happenings)


def play_and_take_back(opening: Event, happenings: list[Event]) -> None:
    history, again = History(), History()
    states: list[tuple[Event, str]] = []
    log: list[Event] = []
    answers: list[Event] = []
    # What time brings belongs to no event, so it is left out here: every verdict comes at once.
    at_once = {**opening, "house": {**opening.get("house", {}), "doubt_seconds": 0}}
    for at, event in enumerate(told(at_once, happenings)):
        real = expected_event(history.table, at * 7) if event["e"] == "expected" else event
        before = seen(history)
        log.append({**real, "t": at})
        said = history.apply(log[-1])
        answers += said
        states = remembered(states, log[-1], said, before, seen(history))
    assert json.dumps([a for event in log for a in again.apply(event)]) == json.dumps(answers)
    assert seen(again) == seen(history)


def remembered(
    states: list[tuple[Event, str]], event: Event, said: list[Event], before: str, now: str
) -> list[tuple[Event, str]]:
    """The events that can still be taken back, each with the state before it."""
    words = [answer["o"] for answer in said]
    if words == ["reject"] or (event["e"] == "tick" and not words):
        assert now == before
        return states
    if "reject" in words:  # it changed nothing itself, but time has passed
        return [*states, ({"e": "tick", "t": event["t"]}, before)]
    if event["e"] == "undo":
        undone, was = states[-1]
        assert said[0]["event"] == undone
        assert undone["e"] in PEOPLES_WORDS
        assert now == was
        return states[:-1]
    if event["e"] == "open":
        return []
    return [*([] if event["e"] == "hand" else states), (event, before)]


# Doubts: time passes, whatever is taken back.

ANSWERS = st.fixed_dictionaries(
    {"e": st.just("answer"), "doubt": st.integers(1, 6), "is": st.booleans()}
)
GAPS = st.sampled_from([0.1, 0.4, 0.4, 2.5])
IN_TIME = st.lists(st.tuples(GAPS, st.one_of(WITH_UNDO, WITH_UNDO, ANSWERS)), max_size=60)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, IN_TIME)
def test_with_doubts_undo_is_as_if_it_had_never_been_said(
    opening: Event, happenings: list[tuple[float, Event]]
) -> None:
    take_back_in_time(opening, happenings)


@pytest.mark.slow
@settings(max_examples=3_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, IN_TIME)
def test_with_doubts_it_is_so_in_many_more(
    opening: Event, happenings: list[tuple[float, Event]]
) -> None:
    take_back_in_time(opening, happenings)


def take_back_in_time(opening: Event, happenings: list[tuple[float, Event]]) -> None:
    """After an undo the table is one that never heard that word, at the same hour."""
    history, t = History(), 0.0
    kept: list[Event] = []
    events = [(0.1, event) for event in told(opening, [])] + happenings
    for at, (gap, event) in enumerate(events):
        real = expected_event(history.table, at * 7) if event["e"] == "expected" else event
        t = round(t + gap, 1)
        said = history.apply({**real, "t": t})
        words = [answer["o"] for answer in said]
        if "reject" in words or real["e"] == "tick":
            kept.append({"e": "tick", "t": t})
        elif "undone" not in words:
            kept.append({**real, "t": t})
        else:
            word = max(k for k, one in enumerate(kept) if one["e"] != "tick")
            assert said[words.index("undone")]["event"] == kept.pop(word)
            kept.append({"e": "tick", "t": t})
            other = Table()
            for one in kept:
                other.apply(one)
            assert without_numbers(history.table) == without_numbers(other)
            assert numbers_told(said, history)


def without_numbers(table: Table) -> str:
    """All that a table shows and asks; a number that was used up is no difference."""
    views = [table.view(role) for role in ROLES]
    return re.sub(r'"(id|ruling)": \d+', "", json.dumps([views, table.doubts(), table.expected]))


def numbers_told(said: list[Event], history: History) -> bool:
    """Rulings and doubts that the undo brought back or took away are told with their numbers."""
    open_ = {doubt["id"] for doubt in history.table.doubts()}
    over = {one["id"] for one in said if one["o"] == "doubt" and one.get("over")}
    return not open_ & over


def test_a_doubt_that_ran_out_with_the_undone_word_stays_ruled() -> None:
    history = after()
    deal(history)
    t = history.table.t
    seat = (history.table.expected or {})["seat"]
    other = seat % 5 + 1
    history.apply({"t": t, "e": "card", "card": "??", "zone": "muck", "face": "down",
                   "from": f"seat:{other}"})  # fmt: skip
    fold = {"t": t + 0.5, "e": "act", "seat": seat, "do": "fold"}
    history.apply(fold)
    late = history.apply({"t": t + 9, "e": "look", "seat": other})
    (ruling,) = (answer for answer in late if answer["o"] == "ruling")
    assert ruling["fault"] == "mucked_hand"
    told_ = history.apply({"t": t + 9.5, "e": "undo"})
    assert [answer["o"] for answer in told_] == ["undone"]
    assert told_[0]["event"]["e"] == "look"
    assert told_[0]["rulings"] == []


def test_a_wrong_hand_can_be_taken_back_though_its_misdeal_was_ruled() -> None:
    history = after({"e": "expected"})
    deal(history)
    t = history.table.t
    while (expected := history.table.expected or {})["what"] == "act":
        history.apply({"t": t, "e": "act", "seat": expected["seat"], "do": "fold"})
    before = seen(history)
    wrong = {"t": t + 1, "e": "hand", "button": history.table.room.button}
    assert [answer["o"] for answer in history.apply(wrong)][:2] == ["phase", "doubt"]
    late = history.apply({"t": t + 4, "e": "tick"})
    assert [one["decision"] for one in late if one["o"] == "ruling"] == ["misdeal"]
    undone = history.apply({"t": t + 5, "e": "undo"})
    assert undone[0] == {"o": "undone", "event": wrong, "rulings": [late[0]["id"]]}
    assert seen(history) == before


def test_an_overruled_misdeal_can_be_undone_and_is_saved() -> None:
    history = History()
    t = 0.0

    def do(kind: str, **fields: object) -> list[dict[str, object]]:
        nonlocal t
        t += 0.4
        return history.apply({"t": round(t, 1), "e": kind, **fields})

    do(
        "open", game="holdem", structure="no_limit", format="cash", rulebook="hilton",
        small_blind=1, big_blind=2,
    )  # fmt: skip
    for seat in (1, 2, 3, 4):
        do("sit", seat=seat, stack=200)
    do("hand", button=4)
    do("card", card="Ah", zone="seat:1", face="down")
    do("card", card="7c", zone="seat:2", face="up")
    assert not history.table.deal_on
    ended = history.table.view("broadcast")
    do("floor", decision="overrule", ruling=1)
    assert history.table.deal_on
    again = History.restored(history.saved())
    assert again.table.deal_on
    assert again.table.view("broadcast") == history.table.view("broadcast")
    do("undo")
    assert not history.table.deal_on
    assert history.table.view("broadcast") == ended


def test_an_undo_does_not_read_the_law_again() -> None:
    """What a table was opened with is worked out once for the same words, whenever they come."""
    history = after()
    before = history.table.setting
    history.apply({"t": 90, "e": "report", "fault": "dropped_deck"})
    undo(history)
    assert history.table.setting is before
    reopened = Table()
    reopened.apply({**history.opening, "t": 1000, "big_blind": 50})
    assert reopened.setting is not before and reopened.setting.big_blind == 50
