"""``cutcard doctor``: looks at all that a table needs, and says what to do about each."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from controller.config_file import load
from controller.doctor import examine
from controller.doctor.finding import Finding
from controller.words import coloured, dim

HELP = "look at ports, camera, pins, decks, keys, disk, clock and broker, and say what to do"
_COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare whose table it is."""
    parser.epilog = "exit status: 0; 1 when something fails; 2 when the file has a mistake"
    parser.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the table's configuration"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Tell each finding as it comes."""
    failed = False
    for finding in examine(load(args.config)):
        failed |= finding.level == "fail"
        print(json.dumps(asdict(finding)) if args.json else _told(finding), flush=True)
    return int(failed)


def _told(finding: Finding) -> str:
    level = coloured(f"{finding.level:4}", _COLOURS[finding.level])
    do = f"\n     {dim('do:')} {finding.do}" if finding.do else ""
    return f"{level} {finding.about}: {finding.said}{do}"
