"""Drawn evenings: what is told of hands with faults, and of all that goes on around them."""

import pytest

from vision.drawing.evening import Evening
from vision.drawing.film import Film, Truth
from vision.drawing.goings_on import DOINGS, GoingsOn
from vision.drawing.table import DrawnTable
from vision.drawing.tally import Tally, watched
from vision.sightings import FaceUp, Flashed

TRUTH = [Truth(1.0, "up", "7c", "seat:2"), Truth(2.0, "flash", "Kd", "seat:3")]
SOAKED = [range(first, first + 25) for first in range(1, 126, 25)]  # evenings: ten hours of film


def tally(*told: FaceUp | Flashed) -> Tally:
    tally = Tally()
    tally.add(TRUTH, list(told))
    return tally


def test_a_face_told_in_time_and_a_flash_found_are_counted() -> None:
    score = tally(FaceUp(1.4, "7c", "seat:2", 0.9, 1.1), Flashed(2.2, "Kd", "board", 0.95))
    assert (score.prompt, score.up, score.found, score.flashes, score.false) == (1, 1, 1, 1, 0)


@pytest.mark.parametrize(
    "told",
    [FaceUp(1.6, "7c", "seat:2", 0.9, 1.1), FaceUp(1.4, "7c", "seat:3", 0.9, 1.1)],
    ids=["late", "at another seat"],
)
def test_a_face_told_late_or_elsewhere_is_not_told_in_time(told: FaceUp) -> None:
    assert tally(told).prompt == 0


def test_a_card_that_nobody_showed_is_false_and_so_is_one_where_it_does_not_lie() -> None:
    assert tally(Flashed(2.2, "Qs", "board", 0.95)).false == 1
    assert tally(FaceUp(1.4, "7c", "burn", 0.9, 1.1)).false == 1
    assert tally(Flashed(1.2, "7c", "board", 0.95), Flashed(2.2, "Kd", "board", 0.95)).false == 0


def test_the_same_seed_shows_the_same_evening() -> None:
    one, other = Evening(5), Evening(5)
    for _ in range(2):
        first, second = one.hand(), other.hand()
        assert (first.cards, first.exposed) == (second.cards, second.exposed)


def test_all_that_goes_on_is_over_in_the_end_and_leaves_the_table_as_it_was() -> None:
    table = DrawnTable((640, 360))
    for number, doing in enumerate(DOINGS):
        going_on = GoingsOn(table, number)
        frames = sum(1 for _ in doing(going_on, "it"))
        assert 0 < frames < 150
        assert not (table.beside or table.others or table.glows) and table.light == 0.85


def test_a_face_dealt_under_a_hand_is_due_when_it_can_be_seen() -> None:
    table = DrawnTable((1280, 720))
    film = Film(table, rate=12.0)
    first: dict[str, float] = {}
    for number, (t, _) in enumerate(film.frames()):
        table.others = {"resting": (1.0, 0.2, 0.74, 0.5)} if number < 170 else {}
        for lying in table.things.values():
            if lying.kind == "face" and not lying.blur and table.shows_index(lying.name):
                first.setdefault(lying.name, t)
    board = [one for one in film.truth if one.zone == "board"]
    assert [one.t for one in board] == [first[one.card] for one in board]
    assert board[0].t > board[1].t, "the first one was dealt under the hand"


def test_a_hand_with_faults_is_told_as_it_happened() -> None:
    score = watched([1], hands=1)
    assert (score.prompt, score.found, score.false) == (score.up, score.flashes, 0), score.notes


@pytest.mark.slow
@pytest.mark.parametrize("evenings", SOAKED, ids=str)
def test_evenings_are_told_as_they_happened(evenings: range) -> None:
    score = watched(evenings, hands=3)
    print(f"{score.prompt} of {score.up} in time, {score.found} of {score.flashes} flashes, "
          f"{score.false} false in {score.seconds / 3600:.1f} hours of film")  # fmt: skip
    assert score.prompt == score.up, score.notes
    assert score.found >= 0.95 * score.flashes, score.notes
    assert score.false == 0, score.notes
