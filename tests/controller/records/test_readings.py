"""Whoever opens a table's journal on the command line stands in its audit."""

import getpass
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.controller import brokers
from tests.controller.brokers import wait_for
from tests.controller.served_table import Served, configured
from tests.controller.test_who_asks_is_proved import audited


def reads(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "controller", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_reading_is_in_the_audit_whether_the_table_is_served_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUDO_USER", raising=False)
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker:
        with Served(configured(tmp_path), broker):
            pass
        assert reads(tmp_path, "audit", "verify", "journal.sqlite", "--key", "table.key").stdout
        with (tmp_path / "journal.sqlite.read").open("a") as file:
            file.write('{"at":"","by":"nobody","command":"","proof":"00"}\nno note\n')
        with Served(configured(tmp_path), broker):

            def told() -> list[tuple[str, str]]:
                lines = (line for line in audited(tmp_path) if line["kind"] == "reading")
                return [(line["by"], line["what"]["command"]) for line in lines]

            wait_for(lambda: len(told()) == 3, "the audit")
    forged = ("", "a note that was not made with the key")
    assert told() == [(getpass.getuser(), "audit verify"), forged, forged]
    assert not list(tmp_path.glob("*.read*"))


def test_a_copy_has_no_table_that_could_be_told(tmp_path: Path) -> None:
    folder = tmp_path / "broker"
    folder.mkdir()
    with brokers.running("mosquitto", folder) as broker, Served(configured(tmp_path), broker):
        pass
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("journal.sqlite", "table.key"):
        (copy / name).write_bytes((tmp_path / name).read_bytes())
    (copy / "table.key").chmod(0o600)
    done = reads(copy, "audit", "head", "journal.sqlite")
    assert done.returncode == 0 and json.dumps(done.stdout), done.stderr
    assert sorted(one.name for one in copy.iterdir() if ".read" in one.name) == []
