"""The camera's health: frozen, dark, bright, pulled and moved are told within two seconds, once."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.arrays import Picture
from vision.calibration import calibrate
from vision.drawing.table import DrawnTable
from vision.health import Health
from vision.sightings import CameraState
from vision.zones import template

RATE = 15
rng = np.random.default_rng(7)


def live(level: int = 120) -> Picture:
    """A picture with the noise that every real one has."""
    return np.clip(rng.normal(level, 3, (90, 160, 3)), 0, 255).astype(np.uint8)


def film(health: Health, start: float, seconds: float, picture: Picture | None = None,
         level: int = 120) -> list[CameraState]:  # fmt: skip
    """Some seconds of frames: the same picture each time, or a live one."""
    told = []
    for k in range(round(seconds * RATE)):
        shot = live(level) if picture is None else picture
        told += health.frame(start + k / RATE, shot)
    return told


def test_a_live_picture_is_ok_and_that_is_said_once() -> None:
    assert [s.state for s in film(Health(), 0, 5)] == ["ok"]


def test_a_frozen_picture_is_told_within_two_seconds_and_again_when_it_lives() -> None:
    health = Health()
    film(health, 0, 3)
    told = film(health, 3, 4, live())
    assert [s.state for s in told] == ["frozen"] and told[0].t < 5
    assert [s.state for s in film(health, 7, 1)] == ["ok"]


def test_a_black_picture_is_dark_within_two_seconds() -> None:
    health = Health()
    film(health, 0, 2)
    told = film(health, 2, 3, np.zeros((90, 160, 3), np.uint8))
    assert told[0].state == "dark" and told[0].t < 4
    assert "is the light on" in told[0].detail and told[0].detail.endswith("half blind")


def test_an_over_exposed_picture_is_bright() -> None:
    told = film(Health(), 0, 3, level=262)
    assert [s.state for s in told] == ["ok", "bright"] and told[1].t < 2


def test_a_flash_of_light_is_not_told() -> None:
    health = Health()
    film(health, 0, 1)
    assert film(health, 1, 0.3, level=262) == []
    assert film(health, 1.3, 1) == []


def test_a_camera_that_falls_silent_is_absent_and_the_table_is_half_blind() -> None:
    health = Health()
    film(health, 0, 1)
    assert health.silence(1.5, lasting=0.5) == []
    told = health.silence(2.1, lasting=1.1)
    assert told[0].state == "absent" and "half blind" in told[0].detail
    assert health.silence(3.0, lasting=2.0) == []
    assert [s.state for s in film(health, 4, 1)] == ["ok"]


def test_a_pulled_camera_says_why() -> None:
    told = Health().absent(1.0, "camera 0: not there")
    assert told[0].detail.startswith("camera 0: not there; ")


def hung(table: DrawnTable) -> Health:
    """A camera that hangs well, and has said so."""
    health = Health(calibrate(table.picture(), template(9)))
    assert [s.state for k in range(2 * RATE) for s in health.frame(k / RATE, table.picture())] == [
        "ok"
    ]
    return health


def pushed(shot: Picture) -> Picture:
    return np.ascontiguousarray(np.roll(shot, 14, axis=1))


def turned(shot: Picture) -> Picture:
    return np.ascontiguousarray(shot[::-1, ::-1])


def covered(shot: Picture) -> Picture:
    """A cloth over the table, in good light."""
    return np.clip(rng.normal(120, 3, shot.shape), 0, 255).astype(np.uint8)


def smaller(shot: Picture) -> Picture:
    return np.ascontiguousarray(shot[::2, ::2])


@pytest.mark.parametrize(
    ("done", "state", "says"),
    [
        (pushed, "moved", "14 pixels off; calibrate again"),
        (turned, "upside down", "stand on their heads; turn the camera"),
        (covered, "no markers", "none of the four markers is seen"),
        (smaller, "moved", "the picture has 640 × 360 pixels, was 1280 × 720; calibrate again"),
    ],
)
def test_a_camera_that_hangs_wrong_is_told_within_two_seconds_and_when_it_is_put_right(
    done: Callable[[Picture], Picture], state: str, says: str
) -> None:
    table = DrawnTable((1280, 720))
    health = hung(table)
    times = [2 + k / RATE for k in range(3 * RATE)]
    told = [s for t in times for s in health.frame(t, done(table.picture()))]
    assert [s.state for s in told] == [state] and told[0].t < 4
    assert says in told[0].detail and told[0].detail.endswith("half blind")
    times = [5 + k / RATE for k in range(3 * RATE)]
    assert [s.state for t in times for s in health.frame(t, table.picture())] == ["ok"]


def test_a_hand_over_a_marker_is_no_trouble() -> None:
    table = DrawnTable((1280, 720))
    health = hung(table)
    table.hands = [(0.0, -0.2, 0.0, 0.0)]
    times = [2 + k / RATE for k in range(3 * RATE)]
    assert [s for t in times for s in health.frame(t, table.picture())] == []
