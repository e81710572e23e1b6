"""The units: systemd finds no fault in them, and they leave little open."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.laid_out import DEPLOY

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
EXPOSED = 25  # of 100, by systemd's own count; serial ports and the network are part of it


def here(unit: Path, folder: Path) -> Path:
    """A unit whose program is on this machine too."""
    copy = folder / unit.name
    copy.write_text(unit.read_text().replace("/opt/cutcard/venv/bin/cutcard", "/bin/true"))
    return copy


def analysed(*args: str | Path, units: Path | None = None) -> tuple[int, str]:
    path = {"SYSTEMD_UNIT_PATH": f"{units}:"} if units else {}
    done = subprocess.run(
        ["systemd-analyze", *args], env={**os.environ, **path},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_no_fault(unit: Path, tmp_path: Path) -> None:
    assert analysed("verify", "--man=no", here(unit, tmp_path)) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_little_is_left_open(unit: Path, tmp_path: Path) -> None:
    status, said = analysed(
        "security", "--offline=yes", f"--threshold={EXPOSED}", "--no-pager", here(unit, tmp_path)
    )
    assert status == 0, said


def test_what_is_added_to_the_brokers_unit_has_no_fault(tmp_path: Path) -> None:
    shutil.copytree(DEPLOY / "systemd", tmp_path, dirs_exist_ok=True)
    debians = Path("/lib/systemd/system/mosquitto.service").read_text()
    (tmp_path / "mosquitto.service").write_text(debians)
    status, said = analysed("verify", "--man=no", "mosquitto.service", units=tmp_path)
    assert (status, said) == (0, "")


def test_the_controller_tells_systemd_that_it_lives() -> None:
    text = (DEPLOY / "systemd/cutcard.service").read_text()
    assert "Type=notify" in text
    assert re.search(r"(?m)^WatchdogSec=\d+$", text)


def test_every_jump_of_the_udev_rules_has_its_place() -> None:
    text = (DEPLOY / "udev/70-cutcard.rules").read_text()
    assert set(re.findall(r'GOTO="(\w+)"', text)) == set(re.findall(r'LABEL="(\w+)"', text))
    item = r'[A-Z]+(\{\w+\})?(==|!=|\+=|=)"[^"]*"'
    for line in filter(None, text.splitlines()):
        rule = line.removeprefix("#") if line.startswith("#K") else line
        assert rule.startswith("#") or re.fullmatch(rf"{item}(, {item})*", rule), line
