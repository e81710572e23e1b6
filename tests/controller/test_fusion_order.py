"""However the sensors' words arrive within their windows, the table log is the same."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from firmware_bridge.sightings import Draw, Sighting
from tests.controller.felt import DWELL, Event, Felt, tag
from vision.sightings import Backs, FaceUp, Seen

PACE = 0.35  # seconds from one card to the next: the quickest of dealers
FLIGHT = 0.3
ORDER = [1, 2, 3, 1, 2, 3]


@dataclass(frozen=True)
class Word:
    """What one sensor tells, and when it reaches fusion."""

    at: float
    item: Sighting | Draw | Seen | Event


def landed(number: int) -> float:
    return 1.0 + number * PACE + FLIGHT


def dealt(
    cards: list[str], exposed: int | None, jitter: Callable[[float, float], float]
) -> list[Word]:
    """Six hole cards, one of them perhaps face up, an action at once, each told in its window."""
    words: list[Word] = []
    for number, card in enumerate(cards):
        zone, since = f"seat:{ORDER[number]}", landed(number)
        words.append(Word(since - FLIGHT, Draw(since - FLIGHT, tag(card), False, "shoe")))
        told = since + DWELL + jitter(0.0, 0.04)
        words.append(Word(told, Sighting(told, tag(card), zone, True, "board", since)))
        seen = since + jitter(0.1, 0.3)
        if number == exposed:
            words.append(Word(seen, FaceUp(seen, card, zone, 0.9, since + 0.02)))
        else:
            down = 1 if number < 3 or exposed == number - 3 else 2
            words.append(Word(seen, Backs(seen, zone, down, "red", 0.9)))
    words.append(Word(landed(5) + 0.02, {"e": "act", "seat": 3, "do": "call"}))
    return words


def undecided(words: list[Word], t: float) -> float | None:
    """Since when an antenna reads a card that is not yet told."""
    waiting = [word.item.since for word in words if isinstance(word.item, Sighting) and word.at > t]
    return min((since for since in waiting if since is not None and since <= t), default=None)


def log_of(words: list[Word]) -> list[Event]:
    felt = Felt(camera=True)
    for word in sorted(words, key=lambda word: word.at):
        felt.until(word.at)
        felt.unsettled = undecided(words, word.at)
        item = word.item
        if isinstance(item, dict):
            felt.asks(item, word.at)
        elif isinstance(item, Sighting | Draw):
            felt.fusion.receive(item)
        else:
            felt.fusion.seen(item)
        felt._take()
    felt.unsettled = None
    felt.until(20.0)
    keys = ("e", "card", "from", "zone", "face", "back", "seat")
    return [{key: one[key] for key in keys if key in one} for one in felt.events]


def orderly(cards: list[str], exposed: int | None) -> list[Event]:
    events: list[Event] = [
        {
            "e": "card", "card": card, "from": "deck", "zone": f"seat:{ORDER[number]}",
            "face": "up" if number == exposed else "down", "back": "red",
        }
        for number, card in enumerate(cards)
    ]  # fmt: skip
    return [*events, {"e": "act", "seat": 3}]


hands = st.permutations(DECK).map(lambda cards: cards[:6])
exposures = st.one_of(st.none(), st.integers(0, 5))


@settings(max_examples=150, deadline=None)
@given(hands, exposures, st.data())
def test_words_that_come_in_another_order_make_the_same_log(
    cards: list[str], exposed: int | None, data: st.DataObject
) -> None:
    words = dealt(cards, exposed, lambda least, most: data.draw(st.floats(least, most)))
    assert log_of(words) == orderly(cards, exposed)


@settings(max_examples=150, deadline=None)
@given(hands, exposures, st.data())
def test_words_that_come_again_make_no_other_log(
    cards: list[str], exposed: int | None, data: st.DataObject
) -> None:
    words = dealt(cards, exposed, lambda least, most: (least + most) / 2)
    again = data.draw(st.lists(st.sampled_from(words[:-1]), max_size=12))
    late = [replace(word, at=word.at + data.draw(st.floats(0.0, 3.0))) for word in again]
    assert log_of([*words, *late]) == orderly(cards, exposed)


@settings(max_examples=100, deadline=None)
@given(hands, st.lists(st.sampled_from(["seat:1", "seat:2", "burn", "muck", "board"]), max_size=8))
def test_no_card_is_ever_told_twice_in_one_place(cards: list[str], way: list[str]) -> None:
    felt, last, t = Felt(), "", 1.0
    felt.draws(cards[0], t)
    for zone in way:
        t += 1.0
        if last and zone != last:
            felt.leaves(cards[0], last, t)
        felt.lands(cards[0], zone, t + 0.5)
        last = zone
    felt.until(t + 5.0)
    told = [(origin, zone) for _, origin, zone, _ in felt.cards]
    assert all(origin != zone for origin, zone in told)
    assert all(one[1] == other[0] for one, other in itertools.pairwise(told))
