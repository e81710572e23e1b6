"""Seeing whole pictures: drawn tables always, and photographs where they are at hand.

The photographs are no part of the project; where their folder is missing only drawn ones are seen.
Only the half that may be tuned on is looked at here: the other is for reports.
"""

from pathlib import Path

import numpy as np
import pytest

from engine.cards import DECK
from vision.arrays import Picture
from vision.drawing.faces import Style
from vision.drawing.table import DrawnTable, Lying
from vision.eye import Eye
from vision.scene import Scene, middle
from vision.training.score import Tallies, halves, labels, score_ranks, score_table

PHOTOS = Path(__file__).parents[3] / "shared" / "vision" / "photos"
EYE = Eye.open()
STYLES = {
    "usual": Style(rank_tall=0.17, rank_wide=0.12, suit_tall=0.13),
    "jumbo": Style(
        font="uni", rank_tall=0.28, rank_wide=0.19, suit_tall=0.2, index_x=0.15, spread=0.6
    ),
    "two metres away": Style(rank_tall=0.2, rank_wide=0.14, suit_tall=0.15, weight=600),
}


def laid(style: Style, seed: int) -> tuple[Picture, list[str]]:
    """Twelve cards of one style, turned anyhow."""
    rng = np.random.default_rng(seed)
    table = DrawnTable(seed=seed, style=style)
    cards = [str(card) for card in rng.permutation(DECK)[:12]]
    for k, card in enumerate(cards):
        x, y = 0.25 + 0.3 * (k % 6), 0.3 + 0.4 * (k // 6)
        table.lay(card, Lying(card, x, y, float(rng.uniform(0, 6.3))))
    return table.picture(), cards


@pytest.mark.parametrize("name", STYLES)
def test_cards_of_any_make_turned_anyhow_are_read_and_none_wrong(name: str) -> None:
    right = wrong = 0
    for seed in range(2):
        picture, cards = laid(STYLES[name], seed)
        told = [card.card for card in EYE.see(picture).cards]
        right += len(set(told) & set(cards))
        wrong += len([card for card in told if card not in cards])
    assert right >= 20 and wrong == 0  # of 24: what is not sure is not told


def test_a_card_is_where_it_was_laid_with_its_four_corners() -> None:
    table = DrawnTable(seed=1)
    table.lay("card", Lying("8d", 0.8, 0.45, 0.5))
    (card,) = EYE.see(table.picture()).cards
    assert card.corners is not None
    assert middle(card.corners) == pytest.approx(table.point(0.8, 0.45), abs=4)


def test_a_picture_without_cards_shows_none() -> None:
    assert EYE.see(np.full((480, 640, 3), 90, np.uint8)) == Scene()
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert EYE.see(noise).cards == []


def test_photographs_of_a_table_where_they_are_at_hand() -> None:
    tallies = _scored("table", slice(0, 2))
    for name, tally in tallies.items():
        most = 0.0 if "board" in name else 0.1  # so few hands: one wrong is a twelfth of them
        assert tally.wrong <= most * tally.total, f"{name}: {tally}"


def test_photographs_of_ranks_where_they_are_at_hand() -> None:
    tallies = _scored("ranks", slice(0, 12))
    for name, tally in tallies.items():
        assert tally.wrong <= 0.1 * tally.total, f"{name}: {tally}"


def _scored(name: str, part: slice) -> Tallies:
    """The tallies of some photographs of the half that may be tuned on."""
    folder, tallies = PHOTOS / name, Tallies()
    if folder.is_dir():
        photos, _ = halves([row["file"] for row in labels(folder)])
        (score_table if name == "table" else score_ranks)(EYE, folder, photos[part], tallies)
    return tallies
