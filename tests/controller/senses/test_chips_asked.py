"""Chips that no sensor can name: the dealer is asked, and what lay there is known after a start."""

from __future__ import annotations

from controller.senses.fusion import Fusion
from tests.controller.felt import DECKS, Felt
from vision.sightings import ChipsSeen

FIVES = (5,) * 5


def betting() -> Felt:
    """Three players, seat 3 to act; each spot was looked at, and the blinds lie there."""
    felt = Felt(camera=True, sensors="rfid shoe camera chips")
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.until(9.0)
    sees(felt, 1, (1,))
    sees(felt, 2, (1, 1))
    sees(felt, 3, ())
    felt.events.clear()
    return felt


def sees(
    felt: Felt, seat: int, chips: tuple[int, ...], *, span: tuple[int, int] = (0, 0),
    sure: float = 0.9,
) -> None:  # fmt: skip
    low, high = span if span[1] else (sum(chips), sum(chips))
    at = felt.t + 1.0
    felt.sees(ChipsSeen(at, seat, chips, low, high, sure, at - 0.6))
    felt.until(at + 0.5)


def told(felt: Felt) -> list[tuple[int, list[int]]]:
    return [(one["seat"], one["chips"]) for one in felt.events if one["e"] == "chips"]


def choices(felt: Felt) -> list[list[int]]:
    return [[sum(chips) for chips in one.choices] for one in felt.fusion.chips_asked]


def test_a_stack_of_five_or_six_is_asked_about_and_one_word_answers() -> None:
    felt = betting()
    sees(felt, 3, FIVES, span=(25, 30))
    assert (told(felt), choices(felt)) == ([], [[25, 30]])
    five = list(felt.fusion.chips_asked[0].choices[1])
    assert five == [5] * 6
    felt.asks({"e": "chips", "seat": 3, "chips": five}, felt.t + 1)
    felt.until(felt.t + 1)
    assert (told(felt), choices(felt)) == ([(3, [5] * 6)], [])
    seen = felt.history.table.view("public")["seats"]["3"]
    assert seen.get("bet") == 30


def test_what_was_named_is_known_from_then_on() -> None:
    felt = betting()
    sees(felt, 3, FIVES, span=(25, 30))
    felt.asks({"e": "chips", "seat": 3, "chips": [5] * 6}, felt.t + 1)
    sees(felt, 3, FIVES, span=(25, 30))  # it stirred, and is the same stack
    sees(felt, 1, (100, 1))
    assert (told(felt)[1:], choices(felt)) == ([(1, [100])], [])


def test_a_second_look_that_is_sure_needs_no_answer() -> None:
    felt = betting()
    sees(felt, 3, FIVES, span=(25, 30))
    sees(felt, 3, FIVES)
    assert (told(felt), choices(felt)) == ([(3, [5] * 5)], [])


def test_one_look_of_little_sureness_is_asked_about() -> None:
    felt = betting()
    sees(felt, 3, (25,), sure=0.3)
    assert (told(felt), choices(felt)) == ([], [[25]])


def test_what_the_operator_enters_is_the_answer_too() -> None:
    felt = betting()
    sees(felt, 3, FIVES, span=(25, 30))
    felt.asks({"e": "act", "seat": 3, "do": "raise", "to": 30}, felt.t + 1)
    felt.until(felt.t + 1)
    sees(felt, 3, FIVES, span=(25, 30))
    assert (told(felt), choices(felt)) == ([], [])


def test_a_table_that_senses_no_chips_asks_nothing() -> None:
    felt = Felt(camera=True)
    felt.deals(["2c", "3c", "4c", "5c", "6c", "7c"])
    felt.until(9.0)
    sees(felt, 3, ())
    sees(felt, 3, FIVES, span=(25, 30))
    assert (told(felt), choices(felt)) == ([], [])


def test_after_a_start_the_journal_knows_what_lay_in_the_spots() -> None:
    felt = betting()
    sees(felt, 3, (5, 1))
    assert told(felt) == [(3, [5, 1])]
    felt.fusion = Fusion(DECKS, camera=True)  # the table was away
    felt.fusion.expect(felt.history.table)
    sees(felt, 3, (5, 1))  # no bet: it lay there
    sees(felt, 2, (1, 1))  # a blind, of which no chip was told
    assert told(felt) == [(3, [5, 1])]
    sees(felt, 3, (5, 5, 1))
    assert told(felt)[1:] == [(3, [5])]


def test_chips_that_came_while_the_table_was_away_are_a_bet() -> None:
    felt = betting()
    felt.fusion = Fusion(DECKS, camera=True)
    felt.fusion.expect(felt.history.table)
    sees(felt, 3, (5, 1))  # by the journal nothing lay there
    assert told(felt) == [(3, [5, 1])]
