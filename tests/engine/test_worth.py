"""What hands are worth: ranks, names and the five cards that make them."""

import csv
from collections import Counter
from importlib.resources import files
from io import StringIO
from itertools import combinations, combinations_with_replacement

import pytest

from engine.cards import DECK
from engine.worth import HandError, Value, scale
from engine.worth.high import rank_flush, rank_high, rank_multiset
from engine.worth.keys import card_values
from engine.worth.names import high_name

HIGH, LOW8 = scale("high"), scale("low8")
OMAHA_HIGH, OMAHA_LOW = scale("high", uses=2), scale("low8", uses=2)

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
    hole, board = cards.split()[:2], cards.split()[2:]
    hand = HIGH.best(hole, board)
    assert (hand.name, " ".join(hand.cards)) == told
    assert HIGH.rank(hole, board) == HIGH.rank(hand.cards, ())


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
    assert len({high_name(rank >> 20, card_values(rank)) for rank in flushes | plain}) == 7462


FREQUENCIES = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


def test_each_category_has_its_known_frequency_over_all_five_card_hands() -> None:
    categories = Counter(rank_high(cards) >> 20 for cards in combinations(DECK, 5))
    assert [categories[category] for category in range(9)] == FREQUENCIES


CLASSES = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "Ks Qs Js Ts 9s",
    "four_of_a_kind": "As Ah Ad Ac Ks",
    "full_house": "As Ah Ad Kc Ks",
    "flush": "As Ks Qs Js 9s",
    "straight": "As Kh Qs Js Ts",
    "three_of_a_kind": "As Ah Ad Kc Qs",
    "two_pair": "As Ah Kd Kc Qs",
    "one_pair": "As Ah Kd Qc Js",
    "high_card": "As Kh Qd Jc 9s",
}


@pytest.mark.parametrize("book", ["california", "dc"])
def test_the_best_hand_of_each_class_stands_where_the_rulebook_has_it(book: str) -> None:
    # The other three books rank no hands of their own, and so play by the standard order.
    text = (files("engine.rulebooks") / f"{book}.csv").read_text(encoding="utf-8")
    found = [
        dict(pair.split("=") for pair in clause["params"].split(";"))
        for clause in csv.DictReader(StringIO(text))
        if clause["params"].startswith("class=")
    ]
    found.sort(key=lambda params: int(params["order"]))
    ranks = [rank_high(CLASSES[params["class"].removesuffix("s")].split()) for params in found]
    assert len(ranks) == 10
    assert ranks == sorted(set(ranks), reverse=True)


def test_fewer_than_five_cards_rank_by_what_they_have() -> None:
    order = ["Qs", "As", "As 2d", "As Kd", "As Kd Qh Jc", "2s 2d", "2s 2d 3h 3c", "2s 2h 2d"]
    ranks = [rank_high(hand.split()) for hand in order]
    assert ranks == sorted(set(ranks))
    four = HIGH.best(["As", "Ks", "Qs", "Js"], ())
    assert four.name == "ace high, king, queen and jack kickers"
    assert HIGH.best(["9s", "9d"], ()).name == "pair of nines"
    assert HIGH.best(["9s"], ()) == ("nine high", ("9s",))


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
        HIGH.best(cards.split()[:2], cards.split()[2:])


ACE_TO_FIVE = [  # best first
    ("5s 4s 3s 2s As Kh Kd", "wheel", "5s 4s 3s 2s As"),
    ("6s 4h 3s 2s As Kh Kd", "six-four low", "6s 4h 3s 2s As"),
    ("8s 7h 6s 5s 4s Kh Kd", "eight-seven low", "8s 7h 6s 5s 4s"),
    ("9s 4h 3s 2s As Kh Kd", "nine-four low", "9s 4h 3s 2s As"),
    ("Ks Qh Js Ts 9s Kh Kd", "king-queen low", "Ks Qh Js Ts 9s"),
    ("As Ah 4s 3s 2s 2h 3d", "pair of aces, four, three and two kickers", "As Ah 4s 3s 2s"),
    ("2s 2h 4s 3s As 4h 3d", "pair of twos, four, three and ace kickers", "2s 2h 4s 3s As"),
    ("2s 2h 3s 3h As", "two pair, threes and twos, ace kicker", "3s 3h 2s 2h As"),
    ("2s 2h 2d 3h As", "three of a kind, twos, three and ace kickers", "2s 2h 2d 3h As"),
    ("2s 2h 2d 3h 3s", "full house, twos full of threes", "2s 2h 2d 3h 3s"),
    ("2s 2h 2d 2c 3s", "four of a kind, twos, three kicker", "2s 2h 2d 2c 3s"),
]


def test_ace_to_five_lows_stand_in_their_order() -> None:
    lows = scale("low_a5")
    for cards, name, five in ACE_TO_FIVE:
        assert lows.best(cards.split(), ()) == Value(name, tuple(five.split()))
    ranks = [lows.rank(cards.split(), ()) for cards, _, _ in ACE_TO_FIVE]
    assert ranks == sorted(set(ranks), reverse=True)


def test_a_low_qualifies_with_an_eight_or_better() -> None:
    eight = LOW8.best(["8s", "7h"], ["6s", "5s", "4s", "Kh", "Kd"])
    assert eight == Value("eight-seven low", ("8s", "7h", "6s", "5s", "4s"))
    for cards in ("9s 4h 3s 2s As Kh Kd", "2s 2h 4s 3s As 4h 3d", "2s 3h 4s 5s"):
        hole, board = cards.split()[:2], cards.split()[2:]
        assert LOW8.rank(hole, board) == 0
        assert LOW8.best(hole, board) == Value("no low", ())


DEUCE_TO_SEVEN = [  # best first
    ("7s 5h 4s 3s 2s", "seven-five low"),
    ("7s 6h 4s 3s 2s", "seven-six low"),
    ("8s 5h 4s 3s 2s", "eight-five low"),
    ("Ks Qh Js Ts 8s", "king-queen low"),
    ("As 5h 4s 3s 2s", "ace-five low"),
    ("As 6h 4s 3s 2s", "ace-six low"),
    ("2s 2h 3s 4s 5s", "pair of twos, five, four and three kickers"),
    ("6s 5h 4s 3s 2s", "straight, six high"),
    ("7s 5s 4s 3s 2s", "flush, seven, five, four, three and two"),
    ("As 5s 4s 3s 2s", "flush, ace, five, four, three and two"),
    ("6s 5s 4s 3s 2s", "straight flush, six high"),
]


def test_deuce_to_seven_lows_stand_in_their_order() -> None:
    lows = scale("low_27")
    hands = [lows.best(cards.split(), ()) for cards, _ in DEUCE_TO_SEVEN]
    assert [hand.name for hand in hands] == [name for _, name in DEUCE_TO_SEVEN]
    ranks = [lows.rank(cards.split(), ()) for cards, _ in DEUCE_TO_SEVEN]
    assert ranks == sorted(set(ranks), reverse=True)


def test_omaha_plays_two_of_the_hand_and_three_of_the_board() -> None:
    # Four hearts in the hand and two on the board make no flush, nor one ace on an all-heart board.
    two_hearts = OMAHA_HIGH.best(["Ah", "Kh", "Qh", "Jh"], ["2h", "3h", "4c", "9d", "9s"])
    assert two_hearts.name.startswith("pair")
    one_heart = OMAHA_HIGH.best(["Ah", "Kc", "Qd", "Qs"], ["2h", "3h", "5h", "9h", "Td"])
    assert one_heart == Value(
        "pair of queens, ten, nine and five kickers", ("Qd", "Qs", "Td", "9h", "5h")
    )
    hole = ["As", "2s", "Ks", "Kd"]
    wheel = OMAHA_LOW.best(hole, ["3h", "4h", "5h", "9h", "Td"])
    assert wheel == Value("wheel", ("5h", "4h", "3h", "2s", "As"))
    assert OMAHA_LOW.best(hole, ["Ah", "2h", "5h", "9h", "Td"]) == Value("no low", ())


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("Ah", "2c 3c 4c", "2 cards of the hand must play, it has 1"),
        ("Ah Kh Qh Jh", "2c 3c", "3 cards of the board must play, it has 2"),
        ("Ah Kh Qh Jh", "2c 3c Ah", "Ah stands there twice"),
    ],
)
def test_cards_that_are_no_omaha_hand_are_refused(hole: str, board: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        OMAHA_HIGH.best(hole.split(), board.split())


def test_a_side_that_no_pot_has_is_refused() -> None:
    with pytest.raises(HandError, match="'middle' is no side of a pot: one of high, low8"):
        scale("middle")
