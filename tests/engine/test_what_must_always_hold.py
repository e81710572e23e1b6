"""Whatever the table does, however absurd: answers, never an exception, and nothing is lost."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import Table
from engine.cards import DECK
from engine.games import BOARD_GAMES
from engine.log import DECISIONS, FAULTS
from engine.views import masked
from tests.engine.dealer import BOOKS

SEATS = st.integers(1, 7)
CARDS = st.sampled_from([*DECK[:24], "??", "Jk"])
ZONES = st.sampled_from(
    ["deck", "board", "burn", "muck", "off", *(f"seat:{n}" for n in range(1, 7))]
)


def events(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"e": st.just(kind), **fields})


MOVES = st.fixed_dictionaries(
    {"e": st.just("card"), "card": CARDS, "zone": ZONES, "face": st.sampled_from(["down", "up"])},
    optional={"from": ZONES, "boxed": st.booleans(), "back": st.sampled_from(["red", "blue"])},
)
ANYTHING = st.one_of(
    MOVES,
    MOVES,
    events(
        "act",
        seat=SEATS,
        do=st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in"]),
        to=st.integers(0, 250),
    ),
    events("flash", card=CARDS, zone=ZONES, by=st.sampled_from(["dealer", "player"])),
    st.fixed_dictionaries(
        {"e": st.just("report"), "fault": st.sampled_from(FAULTS)},
        optional={"seat": SEATS, "card": CARDS, "zone": ZONES},
    ),
    st.fixed_dictionaries(
        {"e": st.just("floor"), "decision": st.sampled_from(DECISIONS)}, optional={"seat": SEATS}
    ),
    st.fixed_dictionaries({"e": st.just("hand")}, optional={"button": SEATS}),
    events("sit", seat=SEATS, stack=st.integers(0, 200)),
    *(events(kind, seat=SEATS) for kind in ("show", "muck", "look", "away", "back", "leave")),
    *(events(kind) for kind in ("shuffle", "cut", "tick")),
    events("show", seat=SEATS, cards=st.lists(CARDS, min_size=1, max_size=2, unique=True)),
    st.fixed_dictionaries(
        {"e": st.just("answer"), "doubt": st.integers(1, 6), "is": st.booleans()}
    ),
    events("declare", seat=SEATS, what=st.sampled_from(["play_board", "protected", "deal_me_in"])),
    events("chips", seat=SEATS, chips=st.lists(st.integers(1, 25), max_size=3)),
    events("draw", seat=SEATS, count=st.integers(0, 5)),
    events("clock", seat=SEATS),
    st.just({"e": "expected"}),  # stands for doing what the engine asks
    st.just({"e": "expected"}),
    st.just({"e": "expected"}),
)
OPENINGS = st.fixed_dictionaries(
    {
        "game": st.sampled_from([game.name for game in BOARD_GAMES]),
        "rulebook": st.sampled_from(BOOKS),
        "structure": st.sampled_from(["no_limit", "pot_limit", "limit", "spread"]),
        "format": st.sampled_from(["cash", "tournament"]),
        "ante": st.sampled_from([0, 1]),
        "sensors": st.sampled_from([["rfid", "shoe", "camera"], ["rfid", "shuffle"], ["camera"]]),
    }
)


def expected_event(table: Table, pick: int) -> dict[str, Any]:
    expected = table.expected or {"what": "tick"}
    if expected["what"] == "card":
        card = expected.get("card") or DECK[pick % 52]
        return {"e": "card", "card": card, "zone": expected["zone"], "face": expected["face"]}
    if expected["what"] == "act":
        option = expected["options"][pick % len(expected["options"])]
        return {"e": "act", "seat": expected["seat"], "do": option["do"], "to": option["min"]}
    if expected["what"] == "show":
        held = table.hole(expected["seat"])
        some = {"cards": held[: pick % len(held)]} if held and pick % len(held) else {}
        return {"e": "show", "seat": expected["seat"], **some}
    if expected["what"] == "floor":
        return {"e": "floor", "decision": DECISIONS[pick % len(DECISIONS)]}
    return {"e": expected["what"]}


def told(opening: dict[str, Any], happenings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A whole log: a table of five, a deal, and whatever hypothesis came up with."""
    log = [{"e": "open", "game": "holdem", "small_blind": 1, "big_blind": 2, **opening}]
    log += [{"e": "sit", "seat": seat, "stack": 60 + 20 * seat} for seat in range(1, 6)]
    return [*log, {"e": "hand"}, *happenings]


def run(log: list[dict[str, Any]]) -> tuple[Table, list[dict[str, Any]], list[dict[str, Any]]]:
    table, answers, done = Table(), [], []
    seen: set[str] = set()
    for at, event in enumerate(log):
        real = expected_event(table, at * 7) if event["e"] == "expected" else event
        done.append({**real, "t": at})
        seen |= faces_shown(real, table)
        said = table.apply(done[-1])
        answers += said
        check(table)
        nothing_leaks(table, said, seen)
        doubts_end_as_told(table, answers)
    return table, answers, done


def faces_shown(event: dict[str, Any], table: Table) -> set[str]:
    """What everybody at the table sees by an event: all that a view may ever hold."""
    if event["e"] == "card":
        up = event["face"] == "up" or event.get("boxed")
        return {event["card"]} if up or event["zone"] == "off" else set()
    if event["e"] in ("flash", "report"):
        return {event.get("card", "??")}
    if event["e"] == "show":
        return set(event.get("cards") or table.hole(event["seat"]))
    return set()


def nothing_leaks(table: Table, said: list[dict[str, Any]], seen: set[str]) -> None:
    for role in ("public", "dealer", "floor"):
        heard = [table.view(role), *(masked(one, table, role) for one in (*said, *table.doubts()))]
        text = json.dumps([one for one in heard if one.get("o") != "reject"])
        leaked = [card for card in DECK if f'"{card}"' in text and card not in seen]
        assert not leaked, f"{role} sees {leaked}"


def doubts_end_as_told(table: Table, answers: list[dict[str, Any]]) -> None:
    """Who only listens knows which doubts are open: each ends with ``over`` or in its ruling."""
    doubts = [answer for answer in answers if answer["o"] == "doubt"]
    ended = {answer["id"] for answer in doubts if answer.get("over")}
    ended |= {answer["doubt"] for answer in answers if "doubt" in answer}
    assert {answer["id"] for answer in doubts} - ended == {one["id"] for one in table.doubts()}


def check(table: Table) -> None:
    deal = table.deal
    betting = deal.betting
    started = sum(player.start for player in betting.order)
    if deal.over:
        assert sum(player.stack for player in betting.order) == started
    else:
        assert sum(p.stack + p.paid for p in betting.order) + betting.dead == started
    assert all(player.stack >= 0 for player in betting.order)
    lying = [card for zone in deal.felt.zones.values() for card in zone if card in DECK]
    assert len(lying) == len(set(lying)), "a card lies in two places"


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(ANYTHING, max_size=60))
def test_any_log_is_answered_and_nothing_is_lost(
    opening: dict[str, Any], happenings: list[dict[str, Any]]
) -> None:
    _, answers, done = run(told(opening, happenings))
    again = Table()
    repeated = [answer for event in done for answer in again.apply(event)]
    assert json.dumps(answers) == json.dumps(repeated), "the same log gave other answers"


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(ANYTHING, max_size=120))
def test_long_absurd_logs_are_answered_too(
    opening: dict[str, Any], happenings: list[dict[str, Any]]
) -> None:
    run(told(opening, happenings))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(ANYTHING, max_size=80))
def test_a_rejected_event_changes_nothing(
    opening: dict[str, Any], happenings: list[dict[str, Any]]
) -> None:
    _, _, done = run(told(opening, happenings))
    whole, pruned = Table(), Table()
    kept = []
    for event in done:
        answers = whole.apply(event)
        rejected = any(answer["o"] == "reject" for answer in answers)
        kept.append(
            {"e": "tick", "t": event["t"]} if rejected else event
        )  # time passes all the same
    for event in kept:
        pruned.apply(event)
    assert json.dumps(whole.view("broadcast")) == json.dumps(pruned.view("broadcast"))
