"""The tables against the plain evaluator, and both against an evaluator of others."""

import random
from itertools import combinations, islice

import numpy as np
import pytest
from phevaluator import _pheval

from engine.cards import DECK
from engine.equity.boards import dealt
from engine.equity.lookups import drawn, holding
from engine.equity.spots import FORMS, Form
from engine.equity.tables import multisets, place, plain_ranks
from engine.worth import scale
from engine.worth.high import rank_high

HOLDEM, OMAHA, OMAHA8 = FORMS["holdem"], FORMS["omaha"], FORMS["omaha8"]
BEST_CLASS = 7462

SEVEN_CARD_FREQUENCIES = [
    *(23294460, 58627800, 31433400, 6461620, 6180020),
    *(4047644, 3473184, 224848, 41584),
]


def deals(count: int, cards: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Deal so many different cards, many times over."""
    order = np.random.default_rng(seed).random((count, 52)).argpartition(cards, axis=1)
    return order[:, :cards].astype(np.int64)


def test_a_multiset_stands_where_place_finds_it() -> None:
    for size in (2, 3, 5, 7):
        assert (place(multisets(size)) == np.arange(len(multisets(size)))).all()


def test_no_class_is_missing_or_counted_twice() -> None:
    plain = set(plain_ranks().tolist()) - {0}
    assert (len(plain), max(plain) <= BEST_CLASS) == (6175, True)


def test_a_million_seven_card_hands_agree_with_phevaluator() -> None:
    for seed in range(10):
        cards = deals(100_000, 7, seed)
        theirs = [_pheval.evaluate_7cards(*row) for row in cards.tolist()]
        ours = drawn(HOLDEM, cards[:, :2]).ranks_on(dealt(cards[:, 2:]))
        # Theirs count from the best class, 1, ours from the worst.
        assert (BEST_CLASS + 1 - np.array(theirs) == ours).all()


def test_a_hundred_thousand_omaha_hands_agree_with_phevaluator() -> None:
    cards = deals(100_000, 9, 10)
    theirs = [_pheval.evaluate_plo4_cards(*row) for row in cards.tolist()]
    ours = drawn(OMAHA, cards[:, 5:]).ranks_on(dealt(cards[:, :5]))
    assert (BEST_CLASS + 1 - np.array(theirs) == ours).all()


def test_the_plain_evaluator_agrees_with_phevaluator() -> None:
    # Higher ranks for lower numbers, and equal ranks for equal numbers.
    ranks: dict[int, int] = {}
    for row in deals(100_000, 7, 11).tolist():
        rank = rank_high([DECK[card] for card in row])
        assert ranks.setdefault(_pheval.evaluate_7cards(*row), rank) == rank
    falling = [ranks[number] for number in sorted(ranks)]
    assert falling == sorted(set(falling), reverse=True)


def test_the_low_tables_agree_with_the_plain_evaluator() -> None:
    cards = deals(2_000, 9, 12)
    boards = dealt(cards[:, :5])
    lows = drawn(OMAHA8, cards[:, 5:]).lows_on(boards)
    ranks: dict[int, int] = {0: 0}
    for row, low in zip(cards.tolist(), lows.tolist(), strict=True):
        names = [DECK[card] for card in row]
        rank = scale("low8", 2).rank(names[5:], names[:5])
        assert ranks.setdefault(low, rank) == rank
    rising = [ranks[low] for low in sorted(ranks)]
    assert rising == sorted(set(rising))


@pytest.mark.parametrize(
    "game", [game for game in FORMS.values() if game.board], ids=lambda game: game.name
)
def test_a_known_hand_looks_up_what_a_drawn_one_does(game: Form) -> None:
    chance = random.Random(5)
    for _ in range(50):
        cards = chance.sample(range(52), 30)
        hole, rest = cards[: game.hole], cards[4:]
        boards = dealt(np.array(list(islice(combinations(rest, 5), 40))))
        known, other = holding(game, hole, 5), drawn(game, np.array([hole] * 40))
        assert (known.ranks_on(boards) == other.ranks_on(boards)).all()
        if game.low:
            assert (known.lows_on(boards) == other.lows_on(boards)).all()


@pytest.mark.slow
def test_each_category_has_its_known_frequency_over_all_seven_card_hands() -> None:
    # The two lowest cards are the hand, the five others a board of cards above them.
    boards = np.array(list(combinations(range(51, -1, -1), 5)), dtype=np.int8)
    boards = boards[np.argsort(-boards[:, 4], kind="stable")]
    lowest = boards[:, 4]
    all_boards = dealt(boards.astype(np.int64))
    counts = np.zeros(BEST_CLASS + 1, dtype=np.int64)
    for low, high in combinations(range(52), 2):
        above = int(np.searchsorted(-lowest, -high))
        some = all_boards._replace(ranks=all_boards.ranks[:above], flush=all_boards.flush[:above])
        counts += np.bincount(holding(HOLDEM, (low, high), 5).ranks_on(some), minlength=7463)
    assert counts.sum() == 133_784_560
    # So many five-card classes in each category, from high card to straight flush.
    edges = np.cumsum([1, 1277, 2860, 858, 858, 10, 1277, 156, 156])
    assert np.add.reduceat(counts, edges).tolist() == SEVEN_CARD_FREQUENCIES
