"""``cutcard bench``: measure one thing and hold it against its bar."""

import argparse
import dataclasses
import importlib
import json

from controller.bench import Result

HELP = "measure one thing, and exit with 1 where it misses its bar"
NAMES = ("equity",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what can be measured."""
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and tell by the exit status whether the bar is met."""
    result: Result = importlib.import_module(f"controller.bench.{args.name}").measure()
    if args.json:
        told = dataclasses.asdict(result)
        del told["rows"]
        print(json.dumps(told))
    else:
        wide = max(len(label) for label, _ in result.rows)
        for label, value in result.rows:
            print(f"{label:<{wide}}  {value}")
    return 0 if result.ok else 1
