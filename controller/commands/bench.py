"""``cutcard bench``: measures one part and holds it against its bar."""

import argparse
import importlib
import pkgutil

import msgspec

from controller import bench
from controller.bench import Result
from controller.errors import UsageError

HELP = "measure a part of the table and hold it against its bar"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    found = (module.name for module in pkgutil.iter_modules(bench.__path__))
    names = sorted(name for name in found if not name.startswith("_"))
    parser.add_argument("name", metavar="NAME", choices=names, help=f"one of {', '.join(names)}")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(args: argparse.Namespace) -> int:
    """Measure, print, and return 1 where the bar is missed."""
    try:
        module = importlib.import_module(f"controller.bench.{args.name}")
    except ModuleNotFoundError as error:
        raise UsageError(f"{args.name} needs {error.name}, which is not installed") from error
    result: Result = module.measure()
    print(_json(result) if args.json else _table(result), flush=True)
    return 0 if result.ok else 1


def _json(result: Result) -> str:
    fields = {"name": result.name, **result.figures, "bar": result.bar, "ok": result.ok}
    return msgspec.json.encode(fields).decode()


def _table(result: Result) -> str:
    wide = max((len(label) for label, _ in result.rows), default=0)
    lines = [f"{label:<{wide}}  {value}" for label, value in result.rows]
    bar = ", ".join(f"{name} {value}" for name, value in result.bar.items())
    lines.append(f"bar: {bar}: {'met' if result.ok else 'missed'}")
    return "\n".join(lines)
