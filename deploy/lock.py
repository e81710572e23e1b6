"""Writes deploy/requirements.txt: what a table runs on, each package with the hashes of its wheels.

    python3 deploy/lock.py > deploy/requirements.txt

Asks the package registry that pip is set up for, once for each machine and Python below. What is
already in the file is not looked at: look at the difference before you commit it.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
MACHINES = ("x86_64", "aarch64")
PYTHONS = ("3.11", "3.12", "3.13")
GLIBC = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
# On a Pi both come from apt, built for each other and for the camera's library.
FROM_APT = {"numpy", "opencv-python-headless"}
HEAD = """\
# What a table runs on, with the hashes of every wheel that may be taken. Made by deploy/lock.py;
# deploy/install.sh takes nothing else.
"""


def wanted() -> list[str]:
    """The project's own dependencies, and what builds it."""
    file = tomllib.loads(PROJECT.read_text())
    return [*file["project"]["dependencies"], *file["build-system"]["requires"]]


def resolved(machine: str, python: str) -> list[tuple[str, str, str]]:
    """Name, version and hash of each package there."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        words += ["--ignore-installed", "--report", str(report), "--only-binary", ":all:"]
        words += [part for one in GLIBC for part in ("--platform", f"{one}_{machine}")]
        words += ["--python-version", python, "--target", folder, *wanted()]
        subprocess.run(words, check=True, stdout=sys.stderr)  # noqa: S603  (our own words)
        found = json.loads(report.read_text())["install"]
    return [
        (
            one["metadata"]["name"].lower().replace("_", "-"),
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for one in found
    ]


def main() -> None:
    """Print the file."""
    hashes: dict[tuple[str, str], set[str]] = defaultdict(set)
    where: dict[tuple[str, str], set[str]] = defaultdict(set)
    for machine in MACHINES:
        for python in PYTHONS:
            for name, version, digest in resolved(machine, python):
                hashes[name, version].add(digest)
                where[name, version].add(python)
    print(HEAD, end="")
    for name, version in sorted(hashes):
        some = sorted(where[name, version])
        marks = [f"python_version {'<=' if some[0] == PYTHONS[0] else '>='} '{some[-1]}'"]
        marks = marks if len(some) < len(PYTHONS) else []
        marks += ["platform_machine != 'aarch64'"] if name in FROM_APT else []
        print(f"{name}=={version}" + (f" ; {' and '.join(marks)}" if marks else "") + " \\")
        print(" \\\n".join(f"    --hash=sha256:{one}" for one in sorted(hashes[name, version])))


if __name__ == "__main__":
    main()
