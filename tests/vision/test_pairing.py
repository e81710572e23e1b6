"""Pairing: two indices make one card, and two that disagree make none."""

import numpy as np
import pytest

from engine.cards import RANKS, SUITS
from vision.cuts import Pose
from vision.pairing import Corner, cards_of
from vision.reader import Reading
from vision.scene import middle

WIDE = 100.0


def says(card: str, sure: float = 0.99) -> Reading:
    """A reading that holds one card likely and the rest alike."""
    ranks = np.full(14, (1 - sure) / 13)
    ranks[RANKS.index(card[0])] = sure
    suits = np.full(4, (1 - sure) / 3)
    suits[SUITS.index(card[1])] = sure
    return Reading(ranks, suits)


def top(card: str, x: float = 10.0, y: float = 18.0, sure: float = 0.99) -> Corner:
    return Corner(Pose(x, y, (0.0, -1.0), WIDE), says(card, sure))


def bottom(card: str, x: float = 90.0, y: float = 122.0, sure: float = 0.99) -> Corner:
    return Corner(Pose(x, y, (0.0, 1.0), WIDE), says(card, sure))


def test_both_corners_of_a_card_are_one_card_with_its_true_corners() -> None:
    (card,) = cards_of([top("Ah"), bottom("Ah")], 0.8)
    assert card.card == "Ah"
    assert np.array(card.corners) == pytest.approx(
        np.array([(0, 0), (100, 0), (100, 140), (0, 140)]), abs=0.5
    )


def test_one_corner_is_enough_and_the_card_is_taken_to_be_of_usual_height() -> None:
    (card,) = cards_of([bottom("7c")], 0.8)
    assert card.corners is not None and middle(card.corners) == pytest.approx((50, 70))


def test_corners_that_say_two_cards_tell_none() -> None:
    assert cards_of([top("9h", sure=0.9), bottom("6h", sure=0.9)], 0.8) == []


def test_a_card_laid_across_another_is_told_with_it() -> None:
    across = Corner(Pose(102.0, 30.0, (1.0, 0.0), WIDE), says("4h"))  # its middle is the other's
    assert {card.card for card in cards_of([top("9s"), across], 0.8)} == {"9s", "4h"}


def test_a_doubtful_corner_is_helped_by_a_sure_one() -> None:
    (card,) = cards_of([top("9h"), bottom("9h", sure=0.5)], 0.8)
    assert card.card == "9h" and card.sure > 0.9


def test_of_one_index_alone_more_sureness_may_be_asked_than_of_two() -> None:
    lone, pair = top("Kd", 400.0, sure=0.93), [top("9h", sure=0.93), bottom("9h", sure=0.93)]
    assert {card.card for card in cards_of([lone, *pair], 0.75, alone=0.9)} == {"9h"}
    assert {card.card for card in cards_of([lone, *pair], 0.75, alone=0.8)} == {"9h", "Kd"}


def test_guesses_at_small_print_however_many_do_not_say_how_wide_cards_are() -> None:
    print_ = [
        Corner(Pose(300.0 + 20 * k, 200.0, (0.0, -1.0), 0.4 * WIDE), says("8c", 0.6))
        for k in range(20)
    ]
    (card,) = cards_of([top("Qc"), bottom("Qc"), *print_], 0.75)
    assert card.card == "Qc"


def test_an_unsure_card_is_not_told() -> None:
    assert cards_of([top("Qd", sure=0.7)], 0.8) == []


def test_two_overlapped_cards_are_two() -> None:
    told = cards_of([top("Ks"), bottom("2d", x=130, y=140)], 0.8)
    assert sorted(card.card for card in told) == ["2d", "Ks"]


def test_a_card_whose_index_shows_from_under_another_is_told_with_it() -> None:
    under = Corner(Pose(110.0, 102.0, (0.42, 0.907), WIDE), says("4s"))  # their middles are one
    told = cards_of([top("Th"), bottom("Th"), under], 0.8)
    assert {card.card for card in told} == {"Th", "4s"}


def test_an_index_found_twice_is_one_card() -> None:
    assert len(cards_of([top("Ks"), top("Ks", x=12.0)], 0.8)) == 1


def test_an_index_found_again_far_too_small_does_not_hide_its_card() -> None:
    small = Corner(Pose(10.0, 18.0, (0.0, -1.0), 0.45 * WIDE), says("9h", 0.99))
    told = cards_of([top("9h", sure=0.9), small, top("Kd", x=300.0), top("2c", x=600.0)], 0.8)
    assert sorted(card.card for card in told) == ["2c", "9h", "Kd"]


def test_two_corners_of_a_card_that_is_wider_than_each_alone_says_are_one_card() -> None:
    corners = [top("Tc"), bottom("Tc", x=122.0, y=168.0)]
    (card,) = cards_of(corners, 0.8)
    assert card.wide == pytest.approx(140, rel=0.02)


def test_ink_that_can_be_read_either_way_round_is_read_the_surer_way() -> None:
    told = cards_of([top("9c"), bottom("6c", x=20.0, y=25.0, sure=0.9)], 0.8)
    assert [card.card for card in told] == ["9c"]
