"""What hands are worth: ranks, names and the five cards that make them."""

from itertools import combinations, combinations_with_replacement

import pytest

from engine.evaluate import (
    HandError,
    best_high,
    rank_flush,
    rank_high,
    rank_multiset,
)

NAMED = {
    "Ks Kh 9d 9c 4h 4c Ad": ("two pair, kings and nines, ace kicker", "Ks Kh 9d 9c Ad"),
    "Ts Js Qs Ks As 2c 2d": ("royal flush", "As Ks Qs Js Ts"),
    "5h 4h 3h 2h Ah Kh 9c": ("straight flush, five high", "5h 4h 3h 2h Ah"),
    "9s 9h 9d 9c 4h Kc Kd": ("four of a kind, nines, king kicker", "9s 9h 9d 9c Kc"),
    "9s 9h 9d 4c 4h 4d 2s": ("full house, nines full of fours", "9s 9h 9d 4c 4h"),
    "9s 9h 9d 4c 4h Kd Ks": ("full house, nines full of kings", "9s 9h 9d Kd Ks"),
    "Ah Jh 8h 6h 3h 2h Kc": ("flush, ace, jack, eight, six and three", "Ah Jh 8h 6h 3h"),
    "9c 8h 7h 6s 5d 4c 9d": ("straight, nine high", "9c 8h 7h 6s 5d"),
    "5c 4h 3h 2s Ad Kc Kd": ("straight, five high", "5c 4h 3h 2s Ad"),
    "7c 7h 7d 2s Ad Kc 4d": ("three of a kind, sevens, ace and king kickers", "7c 7h 7d Ad Kc"),
    "7c 7h 3d 2s Ad Kc 4d": ("pair of sevens, ace, king and four kickers", "7c 7h Ad Kc 4d"),
    "7c 5h 4d 3s 2d": ("seven high, five, four, three and two kickers", "7c 5h 4d 3s 2d"),
}


@pytest.mark.parametrize(("cards", "told"), NAMED.items())
def test_a_hand_is_named_and_shows_the_cards_that_make_it(
    cards: str, told: tuple[str, str]
) -> None:
    hand = best_high(cards.split())
    assert (hand.name, " ".join(hand.cards)) == told
    assert rank_high(cards.split()) == hand.rank == rank_high(hand.cards)


def test_the_categories_stand_in_their_order() -> None:
    order = [
        "As Kh Qd Jc 9h",
        "2s 2h 3d 4c 5h",
        "3s 3h 2d 2c 4h",
        "2s 2h 2d 3c 4h",
        "5s 4h 3d 2c Ah",
        "7s 5s 4s 3s 2s",
        "2s 2h 2d 3c 3h",
        "2s 2h 2d 2c 3h",
        "5s 4s 3s 2s As",
    ]
    ranks = [rank_high(hand.split()) for hand in order]
    assert ranks == sorted(set(ranks))


def test_suits_are_equal() -> None:
    assert rank_high(["As", "Ks", "Qs", "Js", "9s"]) == rank_high(["Ah", "Kh", "Qh", "Jh", "9h"])


def test_all_7462_classes_of_five_cards_are_told_apart() -> None:
    flushes = {rank_flush(sum(1 << r for r in ranks)) for ranks in combinations(range(13), 5)}
    plain = {
        rank_multiset([ranks.count(r) for r in range(13)])
        for ranks in combinations_with_replacement(range(13), 5)
        if max(map(ranks.count, ranks)) <= 4
    }
    assert len(flushes) == 1287
    assert len(plain) == 6175
    assert len(flushes | plain) == 7462


def test_fewer_than_five_cards_rank_by_what_they_have() -> None:
    order = ["Qs", "As", "As 2d", "As Kd", "As Kd Qh Jc", "2s 2d", "2s 2d 3h 3c", "2s 2h 2d"]
    ranks = [rank_high(hand.split()) for hand in order]
    assert ranks == sorted(set(ranks))
    assert best_high(["As", "Ks", "Qs", "Js"]).name == "ace high, king, queen and jack kickers"
    assert best_high(["9s", "9d"]).name == "pair of nines"
    assert best_high(["9s"]) == (rank_high(["9s"]), "nine high", ("9s",))


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Zz", "'Zz' is no card"),
        ("Ah Kd Ah", "Ah stands there twice"),
        ("", "one to seven cards, not 0"),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "one to seven cards, not 8"),
    ],
)
def test_cards_that_are_no_hand_are_refused(cards: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        best_high(cards.split())
