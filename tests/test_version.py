"""One version: the project's, the command's, and the newest in the changelog."""

import re
import tomllib
from pathlib import Path

import pytest

from controller.cli import main

ROOT = Path(__file__).parent.parent


def test_the_command_the_project_and_the_changelog_agree(
    capfd: pytest.CaptureFixture[str],
) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = re.search(r"^## \[(\d.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert newest
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capfd.readouterr().out == f"cutcard {version}\n"
    assert newest[1] == version
