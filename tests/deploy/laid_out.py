"""An installation laid out in a folder, without touching the system."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
DEPLOY = PROJECT / "deploy"


def script(name: str, *args: str, root: Path) -> subprocess.CompletedProcess[str]:
    """Run one of the scripts with everything under a root of its own."""
    cutcard = root.parent / "cutcard"
    cutcard.write_text(f'#!/bin/sh\ncd "{PROJECT}" && exec "{sys.executable}" -m controller "$@"\n')
    cutcard.chmod(0o755)
    return subprocess.run(
        [DEPLOY / name, *args],
        env={**os.environ, "DESTDIR": str(root), "CUTCARD": str(cutcard)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def installed(root: Path, *args: str) -> str:
    """What the installation says; it must succeed."""
    done = script("install.sh", *args, root=root)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tree(root: Path) -> dict[str, str]:
    """Every file and folder with its mode and what is in it."""
    found = {}
    for path in sorted(root.rglob("*")):
        mode = f"{path.lstat().st_mode & 0o777:o}"
        if path.is_symlink():
            kind = f"-> {path.readlink()}"
        elif path.is_file():
            kind = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            kind = "folder"
        found[str(path.relative_to(root))] = f"{mode} {kind}"
    return found
