"""The camera without pictures: what it tells of the truth, and when."""

from __future__ import annotations

from firmware_bridge.simulator.camera import SimulatedCamera
from firmware_bridge.simulator.truth import Card, Move, Said, Truth
from vision.sightings import Backs, FaceGone, FaceUp, Flashed, Seen

ACE, KING = Card("E00401", "Ah"), Card("E00402", "Kh", "blue")


def watched(truth: Truth, until: float, *, miss: float = 0.0, seed: int = 1) -> list[Seen]:
    told: list[Seen] = []
    camera = SimulatedCamera(truth, told.append, every=0.1, miss=miss, seed=seed)
    for tenth in range(int(until * 10) + 1):
        truth.advance(tenth / 10)
        camera.step(tenth / 10)
    return told


def test_a_face_is_told_after_three_frames_and_when_it_goes() -> None:
    truth = Truth()
    truth.add(Move(0.5, ACE, "deck", "board", "up", lands=1.0))
    truth.add(Move(3.0, ACE, "board", "deck", "down", lands=3.2))
    up, gone = watched(truth, 5.0)
    assert isinstance(up, FaceUp)
    assert (up.card, up.zone, up.since, up.t) == ("Ah", "board", 1.0, 1.2)
    assert isinstance(gone, FaceGone)
    assert 3.4 <= gone.t <= 3.6


def test_backs_are_counted_by_colour() -> None:
    truth = Truth()
    truth.add(Move(0.5, ACE, "deck", "seat:1", "down", lands=1.0))
    truth.add(Move(1.5, KING, "deck", "seat:1", "down", lands=2.0))
    told = watched(truth, 3.0)
    assert [(one.count, one.colour) for one in told if isinstance(one, Backs)] == [
        (1, "red"),
        (2, "blue+red"),
    ]


def test_a_card_turned_over_where_it_lies_is_a_face_and_one_back_less() -> None:
    truth = Truth()
    truth.add(Move(0.5, ACE, "deck", "seat:1", "down", lands=1.0))
    truth.add(Move(2.0, ACE, "seat:1", "seat:1", "up", lands=2.1))
    told = watched(truth, 4.0)
    assert [type(one) for one in told] == [Backs, FaceUp, Backs]
    assert isinstance(told[-1], Backs)
    assert told[-1].count == 0


def test_a_flash_is_told_once() -> None:
    truth = Truth()
    truth.add(Said(1.0, {"e": "flash", "card": "Ah", "zone": "seat:1", "by": "dealer"}))
    told = watched(truth, 3.0)
    assert [type(one) for one in told] == [Flashed]


def test_missed_frames_put_a_face_off_but_do_not_take_it_away() -> None:
    truth = Truth()
    truth.add(Move(0.5, ACE, "deck", "board", "up", lands=1.0))
    told = watched(truth, 20.0, miss=0.1)
    assert [type(one) for one in told] == [FaceUp]
