"""A house's deck: signs that the reader takes for others are read right once enrolled."""

from pathlib import Path

import numpy as np
import pytest

from engine.cards import DECK, RANKS, SUITS
from vision.arrays import Floats, Picture
from vision.drawing.faces import Style
from vision.drawing.table import DrawnTable, Lying
from vision.enrolling import shown
from vision.errors import CalibrationError
from vision.eye import Eye
from vision.house_deck import RANK_SCORES, enrol, keep, load
from vision.reader import CardReader

THIN = Style(rank_wide=0.025, rank_tall=0.19)  # figures far thinner than any printer's


def answer(first: str, second: str, suit: str = "s") -> Floats:
    """The reader's scores where it holds one rank likeliest and another nearly as likely."""
    scores = np.zeros(RANK_SCORES + 4)
    scores[RANKS.index(first)], scores[RANKS.index(second)] = 4.0, 3.0
    scores[RANK_SCORES + SUITS.index(suit)] = 5.0
    return scores


def rank(scores: Floats) -> str:
    return RANKS[int(scores[: RANK_SCORES - 1].argmax())]


def test_an_odd_nine_that_was_taken_for_a_queen_is_a_nine_once_enrolled() -> None:
    odd_nine = answer("Q", "9")
    assert rank(odd_nine) == "Q"
    deck = enrol([("9s", odd_nine), ("Qs", answer("Q", "K"))])
    assert rank(deck.corrected(odd_nine)) == "9"
    assert rank(deck.corrected(answer("Q", "K"))) == "Q"


def test_what_was_not_enrolled_is_read_as_before() -> None:
    deck = enrol([("9s", answer("Q", "9"))])
    assert rank(deck.corrected(answer("5", "6"))) == "5"


def test_a_deck_is_kept_and_read_back(tmp_path: Path) -> None:
    deck = enrol([("9s", answer("Q", "9"))])
    keep(deck, tmp_path / "deck.json")
    read = load(tmp_path / "deck.json")
    assert read.ranks["9"] == pytest.approx(deck.ranks["9"])
    assert read.suits["s"] == pytest.approx(deck.suits["s"])


def test_a_file_that_is_no_deck_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cutcard enrol"):
        load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("[]")
    with pytest.raises(CalibrationError, match="again"):
        load(tmp_path / "bad.json")


def laid(cards: list[str], seed: int) -> Picture:
    """Cards of the thin deck in two rows."""
    table = DrawnTable(seed=seed, style=THIN)
    for k, card in enumerate(cards):
        table.lay(card, Lying(card, 0.25 + 0.3 * (k % 6), 0.3 + 0.4 * (k // 6), 0.1))
    return table.picture()


def told(eye: Eye) -> tuple[int, int]:
    """How many of six dozen cards are told right, and how many wrong."""
    right = wrong = 0
    for seed in (3, 4, 11, 12, 13, 14):
        cards = [str(card) for card in np.random.default_rng(seed).permutation(DECK)[:12]]
        seen = {card.card for card in eye.see(laid(cards, seed)).cards}
        right, wrong = right + len(seen & set(cards)), wrong + len(seen - set(cards))
    return right, wrong


def test_a_deck_unlike_all_others_is_read_better_once_a_few_of_its_cards_were_shown() -> None:
    eye = Eye.open()
    ranks = [rank + suit for rank, suit in zip(RANKS, 4 * SUITS, strict=False)]
    halves = ranks[:7], ranks[7:]
    deck = enrol([one for cards in halves for one in shown(eye, laid(cards, 7), cards)])
    right, wrong = told(eye)
    right_now, wrong_now = told(Eye(CardReader(house=deck)))
    assert right_now > right and wrong_now < wrong
