"""Signs: an index is found wherever it stands on paper, outline or none."""

import numpy as np
import pytest

from vision.arrays import Floats
from vision.card_shape import CARD_METRES, INDEX
from vision.cuts import Pose
from vision.drawing.faces import Style
from vision.drawing.table import HOUSE, DrawnTable, Lying
from vision.signs import signs

JUMBO = Style(font="uni", rank_tall=0.28, rank_wide=0.19, suit_tall=0.2, index_x=0.15, spread=0.6)


def index_of(table: DrawnTable, lying: Lying) -> Floats:
    """Where the index of a card on the table stands in the picture."""
    turn = np.array(
        [[np.cos(lying.turn), -np.sin(lying.turn)], [np.sin(lying.turn), np.cos(lying.turn)]]
    )
    off = turn @ (np.array(INDEX) - (0.5, 0.7)) * CARD_METRES
    return np.array(table.point(lying.x + off[0], lying.y + off[1]))


def stands(poses: list[Pose], at: Floats, turn: float) -> bool:
    """Whether one of the poses is at that place and upright on its card."""
    up = np.array([np.sin(turn), -np.cos(turn)])
    return any(
        np.hypot(pose.x - at[0], pose.y - at[1]) < 0.13 * pose.wide and np.dot(pose.up, up) > 0.9
        for pose in poses
    )


@pytest.mark.parametrize("style", [HOUSE, JUMBO], ids=["usual", "jumbo"])
@pytest.mark.parametrize("card", ["As", "9h", "Kd", "7c"])
def test_an_index_on_top_of_another_card_is_found_though_no_outline_shows_it(
    card: str, style: Style
) -> None:
    table = DrawnTable((2304, 1296), style=style)
    table.lay("under", Lying("2c", 0.8, 0.5, 1.2))
    over = Lying(card, 0.815, 0.53, 0.3)
    table.lay("over", over)
    wide = CARD_METRES * table.scale
    assert stands(list(signs(table.picture(), wide)), index_of(table, over), over.turn)


@pytest.mark.parametrize("name", ["6s", "9h", "8d", "8c"])
def test_a_width_that_is_far_off_is_mended_by_the_signs_themselves(name: str) -> None:
    table = DrawnTable((2304, 1296))
    card = Lying(name, 0.8, 0.5, 0.3)
    table.lay("card", card)
    wide = CARD_METRES * table.scale
    found = [pose for pose in signs(table.picture(), 1.5 * wide) if pose.wide < 1.25 * wide]
    assert stands(found, index_of(table, card), card.turn)


def test_a_bare_felt_has_no_signs() -> None:
    picture = DrawnTable((1280, 720)).picture()[120:-120, 120:-120]
    assert list(signs(np.ascontiguousarray(picture), 39.0)) == []
