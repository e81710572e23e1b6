"""What the dealer does is what the engine hears: each fault by its name, and else none."""

from __future__ import annotations

from typing import Any

import pytest

from engine.log import CARD_FAULTS
from engine.table import Table
from firmware_bridge.decks import NAMES
from firmware_bridge.simulator.dealer import RANDOM, Dealer, FaultError
from firmware_bridge.simulator.faults import EXPOSURES, FAULTS
from firmware_bridge.simulator.script import Dealt
from firmware_bridge.simulator.truth import ANTENNAS, Move, Truth

GAMES = (Dealt(), Dealt("omaha", "pot_limit", hole=4), Dealt("omaha8", "limit", hole=4))
BOOKS = ("dc", "california", "diamondjims", "hilton", "uspa")
NOT_IN_HOLDEM = {
    "premature_street", "premature_draw", "wrong_bring_in", "missing_upcard", "mixed_hand",
    "upcards_picked_up", "upcards_turned_down", "dead_seat", "last_card_up", "cards_run_out",
    "five_drawn", "draw_changed", "wrong_draw", "fouled_draw",
}  # fmt: skip
NOT_IN_CONTRACT = {"flop_one_by_one", "board_face_down", "mixed_burn", "stub_exposed"}


def deal(dealer: Dealer, hands: int) -> Truth:
    truth = Truth()
    for happening in dealer.opening():
        truth.add(happening)
    for _ in range(hands):
        for happening in dealer.hand():
            truth.add(happening)
    truth.advance(float("inf"))
    return truth


def answers(truth: Truth, kind: str) -> list[dict[str, Any]]:
    table = Table()
    told = [answer for event in truth.log for answer in table.apply(event)]
    assert [answer for answer in told if answer["o"] == "reject"] == []
    return [answer for answer in told if answer["o"] == kind]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("players", [3, 6, 10])
@pytest.mark.parametrize("dealt", GAMES, ids=lambda dealt: dealt.game)
def test_an_orderly_deal_gets_no_ruling(book: str, players: int, dealt: Dealt) -> None:
    truth = deal(Dealer(tuple(range(1, players + 1)), rulebook=book, dealt=dealt), hands=3)
    assert answers(truth, "ruling") == []
    assert [end["result"] for end in answers(truth, "end")] == ["won"] * 3


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("dealt", GAMES, ids=lambda dealt: dealt.game)
def test_a_fault_is_ruled_by_its_name_and_the_next_hands_are_orderly(
    fault: str, book: str, dealt: Dealt
) -> None:
    truth = deal(Dealer((1, 2, 3, 5, 8), rulebook=book, faults=(fault,), dealt=dealt), hands=3)
    assert fault in [ruling["fault"] for ruling in answers(truth, "ruling")]
    assert [end["result"] for end in answers(truth, "end")][-2:] == ["won"] * 2


def test_the_dealer_knows_every_card_fault_of_the_contract_that_holdem_has() -> None:
    assert set(FAULTS) == set(CARD_FAULTS.split()) - NOT_IN_HOLDEM - NOT_IN_CONTRACT


@pytest.mark.parametrize("fault", [*FAULTS, RANDOM])
def test_all_cards_come_home_after_each_hand(fault: str) -> None:
    truth = deal(Dealer((1, 2, 3, 5), faults=(fault,)), hands=2)
    assert [card for zone in ANTENNAS for card in truth.under(zone)] == []


def test_arrivals_and_leavings_of_a_card_take_turns() -> None:
    truth = deal(Dealer((1, 2, 3, 4, 5, 6), seed=3), hands=2)
    arrived = sum(sighting.arrived for sighting in truth.sightings)
    assert 2 * arrived == len(truth.sightings)
    assert len(truth.draws) == 2 * (12 + 3 + 5)


def test_one_seed_deals_one_way() -> None:
    once, again, other = (deal(Dealer((1, 2, 3), seed=s, faults=(RANDOM,)), 5) for s in (7, 7, 8))
    assert once.log == again.log
    assert once.log != other.log


def test_tags_say_nothing_of_faces_and_no_two_are_alike() -> None:
    deck = Dealer((1, 2, 3)).deck
    assert len({card.tag for card in deck}) == len(NAMES) == 52
    assert [card.name for card in sorted(deck, key=lambda card: card.tag)] != list(NAMES)


def test_the_flop_lies_down_together() -> None:
    moves = [one for one in Dealer((1, 2, 3)).hand() if isinstance(one, Move)]
    flop = [move for move in moves if move.zone == "board"][:3]
    assert len({move.lands for move in flop}) == 1
    assert len({move.t for move in flop}) == 3


@pytest.mark.parametrize(
    ("seats", "faults", "why"),
    [
        ((1, 2, 3), ("no_such",), "no_such"),
        (tuple(range(1, 11)), ("ineligible_seat",), "take fewer players"),
        ((1, 2), (), "three players"),
    ],
)
def test_what_this_dealer_cannot_do_is_said(
    seats: tuple[int, ...], faults: tuple[str, ...], why: str
) -> None:
    with pytest.raises(FaultError, match=why):
        Dealer(seats, faults=faults)


@pytest.mark.parametrize("name", EXPOSURES)
def test_a_card_that_flashes_or_slides_off_the_table_is_exposed_too(name: str) -> None:
    truth = deal(Dealer((1, 2, 3), faults=(name,)), 1)
    assert "exposed_card" in [ruling["fault"] for ruling in answers(truth, "ruling")]
