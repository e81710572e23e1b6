"""Ports, camera and pins as the doctor sees them."""

import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import Camera, Pins
from controller.doctor.senses import camera, pins, ports
from firmware_bridge.ports import Port
from tests.controller.doctor.patients import found, table
from vision.calibration import calibrate, keep
from vision.drawing.table import DrawnTable
from vision.pictures import write_picture
from vision.zones import template


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Path]:
    """A reader's port under a name that stays."""
    ours, theirs = pty.openpty()
    name = tmp_path / "port"
    name.symlink_to(os.ttyname(theirs))
    yield name
    os.close(ours)
    os.close(theirs)


def test_a_reader_that_is_plugged_in_is_well(plugged: Path) -> None:
    [(level, said)] = found(ports, table(plugged.parent))
    assert (level, "115200 baud" in said) == ("ok", True)


def test_a_port_that_another_program_has_is_named(plugged: Path) -> None:
    config = table(plugged.parent)
    with Port(config.reader[0].settings):
        [(level, said)] = found(ports, config)
    assert (level, "in use" in said) == ("warn", True)


def test_a_cable_that_is_out_fails(tmp_path: Path) -> None:
    [(level, said)] = found(ports, table(tmp_path))
    assert (level, "plug it in" in said) == ("fail", True)


def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("")
    [(level, said)] = found(ports, table(tmp_path))
    assert (level, "not a serial port" in said) == ("fail", True)


def test_a_camera_that_is_not_asked_for_is_not_looked_for(tmp_path: Path) -> None:
    assert found(camera, table(tmp_path))[0][0] == "ok"


def test_a_camera_needs_its_device_and_its_calibration(tmp_path: Path) -> None:
    shots, calibration = tmp_path / "shots", tmp_path / "calibration"
    settings = Camera(kind="folder", device=str(shots), calibration=calibration)
    said = " ".join(text for level, text in found(camera, table(tmp_path, camera=settings)))
    assert "plug the camera in" in said
    assert "cutcard calibrate" in said
    shots.mkdir()
    calibration.mkdir()
    (_, seen) = found(camera, table(tmp_path, camera=settings))
    assert seen[0] == "fail" and "run `cutcard calibrate`" in seen[1]


@pytest.mark.parametrize(
    ("shown", "level", "says"),
    [
        (DrawnTable((1280, 720), seed=2), "ok", "sees the table, 1280 × 720 pixels"),
        (DrawnTable((1280, 720), light=0.02), "warn", "is the light on"),
        (DrawnTable((1280, 720), light=20.0), "warn", "over-exposed"),
        (DrawnTable((1280, 720), upside_down=True), "warn", "turn the camera"),
        (DrawnTable((640, 360)), "warn", "calibrate again"),
        (None, "warn", "expected pictures in it"),
    ],
)
def test_the_camera_is_opened_and_its_picture_looked_at(
    tmp_path: Path, shown: DrawnTable | None, level: str, says: str
) -> None:
    shots, calibration = tmp_path / "shots", tmp_path / "calibration"
    keep(calibrate(DrawnTable((1280, 720)).picture(), template(9)), calibration)
    shots.mkdir()
    if shown is not None:
        write_picture(shots / "1.png", shown.picture())
    settings = Camera(kind="folder", device=str(shots), calibration=calibration)
    *_, seen = found(camera, table(tmp_path, camera=settings))
    assert seen[0] == level and says in seen[1]


def test_pins_want_a_raspberry_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "model"
    monkeypatch.setattr("controller.doctor.senses.MODEL", model)
    [(level, said)] = found(pins, table(tmp_path, pins=Pins()))
    assert (level, "no Raspberry Pi" in said) == ("fail", True)
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    [(level, said)] = found(pins, table(tmp_path, pins=Pins()))
    assert (level, "cutcard[pi5]" in said) == ("fail", True), "its module is not installed here"
    assert found(pins, table(tmp_path)) == [("ok", "none are configured: ")]
