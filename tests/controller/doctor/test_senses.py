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
    said = " ".join(text for level, text in found(camera, table(tmp_path, camera=settings)))
    assert "plug the camera in" not in said
    assert "cutcard calibrate" not in said


def test_pins_want_a_raspberry_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tmp_path / "model"
    monkeypatch.setattr("controller.doctor.senses.MODEL", model)
    [(level, said)] = found(pins, table(tmp_path, pins=Pins()))
    assert (level, "no Raspberry Pi" in said) == ("fail", True)
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    [(level, said)] = found(pins, table(tmp_path, pins=Pins()))
    assert (level, "cutcard[pi5]" in said) == ("fail", True), "its module is not installed here"
    assert found(pins, table(tmp_path)) == [("ok", "none are configured: ")]
