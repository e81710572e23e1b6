"""Every event of the log, in every game and book, at any moment: answers, never an exception."""

import random
from typing import Any

import pytest

from engine import Table
from engine.cards import DECK
from engine.games import GAMES
from engine.log import DECISIONS, FAULTS
from tests.engine.dealer import BOOKS
from tests.engine.test_what_must_always_hold import expected_event

EVENTS = 200  # of a log
ZONES = ("deck", "board", "burn", "muck", "off", "aside", *(f"seat:{n}" for n in range(1, 7)))
PLAIN = "show muck look away back leave clock wait rest".split()
WORDS = ("fold", "check", "call", "bet", "raise", "all_in", "pat", "time", 10, 40)
POSTS = "big_blind missed straddle kill half_kill ante buy_button".split()
AGREED = "deal_twice deal_three_times chop_blinds split_pot insurance".split()
DECLARED = (
    "play_board openers split_openers time all_in_for_less unaware_of_raise meant_to_call "
    "misled in_the_dark waive"
).split()
Event = dict[str, Any]


def opening(chance: random.Random, game: str) -> Event:
    stud = GAMES[game].stud
    stakes = {"small_blind": 0, "big_blind": 0, "ante": 1, "bring_in": 2} if stud else {
        "small_blind": 1, "big_blind": 2, "ante": chance.choice((0, 1))
    }  # fmt: skip
    bets = {"small_bet": 4, "big_bet": 8} if stud else {"small_bet": 2, "big_bet": 4}
    return {
        "e": "open", "game": game, "rulebook": chance.choice(BOOKS), **stakes, **bets,
        "structure": chance.choice(("no_limit", "pot_limit", "limit", "spread")),
        "format": chance.choice(("cash", "tournament")),
        "house": chance.choice(({}, {"doubt_seconds": 0})),
    }  # fmt: skip


def due(chance: random.Random, table: Table) -> Event:
    expected = table.expected or {"what": "tick"}
    if expected["what"] in ("draw", "discard"):
        return {"e": "draw", "seat": expected.get("seat", 1), "count": chance.randint(0, 5)}
    if expected["what"] == "card":
        left = [card for card in DECK if card not in table.places()[0]]
        card = expected.get("card") or chance.choice(left or DECK)
        return {"e": "card", "card": card, "zone": expected["zone"], "face": expected["face"]}
    return expected_event(table, chance.randint(0, 1000))


def absurd(chance: random.Random) -> Event:
    pick, seat = chance.choice, chance.randint(1, 7)
    card, zone = pick((*DECK, "??", "Jk")), pick(ZONES)
    kinds: list[Event] = [
        {"e": "card", "card": card, "zone": zone, "face": pick(("up", "down"))},
        {"e": "card", "card": card, "zone": zone, "face": "up", "from": pick(ZONES)},
        {"e": "act", "seat": seat, "do": pick(WORDS[:6]), "to": chance.randint(0, 150)},
        {"e": "flash", "card": card, "zone": zone, "by": pick(("dealer", "player"))},
        {"e": "report", "fault": pick(FAULTS)},
        {"e": "report", "fault": pick(FAULTS), "seat": seat, "card": card, "zone": zone},
        {"e": "floor", "decision": pick(DECISIONS), "ruling": chance.randint(1, 8)},
        {"e": "floor", "decision": pick(DECISIONS), "seat": seat, "amount": 30},
        {"e": "hand"},
        {"e": "hand", "button": seat},
        {"e": "sit", "seat": seat, "stack": chance.randint(1, 200)},
        {"e": pick(PLAIN), "seat": seat},
        {"e": pick(("shuffle", "cut", "tick"))},
        {"e": "show", "seat": seat, "cards": chance.sample(DECK, chance.randint(1, 5))},
        {"e": "answer", "doubt": chance.randint(1, 6), "is": pick((True, False))},
        {"e": "declare", "seat": seat, "what": pick(DECLARED)},
        {"e": "chips", "seat": seat, "chips": chance.choices((1, 5, 25), k=3)},
        {"e": "chips", "seat": seat, "chips": [5], "said": pick(WORDS[2:6])},
        {"e": "say", "seat": seat, "words": pick(WORDS)},
        {"e": "draw", "seat": seat, "discards": chance.sample(DECK, 2)},
        {"e": "post", "seat": seat, "what": pick(POSTS)},
        {"e": "post", "seat": seat, "what": pick(POSTS), "amount": chance.randint(1, 20)},
        {"e": "move", "seat": seat, "to": chance.randint(1, 9)},
        {"e": "level", "small_blind": 2, "big_blind": 4},
        {"e": "agree", "what": pick(AGREED), "seats": chance.sample(range(1, 7), 2)},
        {"e": "race", "chip": 1, "into": 5, "odd": {str(seat): chance.randint(1, 4)}},
        {"e": pick(("rake", "collect")), "amount": chance.randint(1, 5)},
    ]
    return pick(kinds)


def an_evening(seed: int, game: str) -> None:
    chance, table = random.Random(f"{game} {seed}"), Table()
    table.apply({"t": 0, **opening(chance, game)})
    for seat in range(1, chance.randint(3, 7)):
        table.apply({"t": 0, "e": "sit", "seat": seat, "stack": 60 + 20 * seat})
    table.apply({"t": 0, "e": "hand"})
    for at in range(EVENTS):
        event = due(chance, table) if chance.random() < 0.72 else absurd(chance)
        table.apply({"t": at / 2, **event})
        assert all(seat.stack >= 0 for seat in table.room.seats.values()), event


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_few_evenings_end_in_answers(game: str) -> None:
    for seed in range(25):
        an_evening(seed, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_many_evenings_end_in_answers(game: str) -> None:
    for seed in range(1000, 3000):
        an_evening(seed, game)
