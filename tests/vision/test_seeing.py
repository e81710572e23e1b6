"""Seeing whole pictures: drawn tables always, and photographs where they are at hand.

The photographs are no part of the project; where their folder is missing only drawn ones are seen.
Only the half that may be tuned on is looked at here: the other is for reports.
"""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import DECK
from vision.arrays import Picture
from vision.card_shape import CARD_METRES
from vision.drawing.faces import Style, face
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
    "flat-topped three": Style(
        font="sans", rank_tall=0.28, rank_wide=0.19, suit_tall=0.2, index_x=0.15, spread=0.6
    ),
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
    assert right >= 23 and wrong == 0  # of 24: what is not sure is not told


def test_a_card_is_where_it_was_laid_with_its_four_corners() -> None:
    table = DrawnTable(seed=1)
    table.lay("card", Lying("8d", 0.8, 0.45, 0.5))
    (card,) = EYE.see(table.picture()).cards
    assert card.corners is not None
    assert middle(card.corners) == pytest.approx(table.point(0.8, 0.45), abs=4)


def test_a_card_seen_from_the_side_has_the_corners_of_its_outline() -> None:
    table = DrawnTable(seed=1)
    table.lay("card", Lying("8d", 0.8, 0.45, 0.5))
    sides = np.array([[-0.5, -0.7], [0.5, -0.7], [0.5, 0.7], [-0.5, 0.7]]) * CARD_METRES
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    laid = [table.point(*spot) for spot in (0.8, 0.45) + sides @ turn]
    tilt = np.array([[1, 0.35, 0], [0, 0.75, 0], [0, 0.0001, 1]])
    picture = table.picture()
    tilted = cv2.warpPerspective(picture, tilt, picture.shape[1::-1])
    true = cv2.perspectiveTransform(np.array([laid], np.float32), tilt)[0]
    (card,) = EYE.see(np.asarray(tilted, np.uint8)).cards
    assert card.corners is not None
    turned = [np.roll(card.corners, k, 0) for k in (0, 2)]  # either of its ends may be read as up
    assert min(float(np.abs(one - true).max()) for one in turned) < 4


def test_white_cards_on_a_white_table_are_read_by_their_indices_alone() -> None:
    picture = np.full((720, 1280, 3), 250, np.uint8)
    style = Style(rank_tall=0.2, rank_wide=0.14, suit_tall=0.15, paper=(250, 250, 250))
    for k, card in enumerate(["8d", "Kc", "2s"]):
        small = cv2.resize(face(card, style), (90, 126), interpolation=cv2.INTER_AREA)
        picture[200:326, 300 + 200 * k : 390 + 200 * k] = small
    assert {card.card for card in EYE.see(picture).cards} == {"8d", "Kc", "2s"}


def test_a_card_on_a_newspaper_is_read_and_none_is_read_out_of_the_print() -> None:
    rng = np.random.default_rng(2)
    page = np.full((720, 1280, 3), 235, np.uint8)
    for y in range(12, 720, 13):
        words = "".join(rng.choice(list("etaoinshrdlucm 80123 Ktpb "), 200))
        cv2.putText(page, words, (0, y), cv2.FONT_HERSHEY_DUPLEX, 0.4, (40, 40, 40))
    card = cv2.resize(face("Qh", Style()), (130, 182), interpolation=cv2.INTER_AREA)
    page[300:482, 500:630] = card
    assert [card.card for card in EYE.see(page).cards] == ["Qh"]


def test_a_picture_without_cards_shows_none() -> None:
    assert EYE.see(np.full((480, 640, 3), 90, np.uint8)) == Scene()
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert EYE.see(noise).cards == []


@pytest.mark.parametrize("card", ["7c", "Td", "4h"])
def test_a_card_that_lies_wholly_on_others_is_read_with_them(card: str) -> None:
    table = DrawnTable(seed=3)
    table.lay("left", Lying("Qd", 0.767, 0.5))
    table.lay("right", Lying("9s", 0.833, 0.5))
    table.lay("across", Lying(card, 0.8, 0.5, 1.4))  # paper on paper: it has no outline of its own
    assert {one.card for one in EYE.see(table.picture()).cards} == {"Qd", "9s", card}


BARS = {  # the least share that must be right, the most that may be wrong
    "board at 2400 px": (0.97, 0.0),
    "board at 1280 px": (0.97, 0.0),
    "board at 900 px": (0.93, 0.0),
    "hands": (0.9, 0.02),
    "face up or down": (0.98, 0.02),
    "ranks": (0.9, 0.03),
}


@pytest.mark.parametrize(("folder", "count"), [("table", 3), ("ranks", 20)])
def test_photographs_where_they_are_at_hand_meet_the_bars(folder: str, count: int) -> None:
    for name, tally in _scored(folder, slice(0, count)).items():
        bar = next((bar for start, bar in BARS.items() if name.startswith(start)), None)
        if bar:
            assert tally.right >= bar[0] * tally.total, f"{name}: {tally} {tally.notes}"
            assert tally.wrong <= bar[1] * tally.total, f"{name}: {tally} {tally.notes}"


def _scored(name: str, part: slice) -> Tallies:
    """The tallies of some photographs of the half that may be tuned on."""
    folder, tallies = PHOTOS / name, Tallies()
    if not folder.is_dir():
        pytest.skip(f"no photographs in {folder}")
    photos, _ = halves([row["file"] for row in labels(folder)])
    (score_table if name == "table" else score_ranks)(EYE, folder, photos[part], tallies)
    return tallies
